import { shared } from '../request-scope.ts';

/** More in one statement save nothing any more, and hold up who waits for one of them. */
const MOST = 200;

interface Waiting<Value> {
  resolve(value: Value): void;
  reject(error: unknown): void;
}

/**
 * Reads by key for all requests of the process: what is asked for while one statement is under way is read by the next one
 * together. Nothing is kept, so nobody gets what is older than their question.
 */
export class BatchedRead<Key, Value> {
  readonly #read: (keys: readonly Key[]) => Promise<readonly Value[]>;
  #waiting = new Map<Key, Waiting<Value>[]>();
  #isReading = false;

  /** @param read gives a value for each of the keys, in their order. Whoever asks for the same key is given the same value. */
  constructor(read: (keys: readonly Key[]) => Promise<readonly Value[]>) {
    this.#read = read;
  }

  get(key: Key): Promise<Value> {
    return shared(
      () =>
        new Promise((resolve, reject) => {
          const same = this.#waiting.get(key);
          if (same) same.push({ resolve, reject });
          else this.#waiting.set(key, [{ resolve, reject }]);
          if (!this.#isReading) void this.#readAll();
        }),
    );
  }

  async #readAll(): Promise<void> {
    this.#isReading = true;
    // Whoever asks in this tick comes along.
    await Promise.resolve();
    while (this.#waiting.size > 0) {
      const batch = [...this.#waiting].slice(0, MOST);
      for (const [key] of batch) this.#waiting.delete(key);
      try {
        const values = await this.#read(batch.map(([key]) => key));
        for (const [at, [, asked]] of batch.entries()) for (const { resolve } of asked) resolve(values[at]!);
      } catch (error) {
        for (const [, asked] of batch) for (const { reject } of asked) reject(error);
      }
    }
    this.#isReading = false;
  }
}
