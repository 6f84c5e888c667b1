import { APICallError } from '@ai-sdk/provider';
import type { ProviderName, TokenUsage } from '../../models/index.ts';
import { connectionFailureReason } from '../../platform/http/connection-failure.ts';
import { retryAfterMs } from '../../platform/http/retry-after.ts';
import { FailureClass, ProviderFailure } from '../provider-failure.ts';
import type { CallWatch } from './call-watch.ts';
import { classOf } from './dialects.ts';
import { retryDelayMs } from './google-retry-delay.ts';
import { providerReason } from './provider-reason.ts';

/** Origin of an answer. Simulated answers aren't attributed to a provider. */
export type AnswerSource = ProviderName | 'sandbox';

/** Characters of a provider's message that are read. */
const MAX_WORDS = 2_000;

/**
 * Maps an error to a ProviderFailure. The original error is dropped: it prints the prompt, and a provider can echo the key. The
 * packages' errors are recognised by name or marker, because each package brings its own copy of the error classes.
 *
 * @param sent content of the request, which is removed from the provider's reason
 */
export function failureOf(error: unknown, watch: CallWatch, provider: AnswerSource, sent: unknown): ProviderFailure {
  if (isFailure(error)) return error;
  if (watch.cut) return failureWith(watch.cut, watch, provider);
  const transport = transportFailureIn(error);
  if (transport) return failureWith(transport, watch, provider, { reason: connectionFailureReason(error) });
  if (APICallError.isInstance(error)) return failureOfAnswer(error, watch, provider, sent);
  return failureOfPart(error, watch, provider, sent);
}

function failureOfAnswer(
  error: APICallError,
  watch: CallWatch,
  provider: AnswerSource,
  sent: unknown,
): ProviderFailure {
  const status = error.statusCode ?? null;
  const reported = reportedErrorIn(error.data);
  const body = error.responseBody ?? '';
  const failure = isPage(watch, body)
    ? classOf({ status, codes: '', words: '' })
    : classOf({
        status,
        codes: error.data === undefined ? codesIn(body) : reported.codes,
        words: `${error.message} ${reported.words} ${body}`.slice(0, MAX_WORDS).toLowerCase(),
      });
  const wait = retryAfterMs(error.responseHeaders, Date.now()) ?? retryDelayMs(error.responseBody?.slice(0, 10_000));
  return failureWith(failure, watch, provider, {
    statusCode: status,
    retryAfterMs: wait,
    reason: reasonFor(failure, watch, error, sent),
  });
}

/** Provider's reason for a refusal. Null for a refused key, since the message can contain the key, and for web pages. */
function reasonFor(failure: FailureClass, watch: CallWatch, error: unknown, sent: unknown): string | null {
  return failure === FailureClass.KEY_REFUSED || watch.isPage ? null : providerReason(error, sent);
}

/** Maps an answer that no SDK package has read to a failure, by its status and the beginning of its text. */
export function failureOfStatus(
  status: number,
  words: string,
  watch: CallWatch,
  provider: AnswerSource,
): ProviderFailure {
  const isText = !isPage(watch, words);
  const failure = classOf({ status, codes: isText ? codesIn(words) : '', words: isText ? small(words) : '' });
  return failureWith(failure, watch, provider, { statusCode: status });
}

/** True for a web page. It comes from a firewall or a proxy, so only its status counts. */
function isPage(watch: CallWatch, body: string): boolean {
  watch.isPage ||= /^\s*<(?:!doctype|html)\b/i.test(body.slice(0, 200));
  return watch.isPage;
}

/**
 * Maps an error inside a stream that started with 200, or an error that a package throws before it sends a request or while it
 * reads an answer.
 */
