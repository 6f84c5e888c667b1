import type { CallsLeft } from './customers-api.ts';

/** Current one-minute window of an API key with a call limit. Times are relative, so that only the database’s clock matters. */
export interface CallWindow {
  /** Maximum number of calls per minute. */
  readonly most: number;
  /** Calls made in the current window. */
  readonly used: number;
  /** Time until the window ends, in milliseconds. 0 if no window has started. */
  readonly endsInMs: number;
}

interface CachedWindow {
  most: number;
  used: number;
  /** End of the window in milliseconds, on the monotonic clock. */
  endsAtMs: number;
}

/** Maximum number of keys whose windows are cached. Windows of other keys are unknown until they are read again. */
const MAX_KEYS_CACHED = 10_000;
/**
 * Milliseconds. If the ends of two reported windows differ by less, they are the same window: each report takes some time to
 * arrive.
 */
const SAME_WINDOW_MS = 5_000;

/** Remaining calls of API keys in the current minute, as last reported by a reservation or by a read of the key. */
export class CallWindows {
  readonly #kept = new Map<string, CachedWindow>();
  readonly #now: () => number;

  /** @param now returns the milliseconds of a monotonic clock */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** @param reported window as the database reported it; null if the key has no limit */
  learn(keyId: string, reported: CallWindow | null): void {
    const before = this.#kept.get(keyId);
    this.#kept.delete(keyId);
    if (reported === null) return;
    const endsAtMs = this.#now() + reported.endsInMs;
    // Reports can arrive out of order. Within one window the count only increases, so the larger count is newer.
    const isSameWindow =
      before !== undefined && before.endsAtMs > this.#now() && Math.abs(before.endsAtMs - endsAtMs) < SAME_WINDOW_MS;
    const used = isSameWindow ? Math.max(before.used, reported.used) : reported.used;
    this.#kept.set(keyId, { most: reported.most, used, endsAtMs });
    if (this.#kept.size > MAX_KEYS_CACHED) this.#kept.delete(this.#kept.keys().next().value!);
  }

  of(keyId: string): CallsLeft | null {
    const kept = this.#kept.get(keyId);
    if (!kept) return null;
    const msLeft = kept.endsAtMs - this.#now();
    if (msLeft <= 0) return { most: kept.most, left: kept.most, secondsLeft: 0 };
    return { most: kept.most, left: Math.max(0, kept.most - kept.used), secondsLeft: Math.ceil(msLeft / 1_000) };
  }
}
