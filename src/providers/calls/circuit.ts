import type { ProviderName } from '../../models/index.ts';
import { FailureClass, ProviderFailure } from '../provider-failure.ts';
import type { DeploymentAvailability } from '../providers-api.ts';
import { Breaker, type BreakerOptions, type CallOutcome } from './breaker.ts';
import { sentenceOf } from './failure-mapping.ts';

export interface CircuitOptions extends BreakerOptions {
  /** Maximum concurrent calls. */
  slots: number;
}

/** A recovered provider is tried again after at most 20 seconds. A provider that keeps failing gets one call per pause. */
const USUAL_CIRCUIT: CircuitOptions = {
  threshold: 0.5,
  windowMs: 30_000,
  minimumCalls: 5,
  pauseMs: 2_000,
  longestPauseMs: 20_000,
  slots: 256,
};

/**
 * Failures that count against the provider, with the exceptions in `isOwnFailure`. Failures that a single request can cause
 * don't count: a refusal, a rate limit for a large request, or a key without access to the model.
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

function outcomeOf(failure: ProviderFailure | null): CallOutcome {
  if (failure === null) return 'WORKED';
  if (failure.failure === FailureClass.CANCELED) return 'INCONCLUSIVE';
  return isOwnFailure(failure) ? 'FAILED' : 'REFUSED';
}

/**
 * HTTP statuses that mean a refused request. They have precedence over the failure class, which can come from the provider's
 * message.
 */
const OF_REQUEST: ReadonlySet<number> = new Set([400, 404, 413, 422]);

/** Milliseconds by which timers can fire early. A call that has waited for the provider's pause is let through despite this. */
const TIMER_SLACK_MS = 20;

/** Longest pause after a rate limit. Providers can request a day, but an operator can raise the limit in the meantime. */
const LONGEST_LIMIT_MS = 600_000;

const RECENT_MS = 300_000;
const MAX_SAMPLES = 64;
/** Minimum samples for a median. */
const MIN_SAMPLES = 3;

/** Place in the bulkhead, held by a call until it ends. */
export interface Ticket {
  /** @param failure null for a complete answer */
  end(failure: ProviderFailure | null): void;
}

/** Breaker and bulkhead of one deployment with one credential. */
export class Circuit {
  readonly #provider: ProviderName;
  readonly #breaker: Breaker;
  readonly #firstTokens: { at: number; ms: number }[] = [];
  #freeSlots: number;
  /** End of the pause after a rate limit. */
  #limitedUntil = 0;
  readonly #onChange: () => void;
  /** True once a call has shown the state of the provider. */
  #isKnown = false;

  constructor(provider: ProviderName, onChange: () => void, options: CircuitOptions = USUAL_CIRCUIT) {
    this.#provider = provider;
    this.#onChange = onChange;
    this.#freeSlots = options.slots;
    this.#breaker = new Breaker(options, onChange);
  }

  get state(): DeploymentAvailability['breaker'] {
    return this.isLimited ? 'OPEN' : this.#breaker.state;
  }

  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** True during a pause that the provider requested. */
  get isLimited(): boolean {
    return this.#limitedUntil - performance.now() > TIMER_SLACK_MS;
  }

  /** Milliseconds until calls are let through again, at least 1. Null if there is no pause. */
  get pauseLeftMs(): number | null {
    if (this.state !== 'OPEN') return null;
    return Math.max(Math.ceil(Math.max(this.#breaker.pauseLeftMs, this.#limitedUntil - performance.now())), 1);
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

  /** Starts a call. @throws ProviderFailure BREAKER_OPEN, BULKHEAD_FULL, RATE_LIMITED */
  enter(): Ticket {
    if (this.isLimited) throw this.#refused(FailureClass.RATE_LIMITED);
    if (this.state === 'OPEN') throw this.#refused(FailureClass.BREAKER_OPEN);
    if (this.#freeSlots === 0) throw this.#refused(FailureClass.BULKHEAD_FULL);
    this.#freeSlots--;
    const endCall = this.#breaker.begin();
    let isOver = false;
    return {
      end: (failure) => {
        if (isOver) return;
        isOver = true;
        this.#freeSlots++;
        endCall(outcomeOf(failure));
        if (failure === null || isOwnFailure(failure)) this.#isKnown = true;
        if (failure?.failure === FailureClass.RATE_LIMITED) this.#limit(failure.retryAfterMs);
      },
    };
  }

  /**
   * A rate limit applies to this key at this deployment, and so does the pause. If the provider requested no delay, the
   * deployment isn't paused.
   */
  #limit(retryAfterMs: number | null): void {
    if (retryAfterMs === null) return;
    this.#isKnown = true;
    const now = performance.now();
    this.#limitedUntil = Math.max(this.#limitedUntil, now + Math.min(retryAfterMs, LONGEST_LIMIT_MS));
    this.#onChange();
  }

  #refused(failure: FailureClass): ProviderFailure {
    return new ProviderFailure(failure, sentenceOf(failure, this.#provider, null), { retryAfterMs: this.pauseLeftMs });
  }
}
