import { RunFailed } from '../gateway/index.ts';
import { Refusal } from '../platform/errors/errors.ts';
import { RenderFailureReason } from './render.entity.ts';
import { RenderTimeout } from './renderer-errors.ts';

/** Consequence of a failed attempt for its render. */
export interface FailedRenderOutcome {
  readonly reason: RenderFailureReason;
  /** True if the render ends: another attempt would fail as well, or cost money a second time. */
  readonly isFinal: boolean;
}

const { CONTENT_REFUSED, NO_PROVIDER, PROVIDER_ERROR, PROVIDER_TIMEOUT, PROVIDER_BUSY } = RenderFailureReason;
const { PROVIDER_REFUSED, PROVIDER_ANSWER_UNUSABLE, BUDGET_EXCEEDED, NOT_ALLOWED } = RenderFailureReason;
const { ENGINE_ERROR, ENGINE_TIMEOUT } = RenderFailureReason;

/** The gateway has already retried. A render is only attempted again after failures that are temporary and cost nothing. */
const OUTCOMES_OF_RUNS: Readonly<Record<RunFailed['failure'], FailedRenderOutcome>> = {
  RATE_LIMITED: { reason: PROVIDER_BUSY, isFinal: false },
  UNREACHABLE: { reason: PROVIDER_BUSY, isFinal: false },
  CONNECT_TIMEOUT: { reason: PROVIDER_BUSY, isFinal: false },
  BREAKER_OPEN: { reason: PROVIDER_BUSY, isFinal: false },
  BULKHEAD_FULL: { reason: PROVIDER_BUSY, isFinal: false },
  // The run was canceled because this process stopped. The next process attempts the render again.
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
  // Only final if it isn't known when a provider becomes available again.
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

/** Problem codes of the gateway that mean that no model can be called. */
const NO_PROVIDER_CODES: ReadonlySet<string> = new Set([
  'NO_PROVIDER_AVAILABLE',
  'CAPABILITY_NOT_AVAILABLE',
  'PRICE_UNKNOWN',
]);

/** Outcome of a request that was refused before a model was called, so that nothing was spent. */
function ofRefusal({ code, retryAfterSeconds }: Refusal): FailedRenderOutcome {
  const isFinal = retryAfterSeconds === undefined;
  if (NO_PROVIDER_CODES.has(code)) return { reason: NO_PROVIDER, isFinal };
  if (code === 'BUDGET_EXCEEDED') return { reason: BUDGET_EXCEEDED, isFinal: true };
  if (code === 'RATE_LIMITED' || code === 'LIMIT_RESERVED') return { reason: PROVIDER_BUSY, isFinal: false };
  return { reason: NOT_ALLOWED, isFinal: true };
}
