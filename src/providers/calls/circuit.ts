import {
  type BulkheadPolicy,
  bulkhead,
  type CircuitBreakerPolicy,
  CircuitState,
  circuitBreaker,
  handleWhen,
  type IBackoff,
  SamplingBreaker,
} from 'cockatiel';
import type { ProviderName } from '../../models/index.ts';
import { FailureClass, ProviderFailure } from '../provider-failure.ts';
import type { DeploymentStanding } from '../providers-api.ts';
import { sentenceOf } from './failure-of.ts';

export interface CircuitOptions {
  /** More than this part of the calls of the last half minute has to fail, */
  threshold: number;
  windowMs: number;
  /** and so many have to have been made: one failure at night is no outage. */
  minimumCalls: number;
  /** The first pause; each probe that fails doubles it, up to the longest. */
  pauseMs: number;
  longestPauseMs: number;
  /** Calls at once. */
  slots: number;
}

/** A provider that comes back is used again within twenty seconds; one that flaps is asked by one call in each pause. */
const USUAL_CIRCUIT: CircuitOptions = {
  threshold: 0.5,
  windowMs: 30_000,
  minimumCalls: 5,
  pauseMs: 2_000,
  longestPauseMs: 20_000,
  slots: 256,
};

/**
 * The provider's own failures. Anything that one caller's request can bring about doesn't count: a refusal, a rate limit that
 * the request alone is too large for, a key that isn't allowed this model, a web page of a firewall.
 */
const COUNTED = new Set<FailureClass>([
  FailureClass.PROVIDER_ERROR,
  FailureClass.UNREACHABLE,
  FailureClass.CONNECT_TIMEOUT,
  FailureClass.FIRST_TOKEN_TIMEOUT,
  FailureClass.IDLE_TIMEOUT,
  FailureClass.TOTAL_TIMEOUT,
  FailureClass.TRUNCATED,
  FailureClass.GARBAGE,
]);

const isOwnFailure = ({ failure, isPage, statusCode }: ProviderFailure) =>
  COUNTED.has(failure) && !(isPage && (statusCode ?? 0) < 500) && !OF_REQUEST.has(statusCode ?? 0);

/** Statuses of a request that isn't accepted. The words that come with them don't matter. */
const OF_REQUEST: ReadonlySet<number> = new Set([400, 404, 413, 422]);

/** A timer may fire a moment early: a call that has waited out the provider's pause is let through. */
const TIMER_SLACK_MS = 20;

/** A provider that asks for hours is asked again by then: the limit may have been raised. */
const LONGEST_LIMIT_MS = 600_000;

const RECENT_MS = 300_000;
const MAX_SAMPLES = 64;
/** Fewer say nothing. */
const MIN_SAMPLES = 3;

/** What a call holds while it lasts. */
export interface Ticket {
  /** Null for an answer that came whole. */
  end(failure: ProviderFailure | null): void;
}

/** Breaker and bulkhead of one deployment with one credential. */
export class Circuit {
  readonly #provider: ProviderName;
  readonly #breaker: CircuitBreakerPolicy;
  readonly #bulkhead: BulkheadPolicy;
  readonly #firstTokens: { at: number; ms: number }[] = [];
  #hasProbe = false;
  #openUntil = 0;
  /** Until when the provider asked for a pause, by a 429 with `Retry-After`. */
  #limitedUntil = 0;
  /** When one call asks again, however long a pause was asked for. */
  #limitedAtMostUntil = 0;
  readonly #onChange: () => void;
  /** Whether any call ended in a way that says something. */
  #isKnown = false;

