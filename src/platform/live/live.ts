import { setTimeout as delay } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { EventType } from '../events/outbox.ts';
import type { Logger } from '../observability/logger.ts';
import { notify } from './announcement.sql.ts';
import { type ListeningChannel, ListeningConnection } from './listening-connection.ts';

/**
 * PostgreSQL notification channel on which the outbox announces its events, as type and ids, separated by spaces. `announce` uses it
 * as well.
 */
const CHANNEL = 'outbox';
/** Polling interval while notifications aren't available. */
const POLL_EVERY_MS = 2_000;

/**
 * Names of announcements, by which processes tell each other about new work, beside the events of the outbox. Features add
 * theirs by declaration merging.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled in by the features
export interface Announcements {}

type Announcement = keyof Announcements & string;

/**
 * Wakes subscribers when something could have changed. Transports no events: a woken subscriber reads the current state, so
 * waking it once covers any number of changes, and slow subscribers need no memory. One database connection serves the whole
 * process.
 */
export class Live {
  readonly #connection: ListeningConnection;
  /** Callbacks of subscribers to one object, by `type id`. */
  readonly #watchers = new Map<string, Set<() => void>>();
  /** Callbacks of `observe`, by event type. */
  readonly #observers = new Map<string, Set<() => void>>();
  /** Callbacks of subscribers to all events. */
  readonly #watchersOfAll = new Set<() => void>();
  #polling: NodeJS.Timeout | undefined;
  #isStopped = false;

  /** @param others other channels to listen to over the same connection */
  constructor(databaseUrl: string, logger: Logger, others: readonly ListeningChannel[] = []) {
    const outbox: ListeningChannel = {
      name: CHANNEL,
      onNotification: (text: string) => this.#receive(text),
      onOpened: () => {
        this.#stopPolling();
        // Notifications sent while the connection was lost are missing, so all subscribers are woken.
        this.#wakeAll();
      },
      onLost: () => this.#startPolling(),
    };
    this.#connection = new ListeningConnection(databaseUrl, [outbox, ...others], logger);
  }

  start(): void {
    this.#startPolling();
    this.#connection.start();
  }

  /** Ends every watch. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopPolling();
    this.#wakeAll();
    await this.#connection.stop();
  }

  /** Number of current subscribers to one object or to all events. */
  get watching(): number {
    let count = this.#watchersOfAll.size;
    for (const watchers of this.#watchers.values()) count += watchers.size;
    return count;
  }

  /**
   * Yields at once, and whenever an event of this type possibly happened to this object. Ends when the signal aborts or the
   * process stops.
   */
  watch(type: EventType, id: string, signal: AbortSignal): AsyncGenerator<void> {
    const key = `${type} ${id}`;
    return this.#watch(signal, (wake) => {
      const watchers = this.#watchers.get(key) ?? new Set();
      this.#watchers.set(key, watchers.add(wake));
      return () => {
        watchers.delete(wake);
        if (watchers.size === 0) this.#watchers.delete(key);
      };
    });
  }

  /**
   * Yields at once, at any event, and when the time that `waitMs` returns has passed without one. In milliseconds, read after
   * each turn of the subscriber.
   */
  watchAll(waitMs: () => number, signal: AbortSignal): AsyncGenerator<void> {
    const join = (wake: () => void) => {
      this.#watchersOfAll.add(wake);
      return () => void this.#watchersOfAll.delete(wake);
    };
    return this.#watch(signal, join, waitMs);
  }

  /** Yields at once and at events of these types, at most once every `quietMs` milliseconds. */
  async *watchTypes(types: readonly EventType[], quietMs: number, signal: AbortSignal): AsyncGenerator<void> {
    const join = (wake: () => void) => {
      const ends = types.map((type) => this.observe(type, wake));
      return () => ends.forEach((end) => void end());
    };
    for await (const _ of this.#watch(signal, join)) {
      yield;
      await delay(quietMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** Makes the observers of this announcement in all processes look, as soon as the transaction commits. */
  announce(em: EntityManager, announcement: Announcement): Promise<void> {
    return notify(em, CHANNEL, announcement);
  }

  /**
   * Calls `observer` synchronously for every possible event of this type, e.g. to clear a cache, or for an announcement. Returns
   * a function that unregisters it.
   */
  observe(type: EventType | Announcement, observer: () => void): () => void {
    const observers = this.#observers.get(type) ?? new Set();
    this.#observers.set(type, observers.add(observer));
    return () => void observers.delete(observer);
  }

  async *#watch(
    signal: AbortSignal,
    join: (wake: () => void) => () => void,
    waitMs?: () => number,
  ): AsyncGenerator<void> {
    let isNews = true;
    let wakeUp = () => {};
    const wake = () => {
      isNews = true;
      wakeUp();
    };
    const leave = join(wake);
    signal.addEventListener('abort', wake);
    try {
      while (!signal.aborted && !this.#isStopped) {
        if (isNews) {
          isNews = false;
          yield;
        } else {
          const timer = waitMs && setTimeout(wake, waitMs());
          await new Promise<void>((resolve) => {
            wakeUp = resolve;
          });
          clearTimeout(timer);
        }
      }
    } finally {
      leave();
      signal.removeEventListener('abort', wake);
    }
  }

  #receive(text: string): void {
    for (const wake of this.#watchersOfAll) wake();
    const [type, ...ids] = text.split(' ');
    for (const observer of this.#observers.get(type!) ?? []) observer();
    for (const id of ids) for (const wake of this.#watchers.get(`${type} ${id}`) ?? []) wake();
    // An event with too many ids for a notification is announced without ids, so any object of the type can be affected.
    if (ids.length === 0) this.#wakeAll(`${type} `);
  }

  #wakeAll(prefix = ''): void {
    if (prefix === '') {
      for (const observers of this.#observers.values()) for (const observer of observers) observer();
      for (const wake of this.#watchersOfAll) wake();
    }
    for (const [key, watchers] of this.#watchers) if (key.startsWith(prefix)) for (const wake of watchers) wake();
  }

  #startPolling(): void {
    this.#polling ??= setInterval(() => this.#wakeAll(), POLL_EVERY_MS);
  }

  #stopPolling(): void {
    clearInterval(this.#polling);
    this.#polling = undefined;
  }
}
