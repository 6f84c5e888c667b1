import type { ApprovalsApi } from '../../approvals/index.ts';
import { type ChainApi } from '../../chain/index.ts';
import { reportChanges } from '../../platform/audit/report-changes.ts';
import type { Context } from '../../platform/context.ts';
import { deleteAnswersOf } from '../idempotency/idempotent-answer.sql.ts';
import { deleteReasoningOf } from './reasoning/kept-reasoning.sql.ts';
import { deleteContentOf, eraseRuns, lockNotErased } from './run.sql.ts';

/** Erases personal data of runs on request, without breaking the hash chain. */
export class RunErasure {
  readonly #chain: ChainApi;
  readonly #approvals: Pick<ApprovalsApi, 'forget'>;

  constructor(chain: ChainApi, approvals: Pick<ApprovalsApi, 'forget'>) {
    this.#chain = chain;
    this.#approvals = approvals;
  }

  /**
   * Erases prompts, answers and requesters of these runs, and the digests by which a short text could be guessed. Costs and
   * models stay, so that the books add up. Returns the ids of the runs with data erased now.
   */
  async erase(ctx: Context, ids: readonly string[], reason: string): Promise<string[]> {
    // Digests cover the original record, so it must be in the chain before it changes.
    await this.#chain.linkAll(ctx);
    return ctx.transactional(async (inner) => {
      const { em } = inner;
      const found = await lockNotErased(em, ids, ERASED);
      if (found.length === 0) return [];
      await this.#chain.forgetSalts(em, 'RUN', found);
      await eraseRuns(em, found, ERASED);
      await deleteContentOf(em, found);
      await deleteAnswersOf(em, found);
      await deleteReasoningOf(em, found);
      await this.#approvals.forget(inner, 'RUN_OUTPUT', found);
      reportChanges(found);
      await this.#chain.note(inner, { act: 'ERASURE', of: 'RUN', ids: found, reason });
      return found;
    });
  }
}

/** Value that replaces the requester of an erased run. */
const ERASED = 'erased';
