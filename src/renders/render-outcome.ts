import { RunFailed } from '../gateway/index.ts';
import { Refusal } from '../platform/errors/errors.ts';
import { RenderFailureReason } from './render.entity.ts';
import { RenderTimeout } from './renderer-errors.ts';

/** What becomes of a render whose drawing failed. */
export interface FailedRenderOutcome {
  readonly reason: RenderFailureReason;
  /** Whether to try again would bring nothing, or cost a second time. */
  readonly isFinal: boolean;
}

const { CONTENT_REFUSED, NO_PROVIDER, PROVIDER_ERROR, PROVIDER_TIMEOUT, PROVIDER_BUSY } = RenderFailureReason;
const { PROVIDER_REFUSED, PROVIDER_ANSWER_UNUSABLE, BUDGET_EXCEEDED, NOT_ALLOWED } = RenderFailureReason;
const { ENGINE_ERROR, ENGINE_TIMEOUT } = RenderFailureReason;

/** The gateway has tried as often as makes sense. What cost nothing and may pass is tried again, and nothing else. */
const OUTCOMES_OF_RUNS: Readonly<Record<RunFailed['failure'], FailedRenderOutcome>> = {
  RATE_LIMITED: { reason: PROVIDER_BUSY, isFinal: false },
  UNREACHABLE: { reason: PROVIDER_BUSY, isFinal: false },
  CONNECT_TIMEOUT: { reason: PROVIDER_BUSY, isFinal: false },
  BREAKER_OPEN: { reason: PROVIDER_BUSY, isFinal: false },
  BULKHEAD_FULL: { reason: PROVIDER_BUSY, isFinal: false },
  // By the stop of this process: the next one tries again.
  CANCELED: { reason: PROVIDER_ERROR, isFinal: false },
  CONTENT_FILTER: { reason: CONTENT_REFUSED, isFinal: true },
  QUOTA: { reason: PROVIDER_REFUSED, isFinal: true },
  KEY_REFUSED: { reason: PROVIDER_REFUSED, isFinal: true },
  FORBIDDEN: { reason: PROVIDER_REFUSED, isFinal: true },
  MODEL_NOT_FOUND: { reason: PROVIDER_REFUSED, isFinal: true },
  INVALID_REQUEST: { reason: PROVIDER_REFUSED, isFinal: true },
  CONTEXT_LENGTH: { reason: PROVIDER_REFUSED, isFinal: true },
  ADDRESS_NOT_ALLOWED: { reason: PROVIDER_REFUSED, isFinal: true },
  FIRST_TOKEN_TIMEOUT: { reason: PROVIDER_TIMEOUT, isFinal: true },
  IDLE_TIMEOUT: { reason: PROVIDER_TIMEOUT, isFinal: true },
  TOTAL_TIMEOUT: { reason: PROVIDER_TIMEOUT, isFinal: true },
  TRUNCATED: { reason: PROVIDER_ANSWER_UNUSABLE, isFinal: true },
  GARBAGE: { reason: PROVIDER_ANSWER_UNUSABLE, isFinal: true },
  OUTPUT_INVALID: { reason: PROVIDER_ANSWER_UNUSABLE, isFinal: true },
  // Final unless it is known when a provider can be called.
  NO_PROVIDER_AVAILABLE: { reason: NO_PROVIDER, isFinal: true },
  PROVIDER_ERROR: { reason: PROVIDER_ERROR, isFinal: true },
  UNKNOWN: { reason: PROVIDER_ERROR, isFinal: true },
};

export function failedRenderOutcome(error: unknown): FailedRenderOutcome {
  if (error instanceof RunFailed) {
    const { failure, retryAfterSeconds } = error;
    if (failure === 'NO_PROVIDER_AVAILABLE') return { reason: NO_PROVIDER, isFinal: retryAfterSeconds === null };
    return OUTCOMES_OF_RUNS[failure] ?? OUTCOMES_OF_RUNS.UNKNOWN;
  }
  if (error instanceof Refusal && (error.status < 500 || NO_PROVIDER_CODES.has(error.code))) return ofRefusal(error);
  return { reason: error instanceof RenderTimeout ? ENGINE_TIMEOUT : ENGINE_ERROR, isFinal: false };
}

/** What is said where no model may be asked. */
const NO_PROVIDER_CODES: ReadonlySet<string> = new Set([
  'NO_PROVIDER_AVAILABLE',
  'CAPABILITY_NOT_AVAILABLE',
  'PRICE_UNKNOWN',
]);

/** Before a model was asked: nothing was spent. */
function ofRefusal({ code, retryAfterSeconds }: Refusal): FailedRenderOutcome {
  const isFinal = retryAfterSeconds === undefined;
  if (NO_PROVIDER_CODES.has(code)) return { reason: NO_PROVIDER, isFinal };
  if (code === 'BUDGET_EXCEEDED') return { reason: BUDGET_EXCEEDED, isFinal: true };
  if (code === 'RATE_LIMITED' || code === 'LIMIT_RESERVED') return { reason: PROVIDER_BUSY, isFinal: false };
  return { reason: NOT_ALLOWED, isFinal: true };
}
