import { type ChainApi } from '../../chain/index.ts';
import type { Context } from '../../platform/context.ts';
import { deleteContentWithin, dropPartitions, findMonths, insertSums, isMonthHeld, type LogMonth } from './run.sql.ts';

/** For how many whole months runs are kept after their own, by class; 0 for ever. */
export interface Retention {
  real: number;
  simulated: number;
}

/**
 * Lets go of the months of which nothing has to be kept any more, the oldest first and none before an older one, since a run of
 * one month may have tries in the next. What they came to, and that they were let go of, stays, as do their entries in the chain.
 * Gives how many months there were.
 */
export async function letGoOfMonths(ctx: Context, chain: ChainApi, retention: Retention): Promise<number> {
  if (retention.real === 0 && retention.simulated === 0) return 0;
  let count = 0;
  for (const month of await findMonths(ctx.em, ctx.clock.now())) {
    if (ctx.signal.aborted || !(await letGoOf(ctx, chain, retention, month))) return count;
    count++;
  }
  return count;
}

async function letGoOf(
  ctx: Context,
  chain: ChainApi,
  { real, simulated }: Retention,
  logMonth: LogMonth,
): Promise<boolean> {
  await chain.linkAll(ctx);
  return ctx.transactional(async (inner) => {
    const { em } = inner;
    const { month, age, fromId, untilId } = logMonth;
    const mayDelete = { simulated: simulated > 0 && age > simulated, real: real > 0 && age > real };
    if (await isMonthHeld(em, logMonth, mayDelete)) return false;
    const runs = await insertSums(em, logMonth);
    await deleteContentWithin(em, logMonth);
    await chain.dropSalts(em, 'RUN', fromId, untilId);
    await chain.note(inner, { act: 'RETENTION', of: 'RUN', month, fromId, untilId, runs });
    await dropPartitions(em, month);
    return true;
  });
}
