import type { EntityManager } from '@mikro-orm/postgresql';
import { internal } from '../auth/principal.ts';
import { Context, type ContextBase } from '../context.ts';
import { sql } from '../database/database.ts';
import { type JobQueue, TRIED_FOR_A_YEAR } from '../jobs/job-queue.ts';
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
  readonly #base: ContextBase;
  readonly #queue: JobQueue;
  readonly #listeners = new Map<string, Listener[]>();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  readonly #stopping = new AbortController();

  constructor(base: ContextBase, queue: JobQueue) {
    this.#base = base;
    this.#queue = queue;
  }

  listen(listener: Listener): void {
    this.#listeners.set(listener.type, [...(this.#listeners.get(listener.type) ?? []), listener]);
    this.#queue.define<{ payload: never }>({
      name: queueOf(listener),
      // A log may be frozen for as long as its people argue, and that must not cost what it should have sealed.
      ...TRIED_FOR_A_YEAR,
      expireInSeconds: 120,
      concurrency: 1,
      handle: (ctx, { payload }) => listener.handle(ctx, payload),
    });
  }

  start(): void {
    const look = () => {
      this.#running = this.#relayAll()
        .catch((error) => this.#base.logger.warn({ err: error }, 'events wait: the outbox cannot be read'))
        .finally(() => {
          if (!this.#stopping.signal.aborted) this.#timer = setTimeout(look, LOOK_EVERY_MS);
        });
    };
    look();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Deletes events that went out more than `days` ago; until then they tell what happened. Gives how many. */
  async forgetDispatched({ em }: Context, days: number): Promise<number> {
    const deleted = await sql(
      em,
      `delete from outbox_event where id in (
         select id from outbox_event where dispatched_at < now() - make_interval(days => $1) order by id limit ${MAX_FORGOTTEN}
       ) returning id`,
      [days],
    );
    return deleted.length;
  }

  /** What follows from an event is done for whom the event came of. */
  #contextOf({ id, owner }: WaitingEvent, em: EntityManager): Context {
    const occasion = { principal: internal('outbox', owner), requestId: `event-${id}`, signal: this.#stopping.signal };
    return new Context(this.#base, occasion, em);
  }

  async #relayAll(): Promise<void> {
    while (!this.#stopping.signal.aborted && (await this.#relayBatch()) === BATCH);
  }

  async #relayBatch(): Promise<number> {
    return this.#base.database.orm.em.fork().transactional(async (em) => {
      const events = await sql<WaitingEvent>(
        em,
        `select id, type, payload, owner from outbox_event where dispatched_at is null order by id limit ${BATCH} for update skip locked`,
      );
      for (const event of events) {
        for (const listener of this.#listeners.get(event.type) ?? []) {
          await this.#queue.send(this.#contextOf(event, em), queueOf(listener), { payload: event.payload });
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

interface WaitingEvent {
  id: number;
  type: string;
  payload: object;
  owner: string | null;
}

function queueOf(listener: Listener): string {
  return `event.${listener.name}`;
}
