export interface BreakerOptions {
  /** Share of failed calls in the window above which the breaker opens. */
  threshold: number;
  windowMs: number;
  /** Minimum number of calls in the window for the breaker to open: one failure at night isn't an outage. */
  minimumCalls: number;
  /** First pause, in milliseconds. Each probe that doesn't close the breaker doubles it, up to `longestPauseMs`. */
  pauseMs: number;
  longestPauseMs: number;
}

export type BreakerState = 'CLOSED' | 'OPEN' | 'HALF_OPEN';

/**
 * Result of a call. Only `FAILED` and `WORKED` count while the breaker is closed. `REFUSED` closes the breaker after a probe,
 * because the provider answered. `INCONCLUSIVE` shows nothing, so another pause and another probe follow.
 */
export type CallOutcome = 'FAILED' | 'INCONCLUSIVE' | 'REFUSED' | 'WORKED';

/** Numbers of calls that ended in the same part of the window. */
interface WindowCounts {
  readonly since: number;
  failures: number;
  total: number;
}

/** Number of equal parts of the window. Each part drops out as a whole, so with fewer parts more calls drop out at once. */
const PARTS = 30;

/**
 * Circuit breaker over a sliding window of calls. After a pause it lets one call through, the probe, which closes the breaker or
 * starts the next pause. Uses the monotonic clock, so changes of the system clock don't affect pauses.
 */
export class Breaker {
  readonly #options: BreakerOptions;
  readonly #onChange: () => void;
  readonly #window: WindowCounts[] = [];
  /** End of the pause. Null while the breaker is closed. */
  #openUntil: number | null = null;
  #hasProbe = false;
  /** Number of pauses since the breaker was last closed. */
  #pauses = 0;

  constructor(options: BreakerOptions, onChange: () => void) {
    this.#options = options;
    this.#onChange = onChange;
  }

  get state(): BreakerState {
    if (this.#openUntil === null) return 'CLOSED';
    // Callers that check before a call must see that a probe would be let through: nothing else closes the breaker.
    return this.#hasProbe || performance.now() < this.#openUntil ? 'OPEN' : 'HALF_OPEN';
  }

  /** Milliseconds until the pause is over. */
  get pauseLeftMs(): number {
    return this.#openUntil === null ? 0 : Math.max(0, this.#openUntil - performance.now());
  }

  /** Starts a call that the state allows. The returned function takes the outcome of the call. */
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
