/** True if the number of a `ReadingPace` says that the process handles requests. */
export const isBusy = (pace: Int32Array): boolean => Atomics.load(pace, 0) === 1;

/** Length of a pause in relation to the work before it, while the process handles requests. */
const PAUSE_RATIO = 4;
/** Maximum milliseconds of all pauses of one document in a thread or job, so that the job of a long document doesn’t expire. */
const MAX_PAUSED_MS = 120_000;

/** Pauses of one document. */
export class Pauses {
  #leftMs = MAX_PAUSED_MS;

  /** Milliseconds of a pause after work of `workedMs`. */
  after(workedMs: number): number {
    const pauseMs = Math.min(this.#leftMs, PAUSE_RATIO * workedMs);
    this.#leftMs -= pauseMs;
    return pauseMs;
  }
}
