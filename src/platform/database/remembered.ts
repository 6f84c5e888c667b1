import type { Clock } from '../clock.ts';
import { shared } from '../request-scope.ts';

interface RememberedValue<T> {
  value: T;
  /** When its reading began: it is as old as that. */
  readAt: number;
}

interface RememberedOptions<T> {
  /** Reads what is not known, or not known any more. Null: there is none, which is not kept. */
  read(key: string): Promise<T | null>;
  maxAgeMs: number;
  /** Kept at the most; then the oldest goes. */
  most: number;
  /** Tells how old it is. */
  clock?: Clock;
}

/**
 * What hot paths ask of the database again and again, kept for a moment. Those who ask at the same time share a read, and a read
 * that began before something was forgotten is given to those who waited for it and not kept.
 */
export class Remembered<T> {
  readonly #options: RememberedOptions<T>;
  readonly #kept = new Map<string, RememberedValue<T>>();
  #reading = new Map<string, Promise<T | null>>();

  constructor(options: RememberedOptions<T>) {
    this.#options = options;
  }

  /** What is known and not too old; undefined where it has to be read. */
  fresh(key: string): T | undefined {
    const kept = this.#kept.get(key);
    return kept && this.#now() - kept.readAt < this.#options.maxAgeMs ? kept.value : undefined;
  }

  async get(key: string): Promise<T | null> {
    return this.fresh(key) ?? (await this.#read(key));
  }

  /** Reads it again, however new what is kept is. */
  reread(key: string): Promise<T | null> {
    return this.#read(key);
  }

  /** Takes what was learnt in another way, and is so at this moment. */
  put(key: string, value: T): void {
    this.#keep(key, value, this.#now());
  }

  /** Whoever asks from now on gets what was read from now on. */
  forgetAll(): void {
    this.#kept.clear();
    this.#reading = new Map();
  }

  #now(): number {
    return this.#options.clock?.elapsedMs?.() ?? performance.now();
  }

  #read(key: string): Promise<T | null> {
    const reading = this.#reading;
    const begun = reading.get(key);
    if (begun) return begun;
    const readAt = this.#now();
    const read = shared(() => this.#options.read(key))
      .then((value) => {
        // After a `forgetAll` this is another map.
        if (value !== null && this.#reading === reading) this.#keep(key, value, readAt);
        return value;
      })
      .finally(() => reading.delete(key));
    reading.set(key, read);
    return read;
  }

  #keep(key: string, value: T, readAt: number): void {
    // Put in again, so that those not read for longest stand first.
    this.#kept.delete(key);
    this.#kept.set(key, { value, readAt });
    if (this.#kept.size > this.#options.most) this.#kept.delete(this.#kept.keys().next().value!);
  }
}
