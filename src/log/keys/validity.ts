import { Refusal } from '../../platform/errors/errors.ts';

/** Maximum difference between the service's clock and another party's. */
export const SKEW_MS = 5 * 60_000;

/**
 * Allows for the clock of a time stamping authority that is behind or counts whole seconds, which could make the first seals look
 * older than their key.
 */
export function leniently(start: Date): Date {
  return new Date(start.getTime() - SKEW_MS);
}

/**
 * Asserts that a key or a log is trusted at this time. If it was first used while the clock was ahead, seals before that time
 * would be INVALID.
 * @param what e.g. `The seal key`
 * @throws Refusal SERVICE_UNAVAILABLE
 */
export function assertBegun(what: string, start: Date, now: Date): void {
  if (leniently(start) <= now) return;
  throw new Refusal(
    'SERVICE_UNAVAILABLE',
    `${what} is trusted from ${start.toISOString()}, but the time here is ${now.toISOString()}: a clock is or was wrong. ` +
      'Nothing can be sealed until then. Contact the operator.',
    { retryAfterSeconds: 60 },
  );
}
