import type { Clock } from 'pg-boss';

/**
 * pg-boss waits by this clock within the process. With a wall clock that was set back, a worker would sleep until the clock
 * reaches the old time again.
 */
export const MONOTONIC: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (work, ms) => setTimeout(work, ms),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (work, ms) => setInterval(work, ms),
  clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout),
};
