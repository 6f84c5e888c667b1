import type { Context } from '../../platform/context.ts';
import { TableBusy, withoutQueueing } from '../../platform/database/busy-table.ts';
import { deleteExpiredContent } from './run.sql.ts';
import { createPartition, findMissingPartitions } from './run-month.sql.ts';

/** Partitions exist this many months before the first run of their month, so that maintenance may fail for weeks. */
const MONTHS_AHEAD = 2;

/**
 * Creates the missing partitions of this month and the next ones, and moves runs of these months from the default partition to
 * them. Stops if a table is in use, for example by a backup; the next maintenance retries. Returns the number of created
 * partitions.
 */
export async function makePartitions(ctx: Context): Promise<number> {
  let made = 0;
  for (const missing of await findMissingPartitions(ctx.em, ctx.clock.now(), MONTHS_AHEAD)) {
    try {
      // One transaction for each partition, so that callers never wait for more than one locked table.
      await ctx.fork().transactional(({ em }) => withoutQueueing(em, () => createPartition(em, missing)));
      made++;
    } catch (error) {
      if (!(error instanceof TableBusy)) throw error;
      ctx.logger.info(missing, 'a partition is created later: its table is in use');
      break;
    }
  }
  return made;
}

/** Contents per statement. A larger deletion would block writers. */
const BATCH = 1_000;

/** Deletes expired contents of runs. Returns their number. */
export async function deleteExpiredContents({ em, signal }: Context): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const deleted = await deleteExpiredContent(em, BATCH);
    forgotten += deleted;
    if (deleted < BATCH || signal.aborted) return forgotten;
  }
}
