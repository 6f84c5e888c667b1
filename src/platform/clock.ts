/** The process's idea of now, injected so that a test can move it. Times that are stored come from the database's clock. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
