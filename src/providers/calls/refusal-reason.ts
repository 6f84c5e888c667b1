import { APICallError } from '@ai-sdk/provider';
import { FailureClass, ProviderFailure } from '../provider-failure.ts';

/** Provider's reason code for a refusal: 3 to 60 letters, digits, underscores and hyphens, starting with a letter. */
const WORD = /^[A-Za-z][A-Za-z0-9_-]{2,59}$/;
/** List of violated safety rules in OpenAI's message. */
const VIOLATIONS = /safety_violations=\[([a-z0-9_/, -]{1,120})\]/i;
const MAX_BODY = 4_000;

/**
 * Adds the provider's reason code to a failure caused by a content filter. Never adds a sentence, which could repeat the
 * prompt.
 */
export function withReason(failure: ProviderFailure, error: unknown): ProviderFailure {
  if (failure.failure !== FailureClass.CONTENT_FILTER || !APICallError.isInstance(error)) return failure;
  const reason = reasonIn(error.responseBody?.slice(0, MAX_BODY) ?? '');
  return reason === null ? failure : refusedFor(failure, reason);
}

/** @param reason codes of the provider, never a sentence, because a sentence could repeat the prompt */
export function refusedFor(failure: ProviderFailure, reason: string): ProviderFailure {
  const { statusCode, retryAfterMs, mayHaveCost, usage, reason: said } = failure;
  const message = failure.message.replace(/\.?$/, `: ${reason}.`);
  return new ProviderFailure(failure.failure, message, { statusCode, retryAfterMs, mayHaveCost, usage, reason: said });
}

export const isWord = (value: unknown): value is string => typeof value === 'string' && WORD.test(value);

function reasonIn(body: string): string | null {
  const code = /"code"\s*:\s*"([^"]{1,60})"/.exec(body)?.[1];
  const violations = VIOLATIONS.exec(body)?.[1];
  const words = [isWord(code) ? code : null, violations ? `(${violations})` : null].filter((word) => word !== null);
  return words.length === 0 ? null : words.join(' ');
}