function failureOfPart(error: unknown, watch: CallWatch, provider: AnswerSource, sent: unknown): ProviderFailure {
  const { name } = (error ?? {}) as { name?: string };
  const isUnread =
    typeof name === 'string' && /TypeValidation|JSONParse|InvalidResponseData|EmptyResponse|NoContent/.test(name);
  const isPlain = typeof error === 'object' && error !== null && !(error instanceof Error);
  const reported = reportedErrorIn(isUnread ? (error as { value?: unknown }).value : error);
  if (reported.isError || typeof error === 'string' || isPlain) {
    const status = reported.status;
    const failure = classOf({ status, codes: reported.codes, words: reported.words });
    return failureWith(failure === FailureClass.GARBAGE ? FailureClass.PROVIDER_ERROR : failure, watch, provider, {
      statusCode: status ?? watch.statusCode,
      reason: isUnread ? null : reasonFor(failure, watch, error, sent),
    });
  }
  if (name === 'AI_InvalidResponseDataError' && /without a finish reason/.test((error as Error).message)) {
    return failureWith(FailureClass.TRUNCATED, watch, provider);
  }
  if (
    name === 'AI_UnsupportedFunctionalityError' ||
    name === 'AI_InvalidPromptError' ||
    name === 'AI_InvalidArgumentError'
  ) {
    const reason = providerReason(error, sent);
    return failureWith(FailureClass.INVALID_REQUEST, watch, provider, { statusCode: null, reason });
  }
  // Once an answer has arrived, all other errors of a package are caused by its content.
  return failureWith(watch.headersMs === null ? FailureClass.UNKNOWN : FailureClass.GARBAGE, watch, provider);
}

interface ReportedError {
  readonly codes: string;
  readonly words: string;
  readonly status: number | null;
  /** True if the data has one of the shapes in which providers report errors. */
  readonly isError: boolean;
}

const NO_REPORT: ReportedError = { codes: '', words: '', status: null, isError: false };

/** Reads codes and message from any of the shapes in which providers report errors. */
function reportedErrorIn(data: unknown): ReportedError {
  if (typeof data === 'string') return { ...NO_REPORT, words: small(data), isError: true };
  if (typeof data !== 'object' || data === null) return NO_REPORT;
  const outer = data as Record<string, unknown>;
  const within = outer.error ?? outer;
  const inner = (typeof within === 'object' ? within : { message: within }) as Record<string, unknown>;
  const codes = [inner.code, inner.type, inner.status, outer.code, outer.type, ...detailReasons(inner.details)];
  const numbers = [inner.statusCode, outer.statusCode, inner.code, inner.status].map(Number);
  return {
    codes: small(codes.filter((code) => typeof code === 'string' || typeof code === 'number').join(' ')),
    words: small(typeof inner.message === 'string' ? inner.message : ''),
    status: numbers.find((number) => Number.isInteger(number) && number >= 400 && number <= 599) ?? null,
    isError: 'error' in outer || outer.type === 'error' || outer.object === 'error',
  };
}

/** Reads codes from a text that no package has parsed, for example because it was cut or has an unknown shape. */
function codesIn(text: string): string {
  const codes = small(text).matchAll(/"(?:code|type|status)"\s*:\s*"([a-z0-9_ .-]{1,100})"/g);
  return [...codes].map(([, code]) => code).join(' ');
}

/** Reasons in Google's `details`: `[{ reason: 'API_KEY_INVALID' }]`. */
function detailReasons(details: unknown): unknown[] {
  return Array.isArray(details) ? details.slice(0, 10).map((one) => (one as { reason?: unknown } | null)?.reason) : [];
}

const small = (text: string) => text.slice(0, MAX_WORDS).toLowerCase();

function transportFailureIn(error: unknown): FailureClass | null {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth++) {
    if (one.name === 'TransportFailure' || one.name === 'AbortError') {
      const { failure } = one as { failure?: FailureClass };
      if (failure) return failure;
    }
  }
  return null;
}

function isFailure(error: unknown): error is ProviderFailure {
  return error instanceof Error && error.name === 'ProviderFailure';
}

