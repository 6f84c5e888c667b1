/** As long as a provider keeps a prefix that isn't used again. */
const LIFETIME_MS = 5 * 60_000;
/** About 5 MB. */
const MAX_PREFIXES = 20_000;

interface PrefixUse {
  readonly runId: string;
  readonly at: number;
  /** When another run last sent it before this one. Null: it was sent by this run alone. */
  readonly earlierAt: number | null;
}

/** Hashes of the prefixes that were sent in the last five minutes. Kept in this process alone, and bounded. */
export class PrefixMemory {
  readonly #sent = new Map<string, PrefixUse>();
  readonly #now: () => number;

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** True if another run sent the prefix. Attempts of one run don't show that it comes again. */
  wasSentBefore(runId: string, prefix: string): boolean {
    const sent = this.#sent.get(prefix);
    const at = sent?.runId === runId ? sent.earlierAt : sent?.at;
    return at != null && this.#now() - at <= LIFETIME_MS;
  }

  add(runId: string, prefix: string): void {
    const sent = this.#sent.get(prefix);
    const earlierAt = sent?.runId === runId ? sent.earlierAt : (sent?.at ?? null);
    // The newest is last, so the oldest is the first to go.
    this.#sent.delete(prefix);
    this.#sent.set(prefix, { runId, at: this.#now(), earlierAt });
    if (this.#sent.size > MAX_PREFIXES) this.#sent.delete(this.#sent.keys().next().value!);
  }
}
