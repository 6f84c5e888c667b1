import { Refusal } from '../../platform/errors/errors.ts';

/** The most that a clock of somebody else may differ from ours. */
export const SKEW_MS = 5 * 60_000;

/**
 * The clock of a time stamping authority may be behind ours, and many count in whole seconds: by it, the first seals could be
 * older than the key they were signed with.
 */
export function leniently(start: Date): Date {
  return new Date(start.getTime() - SKEW_MS);
}

/**
 * That a key or a log is trusted by now. Where it was first used while the clock was ahead, our own verifier would call
 * everything INVALID that is sealed before that time comes.
 * @param what e.g. `The seal key`
 * @throws Refusal SERVICE_UNAVAILABLE
 */
export function assertBegun(what: string, start: Date, now: Date): void {
  if (leniently(start) <= now) return;
  throw new Refusal(
    'SERVICE_UNAVAILABLE',
    `${what} is trusted from ${start.toISOString()} on, and here it is ${now.toISOString()}: a clock is or was wrong. ` +
      'Nothing is sealed meanwhile. Tell the operator.',
    { retryAfterSeconds: 60 },
  );
}
