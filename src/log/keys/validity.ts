import { Refusal } from '../../platform/errors/errors.ts';

/** Maximum difference between the service's clock and that of a witness or authority. */
export const SKEW_MS = 5 * 60_000;

/**
 * Start of a key's validity minus the clock tolerance. A time stamping authority's clock can be behind or count whole seconds,
 * which could make the first seals look older than their key.
 */
export function leniently(start: Date): Date {
  return new Date(start.getTime() - SKEW_MS);
}

/**
 * Asserts that verifiers trust a key or a log at this time. If it was first used while the clock was ahead, seals before that
 * time would be INVALID.
 * @param what name of the key or log, e.g. `The seal key`
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
