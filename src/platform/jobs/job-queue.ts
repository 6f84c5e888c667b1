import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { context, propagation, ROOT_CONTEXT, SpanKind } from '@opentelemetry/api';
import { type Clock, type Job, type JobResult, PgBoss, type QueueResult } from 'pg-boss';
import { internal, ownerOf, type Principal, requesterOf } from '../auth/principal.ts';
import { ClockSteps } from '../clock-steps.ts';
import { Context, type ContextBase } from '../context.ts';
import { CONNECTION_LIMITS, sql } from '../database/database.ts';
import { databaseSettings } from '../database/database-settings.ts';
import { untilDatabaseAnswers } from '../database/migrate.ts';
import { lacksDatabase } from '../errors/errors.ts';
import { inSpan } from '../telemetry/spans.ts';
import type { AnyBatch, AnyJob, BatchDefinition, BatchJob, JobDefinition, JobRun } from './job-definition.ts';
import { AttemptNotCounted } from './job-definition.ts';
import { allowDeletion, postponeDeletion, pullForward, readQueueMs, renewTimes } from './job-queue.sql.ts';

/**
 * A worker that died is noticed after this long without a heartbeat, and its job is run again. Shorter would take a busy
 * machine for a dead worker; longer makes whoever waits for the picture wait.
 */
const HEARTBEAT_SECONDS = 10;
const HEARTBEAT_REFRESH_SECONDS = 3;
/** How often one of the processes looks for jobs whose worker died. Each look counts the queues' jobs as well. */
const MONITOR_SECONDS = 5;
/** How often each process offers to be the one that looks, so that it is not missed when that one died. */
const SUPERVISE_MS = 2_000;
/** Longest time that a stop waits for a look that has begun. */
const LAST_LOOK_MS = 2_000;
/** More than upkeep takes between two of its turns, and as much as pg-boss allows: it deletes only what upkeep asks it to. */
const DELETE_SECONDS = 24 * 3600;
/** A new job announces itself; a retry that comes due does not, and is found by looking. */
const POLL_SECONDS = 2;
/** Between two tries, at the longest: what comes back is noticed within a minute. */
const MAX_RETRY_DELAY_SECONDS = 60;
const MIN_CONNECTIONS = 2;
/** Its statements are short: more only wait beside each other. */
const MAX_CONNECTIONS = 4;
const DAY_SECONDS = 24 * 3600;
/** Shortest time that a job is kept after the clock was set. */
const KEPT_SECONDS = 7 * DAY_SECONDS;
/** For work that must not be lost because somebody else is away. The pauses vary, so a year of them is fewer than this. */
export const TRIED_FOR_A_YEAR = { retryLimit: 1_000_000, retentionSeconds: 365 * DAY_SECONDS };
const WORKER_OPTIONS = {
  pollingIntervalSeconds: POLL_SECONDS,
  notifyPollingIntervalSeconds: POLL_SECONDS,
  heartbeatRefreshSeconds: HEARTBEAT_REFRESH_SECONDS,
};
/** Waits within a process go by the monotonic clock. By a clock that was set back a worker would rest until its time came again. */
const MONOTONIC: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (work, ms) => setTimeout(work, ms),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (work, ms) => setInterval(work, ms),
  clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout),
};
/** The queue's own upkeep may take longer than a request may. Handed through to the driver. */
const QUEUE_CONNECTION_LIMITS = { ...CONNECTION_LIMITS, statement_timeout: 60_000, query_timeout: 60_000 };

/** How many connections the queue of a process takes for its statements at the most, beside one that LISTENs. */
export function queueConnections(poolSize: number): number {
  return Math.min(MAX_CONNECTIONS, Math.max(MIN_CONNECTIONS, Math.ceil(poolSize / 4)));
}

