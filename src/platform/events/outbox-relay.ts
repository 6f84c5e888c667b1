import { type Database, sql } from '../database/database.ts';
import { type JobQueue, TRIED_FOR_A_YEAR } from '../jobs/job-queue.ts';
import type { Logger } from '../observability/logger.ts';
import type { Listener } from './outbox.ts';

const BATCH = 100;
/** At once: a statement that deletes more would hold its locks for long. */
const MAX_FORGOTTEN = 10_000;
/** How soon an event goes out at the latest. Each look costs one read of an index that is almost always empty. */
const LOOK_EVERY_MS = 250;

/**
 * Carries events from the outbox to one queue for each listener. Several processes may relay at once: each takes rows that
 * the others have not locked, and a batch is marked in the transaction that sends its jobs.
 */
export class OutboxRelay {
  readonly #database: Database;
  readonly #queue: JobQueue;
  readonly #logger: Logger;
  readonly #listeners = new Map<string, Listener[]>();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(database: Database, queue: JobQueue, logger: Logger) {
    this.#database = database;
    this.#queue = queue;
    this.#logger = logger;
  }

  listen(listener: Listener): void {
    this.#listeners.set(listener.type, [...(this.#listeners.get(listener.type) ?? []), listener]);
    this.#queue.define<{ payload: never }>({
      name: queueOf(listener),
      // A log may be frozen for as long as its people argue, and that must not cost what it should have sealed.
      ...TRIED_FOR_A_YEAR,
      expireInSeconds: 120,
      concurrency: 1,
      handle: ({ payload }, signal) => listener.handle(payload, signal),
    });
  }

  start(): void {
    const look = () => {
      this.#running = this.#relayAll()
        .catch((error) => this.#logger.warn({ err: error }, 'events wait: the outbox cannot be read'))
        .finally(() => {
          if (!this.#isStopped) this.#timer = setTimeout(look, LOOK_EVERY_MS);
        });
    };
    look();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Deletes events that went out more than `days` ago; until then they tell what happened. Gives how many. */
  async forgetDispatched(days: number): Promise<number> {
    const deleted = await sql(
      this.#database.orm.em.fork(),
      `delete from outbox_event where id in (
         select id from outbox_event where dispatched_at < now() - make_interval(days => $1) order by id limit ${MAX_FORGOTTEN}
       ) returning id`,
      [days],
    );
    return deleted.length;
  }

  async #relayAll(): Promise<void> {
    while (!this.#isStopped && (await this.#relayBatch()) === BATCH);
  }

  async #relayBatch(): Promise<number> {
    return this.#database.orm.em.fork().transactional(async (em) => {
      const events: { id: number; type: string; payload: object }[] = await sql(
        em,
        `select id, type, payload from outbox_event where dispatched_at is null order by id limit ${BATCH} for update skip locked`,
      );
      for (const event of events) {
        for (const listener of this.#listeners.get(event.type) ?? []) {
          await this.#queue.send(em, queueOf(listener), { payload: event.payload });
        }
      }
      if (events.length > 0) {
        await sql(em, 'update outbox_event set dispatched_at = current_timestamp(3) where id = any($1)', [
          events.map((event) => event.id),
        ]);
      }
      return events.length;
    });
  }
}

function queueOf(listener: Listener): string {
  return `event.${listener.name}`;
}
