import type { Response } from 'express';
import type { CallsLeft } from '../../customers/index.ts';

/** Name of the limit in this service's own `RateLimit` header. */
const NAME = 'calls';
const WINDOW_SECONDS = 60;

/**
 * Sets the headers about the calls per minute left for the caller's key: those of OpenAI's API, and those of this service. Sets
 * nothing for a key without a limit.
 */
export function setCallsLeftHeaders(res: Response, calls: CallsLeft | null): void {
  if (calls === null || res.headersSent) return;
  const { most, left, secondsLeft } = calls;
  res.setHeader('X-RateLimit-Limit-Requests', String(most));
  res.setHeader('X-RateLimit-Remaining-Requests', String(left));
  res.setHeader('X-RateLimit-Reset-Requests', durationOf(secondsLeft));
  res.setHeader('RateLimit-Policy', `"${NAME}";q=${most};w=${WINDOW_SECONDS}`);
  res.setHeader('RateLimit', `"${NAME}";r=${left};t=${secondsLeft}`);
}

/**
 * Duration in OpenAI's (Go's) format: `6s`, `1m0s`. Never in milliseconds, which some clients read as minutes, and always with
 * seconds, which others require.
 */
export function durationOf(seconds: number): string {
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`;
}
