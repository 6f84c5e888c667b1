import type { Context } from '../context.ts';

/** One kind of work in the background. */
interface WorkDefinition {
  /** Queue name; must stay the same from one version to the next. */
  name: string;
  retryLimit: number;
  /** Time limit of one attempt. After it another worker can start the job again. */
  expireInSeconds: number;
  /** Time after which a job that isn't done is given up, retries included. Default: a fortnight. */
  retentionSeconds?: number;
  /** Time for which a job is kept after it is done, so that operators can look into it. Default: a week. */
  keptWhenDoneSeconds?: number;
}

export interface JobDefinition<Payload extends object> extends WorkDefinition {
  /** Number of jobs that run at a time in one process. */
  concurrency: number;
  /** Place where its changes are recorded, since it leaves no row in the audit trail, e.g. `the renders`. */
  readonly recorded: string;
  /** Must bear being run twice for one job: a worker that was thought dead may still be slow. */
  handle(ctx: Context, payload: Payload): Promise<void>;
  /** Called once when the last retry is used up, also when the workers died without a word. */
  abandoned?(ctx: Context, payload: Payload): Promise<void>;
}

/**
 * Error of a job that could not be tried, because something that it needs is away. The job waits for as long as that lasts, and no
 * retry is used up.
 */
export class AttemptNotCounted extends Error {
  override readonly name = 'NoTry';

  /** @param undoAttempt undoes what counted the try; may be called several times */
  constructor(
    cause: unknown,
    readonly undoAttempt: () => Promise<unknown>,
  ) {
    super('The try does not count.', { cause });
  }
}

/** Work that is cheaper done for several jobs at once. */
export interface BatchDefinition<Payload extends object> extends WorkDefinition {
  /** Maximum number of jobs that are taken at once. */
  batchSize: number;
  /**
   * Does them all or throws; then each is tried once more by itself, and only those that fail again count as failed. Must
   * bear being run twice for one job.
   */
  handle(jobs: readonly BatchJob<Payload>[]): Promise<void>;
}

/** One job of a batch, with a context of its own: jobs of several owners may be done at once. */
export interface BatchJob<Payload extends object> {
  ctx: Context;
  payload: Payload;
}

/** A job that was run once. */
export interface JobRun {
  name: string;
  isDone: boolean;
  /** Duration of the whole batch, for a job that was done with others. */
  durationMs: number;
}

/** A definition whose payload only it knows. */
export type AnyJob = JobDefinition<object>;
export type AnyBatch = BatchDefinition<object>;
