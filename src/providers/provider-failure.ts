import type { TokenUsage } from '../models/index.ts';
import { describeEnum } from '../platform/graphql/schema/graph-enum.ts';

/** Reason why a call failed. One word for each that callers, breakers and the log have to tell apart. */
export const FailureClass = {
  /** 429, or the provider's own word for it. */
  RATE_LIMITED: 'RATE_LIMITED',
  /** The account at the provider has no money left. */
  QUOTA: 'QUOTA',
  /** 401, or the provider's own word for a key that it doesn't accept. */
  KEY_REFUSED: 'KEY_REFUSED',
  /** 403 without a word about the key: a permission, a region, a firewall's page. It concerns this request, not the key. */
  FORBIDDEN: 'FORBIDDEN',
  /** 400 or 422: this provider doesn't accept the request as it is. Another may. */
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
  /** It ended before it said that it was over. */
  TRUNCATED: 'TRUNCATED',
  /** What came was not the protocol: HTML with 200, a broken chunk, too much. */
  GARBAGE: 'GARBAGE',
  BREAKER_OPEN: 'BREAKER_OPEN',
  BULKHEAD_FULL: 'BULKHEAD_FULL',
  /** The caller went. */
  CANCELED: 'CANCELED',
  ADDRESS_NOT_ALLOWED: 'ADDRESS_NOT_ALLOWED',
  /** An answer that does not fit the schema it was asked to fit. */
  OUTPUT_INVALID: 'OUTPUT_INVALID',
  /** No deployment of the task can be called at the moment: each is paused, or has no key. */
  NO_PROVIDER_AVAILABLE: 'NO_PROVIDER_AVAILABLE',
  UNKNOWN: 'UNKNOWN',
} as const;
export type FailureClass = (typeof FailureClass)[keyof typeof FailureClass];
describeEnum(FailureClass, 'FailureClass', 'Reason why a call failed.');

/** Thrown by `call` and out of `parts`. Its message may be shown: nothing of the provider's own words that could hold a secret or a prompt. */
export class ProviderFailure extends Error {
  readonly failure: FailureClass;
  /** What the provider answered with; null where nothing came. */
  readonly statusCode: number | null;
  readonly retryAfterMs: number | null;
  /** Whether a web page came in the place of an answer. */
  readonly isPage: boolean;
  /** Whether the provider may have done work that it counts. */
  readonly mayHaveCost: boolean;
  /** What it said that it counted all the same; null where it did not say. */
  readonly usage: TokenUsage | null;
  /**
   * Why the provider refused, in its own words, without keys and parts of the request. For the log alone, never for the message:
   * it may name the account that the service has at the provider. Null where the provider gave no reason. Where a certificate or
   * a proxy prevents the connection, our words for that.
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
