/** The process's idea of now, injected so that a test can move it. Times that are stored come from the database's clock. */
export interface Clock {
  now(): Date;
  /** Milliseconds of a stopwatch that nobody sets, for how old something is. Left out: that of the process. */
  elapsedMs?(): number;
}

export const systemClock: Clock = { now: () => new Date() };
