const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * Delays between attempts of a delivery: three days in all, as Standard Webhooks advises, so that a receiver that is repaired
 * on Monday still gets Friday’s events. The first is short, because most failures are restarts.
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
/**
 * Share of each delay that is random. It spreads retries, so that deliveries that failed together aren’t all retried at the same moment.
 */
const JITTER = 0.2;

/**
 * Longest delay between two attempts of one series. A receiver’s `Retry-After` is shortened to a day, which is less. A longer gap
 * means that the service was off or no event occurred.
 */
export const LONGEST_DELAY_MS = Math.max(...DELAYS_MS) * (1 + JITTER / 2);

/** Number of failed attempts after which a delivery fails. */
export const ATTEMPTS_PER_SERIES = DELAYS_MS.length + 1;

/**
 * Delay before the next attempt after this number of failed ones, in milliseconds. Null after the last attempt.
 * @param random 0 to 1
 */
export function delayAfter(tries: number, random = Math.random()): number | null {
  const delay = DELAYS_MS[tries - 1];
  return delay === undefined ? null : Math.round(delay * (1 - JITTER / 2 + JITTER * random));
}
