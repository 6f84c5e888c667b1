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

/** Of one answer. A model that calls more at once is not asked about by anybody who could look at all of them. */
const MOST_FILED = 20;

export interface ExternalActionFilingOptions {
  readonly marks: Pick<ExternalToolMarks, 'current'>;
  readonly publishing: Pick<PublishingApi, 'file' | 'readArguments'>;
  readonly approvals: Pick<ApprovalsApi, 'of' | 'stateOf'>;
}

/** Why a call is not asked about: the code of a problem, and a sentence. */
type FilingFailure = Pick<Problem, 'code' | 'message'>;

/** Files publish requests for what models call. */
export class ExternalActionFiling implements ExternalActionGate {
  /** How many calls there were, by what became of them. Grows for as long as the process lives. */
  readonly told = { filed: 0, notFiled: 0 };
  readonly #options: ExternalActionFilingOptions;

  constructor(options: ExternalActionFilingOptions) {
    this.#options = options;
  }

  externalToolsFor(ctx: Context, customerId = ownCustomer(ctx)): IsExternalTool | Promise<IsExternalTool> {
    const marks = this.#options.marks.current();
    return marks instanceof Promise ? marks.then((known) => namesOf(known, customerId)) : namesOf(marks, customerId);
  }

  /** One after the other: of two calls that are alike the second is told that it was asked for already. */
  async file(ctx: Context, run: CallingRun, calls: readonly ToolCall[]): Promise<WithheldCall[]> {
    const told: WithheldCall[] = [];
    for (const [index, call] of calls.entries()) told.push(await this.#told(ctx, run, call, index));
    return told;
  }

  async #told(ctx: Context, run: CallingRun, call: ToolCall, index: number): Promise<WithheldCall> {
    const { id: callId, name: tool } = call;
    const filed = await this.#filed(ctx, run, call, index);
    if ('code' in filed) {
      this.told.notFiled += 1;
      return { callId, tool, request: null, code: filed.code, result: notFiledSentence(tool, filed.message) };
    }
    this.told.filed += 1;
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

  async #filed(
    ctx: Context,
    run: CallingRun,
    call: ToolCall,
    index: number,
  ): Promise<{ approval: Approval; requestId: string } | FilingFailure> {
    try {
      const action = index < MOST_FILED ? await this.#actionOf(ctx, run, call) : TOO_MANY;
      if ('code' in action) return action;
      // A context of its own: what the run has read is of before it ended.
      const fresh = ctx.afresh();
      const filed = await this.#options.publishing.file(fresh, action, { idempotencyKey: `${run.runId}:${index}` });
      if (filed instanceof Problem) return { code: filed.code, message: sentenceOf(filed) };
      const approval = await this.#options.approvals.of(fresh, 'PUBLISH_REQUEST', filed.id);
      return { approval: approval!, requestId: filed.id };
    } catch (error) {
      // The run is paid for, and its answer is given out. Of what nobody foresaw only its kind: it may quote the arguments.
      if (error instanceof Refusal) return { code: error.code, message: error.message };
      ctx.logger.error({ runId: run.runId, error: (error as Error).name }, 'the call of an outward tool was not filed');
      return {
        code: 'INTERNAL_SERVER_ERROR',
        message: 'Filing it failed. Ask again, or file it as a publish request.',
      };
    }
  }

  async #actionOf(
    ctx: Context,
    run: CallingRun,
    { name, argumentsText }: ToolCall,
  ): Promise<PublishAction | FilingFailure> {
    if (run.isCutOff) return invalid('The answer was cut off, and with it perhaps what the tool was called with.');
    // Marked a moment ago, when the call was withheld, and perhaps not any more: it is not handed on all the same.
    const mark = markOf(await this.#options.marks.current(), name, ownCustomer(ctx));
    if (!mark) return invalid('The tool is not marked as outward any more. Ask again, and its call is handed on.');
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

const TOO_MANY = invalid(`An answer asks about ${MOST_FILED} calls at the most. Call the tool again later.`);

function actionOf(
  { runId, text }: CallingRun,
  tool: string,
  { channel }: ExternalToolMark,
  args: PublishAction['arguments'],
  targets: string[],
): PublishAction {
  const said = text.trim().toWellFormed();
  const summary = said === '' ? `A model has called ${tool} and said nothing about it.` : said;
  return { tool, channel, targets, arguments: args, summary, runIds: [runId], assetIds: [] };
}

/** What the lint has found is named by its place, so that the model can take it out. */
function sentenceOf(problem: Problem): string {
  if (!(problem instanceof PublishRequestBlocked)) return problem.message;
  const found = problem.findings
    .slice(0, MOST_TOLD)
    .map(({ kind, pointer, detail }) => `${kind} at ${pointer || 'the whole'}: ${detail}`);
  return `It holds what the policy of publishing refuses. ${found.join(' ')}`;
}

const MOST_TOLD = 5;

const filedSentence = (tool: string, id: string, state: string, expiresAt: string) =>
  `The call of \`${tool}\` was not made: it writes outside, and people decide about that. It was filed as the publish request ${id}, which is ${state} until ${expiresAt}. Do not call it again for this, and do not say that it is done.`;

const notFiledSentence = (tool: string, why: string) =>
  `The call of \`${tool}\` was not made, and nobody was asked about it. ${why}`;
