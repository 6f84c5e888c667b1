import type { Context } from '../../platform/context.ts';
import { createPartitions, deleteExpiredContent } from './run.sql.ts';

/** Months that have their partitions before anything is written there: an upkeep that fails for weeks harms nothing. */
const MONTHS_AHEAD = 2;

/**
 * Makes the partitions of this month and the next ones. What was written before a month had one lies in the default partition and
 * is moved: nothing is ever refused for want of a partition. Gives how many were made.
 */
export function makePartitions({ em, clock }: Context): Promise<number> {
  return createPartitions(em, clock.now(), MONTHS_AHEAD);
}

/** At once: a statement that deletes more would hold up those that write. */
const BATCH = 1_000;

/** Forgets what was kept of runs, once its day has come. Gives how many there were. */
export async function forgetContent({ em, signal }: Context): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const deleted = await deleteExpiredContent(em, BATCH);
    forgotten += deleted;
    if (deleted < BATCH || signal.aborted) return forgotten;
  }
}
