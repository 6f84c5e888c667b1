/** As long as a provider keeps a prefix that isn't used again. */
const LIFETIME_MS = 5 * 60_000;
/** About 3 MB. */
const MAX_PREFIXES = 20_000;

/** Hashes of the prefixes that were sent in the last five minutes. Kept in this process alone, and bounded. */
export class PrefixMemory {
  readonly #sentAt = new Map<string, number>();
  readonly #now: () => number;

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  wasSent(prefix: string): boolean {
    const at = this.#sentAt.get(prefix);
    return at !== undefined && this.#now() - at <= LIFETIME_MS;
  }

  add(prefix: string): void {
    // The newest is last, so the oldest is the first to go.
    this.#sentAt.delete(prefix);
    this.#sentAt.set(prefix, this.#now());
    if (this.#sentAt.size > MAX_PREFIXES) this.#sentAt.delete(this.#sentAt.keys().next().value!);
  }
}
