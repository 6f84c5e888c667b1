import { type FailureClass, type ProviderFailure, REQUEST_FAILURES } from '../../providers/index.ts';

/** Failures after which the deployment may accept the request a moment later. */
const RETRIED: ReadonlySet<FailureClass> = new Set([
  'RATE_LIMITED',
  'PROVIDER_ERROR',
  'UNREACHABLE',
  'CONNECT_TIMEOUT',
]);

/**
 * Failures that end a run at once: the caller disconnected, the answer missed its schema, or the request itself is at fault.
 */
const FINAL: ReadonlySet<FailureClass> = new Set([
  'CANCELED',
  'OUTPUT_INVALID',
  ...REQUEST_FAILURES.filter(({ next }) => next === 'NONE').map(({ failure }) => failure),
]);

const NEEDS_LARGER_WINDOW: ReadonlySet<FailureClass> = new Set(
  REQUEST_FAILURES.filter(({ next }) => next === 'LARGER_WINDOW').map(({ failure }) => failure),
);

/** True if only a deployment with a larger context window can take the request after this failure. */
export const needsLargerWindow = (failure: FailureClass | undefined) =>
  failure !== undefined && NEEDS_LARGER_WINDOW.has(failure);

/** Maximum milliseconds, in total, that a run waits for busy deployments while another deployment hasn't been called yet. */
const MAX_WAIT_BESIDE_OTHERS_MS = 250;
const BACKOFF_MS = 200;
const MAX_BACKOFF_MS = 4_000;

export type NextStep =
  | { readonly step: 'AGAIN'; readonly afterMs: number }
  /**
   * The next deployment of the path is called. `readyInMs`: milliseconds until the current one can be called again. Null: it
   * can't.
   */
  | { readonly step: 'ON'; readonly readyInMs: number | null }
  /**
   * A busy deployment that was skipped earlier is called again: no other one remains, or it is ready sooner than the current one.
   */
  | { readonly step: 'BACK'; readonly afterMs: number }
  | { readonly step: 'END' };

export interface RetrySituation {
  readonly failure: Pick<ProviderFailure, 'failure' | 'retryAfterMs'>;
  /** Attempts at this deployment so far, and their maximum. */
  readonly attemptsHere: number;
  readonly maxHere: number;
  /** Attempts that the run still has, over all deployments. */
  readonly attemptsLeft: number;
  /** True if the path has a deployment that wasn't called yet. */
  readonly hasOthers: boolean;
  /** Milliseconds that the run has paused so far. */
  readonly pausedMs: number;
  /**
   * Milliseconds until a deployment that was skipped because it was busy can be called again. Null if no deployment was skipped
   * for that.
   */
  readonly busyForMs: number | null;
  readonly msLeft: number;
}

/**
 * Decides what follows a failed attempt. A provider's retry time is respected; otherwise the pause doubles each time, with
 * jitter, so that failed callers don't return together.
 *
 * @param random from 0 to 1
 */
export function nextStep(situation: RetrySituation, random: number): NextStep {
  const { failure, attemptsHere, maxHere, attemptsLeft, hasOthers, pausedMs, busyForMs, msLeft } = situation;
  if (attemptsLeft <= 0 || msLeft <= 0 || FINAL.has(failure.failure)) return { step: 'END' };
  const back: NextStep =
    busyForMs !== null && busyForMs < msLeft ? { step: 'BACK', afterMs: busyForMs } : { step: 'END' };
  if (!RETRIED.has(failure.failure) || attemptsHere >= maxHere)
    return hasOthers ? { step: 'ON', readyInMs: null } : back;
  const afterMs = failure.retryAfterMs ?? backoffMs(attemptsHere, random);
  if (hasOthers && pausedMs + afterMs > MAX_WAIT_BESIDE_OTHERS_MS) return { step: 'ON', readyInMs: afterMs };
  if (afterMs >= msLeft) return hasOthers ? { step: 'ON', readyInMs: null } : back;
  return back.step === 'BACK' && back.afterMs < afterMs ? back : { step: 'AGAIN', afterMs };
}

function backoffMs(counts: number, random: number): number {
  const most = Math.min(MAX_BACKOFF_MS, BACKOFF_MS * 2 ** (counts - 1));
  return most / 2 + (random * most) / 2;
}
