import type { TokenUsage } from '../models/index.ts';
import { describeEnum } from '../platform/graphql/schema/graph-enum.ts';

/** Reason why a call failed. One value per reason that callers, breakers and recorded runs must distinguish. */
export const FailureClass = {
  /**
   * Status 429 without a more specific reason, or the provider's own code for a rate limit. Also for calls during the pause
   * that follows.
   */
  RATE_LIMITED: 'RATE_LIMITED',
  /** The account at the provider has no money left. */
  QUOTA: 'QUOTA',
  /**
   * 401 without a more specific reason, the provider's own code for a refused key, or a key that was removed from this service.
   */
  KEY_REFUSED: 'KEY_REFUSED',
  /**
   * 403 whose code and message give no more specific reason: it concerns the request (a permission, a region, or a firewall's
   * page), not the key.
   */
  FORBIDDEN: 'FORBIDDEN',
  /**
   * 400, 422, or a 4xx without a class of its own: this provider doesn't accept the request as it is. Another provider might.
   */
  INVALID_REQUEST: 'INVALID_REQUEST',
  CONTEXT_LENGTH: 'CONTEXT_LENGTH',
  CONTENT_FILTER: 'CONTENT_FILTER',
  MODEL_NOT_FOUND: 'MODEL_NOT_FOUND',
  /**
   * 5xx, 408, 409 or 425 without a more specific reason, the provider's own code for an internal error, or a connection that
   * broke before the answer.
   */
  PROVIDER_ERROR: 'PROVIDER_ERROR',
  /** No connection: nothing was sent. */
  UNREACHABLE: 'UNREACHABLE',
  CONNECT_TIMEOUT: 'CONNECT_TIMEOUT',
  FIRST_TOKEN_TIMEOUT: 'FIRST_TOKEN_TIMEOUT',
  IDLE_TIMEOUT: 'IDLE_TIMEOUT',
  TOTAL_TIMEOUT: 'TOTAL_TIMEOUT',
  /** The answer ended before it was complete. */
  TRUNCATED: 'TRUNCATED',
  /** The answer couldn't be used, for example because it was HTML with 200, a broken chunk, or too large. */
  GARBAGE: 'GARBAGE',
  BREAKER_OPEN: 'BREAKER_OPEN',
  BULKHEAD_FULL: 'BULKHEAD_FULL',
  /** The caller disconnected, or this service stopped the call. */
  CANCELED: 'CANCELED',
  ADDRESS_NOT_ALLOWED: 'ADDRESS_NOT_ALLOWED',
  /** The answer doesn't match the requested schema. */
  OUTPUT_INVALID: 'OUTPUT_INVALID',
  /** No deployment of the task can be called now, for example because each is paused or has no key. */
  NO_PROVIDER_AVAILABLE: 'NO_PROVIDER_AVAILABLE',
  UNKNOWN: 'UNKNOWN',
} as const;
export type FailureClass = (typeof FailureClass)[keyof typeof FailureClass];
describeEnum(FailureClass, 'FailureClass', 'Reason why a call failed.', {
  RATE_LIMITED: 'The provider limits the rate of requests.',
  QUOTA: 'The account at the provider has no credit left.',
  KEY_REFUSED: 'The provider did not accept the key. A check of the key decides whether the key is paused.',
  FORBIDDEN: 'The provider, or a firewall in front of it, answered 403 for a reason other than the key.',
  INVALID_REQUEST: 'The provider rejected the request as invalid.',
  CONTEXT_LENGTH: 'The request is longer than the context length of the model.',
  CONTENT_FILTER: 'The provider refused the content of the request.',
  MODEL_NOT_FOUND: 'The provider does not know the model.',
  PROVIDER_ERROR: 'The provider reported an internal error.',
  UNREACHABLE: 'No connection to the provider was made, so nothing was sent.',
  CONNECT_TIMEOUT: 'The connection to the provider was not made in time.',
  FIRST_TOKEN_TIMEOUT: 'The first part of the answer did not arrive in time.',
  IDLE_TIMEOUT: 'The provider paused for too long during its answer.',
  TOTAL_TIMEOUT: 'The task took longer than its time limit.',
  TRUNCATED: 'The connection ended before the answer was complete.',
  GARBAGE:
    'The answer was empty or could not be read: it was not valid in the protocol of the provider, or not an image that this service accepts.',
  BREAKER_OPEN: 'The deployment was not called, because recent calls failed too often.',
  BULKHEAD_FULL: 'The deployment was not called, because it had the maximum number of concurrent calls.',
  CANCELED: 'The caller disconnected, or the call was stopped.',
  ADDRESS_NOT_ALLOWED: 'The address of the customer’s own server is not allowed.',
  OUTPUT_INVALID: 'The answer does not fit the requested schema.',
  NO_PROVIDER_AVAILABLE:
    'No deployment could be called, for example because each was paused or had no valid key, or the policy has no rule for the task. The run has no attempts and costs nothing.',
  UNKNOWN: 'The call failed for another reason.',
});

/**
 * Failure of a call to a provider, thrown by `call`, `stream` and `draw`, and while a stream's `parts` are read. The message is
 * safe to show: it contains no text of the provider that could hold a secret or a prompt.
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
  /** Usage that the provider reported despite the failure. Null if the provider reported none. */
  readonly usage: TokenUsage | null;
  /**
   * Provider's reason in its own words, without keys and parts of the request. Only for the server log, never for the message,
   * because it can name the service's account at the provider. If a certificate or a proxy prevented the connection, the reason
   * is a text of this service. Null without a usable reason, for a refused key, and for web pages.
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
