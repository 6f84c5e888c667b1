import type { ErrorCode } from '../platform/errors/error-codes.ts';
import { describeCode } from '../platform/errors/error-codes.ts';
import { escapeHtml } from './html-page.ts';

/** Where the page about a code is. */
export function problemPath(code: ErrorCode): string {
  return `/problems/${code.toLowerCase().replaceAll('_', '-')}`;
}

/** A sentence with what stands between backticks as code, as HTML. */
export function sentenceHtml(sentence: string): string {
  return escapeHtml(sentence).replaceAll(/`([^`]*)`/g, '<code>$1</code>');
}

/** What to do, for a code that has no words of its own: what its status says. */
export function adviceOf(code: ErrorCode): string {
  const { status, advice } = describeCode(code);
  if (advice) return advice;
  if (status >= 500) return 'Try again after a while. If it comes back, give the operator the request id.';
  return 'Read the `detail` of the answer: it says what happened in your case and what to do about it.';
}

/** Whether the same request may be sent again, and when. */
export function retryRule(code: ErrorCode): string {
  const { status } = describeCode(code);
  if (code === 'IDEMPOTENCY_IN_PROGRESS') return 'Yes, in a moment and with the same key';
  if (status === 501) return 'No: what is asked for is not built';
  if (status === 429 || status >= 500) {
    return 'Yes, after the time in `Retry-After` where there is one, else after a second, then two, then four. Send an `Idempotency-Key` with what writes: then it is done once';
  }
  if (status === 202 || code === 'HELD_FOR_APPROVAL') return 'Not now: a person decides first';
  return 'Not without changing the request';
}
