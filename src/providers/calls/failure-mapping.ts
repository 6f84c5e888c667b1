import { APICallError } from '@ai-sdk/provider';
import type { ProviderName, TokenUsage } from '../../models/index.ts';
import { connectionFailureReason } from '../../platform/http/connection-failure.ts';
import { retryAfterMs } from '../../platform/http/retry-after.ts';
import { FailureClass, ProviderFailure } from '../provider-failure.ts';
import type { CallWatch } from './call-watch.ts';
import { classOf } from './dialects.ts';
import { retryDelayMs } from './google-retry-delay.ts';
import { providerReason } from './provider-reason.ts';

/** Whose answer it is. What is simulated is not told as a provider's. */
export type AnswerSource = ProviderName | 'sandbox';

/** So much of a provider's words is looked at. */
const MAX_WORDS = 2_000;

/**
 * What a failure is to us. The error itself is dropped: it prints the prompt, and a provider may say the key back. Never by
 * `instanceof`, since the packages bring copies of the error classes of their own.
 *
 * @param sent the content of the request, which is cut out of the provider's reason
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
  const said = saidIn(error.data);
  const body = error.responseBody ?? '';
  const failure = isPage(watch, body)
    ? classOf({ status, codes: '', words: '' })
    : classOf({
        status,
        codes: error.data === undefined ? codesIn(body) : said.codes,
        words: `${error.message} ${said.words} ${body}`.slice(0, MAX_WORDS).toLowerCase(),
      });
  const wait = retryAfterMs(error.responseHeaders, Date.now()) ?? retryDelayMs(error.responseBody?.slice(0, 10_000));
  return failureWith(failure, watch, provider, {
    statusCode: status,
    retryAfterMs: wait,
    reason: reasonFor(failure, watch, error, sent),
  });
}

/** The words about a key that isn't accepted may hold the key. */
function reasonFor(failure: FailureClass, watch: CallWatch, error: unknown, sent: unknown): string | null {
  return failure === FailureClass.KEY_REFUSED || watch.isPage ? null : providerReason(error, sent);
}

/** Of an answer that no package has read: its status and the beginning of what it said. */
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

/** The words of a web page are a firewall's or a proxy's, so only the status counts. */
function isPage(watch: CallWatch, body: string): boolean {
  watch.isPage ||= /^\s*<(?:!doctype|html)\b/i.test(body.slice(0, 200));
  return watch.isPage;
}

/** An error inside a stream that began with 200, or what was thrown while an answer was read. */
function failureOfPart(error: unknown, watch: CallWatch, provider: AnswerSource, sent: unknown): ProviderFailure {
  const { name } = (error ?? {}) as { name?: string };
  const isUnread =
    typeof name === 'string' && /TypeValidation|JSONParse|InvalidResponseData|EmptyResponse|NoContent/.test(name);
  const isPlain = typeof error === 'object' && error !== null && !(error instanceof Error);
  const said = saidIn(isUnread ? (error as { value?: unknown }).value : error);
  if (said.isError || typeof error === 'string' || isPlain) {
    const status = said.status;
    const failure = classOf({ status, codes: said.codes, words: said.words });
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
  // Whatever the packages threw over an answer was thrown because of what stood in it.
  return failureWith(watch.headersMs === null ? FailureClass.UNKNOWN : FailureClass.GARBAGE, watch, provider);
}

interface ReportedError {
  readonly codes: string;
  readonly words: string;
  readonly status: number | null;
  /** Whether it is one of the shapes in which providers report errors. */
  readonly isError: boolean;
}

const NO_REPORT: ReportedError = { codes: '', words: '', status: null, isError: false };

/** Codes and words in any of the shapes in which providers report errors. */
function saidIn(data: unknown): ReportedError {
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

/** Of a text that no package could read: it was cut, or has another shape. */
function codesIn(text: string): string {
  const codes = small(text).matchAll(/"(?:code|type|status)"\s*:\s*"([a-z0-9_ .-]{1,100})"/g);
  return [...codes].map(([, code]) => code).join(' ');
}

/** Google's `details: [{ reason: 'API_KEY_INVALID' }]`. */
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

/** Of these the provider said that it did nothing, or nothing reached it. */
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

/** An answer whose reason to end is that it failed. */
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

const WHO = { own: 'The own server', sandbox: 'The sandbox, which stands in for a provider,' } as const;

/** All that is said of a failure: made here, of our words alone. */
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
  RATE_LIMITED: 'takes no more requests for the moment',
  QUOTA: 'says that the account of this key has no money left',
  KEY_REFUSED: 'did not accept the key',
  FORBIDDEN: 'did not allow this request',
  INVALID_REQUEST: 'did not accept the request',
  CONTEXT_LENGTH: 'says that the input is too long for this model',
  CONTENT_FILTER: 'refused the content',
  MODEL_NOT_FOUND: 'does not know this model',
  PROVIDER_ERROR: 'failed',
  UNREACHABLE: 'cannot be reached',
  CONNECT_TIMEOUT: 'took too long to be reached',
  FIRST_TOKEN_TIMEOUT: 'took too long to begin its answer',
  IDLE_TIMEOUT: 'stopped in the middle of its answer',
  TOTAL_TIMEOUT: 'did not finish in time',
  TRUNCATED: 'broke off before its answer was complete',
  GARBAGE: 'answered with something that is not its protocol',
  BREAKER_OPEN: 'has failed too often lately and is given a pause',
  BULKHEAD_FULL: 'has as many calls of ours at once as it is given',
  CANCELED: 'was told to stop, since nobody waits for the answer any more',
  ADDRESS_NOT_ALLOWED: 'has an address that may not be called',
  OUTPUT_INVALID: 'gave an answer that does not fit the schema',
  NO_PROVIDER_AVAILABLE: 'cannot be called at the moment',
  UNKNOWN: 'could not be called',
};

const SENTENCES_OF_PAGES: Readonly<Record<FailureClass, string>> = {
  ...SENTENCES,
  FORBIDDEN: 'answered with a web page, as a firewall does, and did not allow this request',
  GARBAGE: 'answered with a web page, as a proxy or a firewall does, instead of its protocol',
};
