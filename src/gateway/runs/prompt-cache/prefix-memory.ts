/** Milliseconds for which a provider keeps an unused prefix. */
const LIFETIME_MS = 5 * 60_000;
/** Maximum number of remembered prefixes, about 5 MB. */
const MAX_PREFIXES = 20_000;

interface PrefixUse {
  readonly runId: string;
  readonly at: number;
  /** Time at which another run last sent the prefix before this one. Null if only this run did. */
  readonly earlierAt: number | null;
}

/** Hashes of prefixes that were sent recently. Kept in this process alone, and bounded. */
export class PrefixMemory {
  readonly #sent = new Map<string, PrefixUse>();
  readonly #now: () => number;

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * True if another run sent the prefix in the last five minutes. Attempts of one run don't show that the prefix comes again.
   */
  wasSentBefore(runId: string, prefix: string): boolean {
    const sent = this.#sent.get(prefix);
    const at = sent?.runId === runId ? sent.earlierAt : sent?.at;
    return at != null && this.#now() - at <= LIFETIME_MS;
  }

  add(runId: string, prefix: string): void {
    const sent = this.#sent.get(prefix);
    const earlierAt = sent?.runId === runId ? sent.earlierAt : (sent?.at ?? null);
    // Deleted and set again, so that the newest entry is last and a full memory drops the oldest.
    this.#sent.delete(prefix);
    this.#sent.set(prefix, { runId, at: this.#now(), earlierAt });
    if (this.#sent.size > MAX_PREFIXES) this.#sent.delete(this.#sent.keys().next().value!);
  }
}
