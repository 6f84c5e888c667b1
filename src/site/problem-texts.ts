import type { ErrorCode } from '../platform/errors/error-codes.ts';
import { describeCode } from '../platform/errors/error-codes.ts';
import { escapeHtml } from './html-page.ts';
import { texts } from './texts.ts';

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
  return status >= 500 ? texts.advice.serverError : texts.advice.otherError;
}

/** Tells if and when the same request can be sent again. */
export function retryRule(code: ErrorCode): string {
  const { status } = describeCode(code);
  if (code === 'IDEMPOTENCY_IN_PROGRESS') return texts.retry.inProgress;
  if (status === 501) return texts.retry.notImplemented;
  if (status === 429 || status >= 500) return texts.retry.later;
  if (status === 202 || code === 'HELD_FOR_APPROVAL') return texts.retry.held;
  return texts.retry.never;
}
