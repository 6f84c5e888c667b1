import type { Response } from 'express';
import type { CallsLeft } from '../../customers/index.ts';

/** As the house's own `RateLimit` names it. */
const NAME = 'calls';
const WINDOW_SECONDS = 60;

/**
 * Says how the caller's key stands with its calls per minute: in the headers that clients of the dialect know, and in those of the
 * house. Nothing where the key has no limit.
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
 * `6s`, `1m0s`: as OpenAI writes lengths of time, which are Go's. Never in milliseconds, which some clients read as minutes, and
 * always with the seconds, without which some read nothing.
 */
export function durationOf(seconds: number): string {
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`;
}