/** The queue in PostgreSQL. Jobs are sent in the transaction of the row they belong to, so neither is without the other. */
export class JobQueue {
  readonly #boss: PgBoss;
  readonly #base: ContextBase;
  readonly #definitions = new Map<string, AnyJob | AnyBatch>();
  readonly #stopping = new AbortController();
  readonly #schema: string;
  readonly #steps: ClockSteps;
  readonly #whenSetBack: ((em: EntityManager) => Promise<number>)[] = [];
  #isStarted = false;
  #supervising: Promise<void> = Promise.resolve();

  readonly #observe: (ran: JobRun) => void;

  /**
   * @param poolSize of the connections that requests have; the queue has its own
   * @param base of the contexts that jobs are run in
   * @param observe told of every job, each time it was run
   */
  constructor(
    { databaseUrl, poolSize }: { databaseUrl: string; poolSize: number },
    base: ContextBase,
    observe: (ran: JobRun) => void = () => {},
  ) {
    this.#base = base;
    this.#observe = observe;
    const { connection, queueSchema } = databaseSettings(databaseUrl);
    this.#schema = queueSchema;
    this.#steps = new ClockSteps(() => readQueueMs(base.database.orm.em.fork(), queueSchema));
    this.#boss = new PgBoss({
      ...QUEUE_CONNECTION_LIMITS,
      ...connection,
      schema: queueSchema,
      application_name: 'imprimatur-jobs',
      max: queueConnections(poolSize),
      // A job is taken up within milliseconds; polling alone would let it wait for two seconds.
      useListenNotify: true,
      clock: MONOTONIC,
      // See #supervise.
      supervise: false,
      monitorIntervalSeconds: MONITOR_SECONDS,
      maintenanceIntervalSeconds: DELETE_SECONDS,
      // pg-boss's schedules are not used.
      schedule: false,
    });
    this.#boss.on('error', (error) => this.#base.logger.warn({ err: error }, 'the job queue met an error and goes on'));
  }

  define<Payload extends object>(definition: JobDefinition<Payload>): void {
    const { name, abandoned, recorded } = definition;
    if (abandoned) {
      // Before the queue itself: a dead letter queue has to exist when a queue names it.
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
   * Calls `pull` in each process that notices that the database's clock was set back. It makes delayed work due, and gives the
   * number of things that became due.
   */
  whenSetBack(pull: (em: EntityManager) => Promise<number>): void {
    this.#whenSetBack.push(pull);
  }

  defineBatches<Payload extends object>(definition: BatchDefinition<Payload>): void {
    this.#definitions.set(definition.name, definition);
  }

  /** Makes the queues there are definitions for. Safe to do in several processes at once. */
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
      // One that an earlier version made keeps what that version said.
      await this.#boss.updateQueue(name, options);
    }
    await this.#leaveToUpkeep();
    this.#supervising = this.#supervise();
  }

  get #em(): EntityManager {
    return this.#base.database.orm.em.fork() as EntityManager;
  }

  /** Looks for jobs whose worker died, until the stop. */
  async #supervise(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        await this.#notice();
        await this.#boss.supervise();
      } catch (error) {
        if (!signal.aborted) this.#base.logger.warn({ err: error }, 'the job queue is looked after later');
      }
      await sleep(SUPERVISE_MS, undefined, { signal }).catch(() => {});
    }
  }

  /**
   * Keeps a clock that was set from deciding over jobs. Set forward by an hour, it would make every heartbeat an hour old, and
   * living workers would be taken for dead. After a step back, jobs would wait that hour for their next try.
   */
  async #notice(): Promise<void> {
    const stepMs = await this.#steps.look();
    if (stepMs === 0) return;
    let due = 0;
    if (stepMs < 0) {
      due = await pullForward(this.#em, this.#schema, 0);
      for (const pullOthers of this.#whenSetBack) due += await pullOthers(this.#em);
    }
    await renewTimes(this.#em, this.#schema, KEPT_SECONDS);
    this.#base.logger.warn({ stepMs, due }, "the database's clock was set: running jobs go on, delayed jobs are due");
  }

  /**
   * Deletes jobs that were kept for as long as they should be. pg-boss decides that by the database's clock and would do it by
   * itself, so between two calls its next turn lies far ahead. Gives 0: it doesn't count them.
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

  /** Begins to work on the jobs in this process. */
  async work(): Promise<void> {
    for (const definition of this.#definitions.values()) {
      if ('batchSize' in definition) await this.#startBatchWorker(definition);
      else for (let worker = 0; worker < definition.concurrency; worker++) await this.#startWorker(definition);
    }
  }

  async #startWorker({ name, handle }: AnyJob): Promise<void> {
    const worker = await this.#boss.work(name, WORKER_OPTIONS, async ([job]) => {
      if (!job) return;
      // Where there was one job there may be more: by itself a worker would rest after each until the next look.
      this.#boss.notifyWorker(worker);
      const begin = performance.now();
      let isDone = false;
      await inSpan(`job ${name}`, { kind: SpanKind.CONSUMER, parent: traceOf(job) }, async () => {
        try {
          const { ctx, payload } = this.#waiting(name, job);
          await handle(ctx, payload);
          isDone = true;
        } catch (error) {
          if (await this.#putOff(name, job, error)) return;
          this.#base.logger.error({ err: error, job: name, jobId: job.id }, 'a job failed');
          throw error;
        } finally {
          this.#observe({ name, isDone, durationMs: performance.now() - begin });
        }
      });
    });
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
  }

  /** All of them at once, and where that fails one by one. */
  async #workOn(jobs: readonly Job<unknown>[], name: string, handle: AnyBatch['handle']): Promise<JobResult[]> {
    try {
      await handle(jobs.map((job) => this.#waiting(name, job)));
      return jobs.map(({ id }) => ({ id, status: 'completed' as const }));
    } catch (error) {
      this.#base.logger.warn({ err: error, job: name, count: jobs.length }, 'a batch of jobs failed');
      // That is the fault of none of them, and each would only wait for the same again.
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
   * Has a job wait that could not be tried: it is sent again, to be begun later. A database that is away is waited for here,
   * since nothing else could be done without it. False when it was a try, or when the service stops meanwhile.
   */
  async #putOff(name: string, { id, data, signal }: Job<unknown>, error: unknown): Promise<boolean> {
    const { logger } = this.#base;
    if (!(error instanceof AttemptNotCounted)) return false;
    const { [WAITS]: waits = 0, ...rest } = data as SentPayload;
    const startAfter = Math.min(2 ** waits, MAX_RETRY_DELAY_SECONDS);
    logger.warn({ err: error, job: name, jobId: id, startAfter }, 'a job waits for what is away');
    const again = async () => {
      await error.undoAttempt();
      await this.#boss.send(name, { ...rest, [WAITS]: waits + 1 }, { startAfter });
    };
    try {
      await untilDatabaseAnswers(again, logger, AbortSignal.any([signal, this.#stopping.signal]));
      return true;
    } catch {
      return false;
    }
  }

  #waiting(name: string, { id, data, signal }: Job<unknown>): BatchJob<object> {
    const { [OWNER]: owner = null, [ASKER]: asker = null, ...rest } = data as SentPayload;
    const { [TRACE]: _trace, [WAITS]: _waits, ...payload } = rest;
    const occasion = { principal: internal(`job:${name}`, owner, asker), requestId: id, signal };
    return { ctx: new Context(this.#base, occasion), payload };
  }

  #failed(name: string, { id }: Job<unknown>, error: unknown): JobResult {
    this.#base.logger.error({ err: error, job: name, jobId: id }, 'a job failed');
    return { id, status: 'failed', output: error };
  }

  /**
   * Sends a job within the transaction of the context: it exists when, and only if, that commits. Whose work it is and who has
   * asked for it go along, so that whoever does it knows for whom, and writes down who it was.
   */
  async send<Payload extends object>(ctx: Context, name: string, payload: Payload): Promise<void> {
    await this.#boss.send(name, tracedBy(askedBy(ctx.principal, payload)), { db: within(ctx.em) });
  }

  /** Sends many in one statement, each for its owner; null where many callers together have brought it about. */
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

  /** Counts jobs of each name that could begin at once, and those that wait for their next try; as of some seconds ago. */
  async waiting(): Promise<{ name: string; ready: number; deferred: number }[]> {
    if (!this.#isStarted) return [];
    const queues = await this.#boss.getQueues([...this.#definitions.keys()]);
    return queues.map(({ name, readyCount, deferredCount }) => ({ name, ready: readyCount, deferred: deferredCount }));
  }

  /** @throws when the queue's tables do not answer. */
  async probe(): Promise<void> {
    if (!this.#isStarted) throw new Error('The job queue is not started');
    for (const { name } of this.#definitions.values()) {
      const queue = await this.#boss.getQueue(name);
      if (!queue) throw new Error(`The queue ${name} is missing`);
      break;
    }
  }

  /** Lets running jobs finish for `graceMs`; what is not done by then is run again by whoever starts next. */
  async stop(graceMs: number): Promise<void> {
    if (!this.#isStarted) return;
    this.#isStarted = false;
    this.#stopping.abort(new Error('The stop has begun.'));
    // pg-boss's own graceful stop looks every half second whether they have ended, and always once.
    const isOver = new AbortController();
    const ended = [...this.#definitions.keys()].map((name) => this.#boss.offWork(name));
    await Promise.race([
      Promise.allSettled(ended),
      sleep(graceMs, undefined, { signal: isOver.signal }).catch(() => {}),
    ]);
    isOver.abort();
    await this.#boss.stop({ graceful: false, close: true });
    await Promise.race([this.#supervising, sleep(LAST_LOOK_MS, undefined, { ref: false })]);
  }
}

/** The member of a job's data that says whose work it is. */
const OWNER = '$owner';

/** The member of a job's data that says who has asked for it, where that is another: an agent. */
const ASKER = '$asker';

/** The member of a job's data that says of which trace it is a part: a `traceparent` by W3C. */
const TRACE = '$trace';

/** The member of a job's data that says how often it was put off. */
const WAITS = '$waits';

/** A job that an earlier version sent has no owner, few have been asked for by another, most are part of no trace, and hardly any was put off. */
type SentPayload = { [OWNER]?: string | null; [ASKER]?: string; [TRACE]?: Record<string, string>; [WAITS]?: number };

function ownedBy(owner: string | null, payload: object): object {
  return owner === null ? payload : { ...payload, [OWNER]: owner };
}

function askedBy(principal: Principal, payload: object): object {
  const [owner, asker] = [ownerOf(principal), requesterOf(principal)];
  return ownedBy(owner, asker === owner ? payload : { ...payload, [ASKER]: asker });
}

function tracedBy(payload: object): object {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return 'traceparent' in carrier ? { ...payload, [TRACE]: carrier } : payload;
}

function traceOf({ data }: Job<unknown>) {
  return propagation.extract(ROOT_CONTEXT, (data as SentPayload)[TRACE] ?? {});
}

/** What pg-boss runs its statements with, when they belong to a transaction of ours. */
function within(em: EntityManager) {
  return { executeSql: async (text: string, values?: unknown[]) => ({ rows: await sql(em, text, values) }) };
}

/** Whether a queue is there and says all that of itself already, as at every start but the first of a version. */
function isAs(queue: QueueResult | undefined, options: Partial<QueueResult>): boolean {
  return queue !== undefined && Object.entries(options).every(([name, is]) => queue[name as keyof QueueResult] === is);
}

function deadLettersOf(name: string): string {
  return `${name}.abandoned`;
}
