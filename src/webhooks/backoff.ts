const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * How long after each failed attempt the next one is made: three days in all, as Standard Webhooks advises. The first soon, since
 * most of what fails was a restart; the last a day later, so that somebody who comes to work on Monday still gets Friday's.
 */
const DELAYS_MS = [
  5 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  18 * HOUR,
  24 * HOUR,
];
/** So that those that failed together do not come again together. */
const JITTER = 0.2;

/** A longer time without an attempt is a pause of the service, or of the events. */
export const LONGEST_DELAY_MS = Math.max(...DELAYS_MS) * (1 + JITTER / 2);

/** How many attempts there are in all. */
export const MAX_TRIES = DELAYS_MS.length + 1;

/**
 * How long to wait after so many failed attempts, in milliseconds; null when that was the last one.
 * @param random from 0 to 1
 */
export function delayAfter(tries: number, random = Math.random()): number | null {
  const delay = DELAYS_MS[tries - 1];
  return delay === undefined ? null : Math.round(delay * (1 - JITTER / 2 + JITTER * random));
}