  constructor(provider: ProviderName, onChange: () => void, options: CircuitOptions = USUAL_CIRCUIT) {
    const { threshold, windowMs, minimumCalls, slots } = options;
    this.#provider = provider;
    this.#onChange = onChange;
    this.#bulkhead = bulkhead(slots, 0);
    this.#breaker = circuitBreaker(
      handleWhen((error) => this.#counts(error)),
      {
        breaker: new SamplingBreaker({ threshold, duration: windowMs, minimumRps: (minimumCalls * 1_000) / windowMs }),
        halfOpenAfter: { next: () => this.#pause(1, options) },
      },
    );
    this.#breaker.onStateChange(onChange);
  }

  get state(): DeploymentStanding['breaker'] {
    if (this.isLimited) return 'OPEN';
    switch (this.#breaker.state) {
      case CircuitState.Closed:
        return 'CLOSED';
      case CircuitState.HalfOpen:
        return this.#hasProbe ? 'OPEN' : 'HALF_OPEN';
      default:
        // Whoever asks before a call has to learn that one would be let through: nothing else ever closes it.
        return Date.now() >= this.#openUntil ? 'HALF_OPEN' : 'OPEN';
    }
  }

  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** Whether the provider has asked for a pause that isn't over. */
  get isLimited(): boolean {
    return Math.min(this.#limitedUntil, this.#limitedAtMostUntil) - Date.now() > TIMER_SLACK_MS;
  }

  /** Milliseconds until a call is let through again; null where it is now. */
  get pauseLeftMs(): number | null {
    return this.state === 'OPEN' ? Math.max(this.#openUntil - Date.now(), this.#limitedUntil - Date.now(), 1) : null;
  }

  get medianFirstTokenMs(): number | null {
    const since = performance.now() - RECENT_MS;
    const recent = this.#firstTokens.filter(({ at }) => at >= since).map(({ ms }) => ms);
    return recent.length < MIN_SAMPLES ? null : Math.round(recent.sort((a, b) => a - b)[recent.length >> 1]!);
  }

  sample(firstTokenMs: number): void {
    this.#firstTokens.push({ at: performance.now(), ms: firstTokenMs });
    if (this.#firstTokens.length > MAX_SAMPLES) this.#firstTokens.shift();
  }

  /** Lets a call through. @throws ProviderFailure BREAKER_OPEN, BULKHEAD_FULL */
  enter(): Ticket {
    if (this.isLimited) throw this.#refused(FailureClass.RATE_LIMITED);
    if (this.state === 'OPEN') throw this.#refused(FailureClass.BREAKER_OPEN);
    if (this.#bulkhead.executionSlots === 0) throw this.#refused(FailureClass.BULKHEAD_FULL);
    const isProbe = this.#breaker.state !== CircuitState.Closed;
    if (isProbe) this.#hasProbe = true;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // Both begin at once, since there is room: nothing here is waited for.
    this.#bulkhead.execute(() => this.#breaker.execute(() => promise)).catch(() => {});
    let isOver = false;
    return {
      end: (failure) => {
        if (isOver) return;
        isOver = true;
        if (isProbe) this.#hasProbe = false;
        if (failure === null) resolve();
        else reject(failure);
        if (failure === null || isOwnFailure(failure)) this.#isKnown = true;
        if (failure?.failure === FailureClass.RATE_LIMITED) this.#limit(failure.retryAfterMs);
      },
    };
  }

  /** A rate limit is of the key at this deployment, so the pause is as well. Without `Retry-After` there is none. */
  #limit(retryAfterMs: number | null): void {
    if (retryAfterMs === null) return;
    this.#isKnown = true;
    const now = Date.now();
    this.#limitedUntil = Math.max(this.#limitedUntil, now + retryAfterMs);
    this.#limitedAtMostUntil = now + LONGEST_LIMIT_MS;
    this.#onChange();
  }

  #counts(error: unknown): boolean {
    const failure = error as ProviderFailure;
    // A probe that was taken back has shown nothing: the next one has to.
    const isInconclusive = failure.failure === FailureClass.CANCELED && this.#breaker.state === CircuitState.HalfOpen;
    return isInconclusive || isOwnFailure(failure);
  }

  #refused(failure: FailureClass): ProviderFailure {
    return new ProviderFailure(failure, sentenceOf(failure, this.#provider, null), { retryAfterMs: this.pauseLeftMs });
  }

  #pause(attempt: number, options: CircuitOptions): IBackoff<unknown> {
    const duration = Math.min(options.pauseMs * 2 ** (attempt - 1), options.longestPauseMs);
    this.#openUntil = Date.now() + duration;
    return { duration, next: () => this.#pause(attempt + 1, options) };
  }
}
