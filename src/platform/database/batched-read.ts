import { Batches, inOrder } from '../batches.ts';
import { shared } from '../request-scope.ts';

/**
 * Maximum number of keys per statement. More keys would save nothing, and would delay all callers who wait for a row of the
 * statement.
 */
const MAX_KEYS = 200;

/**
 * Batches database reads by key for all requests of the process. Keys requested while one statement runs are read by the next.
 * Nothing is cached, so no result is older than its request.
 */
export class BatchedRead<Key, Value> {
  readonly #batches: Batches<Key, Value>;
  /** Pending results of keys that no statement reads yet. */
  readonly #waiting = new Map<Key, Promise<Value>>();

  /** @param read returns a value for each key, in order. All requests for the same key get the same value. */
  constructor(read: (keys: readonly Key[]) => Promise<readonly Value[]>) {
    this.#batches = new Batches({
      maxItems: MAX_KEYS,
      waitingAfterFailure: 'SERVE',
      serve: inOrder((keys) => {
        for (const key of keys) this.#waiting.delete(key);
        return read(keys);
      }),
    });
  }

  get(key: Key): Promise<Value> {
    const waiting = this.#waiting.get(key);
    if (waiting) return shared(() => waiting);
    const value = this.#batches.add(key);
    this.#waiting.set(key, value);
    return value;
  }
}
