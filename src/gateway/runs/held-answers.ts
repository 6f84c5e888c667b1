import { type Approval, ApprovalState, type ApprovalsApi } from '../../approvals/index.ts';
import { type CustomersApi, OWN_USE_ID } from '../../customers/index.ts';
import type { DocumentsApi } from '../../documents/index.ts';
import type { TokenUsage } from '../../models/index.ts';
import { can, requesterOf } from '../../platform/auth/principal.ts';
import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/errors/errors.ts';
import { type AnswerOutput, outputIn } from './held-output.ts';
import type { Run } from './run.entity.ts';
import { attemptsOfRuns, decisionsOfRuns } from './run.loaders.ts';
import type { RunSteps } from './run-steps.ts';
import type { CompletedRun } from './run-task.ts';

interface HeldAnswersOptions {
  approvals: ApprovalsApi;
  customers: Pick<CustomersApi, 'accountOf'>;
  documents: Pick<DocumentsApi, 'canReadVersions'>;
  steps: Pick<RunSteps, 'released'>;
}

/** Approvals of held answers, and the answers after approval. */
export class HeldAnswers {
  readonly #approvals: ApprovalsApi;
  readonly #customers: Pick<CustomersApi, 'accountOf'>;
  readonly #documents: Pick<DocumentsApi, 'canReadVersions'>;
  readonly #steps: Pick<RunSteps, 'released'>;

  constructor({ approvals, customers, documents, steps }: HeldAnswersOptions) {
    this.#approvals = approvals;
    this.#customers = customers;
    this.#documents = documents;
    this.#steps = steps;
  }

  approvalOf(ctx: Context, runId: string): Promise<Approval | null> {
    return this.#approvals.of(ctx, 'RUN_OUTPUT', runId);
  }

  async isPending(ctx: Context, runId: string): Promise<boolean> {
    const approval = await this.approvalOf(ctx, runId);
    return approval !== null && this.stateOf(ctx, approval) === ApprovalState.PENDING;
  }

  stateOf(ctx: Context, approval: Approval): ApprovalState {
    return this.#approvals.stateOf(ctx, approval);
  }

  /** Yields a fresh context at once, and again each time the approval has probably been decided. */
  async *changes(ctx: Context, approvalId: string): AsyncGenerator<Context> {
    for await (const _ of this.#approvals.changes(approvalId, ctx.signal)) yield ctx.fork();
  }

  /**
   * Output of a run that the caller may read.
   * @returns null unless the run's output was held and approved, and for callers who can't read it
   * @throws Refusal if the content was deleted or has changed
   */
  async outputOf(ctx: Context, run: Run): Promise<AnswerOutput | null> {
    const approval = run.approvalId !== null ? await this.approvalOf(ctx, run.id) : null;
    if (!approval || this.stateOf(ctx, approval) !== ApprovalState.APPROVED || !(await this.#mayRead(ctx, run))) {
      return null;
    }
    const output = await this.#outputOf(ctx, run, approval);
    return (await this.#mayReadDocuments(ctx, output)) ? output : null;
  }

  /**
   * Output as a completed run.
   * @throws Refusal with the reason why it isn't released
   */
  async completed(ctx: Context, run: Run, approval: Approval): Promise<CompletedRun> {
    if (!(await this.#mayRead(ctx, run))) {
      throw new Refusal('FORBIDDEN', 'Only the requester and approvers can read a held answer.');
    }
    const output = await this.#outputOf(ctx, run, approval);
    if (!(await this.#mayReadDocuments(ctx, output))) {
      throw new Refusal('FORBIDDEN', 'The answer quotes documents that you can’t read.');
    }
    const recorded = (await ctx.loader(decisionsOfRuns).load(run.id))!;
    const attempts = await ctx.loader(attemptsOfRuns).load(run.id);
    const total = usageOf(run);
    return {
      id: run.id,
      task: run.task,
      taskVersion: run.taskVersion,
      startedAt: run.startedAt,
      deployment: run.deployment!,
      model: run.model!,
      attempts: run.attemptCount!,
      decision: recorded.decision,
      isSimulated: run.isSimulated,
      isNotFinal: run.isNotFinal,
      isPastSoftCap: run.isPastSoftCap,
      warnings: [],
      overheadMs: run.overheadMs ?? 0,
      isHeld: true,
      usage: attempts.length > 1 ? usageOf(attempts.at(-1)!) : total,
      ...(attempts.length > 1 && { totalUsage: total }),
      costMicros: run.costMicros,
      isEstimated: run.isEstimated,
      costSource: run.costSource,
      held: null,
      isReplay: false,
      seal: null,
      lateWarnings: [],
      ...output,
    };
  }

  async #outputOf(ctx: Context, { id, customerId, requestedBy }: Run, approval: Approval) {
    const output = outputIn(await this.#approvals.released(ctx, approval));
    // The terms of the approval are signed; the row of the run isn’t, and says who may read the answer.
    const isSame =
      (approval.customerId ?? OWN_USE_ID) === customerId &&
      (requestedBy === null || approval.requestedBy === requestedBy);
    if (!isSame) {
      ctx.logger.error({ runId: id }, 'the customer or requester of a run is not that of its approval');
      throw new Refusal(
        'APPROVAL_NOT_PROVEN',
        `The customer or requester of ${id} was changed, so its answer isn’t released. Tell the operator.`,
      );
    }
    return this.#steps.released(ctx, output, customerId);
  }

  /** True for approvers, and for callers who can read the documents that an answer cites. */
  async #mayReadDocuments(ctx: Context, { cited }: AnswerOutput): Promise<boolean> {
    if (!cited || can(ctx.principal, 'approvals:decide')) return true;
    const versionIds = cited.claims.flatMap(({ citations }) => citations.map(({ versionId }) => versionId));
    return this.#documents.canReadVersions(ctx, versionIds);
  }

  /**
   * True for the requester, for approvers, and for callers of the run's customer. A caller of a customer also needs a key that
   * allows the task.
   */
  async #mayRead(ctx: Context, { customerId, requestedBy, task }: Run): Promise<boolean> {
    const { principal } = ctx;
    const isAmongReaders = can(principal, 'approvals:decide') || requesterOf(principal) === requestedBy;
    const { accountId } = principal;
    if (accountId === undefined) return isAmongReaders;
    if (!isAmongReaders && accountId !== customerId) return false;
    const { tasks } = await this.#customers.accountOf(ctx);
    return tasks === null || tasks.includes(task);
  }
}

function usageOf({ inputTokens, cachedInputTokens, outputTokens, reasoningTokens, cacheWriteTokens }: TokenUsage) {
  return {
    inputTokens,
    cachedInputTokens,
    outputTokens,
    reasoningTokens,
    ...(cacheWriteTokens !== undefined && { cacheWriteTokens }),
  };
}
