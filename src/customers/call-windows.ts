import type { CallsLeft } from './customers-api.ts';

/** How a key with a limit stands, as the database tells it: no clock but its own has to be right. */
export interface CallWindow {
  /** In a minute. */
  readonly most: number;
  /** Of these, in the minute that goes on. */
  readonly used: number;
  /** Of that minute; 0 where none has begun. */
  readonly endsInMs: number;
}

interface CachedWindow {
  most: number;
  used: number;
  /** On the clock that only goes on. */
  endsAtMs: number;
}

/** Keys that are used within a minute. Of others nothing is told until they are read again. */
const MOST = 10_000;
/** What is told of one window at two moments ends at times that differ by as long as each took to arrive. */
const SAME_WINDOW_MS = 5_000;

/** The calls that keys have left in this minute, as it was told last: by each reservation, and by each look at the key. */
export class CallWindows {
  readonly #kept = new Map<string, CachedWindow>();
  readonly #now: () => number;

  /** @param now milliseconds of a clock that never goes back */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** @param told null: the key has no limit */
  learn(keyId: string, told: CallWindow | null): void {
    const before = this.#kept.get(keyId);
    this.#kept.delete(keyId);
    if (told === null) return;
    const endsAtMs = this.#now() + told.endsInMs;
    // A look that began before a reservation may be told of after it.
    const isSameWindow =
      before !== undefined && before.endsAtMs > this.#now() && Math.abs(before.endsAtMs - endsAtMs) < SAME_WINDOW_MS;
    const used = isSameWindow ? Math.max(before.used, told.used) : told.used;
    this.#kept.set(keyId, { most: told.most, used, endsAtMs });
    if (this.#kept.size > MOST) this.#kept.delete(this.#kept.keys().next().value!);
  }

  of(keyId: string): CallsLeft | null {
    const kept = this.#kept.get(keyId);
    if (!kept) return null;
    const msLeft = kept.endsAtMs - this.#now();
    if (msLeft <= 0) return { most: kept.most, left: kept.most, secondsLeft: 0 };
    return { most: kept.most, left: Math.max(0, kept.most - kept.used), secondsLeft: Math.ceil(msLeft / 1_000) };
  }
}
