import type { Approval, ApprovalsApi } from '../../approvals/index.ts';
import { customerIdOf } from '../../customers/index.ts';
import type { CallingRun, ExternalActionGate, IsExternalTool, ToolCall, WithheldCall } from '../../gateway/index.ts';
import { ownerOf } from '../../platform/auth/principal.ts';
import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/errors/errors.ts';
import { Problem } from '../../platform/graphql/schema/problem.ts';
import type { PublishAction } from '../publish-action.ts';
import { PublishRequestBlocked } from '../publishing.problems.ts';
import type { PublishingApi } from '../publishing-api.ts';
import { targetsIn } from './call-targets.ts';
import { type ExternalToolMark, type ExternalToolMarks, markOf } from './external-tool-marks.ts';

/** Maximum number of tool calls filed per answer of a model. An approver couldn’t review more. */
const MAX_FILED = 20;

export interface ExternalActionFilingOptions {
  readonly marks: Pick<ExternalToolMarks, 'current'>;
  readonly publishing: Pick<PublishingApi, 'create' | 'readArguments'>;
  readonly approvals: Pick<ApprovalsApi, 'of' | 'stateOf'>;
}

/** Reason why a tool call wasn’t filed: a problem code and a sentence. */
type FilingFailure = Pick<Problem, 'code' | 'message'>;

/** Creates a publish request for each of a model’s tool calls that need approval. */
export class ExternalActionFiling implements ExternalActionGate {
  /** Number of tool calls that were filed, and number of those that couldn’t be filed, since the process started. */
  readonly counts = { filed: 0, notFiled: 0 };
  readonly #options: ExternalActionFilingOptions;

  constructor(options: ExternalActionFilingOptions) {
    this.#options = options;
  }

  externalToolsFor(ctx: Context, customerId = ownCustomer(ctx)): IsExternalTool | Promise<IsExternalTool> {
    const marks = this.#options.marks.current();
    return marks instanceof Promise ? marks.then((known) => namesOf(known, customerId)) : namesOf(marks, customerId);
  }

  /** Files tool calls one after the other, in the order of the model’s answer. */
  async file(ctx: Context, run: CallingRun, calls: readonly ToolCall[]): Promise<WithheldCall[]> {
    const withheld: WithheldCall[] = [];
    for (const [index, call] of calls.entries()) withheld.push(await this.#withheldCall(ctx, run, call, index));
    return withheld;
  }

  async #withheldCall(ctx: Context, run: CallingRun, call: ToolCall, index: number): Promise<WithheldCall> {
    const { id: callId, name: tool } = call;
    const filed = await this.#fileCall(ctx, run, call, index);
    if ('code' in filed) {
      this.counts.notFiled += 1;
      return { callId, tool, request: null, code: filed.code, result: notFiledSentence(tool, filed.message) };
    }
    this.counts.filed += 1;
    const { approval, requestId } = filed;
    const state = this.#options.approvals.stateOf(ctx, approval);
    const expiresAt = approval.expiresAt.toISOString();
    return {
      callId,
      tool,
      request: { id: requestId, state, expiresAt },
      code: null,
      result: filedSentence(tool, requestId, state, expiresAt),
    };
  }

  async #fileCall(
    ctx: Context,
    run: CallingRun,
    call: ToolCall,
    index: number,
  ): Promise<{ approval: Approval; requestId: string } | FilingFailure> {
    try {
      const action = index < MAX_FILED ? await this.#actionOf(ctx, run, call) : TOO_MANY;
      if ('code' in action) return action;
      // A new context, because the context of the run has cached the rows that it read before the run ended.
      const fresh = ctx.fork();
      const filed = await this.#options.publishing.create(fresh, action, { idempotencyKey: `${run.runId}:${index}` });
      if (filed instanceof Problem) return { code: filed.code, message: sentenceOf(filed) };
      const approval = await this.#options.approvals.of(fresh, 'PUBLISH_REQUEST', filed.id);
      return { approval: approval!, requestId: filed.id };
    } catch (error) {
      // The run is already paid for, so its answer is returned even if filing fails. Only the name of an
      // unexpected error is logged, because its message can quote the arguments.
      if (error instanceof Refusal) return { code: error.code, message: error.message };
      ctx.logger.error({ runId: run.runId, error: (error as Error).name }, 'filing a call of an external tool failed');
      return {
        code: 'INTERNAL_SERVER_ERROR',
        message: 'The tool call could not be filed for approval. Call the tool again, or create a publish request.',
      };
    }
  }

  async #actionOf(
    ctx: Context,
    run: CallingRun,
    { name, argumentsText }: ToolCall,
  ): Promise<PublishAction | FilingFailure> {
    if (run.isCutOff) return invalid('The answer was cut off, so the arguments of the call may be incomplete.');
    // The tool needed approval when the call was withheld. If it doesn’t any more, this call isn’t filed, and still isn’t passed
    // on to the caller.
    const mark = markOf(await this.#options.marks.current(), name, ownCustomer(ctx));
    if (!mark) return invalid('The tool doesn’t need approval any more. Call it again.');
    const read = this.#options.publishing.readArguments(argumentsText.trim() === '' ? '{}' : argumentsText);
    if ('issue' in read) return invalid(read.issue.detail);
    const found = targetsIn(read.value, mark);
    if ('fault' in found) return invalid(found.fault);
    return actionOf(run, name, mark, read.value, found.targets);
  }
}

const ownCustomer = ({ principal }: Context) => customerIdOf(ownerOf(principal));

function namesOf(marks: readonly ExternalToolMark[], customerId: string | null): IsExternalTool {
  return marks.length === 0 ? null : (tool) => markOf(marks, tool, customerId) !== null;
}

const invalid = (message: string): FilingFailure => ({ code: 'INPUT_INVALID', message });

const TOO_MANY = invalid(`At most ${MAX_FILED} calls per answer are filed for approval. Call the tool again later.`);

function actionOf(
  { runId, text }: CallingRun,
  tool: string,
  { channel }: ExternalToolMark,
  args: PublishAction['arguments'],
  targets: string[],
): PublishAction {
  const trimmed = text.trim().toWellFormed();
  const summary = trimmed === '' ? `A model called ${tool} without an explanation.` : trimmed;
  return { tool, channel, targets, arguments: args, summary, runIds: [runId], assetIds: [] };
}

/**
 * Message of a problem. For an action that the policy refuses, it also describes the first findings with their positions, so
 * that the model can remove their causes.
 */
function sentenceOf(problem: Problem): string {
  if (!(problem instanceof PublishRequestBlocked)) return problem.message;
  const found = problem.findings
    .slice(0, MAX_SHOWN)
    .map(({ kind, pointer, detail }) => `${kind} at ${pointer || 'the whole action'}: ${detail}`);
  return `The publishing policy refuses its content. ${found.join(' ')}`;
}

const MAX_SHOWN = 5;

const filedSentence = (tool: string, id: string, state: string, expiresAt: string) =>
  `\`${tool}\` was not called: its calls need approval by a person. The call was filed as the publish request ${id}, which is ${state} until ${expiresAt}. Do not call it again for this, and do not say that it is done.`;

const notFiledSentence = (tool: string, why: string) =>
  `\`${tool}\` was not called, and no approval was requested. ${why}`;
