import type { Clock } from '../clock.ts';
import { shared } from '../request-scope.ts';

interface RememberedValue<T> {
  value: T;
  /** Time at which the read of the value began, from which its age is counted. */
  readAt: number;
}

interface RememberedOptions<T> {
  /** Reads a value that isn't cached or has expired. A null result isn't cached. */
  read(key: string): Promise<T | null>;
  maxAgeMs: number;
  /** Maximum number of cached values. The one read longest ago is evicted. */
  most: number;
  /** Clock that measures the age of values. */
  clock?: Clock;
}

/**
 * Short-lived cache for frequent reads. Concurrent readers share a read. The result of a read that began before `forgetAll` is
 * returned to its callers but not cached.
 */
export class ReadCache<T> {
  readonly #options: RememberedOptions<T>;
  readonly #kept = new Map<string, RememberedValue<T>>();
  #reading = new Map<string, Promise<T | null>>();

  constructor(options: RememberedOptions<T>) {
    this.#options = options;
  }

  /** Returns a cached value. Undefined if it isn't cached or has expired. */
  fresh(key: string): T | undefined {
    const kept = this.#kept.get(key);
    return kept && this.#now() - kept.readAt < this.#options.maxAgeMs ? kept.value : undefined;
  }

  async get(key: string): Promise<T | null> {
    return this.fresh(key) ?? (await this.#read(key));
  }

  /** Reads the value again, even if a valid one is cached. */
  reread(key: string): Promise<T | null> {
    return this.#read(key);
  }

  /** Caches a current value that was obtained without `read`. */
  put(key: string, value: T): void {
    this.#keep(key, value, this.#now());
  }

  /** Removes all cached values. Results of reads that are still running won't be cached. */
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
        // The value isn't cached if `forgetAll` was called during the read: it replaces the map.
        if (value !== null && this.#reading === reading) this.#keep(key, value, readAt);
        return value;
      })
      .finally(() => reading.delete(key));
    reading.set(key, read);
    return read;
  }

  #keep(key: string, value: T, readAt: number): void {
    // Moves the value to the end, so that the values read longest ago come first.
    this.#kept.delete(key);
    this.#kept.set(key, { value, readAt });
    if (this.#kept.size > this.#options.most) this.#kept.delete(this.#kept.keys().next().value!);
  }
}
