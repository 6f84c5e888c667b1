/**
 * Current time of the process, injected so that tests can change it. Most stored times come from the database's clock instead.
 */
export interface Clock {
  now(): Date;
  /** Milliseconds of a monotonic clock, for measuring durations. Default: the process's monotonic clock. */
  elapsedMs?(): number;
}

export const systemClock: Clock = { now: () => new Date() };