/** Failures of requests that never reached the provider, or that it rejected before it did any work. */
const COSTS_NOTHING = new Set<FailureClass>([
  FailureClass.RATE_LIMITED,
  FailureClass.QUOTA,
  FailureClass.KEY_REFUSED,
  FailureClass.FORBIDDEN,
  FailureClass.INVALID_REQUEST,
  FailureClass.CONTEXT_LENGTH,
  FailureClass.MODEL_NOT_FOUND,
  FailureClass.UNREACHABLE,
  FailureClass.CONNECT_TIMEOUT,
  FailureClass.ADDRESS_NOT_ALLOWED,
  FailureClass.BREAKER_OPEN,
  FailureClass.BULKHEAD_FULL,
]);

function failureWith(
  failure: FailureClass,
  watch: CallWatch,
  provider: AnswerSource,
  {
    statusCode = watch.headersMs === null ? null : watch.statusCode,
    retryAfterMs = null as number | null,
    reason = null as string | null,
  } = {},
): ProviderFailure {
  const hasBegun = watch.firstTokenMs !== null;
  return new ProviderFailure(failure, sentenceOf(failure, provider, statusCode, watch.isPage), {
    statusCode,
    retryAfterMs,
    reason,
    isPage: watch.isPage,
    mayHaveCost: watch.isSent && (hasBegun || !(COSTS_NOTHING.has(failure) || (statusCode ?? 0) >= 400)),
  });
}

/** Failure for an answer whose finish reason is an error. */
export function reportedFailure(
  provider: AnswerSource,
  { statusCode }: CallWatch,
  usage: TokenUsage | null = null,
): ProviderFailure {
  return new ProviderFailure(FailureClass.PROVIDER_ERROR, sentenceOf(FailureClass.PROVIDER_ERROR, provider, null), {
    statusCode,
    mayHaveCost: true,
    usage,
  });
}

const WHO = { own: 'The own server', sandbox: 'The sandbox' } as const;

/** Message of a failure. Contains only words of this service. */
export function sentenceOf(
  failure: FailureClass,
  provider: AnswerSource,
  status: number | null,
  isPage = false,
): string {
  const who = WHO[provider as keyof typeof WHO] ?? `The provider ${provider}`;
  const answered = status !== null && status >= 300 ? ` (status ${status})` : '';
  return `${who} ${isPage ? SENTENCES_OF_PAGES[failure] : SENTENCES[failure]}${answered}.`;
}

const SENTENCES: Readonly<Record<FailureClass, string>> = {
  RATE_LIMITED: 'accepts no more requests at the moment',
  QUOTA: 'reports that the account of this key has no money left',
  KEY_REFUSED: 'did not accept the key',
  FORBIDDEN: 'did not allow this request',
  INVALID_REQUEST: 'did not accept the request',
  CONTEXT_LENGTH: 'reports that the input is too long for this model',
  CONTENT_FILTER: 'refused the content',
  MODEL_NOT_FOUND: 'does not know this model',
  PROVIDER_ERROR: 'failed',
  UNREACHABLE: 'cannot be reached',
  CONNECT_TIMEOUT: 'did not accept a connection in time',
  FIRST_TOKEN_TIMEOUT: 'did not start its answer in time',
  IDLE_TIMEOUT: 'paused for too long during its answer',
  TOTAL_TIMEOUT: 'did not finish in time',
  TRUNCATED: 'ended the connection before its answer was complete',
  GARBAGE: 'answered with data that is not its protocol',
  BREAKER_OPEN: 'failed too often recently and is paused',
  BULKHEAD_FULL: 'has reached the maximum number of concurrent calls',
  CANCELED: 'was stopped because the caller disconnected',
  ADDRESS_NOT_ALLOWED: 'has an address that this service must not call',
  OUTPUT_INVALID: 'returned an answer that does not match the schema',
  NO_PROVIDER_AVAILABLE: 'cannot be called at the moment',
  UNKNOWN: 'could not be called',
};

const SENTENCES_OF_PAGES: Readonly<Record<FailureClass, string>> = {
  ...SENTENCES,
  FORBIDDEN: 'answered with a web page, as a firewall does, and did not allow this request',
  GARBAGE: 'answered with a web page, as a proxy or a firewall does, instead of its protocol',
};
