import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { isBusy, Pauses } from './extraction/pause.ts';

/** Interval of measuring the event loop. */
const MEASURE_MS = 200;
/** Milliseconds after the last document for which the event loop is still measured. */
const KEPT_MS = 10_000;
/** Share of the event loop’s time that counts as busy. Reading alone seldom reaches it. */
const BUSY = 0.05;

/**
 * Pace of reading: without pauses, or with pauses while the process handles requests. Otherwise requests would wait for a
 * processor on a machine with few of them.
 */
export class ReadingPace {
  /** One number that worker threads share: 1 while the process is busy, otherwise 0. */
  readonly shared = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #timer: NodeJS.Timeout | undefined;
  #before: EventLoopUtilization = performance.eventLoopUtilization();
  #until = 0;

  get isBusy(): boolean {
    return isBusy(this.shared);
  }

  /** Measures how busy the event loop is, until some seconds after the last call. */
  measure(): void {
    this.#until = performance.now() + KEPT_MS;
    if (this.#timer) return;
    this.#before = performance.eventLoopUtilization();
    this.#timer = setInterval(() => {
      if (performance.now() > this.#until) return this.close();
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, this.#before);
      this.#before = now;
      Atomics.store(this.shared, 0, utilization > BUSY ? 1 : 0);
    }, MEASURE_MS);
    this.#timer.unref();
  }

  /** Returns a function for one document that waits in proportion to work of `workedMs`, if the process is busy. */
  rest(signal?: AbortSignal): (workedMs: number) => Promise<void> {
    const pauses = new Pauses();
    return async (workedMs) => {
      if (this.isBusy) await delay(pauses.after(workedMs), undefined, { signal });
    };
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    Atomics.store(this.shared, 0, 0);
  }
}
