import { type ChainApi } from '../../chain/index.ts';
import type { Context } from '../../platform/context.ts';
import { TableBusy, withoutQueueing } from '../../platform/database/busy-table.ts';
import {
  deleteContentWithin,
  dropPartitions,
  findMonths,
  insertSums,
  isMonthHeld,
  type LogMonth,
  lockMonth,
} from './run-month.sql.ts';

/** Whole months to keep runs after their own month, by class. 0 keeps them forever. */
export interface RunRetention {
  real: number;
  simulated: number;
}

/**
 * Deletes the runs of months whose retention has ended, oldest month first. Stops at the first month that must be kept, since its
 * runs can have attempts in the next month. Sums of each month, its chain entries and an entry about the deletion stay.
 *
 * Also stops if a table is in use, for example by a backup; the next maintenance retries. Returns the number of deleted months.
 */
export async function purgeMonths(ctx: Context, chain: ChainApi, retention: RunRetention): Promise<number> {
  if (retention.real === 0 && retention.simulated === 0) return 0;
  let count = 0;
  for (const month of await findMonths(ctx.em, ctx.clock.now())) {
    if (ctx.signal.aborted || !(await purgeMonth(ctx, chain, retention, month))) return count;
    count++;
  }
  return count;
}

/** Deletes the runs of one month. Returns false if they must be kept, or their tables are in use. */
async function purgeMonth(
  ctx: Context,
  chain: ChainApi,
  { real, simulated }: RunRetention,
  logMonth: LogMonth,
): Promise<boolean> {
  await chain.linkAll(ctx);
  const { month, fromId, untilId } = logMonth;
  const keep = { simulated: simulated || null, real: real || null };
  try {
    return await ctx.transactional(async (inner) => {
      const { em } = inner;
      return withoutQueueing(em, async () => {
        // Locks this month alone, so that no run is added to it after its sums are written. Other months stay open for callers.
        await lockMonth(em, month);
        if (await isMonthHeld(em, logMonth, keep, ctx.clock.now())) return false;
        const sums = await insertSums(em, logMonth);
        await deleteContentWithin(em, logMonth);
        await chain.dropSalts(em, 'RUN', fromId, untilId);
        await chain.note(inner, { act: 'RETENTION', of: 'RUN', month, fromId, untilId, ...sums, months: keep });
        // Dropping partitions comes last, since it blocks readers of all runs until the transaction ends.
        await dropPartitions(em, month);
        return true;
      });
    });
  } catch (error) {
    if (!(error instanceof TableBusy)) throw error;
    ctx.logger.info({ month }, 'a month of runs is deleted later: its tables are in use');
    return false;
  }
}
