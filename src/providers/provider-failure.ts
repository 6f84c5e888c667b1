import type { TokenUsage } from '../models/index.ts';
import { describeEnum } from '../platform/graphql/schema/graph-enum.ts';

/** Reason why a call failed. One value per reason that callers, breakers and the log must distinguish. */
export const FailureClass = {
  /** 429, or the provider's own code for it. */
  RATE_LIMITED: 'RATE_LIMITED',
  /** The account at the provider has no money left. */
  QUOTA: 'QUOTA',
  /** 401, or the provider's own code for a refused key. */
  KEY_REFUSED: 'KEY_REFUSED',
  /** 403 that doesn't mention the key: a permission, a region, a firewall's page. It concerns the request, not the key. */
  FORBIDDEN: 'FORBIDDEN',
  /** 400 or 422: this provider doesn't accept the request as it is. Another one might. */
  INVALID_REQUEST: 'INVALID_REQUEST',
  CONTEXT_LENGTH: 'CONTEXT_LENGTH',
  CONTENT_FILTER: 'CONTENT_FILTER',
  MODEL_NOT_FOUND: 'MODEL_NOT_FOUND',
  /** 500, 503, 529. */
  PROVIDER_ERROR: 'PROVIDER_ERROR',
  /** No connection: nothing was sent. */
  UNREACHABLE: 'UNREACHABLE',
  CONNECT_TIMEOUT: 'CONNECT_TIMEOUT',
  FIRST_TOKEN_TIMEOUT: 'FIRST_TOKEN_TIMEOUT',
  IDLE_TIMEOUT: 'IDLE_TIMEOUT',
  TOTAL_TIMEOUT: 'TOTAL_TIMEOUT',
  /** The answer ended before it was complete. */
  TRUNCATED: 'TRUNCATED',
  /** The answer wasn't the protocol: HTML with 200, a broken chunk, too much data. */
  GARBAGE: 'GARBAGE',
  BREAKER_OPEN: 'BREAKER_OPEN',
  BULKHEAD_FULL: 'BULKHEAD_FULL',
  /** The caller disconnected. */
  CANCELED: 'CANCELED',
  ADDRESS_NOT_ALLOWED: 'ADDRESS_NOT_ALLOWED',
  /** The answer doesn't match the requested schema. */
  OUTPUT_INVALID: 'OUTPUT_INVALID',
  /** No deployment of the task can be called now: each is paused, or has no key. */
  NO_PROVIDER_AVAILABLE: 'NO_PROVIDER_AVAILABLE',
  UNKNOWN: 'UNKNOWN',
} as const;
export type FailureClass = (typeof FailureClass)[keyof typeof FailureClass];
describeEnum(FailureClass, 'FailureClass', 'Reason why a call failed.', {
  RATE_LIMITED: 'The provider limits the rate of requests.',
  QUOTA: 'The account at the provider has no money left.',
  KEY_REFUSED: 'The provider doesn’t accept the key.',
  FORBIDDEN: 'The provider doesn’t allow the request, for a reason other than the key.',
  INVALID_REQUEST: 'The provider doesn’t accept the request as it is.',
  CONTEXT_LENGTH: 'The input is too long for the model.',
  CONTENT_FILTER: 'The provider refused the content.',
  MODEL_NOT_FOUND: 'The provider doesn’t know the model.',
  PROVIDER_ERROR: 'The provider failed.',
  UNREACHABLE: 'No connection to the provider. Nothing was sent.',
  CONNECT_TIMEOUT: 'The connection took too long.',
  FIRST_TOKEN_TIMEOUT: 'The answer took too long to start.',
  IDLE_TIMEOUT: 'The provider paused for too long during its answer.',
  TOTAL_TIMEOUT: 'The answer wasn’t complete in time.',
  TRUNCATED: 'The answer ended before it was complete.',
  GARBAGE: 'The answer wasn’t the provider’s protocol.',
  BREAKER_OPEN: 'The deployment is paused because calls failed too often.',
  BULKHEAD_FULL: 'The deployment has the maximum number of concurrent calls.',
  CANCELED: 'The caller disconnected, or the call was stopped.',
  ADDRESS_NOT_ALLOWED: 'This service must not call the address.',
  OUTPUT_INVALID: 'The answer doesn’t match the requested schema.',
  NO_PROVIDER_AVAILABLE: 'Every deployment of the task is paused or has no key.',
  UNKNOWN: 'Another reason.',
});

/**
 * Thrown by `call`, and by the iterator of `parts`. The message is safe to show: it contains no text of the provider that could
 * hold a secret or a prompt.
 */
export class ProviderFailure extends Error {
  readonly failure: FailureClass;
  /** Status of the provider's answer. Null without an answer. */
  readonly statusCode: number | null;
  readonly retryAfterMs: number | null;
  /** True if the answer was a web page. */
  readonly isPage: boolean;
  /** True if the provider possibly did work that it charges. */
  readonly mayHaveCost: boolean;
  /** Usage that the provider reported despite the failure. Null if it didn't. */
  readonly usage: TokenUsage | null;
  /**
   * Provider's reason in its own words, without keys and parts of the request. Only for the server log, never for the message,
   * because it can name the service's account at the provider. Null without a reason. If a certificate or a proxy prevents the
   * connection, a text of this service.
   */
  readonly reason: string | null;

  constructor(
    failure: FailureClass,
    message: string,
    {
      statusCode = null,
      retryAfterMs = null,
      isPage = false,
      mayHaveCost = false,
      usage = null,
      reason = null,
      cause,
    }: ProviderFailureFacts = {},
  ) {
    super(message, { cause });
    this.name = 'ProviderFailure';
    this.failure = failure;
    this.statusCode = statusCode;
    this.retryAfterMs = retryAfterMs;
    this.isPage = isPage;
    this.mayHaveCost = mayHaveCost;
    this.usage = usage;
    this.reason = reason;
  }
}

interface ProviderFailureFacts {
  statusCode?: number | null;
  retryAfterMs?: number | null;
  isPage?: boolean;
  mayHaveCost?: boolean;
  usage?: TokenUsage | null;
  reason?: string | null;
  cause?: unknown;
}
