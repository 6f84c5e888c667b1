import type { ErrorCode } from '../platform/errors/error-codes.ts';
import { describeCode } from '../platform/errors/error-codes.ts';
import { escapeHtml } from './html-page.ts';
import { texts } from './texts.ts';

/** Path of the page about a problem code. */
export function problemPath(code: ErrorCode): string {
  return `/problems/${code.toLowerCase().replaceAll('_', '-')}`;
}

/** Renders a sentence as HTML. Text between backticks is formatted as code. */
export function sentenceHtml(sentence: string): string {
  return escapeHtml(sentence).replaceAll(/`([^`]*)`/g, '<code>$1</code>');
}

/** Advice for a problem code. If the code has no advice of its own, general advice for its HTTP status. */
export function adviceOf(code: ErrorCode): string {
  const { status, advice } = describeCode(code);
  if (advice) return advice;
  return status >= 500 ? texts.advice.serverError : texts.advice.otherError;
}

/** Sentence that says if and when a request that failed with this problem code can be sent again. */
export function retryRule(code: ErrorCode): string {
  const { status } = describeCode(code);
  if (code === 'IDEMPOTENCY_IN_PROGRESS') return texts.retry.inProgress;
  if (status === 501) return texts.retry.notImplemented;
  if (status === 429 || status >= 500) return texts.retry.later;
  if (status === 202 || code === 'HELD_FOR_APPROVAL') return texts.retry.held;
  return texts.retry.never;
}
