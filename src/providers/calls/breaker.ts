export interface BreakerOptions {
  /** More than this part of the calls of the last half minute has to fail, */
  threshold: number;
  windowMs: number;
  /** and so many have to have been made: one failure at night isn't an outage. */
  minimumCalls: number;
  /** The first pause; each probe that fails doubles it, up to the longest. */
  pauseMs: number;
  longestPauseMs: number;
}

export type BreakerState = 'CLOSED' | 'OPEN' | 'HALF_OPEN';

/**
 * How a call ended. Only `FAILED` and `WORKED` count while the breaker is closed. A `REFUSED` call was answered by a provider that
 * is up, so it closes the breaker after a probe. A call that ended `INCONCLUSIVE` shows nothing, so the next probe has to.
 */
export type CallOutcome = 'FAILED' | 'INCONCLUSIVE' | 'REFUSED' | 'WORKED';

/** Outcomes of calls that ended in the same part of the window. */
interface WindowCounts {
  readonly since: number;
  failures: number;
  total: number;
}

/** Parts of the window. With fewer, more calls are forgotten at once. */
const PARTS = 30;

/**
 * Circuit breaker over the calls of a sliding window. After a pause one call is let through, the probe: it closes the breaker or
 * begins the next pause. Times are those of the monotonic clock, so a pause lasts as long as it should when the clock is set.
 */
export class Breaker {
  readonly #options: BreakerOptions;
  readonly #onChange: () => void;
  readonly #window: WindowCounts[] = [];
  /** End of the pause; null while it is closed. */
  #openUntil: number | null = null;
  #hasProbe = false;
  /** Number of pauses since it was closed. */
  #pauses = 0;

  constructor(options: BreakerOptions, onChange: () => void) {
    this.#options = options;
    this.#onChange = onChange;
  }

  get state(): BreakerState {
    if (this.#openUntil === null) return 'CLOSED';
    // A caller that asks before a call must learn that one would be let through: nothing else ever closes it.
    return this.#hasProbe || performance.now() < this.#openUntil ? 'OPEN' : 'HALF_OPEN';
  }

  /** Milliseconds until the pause is over. */
  get pauseLeftMs(): number {
    return this.#openUntil === null ? 0 : Math.max(0, this.#openUntil - performance.now());
  }

  /** Begins a call that the state allows. The result takes how the call ended. */
  begin(): (outcome: CallOutcome) => void {
    if (this.#openUntil === null) {
      return (outcome) => {
        if (outcome === 'FAILED' || outcome === 'WORKED') this.#count(outcome === 'FAILED');
      };
    }
    this.#hasProbe = true;
    this.#onChange();
    return (outcome) => {
      this.#hasProbe = false;
      if (outcome === 'WORKED' || outcome === 'REFUSED') this.#close();
      else this.#open();
    };
  }

  #count(isFailure: boolean): void {
    const { threshold, windowMs, minimumCalls } = this.#options;
    const now = performance.now();
    while (this.#window[0] && this.#window[0].since <= now - windowMs) this.#window.shift();
    let part = this.#window.at(-1);
    if (!part || now - part.since >= windowMs / PARTS) {
      part = { since: now, failures: 0, total: 0 };
      this.#window.push(part);
    }
    part.total++;
    if (!isFailure) return;
    part.failures++;
    if (this.#openUntil !== null) return;
    const total = this.#window.reduce((sum, counts) => sum + counts.total, 0);
    const failures = this.#window.reduce((sum, counts) => sum + counts.failures, 0);
    if (total >= minimumCalls && failures > threshold * total) this.#open();
  }

  #open(): void {
    const { pauseMs, longestPauseMs } = this.#options;
    this.#openUntil = performance.now() + Math.min(pauseMs * 2 ** this.#pauses, longestPauseMs);
    this.#pauses++;
    this.#onChange();
  }

  #close(): void {
    this.#openUntil = null;
    this.#pauses = 0;
    this.#window.length = 0;
    this.#onChange();
  }
}
