import { Batches, inOrder } from '../batches.ts';
import { shared } from '../request-scope.ts';

/** A larger statement saves nothing more, and delays everyone who waits for one of its rows. */
const MAX_KEYS = 200;

/**
 * Reads by key for all requests of the process. What is requested during one statement is read by the next one. Nothing is kept, so
 * no answer is older than its question.
 */
export class BatchedRead<Key, Value> {
  readonly #batches: Batches<Key, Value>;
  /** Answers of the keys that aren't in a statement yet. */
  readonly #waiting = new Map<Key, Promise<Value>>();

  /** @param read gives a value for each key, in their order. All who request the same key get the same value. */
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
