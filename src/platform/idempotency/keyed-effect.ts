import { reportReplay } from '../audit/report-changes.ts';
import type { Context } from '../context.ts';
import { Problem } from '../graphql/schema/problem.ts';
import { IdempotencyKeyReused } from './idempotency-key-reused.ts';

interface KeyedEffect<Row extends { requestHash: string }, Effect> {
  /** Null: the request has no key, and the effect is simply made. */
  key: string | null;
  /** The first is the hash that `make` stores. Others are forms that earlier releases stored for the same request. */
  requestHashes: readonly [string, ...string[]];
  /** Finds the row stored under the caller and the key. */
  find(ctx: Context): Promise<Row | null>;
  /** Stores the row. Caller and key are unique in its table, so only one of several concurrent requests succeeds. */
  make(): Promise<Effect>;
}

/**
 * Makes an effect once per idempotency key, where the effect is a row that holds the key. The row is what is found again, so the
 * key lives as long as the row. When `make` fails or returns a problem, the key is looked up once more, because another request
 * with it could have come first. If none has, the key is still free and the failure is the answer.
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
