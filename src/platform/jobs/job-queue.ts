import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ROOT_CONTEXT, SpanKind } from '@opentelemetry/api';
import pg from 'pg';
import { type Job, type JobResult, PgBoss, type QueueResult } from 'pg-boss';
import { internal } from '../auth/principal.ts';
import { Context, type ContextBase } from '../context.ts';
import { CONNECTION_LIMITS, type Database, sql } from '../database/database.ts';
import { databaseSettings } from '../database/database-settings.ts';
import { untilDatabaseAnswers } from '../database/migrate.ts';
import { lacksDatabase } from '../errors/errors.ts';
import { inSpan } from '../telemetry/spans.ts';
import { askedBy, contentOf, ownedBy, postponed, tracedBy, traceOf } from './job-data.ts';
import type { AnyBatch, AnyJob, BatchDefinition, BatchJob, JobDefinition, JobRun } from './job-definition.ts';
import { AttemptNotCounted } from './job-definition.ts';
import {
  allowDeletion,
  countWaitingJobs,
  postponeDeletion,
  pullForward,
  readQueueState,
  renewTimes,
} from './job-queue.sql.ts';
import { MONOTONIC } from './monotonic-clock.ts';
import { QueueWatch } from './queue-watch.ts';

/**
 * Seconds without a heartbeat after which a worker counts as dead and its job runs again. A shorter time would mistake a busy
 * machine for a dead worker; a longer one would delay callers who wait for a picture.
 */
const HEARTBEAT_SECONDS = 10;
const HEARTBEAT_REFRESH_SECONDS = 3;
/**
 * Minimum seconds between two searches of pg-boss for jobs of dead workers. The service searches itself and calls pg-boss when
 * it finds one.
 */
const MONITOR_SECONDS = 1;
/** Maximum time for which the stop of the service waits for a running maintenance. */
const LAST_MAINTENANCE_MS = 2_000;
/**
 * Interval at which pg-boss deletes old jobs: the maximum it allows, and longer than the interval of the upkeep, so that pg-boss
 * deletes only when the upkeep asks it to.
 */
const DELETE_SECONDS = 24 * 3600;
/** Interval at which each worker polls for jobs if notifications don't arrive. */
const POLL_SECONDS = 2;
/** Interval at which each worker polls although notifications arrive, and `QueueWatch` wakes it for jobs that are due. */
const RARE_POLL_SECONDS = 3600;
/** Maximum pause between two attempts of a job, so that it runs within a minute after a dependency is available again. */
const MAX_RETRY_DELAY_SECONDS = 60;
const MIN_CONNECTIONS = 2;
/** Maximum number of database connections of the queue. Its statements are short, so more would be idle. */
const MAX_CONNECTIONS = 4;
const DAY_SECONDS = 24 * 3600;
/**
 * Options of jobs that are retried for a year, because they must survive long outages of other services. The retry limit is
 * higher than the number of retries that fit into a year.
 */
export const TRIED_FOR_A_YEAR = { retryLimit: 1_000_000, retentionSeconds: 365 * DAY_SECONDS };
const WORKER_OPTIONS = {
  pollingIntervalSeconds: POLL_SECONDS,
  notifyPollingIntervalSeconds: RARE_POLL_SECONDS,
  heartbeatRefreshSeconds: HEARTBEAT_REFRESH_SECONDS,
};
/**
 * Connection limits with longer statements: the queue's maintenance may take longer than a request. One connection stays open, so
 * that the first job after a pause doesn't wait for a new one.
 */
const QUEUE_CONNECTION_LIMITS = {
  ...CONNECTION_LIMITS,
  statement_timeout: 60_000,
  query_timeout: 60_000,
  min: 1,
  idleTimeoutMillis: 30_000,
};

const APPLICATION_NAME = 'imprimatur-jobs';

/**
 * Client class of the queue's pool, whose connections lead to a connection pooler. pg-boss makes its connection for LISTEN itself,
 * with the direct URL.
 */
function clientThrough(database: Database, databaseUrl: string): typeof pg.Client {
  return class extends pg.Client {
    constructor() {
      const { connection } = databaseSettings(databaseUrl);
      super(database.adapted({ ...QUEUE_CONNECTION_LIMITS, ...connection, application_name: APPLICATION_NAME }));
    }
  };
}

/** Maximum number of database connections for the queue's statements in one process. One more is used for LISTEN. */
export function queueConnections(poolSize: number): number {
  return Math.min(MAX_CONNECTIONS, Math.max(MIN_CONNECTIONS, Math.ceil(poolSize / 4)));
}

/**
 * Job queue in PostgreSQL. A job is sent in the transaction of the change that needs it, so that neither exists without the
 * other.
 */
