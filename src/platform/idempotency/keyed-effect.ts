import { reportReplay } from '../audit/report-changes.ts';
import type { Context } from '../context.ts';
import { Problem } from '../graphql/schema/problem.ts';
import { IdempotencyKeyReused } from './idempotency-key-reused.ts';

interface KeyedEffect<Row extends { requestHash: string }, Effect> {
  /** The idempotency key. Null when the request has none: the effect then runs without a check. */
  key: string | null;
  /** Hashes of the request. `make` stores the first. The others are those that earlier releases stored for the same request. */
  requestHashes: readonly [string, ...string[]];
  /** Finds the row stored for the caller and the idempotency key. */
  find(ctx: Context): Promise<Row | null>;
  /**
   * Runs the effect and stores its row. Caller and key are unique in the table, so that only one of several concurrent requests
   * succeeds.
   */
  make(): Promise<Effect>;
}

/**
 * Runs an effect once per idempotency key. The effect stores a row with the key, so the key is remembered as long as the row
 * exists. If `make` throws or returns a problem, the key is looked up again, because a concurrent request could have come first.
 * If none did, the error is thrown or the problem returned, and the key can be used again.
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
