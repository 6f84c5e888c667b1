import { setTimeout as delay } from 'node:timers/promises';
import type { EventType } from '../events/outbox.ts';
import type { Logger } from '../observability/logger.ts';
import { ListeningConnection } from './listening-connection.ts';

/** The channel that the outbox announces its events on: the type and the ids of each, with spaces between. */
const CHANNEL = 'outbox';
/** While nothing is heard, everybody looks by themselves this often. */
const LOOK_EVERY_MS = 2_000;

/**
 * Tells who waits for something that it may have changed. It carries no events: whoever is woken reads the present state,
 * so one wake stands for any number of changes, none is missed by coming late, and a watcher that is slow takes no memory.
 * All of a process share one connection.
 */
export class Live {
  readonly #connection: ListeningConnection;
  /** Those who watch one thing, by `type id`. */
  readonly #watchers = new Map<string, Set<() => void>>();
  /** Those who hear at once of a type of event, whatever it happened to. */
  readonly #hearers = new Map<string, Set<() => void>>();
  /** Those who want to know that anything happened at all. */
  readonly #watchersOfAll = new Set<() => void>();
  #looking: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(databaseUrl: string, logger: Logger) {
    const handlers = {
      onNotification: (text: string) => this.#receive(text),
      onOpened: () => {
        this.#stopLooking();
        // What was said meanwhile was said to nobody.
        this.#wakeAll();
      },
      onLost: () => this.#startLooking(),
    };
    this.#connection = new ListeningConnection(databaseUrl, CHANNEL, handlers, logger);
  }

  start(): void {
    this.#startLooking();
    this.#connection.start();
  }

  /** Ends every watch. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopLooking();
    this.#wakeAll();
    await this.#connection.stop();
  }

  /** How many watch at the moment. */
  get watching(): number {
    let count = this.#watchersOfAll.size;
    for (const watchers of this.#watchers.values()) count += watchers.size;
    return count;
  }

  /**
   * Yields at once, and again whenever an event of this type may have happened to the thing with this id. Ends when the
   * signal aborts or the process stops.
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

  /** The same for any event at all, and every so often without one. */
  watchAll(everyMs: number, signal: AbortSignal): AsyncGenerator<void> {
    return this.#watch(signal, (wake) => {
      this.#watchersOfAll.add(wake);
      const timer = setInterval(wake, everyMs);
      return () => {
        clearInterval(timer);
        this.#watchersOfAll.delete(wake);
      };
    });
  }

  /** The same for any event of these types, whatever it happened to, and no sooner than `quietMs` after the time before. */
  async *watchTypes(types: readonly EventType[], quietMs: number, signal: AbortSignal): AsyncGenerator<void> {
    const join = (wake: () => void) => {
      const ends = types.map((type) => this.hear(type, wake));
      return () => ends.forEach((end) => void end());
    };
    for await (const _ of this.#watch(signal, join)) {
      yield;
      await delay(quietMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /**
   * Calls `heard` whenever an event of this type may have happened to anything, in the same breath in which it becomes known:
   * for who keeps in memory what others may change. Gives what ends it.
   */
  hear(type: EventType, heard: () => void): () => void {
    const hearers = this.#hearers.get(type) ?? new Set();
    this.#hearers.set(type, hearers.add(heard));
    return () => void hearers.delete(heard);
  }

  async *#watch(signal: AbortSignal, join: (wake: () => void) => () => void): AsyncGenerator<void> {
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
          await new Promise<void>((resolve) => {
            wakeUp = resolve;
          });
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
    for (const heard of this.#hearers.get(type!) ?? []) heard();
    for (const id of ids) for (const wake of this.#watchers.get(`${type} ${id}`) ?? []) wake();
    // Too many ids to be told: it may be any of them.
    if (ids.length === 0) this.#wakeAll(`${type} `);
  }

  #wakeAll(prefix = ''): void {
    if (prefix === '') {
      for (const hearers of this.#hearers.values()) for (const heard of hearers) heard();
      for (const wake of this.#watchersOfAll) wake();
    }
    for (const [key, watchers] of this.#watchers) if (key.startsWith(prefix)) for (const wake of watchers) wake();
  }

  #startLooking(): void {
    this.#looking ??= setInterval(() => this.#wakeAll(), LOOK_EVERY_MS);
  }

  #stopLooking(): void {
    clearInterval(this.#looking);
    this.#looking = undefined;
  }
}