export class JobQueue {
  readonly #boss: PgBoss;
  readonly #base: ContextBase;
  readonly #definitions = new Map<string, AnyJob | AnyBatch>();
  readonly #stopping = new AbortController();
  readonly #schema: string;
  readonly #watch: QueueWatch;
  readonly #onClockSetBack: ((em: EntityManager) => Promise<number>)[] = [];
  #isStarted = false;
  #watching: Promise<void> = Promise.resolve();

  readonly #observe: (ran: JobRun) => void;

  /**
   * @param poolSize number of database connections for requests; the queue has its own
   * @param directUrl URL without the connection pooler that `databaseUrl` leads to
   * @param isMaintainer true if this process searches for jobs of dead workers, for all processes. Default: always
   * @param base services for the contexts of jobs
   * @param observe called after each execution of a job
   */
  constructor(
    {
      databaseUrl,
      directUrl = null,
      poolSize,
      isMaintainer = () => true,
    }: { databaseUrl: string; directUrl?: string | null; poolSize: number; isMaintainer?: () => boolean },
    base: ContextBase,
    observe: (ran: JobRun) => void = () => {},
  ) {
    this.#base = base;
    this.#observe = observe;
    const { queueSchema } = databaseSettings(databaseUrl);
    this.#schema = queueSchema;
    this.#boss = new PgBoss({
      ...QUEUE_CONNECTION_LIMITS,
      ...databaseSettings(directUrl ?? databaseUrl).connection,
      ...(directUrl !== null && { Client: clientThrough(base.database, databaseUrl) }),
      schema: queueSchema,
      application_name: APPLICATION_NAME,
      max: queueConnections(poolSize),
      // A notification starts a job within milliseconds; polling alone takes up to two seconds.
      useListenNotify: true,
      clock: MONOTONIC,
      // The owner of the tables installs and upgrades them before the start.
      migrate: false,
      // `QueueWatch` calls `supervise` when it is needed.
      supervise: false,
      monitorIntervalSeconds: MONITOR_SECONDS,
      maintenanceIntervalSeconds: DELETE_SECONDS,
      // Switched off, because the service doesn't use pg-boss's schedules.
      schedule: false,
    });
    this.#watch = new QueueWatch({
      read: (names, searches) => readQueueState(base.database, queueSchema, { names, searches }),
      wake: (worker) => this.#boss.notifyWorker(worker),
      isMaintainer,
      maintain: () => this.#boss.supervise(),
      onClockSet: (stepMs) => this.#protectJobs(stepMs),
      logger: base.logger,
    });
    this.#boss.on('error', (error) =>
      this.#base.logger.warn({ err: error }, 'the job queue had an error and continues'),
    );
  }

  define<Payload extends object>(definition: JobDefinition<Payload>): void {
    const { name, abandoned, recorded } = definition;
    if (abandoned) {
      // Defines the dead letter queue first, because it must exist before this queue refers to it.
      this.define({
        name: deadLettersOf(name),
        retryLimit: 10,
        expireInSeconds: 60,
        concurrency: 1,
        recorded,
        handle: abandoned,
      });
    }
    this.#definitions.set(name, definition);
  }

  /**
   * Registers a function that runs when this process notices that the database's clock was set back. The function makes delayed
   * work due and returns the number of changed rows.
   */
  onClockSetBack(pull: (em: EntityManager) => Promise<number>): void {
    this.#onClockSetBack.push(pull);
  }

  defineBatches<Payload extends object>(definition: BatchDefinition<Payload>): void {
    this.#definitions.set(definition.name, definition);
  }

  /** Creates the queues of all job definitions. Several processes can call it at once. */
  async start(): Promise<void> {
    await this.#leaveToUpkeep();
    await this.#boss.start();
    this.#isStarted = true;
    await pullForward(this.#em, this.#schema, 2 * MAX_RETRY_DELAY_SECONDS);
    const there = new Map((await this.#boss.getQueues()).map((queue) => [queue.name, queue]));
    for (const definition of this.#definitions.values()) {
      const { name, retryLimit, expireInSeconds, retentionSeconds, keptWhenDoneSeconds } = definition;
      const options = {
        ...('abandoned' in definition && { deadLetter: deadLettersOf(name) }),
        retryLimit,
        retryDelay: 1,
        retryBackoff: true,
        retryDelayMax: MAX_RETRY_DELAY_SECONDS,
        expireInSeconds,
        ...(retentionSeconds && { retentionSeconds }),
        heartbeatSeconds: HEARTBEAT_SECONDS,
        deleteAfterSeconds: keptWhenDoneSeconds ?? 7 * DAY_SECONDS,
        notify: true,
      };
      if (isAs(there.get(name), options)) continue;
      await this.#boss.createQueue(name, options);
      // Updates the options of a queue that an earlier release created.
      await this.#boss.updateQueue(name, options);
    }
    await this.#leaveToUpkeep();
    this.#watching = this.#watch.run(this.#stopping.signal);
  }

  get #em(): EntityManager {
    return this.#base.database.orm.em.fork() as EntityManager;
  }

  /**
   * Protects jobs when the clock is set. If it is set forward by an hour, every heartbeat seems an hour old, and living workers
   * would count as dead. If it is set back, jobs would wait an hour longer for their next attempt.
   */
  async #protectJobs(stepMs: number): Promise<void> {
    let due = 0;
    if (stepMs < 0) {
      due = await pullForward(this.#em, this.#schema, 0);
      for (const pullOthers of this.#onClockSetBack) due += await pullOthers(this.#em);
    }
    await sql(this.#em, renewTimes(this.#schema));
    this.#base.logger.warn(
      { stepMs, due },
      'the clock of the database was set: running jobs continue, delayed jobs start now',
    );
  }

  /**
   * Makes pg-boss delete jobs whose retention is over. pg-boss would do that regularly by the database's clock, so its own
   * deletion is always postponed far into the future. Returns 0, because pg-boss doesn't count deleted jobs.
   */
  async deleteOld(): Promise<number> {
    if (!this.#isStarted) return 0;
    await allowDeletion(this.#em, this.#schema);
    try {
      await this.#boss.supervise();
    } finally {
      await this.#leaveToUpkeep();
    }
    return 0;
  }

  #leaveToUpkeep(): Promise<void> {
    return postponeDeletion(this.#em, this.#schema);
  }

  /** Starts working on jobs in this process. */
  async work(): Promise<void> {
    for (const definition of this.#definitions.values()) {
      if ('batchSize' in definition) await this.#startBatchWorker(definition);
      else for (let worker = 0; worker < definition.concurrency; worker++) await this.#startWorker(definition);
    }
  }

  async #startWorker({ name, handle }: AnyJob): Promise<void> {
    const worker = await this.#boss.work(name, WORKER_OPTIONS, async ([job]) => {
      if (!job) return;
      // Looks for another job at once, because one job often means more. Otherwise, a worker would sleep after each job until the
      // next poll.
      this.#boss.notifyWorker(worker);
      const begin = performance.now();
      let isDone = false;
      await inSpan(`job ${name}`, { kind: SpanKind.CONSUMER, parent: traceOf(job.data) }, async () => {
        try {
          const { ctx, payload } = this.#waiting(name, job);
          await handle(ctx, payload);
          isDone = true;
        } catch (error) {
          if (await this.#postpone(name, job, error)) return;
          this.#base.logger.error({ err: error, job: name, jobId: job.id }, 'a job failed');
          throw error;
        } finally {
          this.#observe({ name, isDone, durationMs: performance.now() - begin });
        }
      });
    });
    this.#watch.add(name, worker);
  }

  async #startBatchWorker({ name, batchSize, handle }: AnyBatch): Promise<void> {
    const options = { ...WORKER_OPTIONS, batchSize, perJobResults: true as const };
    const worker = await this.#boss.work(name, options, async (jobs) => {
      this.#boss.notifyWorker(worker);
      const begin = performance.now();
      const observe = (isDone: boolean) => this.#observe({ name, isDone, durationMs: performance.now() - begin });
      return inSpan(`jobs ${name}`, { kind: SpanKind.CONSUMER, parent: ROOT_CONTEXT }, async () => {
        try {
          const results = await this.#workOn(jobs, name, handle);
          for (const { status } of results) observe(status === 'completed');
          return results;
        } catch (error) {
          for (const _ of jobs) observe(false);
          throw error;
        }
      });
    });
    this.#watch.add(name, worker);
  }

  /** Handles all jobs of a batch at once, and one by one if that fails. */
  async #workOn(jobs: readonly Job<unknown>[], name: string, handle: AnyBatch['handle']): Promise<JobResult[]> {
    try {
      await handle(jobs.map((job) => this.#waiting(name, job)));
      return jobs.map(({ id }) => ({ id, status: 'completed' as const }));
    } catch (error) {
      this.#base.logger.warn({ err: error, job: name, count: jobs.length }, 'a batch of jobs failed');
      // If the database is unavailable, no job is at fault, and each would wait for the same database.
      if (lacksDatabase(error)) throw error;
      if (jobs.length === 1) return [this.#failed(name, jobs[0]!, error)];
    }
    const results: JobResult[] = [];
    for (const job of jobs) {
      try {
        job.signal.throwIfAborted();
        await handle([this.#waiting(name, job)]);
        results.push({ id: job.id, status: 'completed' });
      } catch (error) {
        results.push(this.#failed(name, job, error));
      }
    }
    return results;
  }

  /**
   * If the attempt of a job doesn't count, sends the job again with a delay. Waits while the database isn't available, because no
   * other job could run either. Returns false if the attempt counts, or if the service stops or the job expires in the meantime.
   */
  async #postpone(name: string, { id, data, signal }: Job<unknown>, error: unknown): Promise<boolean> {
    const { logger } = this.#base;
    if (!(error instanceof AttemptNotCounted)) return false;
    const { waits, data: nextData } = postponed(data);
    const startAfter = Math.min(2 ** waits, MAX_RETRY_DELAY_SECONDS);
    logger.warn({ err: error, job: name, jobId: id, startAfter }, 'a job could not be attempted and is retried later');
    const again = async () => {
      await error.undoAttempt();
      await this.#boss.send(name, nextData, { startAfter });
    };
    try {
      await untilDatabaseAnswers(again, logger, AbortSignal.any([signal, this.#stopping.signal]));
      return true;
    } catch {
      return false;
    }
  }

  #waiting(name: string, { id, data, signal }: Job<unknown>): BatchJob<object> {
    const { owner, asker, payload } = contentOf(data);
    const occasion = { principal: internal(`job:${name}`, owner, asker), requestId: id, signal };
    return { ctx: new Context(this.#base, occasion), payload };
  }

  #failed(name: string, { id }: Job<unknown>, error: unknown): JobResult {
    this.#base.logger.error({ err: error, job: name, jobId: id }, 'a job failed');
    return { id, status: 'failed', output: error };
  }

  /**
   * Sends a job within the transaction of the context; the job exists only if that commits. The job stores its owner and
   * requester, for the context in which it runs and for records.
   */
  async send<Payload extends object>(ctx: Context, name: string, payload: Payload): Promise<void> {
    await this.#boss.send(name, tracedBy(askedBy(ctx.principal, payload)), { db: within(ctx.em) });
  }

  /** Sends many jobs in one statement, each with its owner. An owner is null for work without an owner. */
  async sendAll<Payload extends object>(
    em: EntityManager,
    name: string,
    jobs: readonly { payload: Payload; owner: string | null }[],
  ): Promise<void> {
    if (jobs.length === 0) return;
    await this.#boss.insert(
      name,
      jobs.map(({ payload, owner }) => ({ data: ownedBy(owner, payload) })),
      { db: within(em) },
    );
  }

  /** Counts ready and delayed jobs by name. */
  async waiting(): Promise<{ name: string; ready: number; deferred: number }[]> {
    if (!this.#isStarted) return [];
    const counts = new Map((await countWaitingJobs(this.#em, this.#schema)).map((count) => [count.name, count]));
    return [...this.#definitions.keys()].map((name) => counts.get(name) ?? { name, ready: 0, deferred: 0 });
  }

  /** Health probe. @throws if the queue isn't started or its tables don't respond */
  async probe(): Promise<void> {
    if (!this.#isStarted) throw new Error('The job queue is not started');
    for (const { name } of this.#definitions.values()) {
      const queue = await this.#boss.getQueue(name);
      if (!queue) throw new Error(`The job queue ${name} doesn’t exist`);
      break;
    }
  }

  /**
   * Stops working on jobs. Running jobs have `graceMs` milliseconds to finish. Unfinished jobs run again later, possibly in
   * another process.
   */
  async stop(graceMs: number): Promise<void> {
    if (!this.#isStarted) return;
    this.#isStarted = false;
    this.#stopping.abort(new Error('The process is stopping.'));
    // Waits for the jobs itself, because pg-boss's graceful stop checks only every half second whether they are finished.
    const isOver = new AbortController();
    const ended = [...this.#definitions.keys()].map((name) => this.#boss.offWork(name));
    await Promise.race([
      Promise.allSettled(ended),
      sleep(graceMs, undefined, { signal: isOver.signal }).catch(() => {}),
    ]);
    isOver.abort();
    await this.#boss.stop({ graceful: false, close: true });
    await Promise.race([this.#watching, sleep(LAST_MAINTENANCE_MS, undefined, { ref: false })]);
  }
}

/** Runs pg-boss's statements in a transaction of the service. */
function within(em: EntityManager) {
  return { executeSql: async (text: string, values?: unknown[]) => ({ rows: await sql(em, text, values) }) };
}

/**
 * True if the queue exists with these options. At most starts this is true, and the queue isn't updated. The first start of a
 * release may change options.
 */
function isAs(queue: QueueResult | undefined, options: Partial<QueueResult>): boolean {
  return queue !== undefined && Object.entries(options).every(([name, is]) => queue[name as keyof QueueResult] === is);
}

function deadLettersOf(name: string): string {
  return `${name}.abandoned`;
}
