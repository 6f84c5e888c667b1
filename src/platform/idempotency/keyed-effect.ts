import { reportReplay } from '../audit/report-changes.ts';
import type { Context } from '../context.ts';
import { Problem } from '../graphql/schema/problem.ts';
import { IdempotencyKeyReused } from './idempotency-key-reused.ts';

interface KeyedEffect<Row extends { requestHash: string }, Effect> {
  /** Null when the request has no key. The effect then runs without a check. */
  key: string | null;
  /** The first is the hash that `make` stores. The others are forms in which earlier releases stored the same request. */
  requestHashes: readonly [string, ...string[]];
  /** Finds the row stored under the caller and the key. */
  find(ctx: Context): Promise<Row | null>;
  /** Stores the row. Caller and key are unique in the table, so that only one of several concurrent requests succeeds. */
  make(): Promise<Effect>;
}

/**
 * Runs an effect once per idempotency key. The effect stores a row that holds the key, so the key lives as long as the row. If
 * `make` fails or returns a problem, the key is looked up again, because a concurrent request could have come first. If none
 * did, the key stays free and the failure is returned.
 */
export async function onceByKey<Row extends { requestHash: string }, Effect>(
  ctx: Context,
  { key, requestHashes, find, make }: KeyedEffect<Row, Effect>,
): Promise<{ earlier: Row } | { made: Effect } | IdempotencyKeyReused> {
  if (key === null) return { made: await make() };
  const replay = (earlier: Row) => {
    if (!requestHashes.includes(earlier.requestHash)) return new IdempotencyKeyReused();
    reportReplay();
    return { earlier };
  };
  const earlier = await find(ctx);
  if (earlier) return replay(earlier);
  let made: Effect;
  try {
    made = await make();
  } catch (error) {
    const first = await find(ctx.fork()).catch(() => null);
    if (first) return replay(first);
    throw error;
  }
  if (!(made instanceof Problem)) return { made };
  const first = await find(ctx.fork());
  return first ? replay(first) : { made };
}
