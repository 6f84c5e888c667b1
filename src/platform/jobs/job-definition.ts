import type { Context } from '../context.ts';

/** One kind of background work. */
interface WorkDefinition {
  /** Name of the job's queue. Must not change between releases. */
  name: string;
  retryLimit: number;
  /** Time limit of one attempt in seconds. After this time, another worker can start the job again. */
  expireInSeconds: number;
  /** Seconds after which an unfinished job is abandoned, including retries. Default: 14 days. */
  retentionSeconds?: number;
  /** Seconds for which a finished job is kept for operators. Default: 7 days. */
  keptWhenDoneSeconds?: number;
}

export interface JobDefinition<Payload extends object> extends WorkDefinition {
  /** Number of jobs that run at a time in one process. */
  concurrency: number;
  /** Name of the records that contain the job's changes, which leave no audit entry, e.g. `the renders`. */
  readonly recorded: string;
  /** Does the work of a job. Must tolerate running twice for one job, because a worker considered dead can still be slow. */
  handle(ctx: Context, payload: Payload): Promise<void>;
  /** Called in a job of its own after the last retry of a job has failed, also if its workers died. Retried if it throws. */
  abandoned?(ctx: Context, payload: Payload): Promise<void>;
}

/**
 * Thrown if a job can't be attempted because a dependency isn't available. The job is attempted again later, without using up a
 * retry.
 */
export class AttemptNotCounted extends Error {
  override readonly name = 'NoTry';

  /** @param undoAttempt subtracts the attempt from the count of attempts; may be called several times */
  constructor(
    cause: unknown,
    readonly undoAttempt: () => Promise<unknown>,
  ) {
    super('The attempt does not count.', { cause });
  }
}

/** Definition of work that is cheaper for several jobs at once. */
export interface BatchDefinition<Payload extends object> extends WorkDefinition {
  /** Maximum number of jobs per call of `handle`. */
  batchSize: number;
  /**
   * Handles all jobs of a batch or throws. If it throws, each job is attempted alone, and only those that fail again count as
   * failed. Must tolerate running twice for one job.
   */
  handle(jobs: readonly BatchJob<Payload>[]): Promise<void>;
}

/** One job of a batch with its own context, since a batch can have jobs of several owners. */
export interface BatchJob<Payload extends object> {
  ctx: Context;
  payload: Payload;
}

/** Outcome and duration of one execution of a job, for metrics. */
export interface JobRun {
  name: string;
  isDone: boolean;
  /** Duration in milliseconds. For a job of a batch, that of the whole batch. */
  durationMs: number;
}

/** A job definition whose payload type isn't known. */
export type AnyJob = JobDefinition<object>;
export type AnyBatch = BatchDefinition<object>;
