import type { Context } from '../context.ts';

/** One kind of background work. */
interface WorkDefinition {
  /** Name of the queue. Must not change between releases. */
  name: string;
  retryLimit: number;
  /** Time limit of one attempt. After it another worker can start the job again. */
  expireInSeconds: number;
  /** Time after which an unfinished job is abandoned, including retries. Default: 14 days. */
  retentionSeconds?: number;
  /** Time for which a finished job is kept for operators. Default: 7 days. */
  keptWhenDoneSeconds?: number;
}

export interface JobDefinition<Payload extends object> extends WorkDefinition {
  /** Number of jobs that run at a time in one process. */
  concurrency: number;
  /** Place where its changes are recorded, since it leaves no audit entry, e.g. `the renders`. */
  readonly recorded: string;
  /** Must tolerate running twice for one job, because a worker considered dead can still be slow. */
  handle(ctx: Context, payload: Payload): Promise<void>;
  /** Called once when the last retry has failed, also if the workers died. */
  abandoned?(ctx: Context, payload: Payload): Promise<void>;
}

/**
 * Thrown if a job can't be attempted because a dependency isn't available. The job waits as long as that lasts, without using up
 * a retry.
 */
export class AttemptNotCounted extends Error {
  override readonly name = 'NoTry';

  /** @param undoAttempt reverts the count of the attempt; may be called several times */
  constructor(
    cause: unknown,
    readonly undoAttempt: () => Promise<unknown>,
  ) {
    super('The attempt does not count.', { cause });
  }
}

/** Work that is cheaper for several jobs at once. */
export interface BatchDefinition<Payload extends object> extends WorkDefinition {
  /** Maximum number of jobs per call. */
  batchSize: number;
  /**
   * Handles all jobs or throws. Then each job is attempted alone, and only those that fail again count as failed. Must tolerate
   * running twice for one job.
   */
  handle(jobs: readonly BatchJob<Payload>[]): Promise<void>;
}

/** One job of a batch with its own context, since a batch can have jobs of several owners. */
export interface BatchJob<Payload extends object> {
  ctx: Context;
  payload: Payload;
}

/** One execution of a job. */
export interface JobRun {
  name: string;
  isDone: boolean;
  /** Milliseconds. The duration of the whole batch for a job of a batch. */
  durationMs: number;
}

/** A definition with an unknown payload type. */
export type AnyJob = JobDefinition<object>;
export type AnyBatch = BatchDefinition<object>;
