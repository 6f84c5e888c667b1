import { FailureClass } from '../provider-failure.ts';

/**
 * Parts of a provider's error that determine its class. They are never shown or stored, because they can contain a key or a
 * prompt.
 */
export interface FailureReport {
  readonly status: number | null;
  /** Codes and types, in lower case, separated by spaces. */
  readonly codes: string;
  /** Beginning of the error's text, in lower case. */
  readonly words: string;
}

interface FailurePhrase {
  readonly failure: FailureClass;
  /** Pattern in codes and types. */
  readonly codes?: RegExp;
  /** Pattern in the message. */
  readonly words?: RegExp;
}

/**
 * Patterns that classify errors more precisely than the status does, for the seven providers and compatible servers. They come
 * from the providers' documentation and from the answers in the tests of their packages. The first match counts. Errors with a
 * misleading status (a wrong key as 400, an empty account as 429) come first.
 */
const PHRASES: readonly FailurePhrase[] = [
  {
    failure: FailureClass.QUOTA,
    codes:
      /insufficient_quota|insufficient_balance|billing_error|billing_not_active|billing_hard_limit_reached|payment_required/,
    words:
      /credit balance is too low|insufficient balance|used all available credits|monthly spending limit|billing hard limit/,
  },
  {
    failure: FailureClass.KEY_REFUSED,
    codes: /invalid_api_key|api_key_invalid|authentication_error|unauthenticated|account_deactivated/,
    words: /incorrect api key|api key not valid|invalid api key|api key expired/,
  },
  {
    failure: FailureClass.CONTEXT_LENGTH,
    codes: /context_length_exceeded|context_window|request_too_large|prompt_too_long/,
    words:
      /maximum context length|maximum prompt length|prompt is too long|input is too long|exceeds? (?:the )?context (?:limit|window|size)|exceed context limit|input token count.{0,40}exceeds the maximum|too large for model with|too many tokens|longer than the maximum model length|reduce the length of the/,
  },
  {
    failure: FailureClass.CONTENT_FILTER,
    codes: /content_filter|content_policy|moderation|safety|prohibited_content|content_blocked/,
    words:
      /content filter|content management policy|content exists risk|usage guidelines|violates .{0,40}polic|rejected .{0,40}safety system|blocked by .{0,40}polic|flagged as/,
  },
  {
    failure: FailureClass.MODEL_NOT_FOUND,
    codes: /model_not_found|invalid_model|not_found_error/,
    words:
      /model .{0,120}(?:does not exist|not found|is not available|is not supported for)|unknown model|invalid model/,
  },
  {
    failure: FailureClass.RATE_LIMITED,
    codes: /rate_limit|too_many_requests|resource_exhausted|rate_limited/,
  },
  { failure: FailureClass.PROVIDER_ERROR, codes: /overloaded|server_error|unavailable/ },
];

/** Classifies by codes and message if they are more specific than the status, otherwise by the status. */
export function classOf({ status, codes, words }: FailureReport): FailureClass {
  for (const phrase of PHRASES) {
    // A 5xx answer describes the server, not the request, so only its code for a rate limit counts.
    if (status !== null && status >= 500 && phrase.failure !== FailureClass.RATE_LIMITED) continue;
    if (phrase.codes?.test(codes) || phrase.words?.test(words)) return phrase.failure;
  }
  if (status === null) return FailureClass.PROVIDER_ERROR;
  if (status === 401) return FailureClass.KEY_REFUSED;
  if (status === 403) return FailureClass.FORBIDDEN;
  if (status === 402) return FailureClass.QUOTA;
  if (status === 404) return FailureClass.MODEL_NOT_FOUND;
  if (status === 408 || status === 409 || status === 425) return FailureClass.PROVIDER_ERROR;
  if (status === 413) return FailureClass.CONTEXT_LENGTH;
  if (status === 429) return FailureClass.RATE_LIMITED;
  if (status >= 500) return FailureClass.PROVIDER_ERROR;
  if (status >= 400) return FailureClass.INVALID_REQUEST;
  // An unreadable answer, or a redirect, which isn't followed.
  return FailureClass.GARBAGE;
}
