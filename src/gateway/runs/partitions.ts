import type { Context } from '../../platform/context.ts';
import { sql } from '../../platform/database/database.ts';

/** Months that have their partitions before anything is written there: an upkeep that fails for weeks harms nothing. */
const MONTHS_AHEAD = 2;

/**
 * Makes the partitions of this month and the next ones. What was written before a month had one lies in the default partition and
 * is moved: nothing is ever refused for want of a partition. Gives how many were made.
 */
export async function makePartitions({ em, clock }: Context): Promise<number> {
  const rows = await sql<{ made: boolean }>(
    em,
    `select make_month_partition(parent, prefix, $1::timestamptz + make_interval(months => ahead)) as made
     from (values ('run', 'run'), ('attempt', 'att')) as logs(parent, prefix), generate_series(0, ${MONTHS_AHEAD}) as ahead`,
    [clock.now()],
  );
  return rows.filter(({ made }) => made).length;
}

/** At once: a statement that deletes more would hold up those that write. */
const BATCH = 1_000;

/** Forgets what was kept of runs, once its day has come. Gives how many there were. */
export async function forgetContent({ em, signal }: Context): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const rows = await sql(
      em,
      `delete from run_content where run_id in (
         select run_id from run_content where expires_at < now() limit ${BATCH} for update skip locked
       ) returning 1`,
    );
    forgotten += rows.length;
    if (rows.length < BATCH || signal.aborted) return forgotten;
  }
}
