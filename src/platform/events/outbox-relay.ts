import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context, ContextBase } from '../context.ts';
import { type JobQueue, TRIED_FOR_A_YEAR } from '../jobs/job-queue.ts';
import type { Live } from '../live/live.ts';
import type { EventType, Listener, ReceivedEvent } from './outbox.ts';
import {
  countWaitingEvents,
  deleteDispatchedEvents,
  hasWaitingEvents,
  lockWaitingEvents,
  markDispatched,
  type WaitingEvent,
} from './outbox-event.sql.ts';

const BATCH = 100;
/** Maximum number of events deleted per statement. Deleting more would hold the locks for too long. */
const MAX_FORGOTTEN = 10_000;
/** Interval of polling if no notification comes. New events send one, and so does the return of a lost connection. */
const LOOK_EVERY_MS = 30_000;
/** Pause before looking again for events that couldn't be dispatched, or that another process was dispatching. */
const LOOK_AGAIN_MS = 5_000;
/** Maximum number of events per call of a listener. A failure delays all events of the call. */
const MAX_BATCH = 20;

/**
 * Dispatches events from the outbox to one job queue per listener. Several processes can dispatch at once: each locks events that
 * others haven't locked, and marks them as dispatched in the transaction that sends their jobs.
 */
export class OutboxRelay {
  readonly #base: ContextBase;
  readonly #queue: JobQueue;
  readonly #live: Live;
  readonly #listeners = new Map<string, Listener[]>();
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(base: ContextBase, queue: JobQueue, live: Live) {
    this.#base = base;
    this.#queue = queue;
    this.#live = live;
  }

  listen(listener: Listener): void {
    for (const type of [listener.type].flat()) {
      this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener]);
    }
    this.#queue.defineBatches<QueuedEvent>({
      name: queueOf(listener),
      // Retried for a year, because an append-only log can stay frozen for weeks and its events must not be lost in that time.
      ...TRIED_FOR_A_YEAR,
      expireInSeconds: 120,
      batchSize: MAX_BATCH,
      handle: (jobs) => listener.handle(jobs.map(({ ctx, payload }) => receivedEvent(ctx, listener, payload))),
    });
  }

  start(): void {
    this.#running = this.#relayWhenWoken();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /** Number of events that weren't dispatched yet, and the age of the oldest in seconds. */
  waiting({ em }: Context): Promise<{ count: number; oldestSeconds: number }> {
    return countWaitingEvents(em);
  }

  /** Deletes at most 10,000 events that were dispatched more than `days` days ago. Returns their number. */
  forgetDispatched({ em }: Context, days: number): Promise<number> {
    return deleteDispatchedEvents(em, days, MAX_FORGOTTEN);
  }

  async #relayWhenWoken(): Promise<void> {
    const { signal } = this.#stopping;
    let isLeft = false;
    for await (const _ of this.#live.watchAll(() => (isLeft ? LOOK_AGAIN_MS : LOOK_EVERY_MS), signal)) {
      try {
        isLeft = await this.#relayAll(signal);
      } catch (error) {
        isLeft = true;
        this.#base.logger.warn({ err: error }, 'the outbox cannot be read; events are delivered later');
      }
    }
  }

  /** Returns true if another process was dispatching events, because it can die before it has. */
  async #relayAll(signal: AbortSignal): Promise<boolean> {
    for (;;) {
      const { count, isLeft } = await this.#relayBatch();
      if (count < BATCH || signal.aborted) return isLeft;
    }
  }

  /** Groups the events by the listeners that need them. */
  async #wanted(em: EntityManager, events: readonly WaitingEvent[]): Promise<Map<Listener, WaitingEvent[]>> {
    const wanted = new Map<Listener, WaitingEvent[]>();
    const idle = new Set<Listener>();
    for (const event of events) {
      for (const listener of this.#listeners.get(event.type) ?? []) {
        const its = wanted.get(listener);
        if (its) its.push(event);
        else if (!idle.has(listener)) {
          if ((await listener.isWanted?.(em)) ?? true) wanted.set(listener, [event]);
          else idle.add(listener);
        }
      }
    }
    return wanted;
  }

  async #relayBatch(): Promise<{ count: number; isLeft: boolean }> {
    return this.#base.database.transactional(async (em) => {
      const events = await lockWaitingEvents(em, BATCH);
      if (events.length === 0) return { count: 0, isLeft: await hasWaitingEvents(em) };
      for (const [listener, wanted] of await this.#wanted(em, events)) {
        const jobs = wanted.map(({ type, payload, owner, occurredAt }) => ({
          payload: { type, payload, occurredAt },
          owner,
        }));
        await this.#queue.sendAll(em, queueOf(listener), jobs);
      }
      const ids = events.map((event) => event.id);
      return { count: events.length, isLeft: await markDispatched(em, ids) };
    });
  }
}

/** An event in a listener's queue. Events queued by earlier releases have fewer properties. */
interface QueuedEvent {
  type?: EventType;
  payload: never;
  /** Milliseconds since 1970. */
  occurredAt?: number;
}

function receivedEvent(ctx: Context, listener: Listener, { type, payload, occurredAt }: QueuedEvent): ReceivedEvent {
  return {
    ctx,
    type: type ?? [listener.type].flat()[0]!,
    payload,
    occurredAt: occurredAt === undefined ? ctx.clock.now() : new Date(occurredAt),
  };
}

function queueOf(listener: Listener): string {
  return `event.${listener.name}`;
}
