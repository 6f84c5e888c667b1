import { setTimeout as sleep } from 'node:timers/promises';
import { ClockSteps } from '../clock-steps.ts';
import type { Logger } from '../observability/logger.ts';
import type { QueueState } from './job-queue.sql.ts';

/** Interval of looking for due jobs. A new job sends a notification, but a retry that becomes due doesn't. */
const EVERY_MS = 2_000;
/** Interval of looking for jobs of dead workers. */
const SEARCH_EVERY_MS = 4_000;
/** Interval of the maintenance while no worker has died. */
const MAINTAIN_EVERY_MS = 60_000;

interface QueueWatchOptions {
  /** Reads the state of the queues. `searches` is true to look for jobs of dead workers as well, which reads the whole table. */
  read(queues: readonly string[], searches: boolean): Promise<QueueState>;
  /** Makes a worker look for a job now. */
  wake(worker: string): void;
  /** True if this process maintains the queues for all processes. */
  isMaintainer(): boolean;
  /** Makes jobs of dead workers due, among other things. */
  maintain(): Promise<unknown>;
  /** Called when the clock of the queue was set forward, or back if `stepMs` is negative, before anything else is done. */
  onClockSet(stepMs: number): Promise<void>;
  logger: Logger;
}

/**
 * Looks at all queues by one short statement. Wakes the workers of queues with a due job, protects jobs when the clock was set,
 * and runs the maintenance when a worker has died. Otherwise, each worker would poll by itself, and the maintenance would run its
 * many statements every few seconds.
 */
export class QueueWatch {
  readonly #options: QueueWatchOptions;
  readonly #workers: [queue: string, worker: string][] = [];
  readonly #steps = new ClockSteps();
  #searchAt = 0;
  #maintainAt = 0;
  #maintaining: Promise<void> | undefined;

  constructor(options: QueueWatchOptions) {
    this.#options = options;
  }

  add(queue: string, worker: string): void {
    this.#workers.push([queue, worker]);
  }

  /** Looks at the queues until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#look(signal);
      } catch (error) {
        if (!signal.aborted) this.#options.logger.warn({ err: error }, 'the job queues could not be read; retrying');
      }
      const everyMs = this.#workers.length > 0 ? EVERY_MS : SEARCH_EVERY_MS;
      await sleep(everyMs, undefined, { signal }).catch(() => {});
    }
    await this.#maintaining;
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { read, wake, isMaintainer, onClockSet } = this.#options;
    const maintains = isMaintainer();
    const startedAt = performance.now();
    const searches = maintains && startedAt >= this.#searchAt;
    if (searches) this.#searchAt = startedAt + SEARCH_EVERY_MS;
    const { ms, due, hasLost } = await read([...new Set(this.#workers.map(([queue]) => queue))], searches);
    const stepMs = this.#steps.measure(ms, startedAt);
    if (stepMs !== 0) await onClockSet(stepMs);
    const isDue = new Set(due);
    for (const [queue, worker] of this.#workers) if (isDue.has(queue)) wake(worker);
    if (maintains && (hasLost || stepMs !== 0 || startedAt >= this.#maintainAt)) this.#maintain(signal);
  }

  /** Runs the maintenance beside the looks, because a large table can make it slow. */
  #maintain(signal: AbortSignal): void {
    this.#maintainAt = performance.now() + MAINTAIN_EVERY_MS;
    const { maintain, logger } = this.#options;
    const pass = async () => {
      try {
        await maintain();
      } catch (error) {
        if (!signal.aborted) logger.warn({ err: error }, 'maintenance of the job queue failed and is retried later');
      }
      this.#maintaining = undefined;
    };
    this.#maintaining ??= pass();
  }
}
