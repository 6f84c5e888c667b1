import type { Clock } from '../clock.ts';
import { Refusal } from '../errors/errors.ts';
import type { Database } from './database.ts';
import { readDatabaseMs } from './database-time.sql.ts';
import { SharedRead } from './shared-read.ts';

/** Maximum difference in milliseconds between the process's and the database's clock. Above it, the process refuses to seal. */
export const MAX_CLOCK_DIFFERENCE_MS = 5_000;

/** The database's clock and the process's clock at one moment. */
export interface ComparedClocks {
  /** The database's time, which signed statements and stored dates use. */
  at: Date;
  /**
   * Milliseconds by which the process's clock is at least ahead of the database's; negative if it is behind. The duration of the
   * query, which can include a pause of the process, doesn't count as a difference.
   */
  aheadMs: number;
}

export async function compareClocks(askDatabaseMs: () => Promise<number>, clock: Clock): Promise<ComparedClocks> {
  const before = clock.now().getTime();
  const databaseMs = await askDatabaseMs();
  const after = clock.now().getTime();
  const aheadMs = before > databaseMs ? before - databaseMs : after < databaseMs ? after - databaseMs : 0;
  return { at: new Date(databaseMs), aheadMs };
}

/**
 * Returns the database's time, for use in signed statements.
 * @throws Refusal CLOCK_DIFFERS if the process's clock differs by more than five seconds
 */
export async function agreedTime({ database, clock }: { database: Database; clock: Clock }): Promise<Date> {
  const { at, aheadMs } = await comparing(database, clock).get();
  if (Math.abs(aheadMs) > MAX_CLOCK_DIFFERENCE_MS) throw clocksDiffer(aheadMs);
  return at;
}

/**
 * Shared comparisons of the clocks, by database and clock. Concurrent callers share one query, because a query for each caller
 * would take the connections that the callers need.
 */
const comparisons = new WeakMap<Database, WeakMap<Clock, SharedRead<ComparedClocks>>>();

function comparing(database: Database, clock: Clock): SharedRead<ComparedClocks> {
  const ofDatabase = comparisons.get(database) ?? new WeakMap<Clock, SharedRead<ComparedClocks>>();
  comparisons.set(database, ofDatabase);
  const known = ofDatabase.get(clock);
  if (known) return known;
  const made = new SharedRead(() => compareClocks(() => readDatabaseMs(database), clock));
  ofDatabase.set(clock, made);
  return made;
}

function clocksDiffer(aheadMs: number): Refusal {
  const seconds = (Math.abs(aheadMs) / 1_000).toFixed(1);
  return new Refusal(
    'CLOCK_DIFFERS',
    `The clock of this process is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's. Nothing is sealed until they differ by less than five seconds. Tell the operator.`,
    { retryAfterSeconds: 60 },
  );
}
