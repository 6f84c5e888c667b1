import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../observability/logger.ts';

/** Interval of looking for due jobs. A new job sends a notification, but a retry that becomes due doesn't. */
const EVERY_MS = 2_000;

interface DueJobsOptions {
  /** Reads which of these queues have a due job. */
  readDue(names: readonly string[]): Promise<string[]>;
  /** Makes a worker look for a job now. */
  wake(worker: string): void;
  logger: Logger;
}

/**
 * Wakes the workers of queues that have a due job: one statement for all queues, where each worker would otherwise poll by itself.
 */
export class DueJobs {
  readonly #options: DueJobsOptions;
  readonly #workers: [queue: string, worker: string][] = [];

  constructor(options: DueJobsOptions) {
    this.#options = options;
  }

  add(queue: string, worker: string): void {
    this.#workers.push([queue, worker]);
  }

  /** Wakes workers until the signal aborts. */
  async watch(signal: AbortSignal): Promise<void> {
    const { readDue, wake, logger } = this.#options;
    const names = [...new Set(this.#workers.map(([queue]) => queue))];
    while (!signal.aborted) {
      try {
        const due = new Set(await readDue(names));
        for (const [queue, worker] of this.#workers) if (due.has(queue)) wake(worker);
      } catch (error) {
        if (!signal.aborted) logger.warn({ err: error }, 'due jobs could not be read; retrying');
      }
      await sleep(EVERY_MS, undefined, { signal }).catch(() => {});
    }
  }
}
