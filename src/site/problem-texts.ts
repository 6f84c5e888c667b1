import type { ErrorCode } from '../platform/errors/error-codes.ts';
import { describeCode } from '../platform/errors/error-codes.ts';
import { escapeHtml } from './html-page.ts';

/** Path of the page about a code. */
export function problemPath(code: ErrorCode): string {
  return `/problems/${code.toLowerCase().replaceAll('_', '-')}`;
}

/** Renders a sentence as HTML. Text between backticks becomes code. */
export function sentenceHtml(sentence: string): string {
  return escapeHtml(sentence).replaceAll(/`([^`]*)`/g, '<code>$1</code>');
}

/** Advice of a code. If the code has none, general advice for its status. */
export function adviceOf(code: ErrorCode): string {
  const { status, advice } = describeCode(code);
  if (advice) return advice;
  if (status >= 500) return 'Try again later. If the problem persists, send the operator the request id.';
  return 'Read the `detail` of the response: it says what happened in your case and what to do.';
}

/** Tells if and when the same request can be sent again. */
export function retryRule(code: ErrorCode): string {
  const { status } = describeCode(code);
  if (code === 'IDEMPOTENCY_IN_PROGRESS') return 'Yes, after a short wait, with the same key';
  if (status === 501) return 'No. This isn’t implemented';
  if (status === 429 || status >= 500) {
    return 'Yes, after the time in `Retry-After`; without this header, after one second, then two, then four. Send an `Idempotency-Key` with writes, so that they take effect once';
  }
  if (status === 202 || code === 'HELD_FOR_APPROVAL') return 'No. A person must decide first';
  return 'No. Change the request first';
}
