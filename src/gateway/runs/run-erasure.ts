import type { ApprovalsApi } from '../../approvals/index.ts';
import { type ChainApi } from '../../chain/index.ts';
import { tellChanges } from '../../platform/audit/tell-changes.ts';
import type { Context } from '../../platform/context.ts';
import { sql } from '../../platform/database/database.ts';

/** What is personal in runs: taken away on demand, with the chain over them left whole. */
export class RunErasure {
  readonly #chain: ChainApi;
  readonly #approvals: Pick<ApprovalsApi, 'forget'>;

  constructor(chain: ChainApi, approvals: Pick<ApprovalsApi, 'forget'>) {
    this.#chain = chain;
    this.#approvals = approvals;
  }

  /**
   * Erases of these runs what was said, who asked, and the digests by which a short text could be guessed. What it cost and which
   * model answered stays: the books have to add up. Gives the ids of those of which something was erased now.
   */
  async erase(ctx: Context, ids: readonly string[], reason: string): Promise<string[]> {
    // A digest is of the record as it was, so that has to be in the chain before it changes.
    await this.#chain.linkAll(ctx);
    return ctx.transactional(async (inner) => {
      const { em } = inner;
      const rows = await sql<{ id: string }>(
        em,
        `select id from run where id = any($1) and requested_by <> '${ERASED}' order by id for update`,
        [[...ids]],
      );
      const found = rows.map(({ id }) => id);
      if (found.length === 0) return [];
      await this.#chain.forgetSalts(em, 'RUN', found);
      await sql(
        em,
        `update run set requested_by = '${ERASED}', input_sha256 = null, output_sha256 = null,
           output_text_sha256 = null where id = any($1)`,
        [found],
      );
      await sql(em, 'delete from run_content where run_id = any($1)', [found]);
      await sql(em, 'delete from idempotent_answer where run_id = any($1)', [found]);
      await this.#approvals.forget(inner, 'RUN_OUTPUT', found);
      tellChanges(found);
      await this.#chain.note(inner, { act: 'ERASURE', of: 'RUN', ids: found, reason });
      return found;
    });
  }
}

/** In the place of who asked. */
const ERASED = 'erased';
