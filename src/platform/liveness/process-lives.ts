import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Database } from '../database/database.ts';
import { isOutage } from '../errors/errors.ts';
import type { Logger } from '../observability/logger.ts';
import { beat, deleteDead, insertUnknown } from './process-life.sql.ts';

export interface LifeOptions {
  /** Interval in milliseconds at which a process increases its heartbeat counter and reads the others'. */
  beatMs: number;
  /**
   * Milliseconds without a change of its heartbeat counter after which a process counts as dead. A shorter time could mistake a
   * busy process for dead.
   */
  deadAfterMs: number;
}

/** Number of missed heartbeats after which another process takes over the shared work of a process. */
const MISSED_BEATS = 2;

const USUAL: LifeOptions = { beatMs: 3_000, deadAfterMs: 20_000 };

interface WatchedProcess {
  beats: number;
  /** Milliseconds for which this process has seen the watched process's heartbeat counter unchanged. */
  stillMs: number;
}

/**
 * Detects dead processes. Each process increases a heartbeat counter in the database and watches the others' counters by its own
 * monotonic clock, so that setting a clock has no effect.
 */
export class ProcessLives {
  /** Id of this process. */
  readonly id = randomUUID();
  readonly #database: Database;
  readonly #logger: Logger;
  readonly #options: LifeOptions;
  readonly #stopping = new AbortController();
  readonly #others = new Map<string, WatchedProcess>();
  readonly #followUps: (() => Promise<unknown>)[] = [];
  #lookedAt = 0;
  #beating: Promise<void> = Promise.resolve();

  constructor(database: Database, logger: Logger, options: LifeOptions = USUAL) {
    this.#database = database;
    this.#logger = logger;
    this.#options = options;
  }

  /** Registers `work`, which is called at each heartbeat. Failures are logged. */
  atEachBeat(work: () => Promise<unknown>): void {
    this.#followUps.push(work);
  }

  /**
   * Starts the heartbeats and resolves after the first one. Without a heartbeat counter, other processes couldn't find the
   * unfinished work of this process after its death.
   */
  async start(): Promise<void> {
    await this.beat();
    this.#beating = this.#keepBeating();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#beating;
  }

  /** Ids of other processes that count as dead. */
  get dead(): string[] {
    const { deadAfterMs } = this.#options;
    return [...this.#others].flatMap(([id, { stillMs }]) => (stillMs >= deadAfterMs ? [id] : []));
  }

  /**
   * True for one of the processes that seem alive, so that work is done once for all. Right after a death it may be true for none,
   * and for two if one of them is slow, so the work must tolerate both.
   */
  get isFirst(): boolean {
    const silentAfterMs = MISSED_BEATS * this.#options.beatMs;
    return [...this.#others].every(([id, { stillMs }]) => this.id < id || stillMs >= silentAfterMs);
  }

  /** Increases the heartbeat counter of this process and reads the others. */
  async beat(): Promise<void> {
    const counters = (await beat(this.#database, this.id)) ?? {};
    const now = performance.now();
    // Counts at most two intervals per reading: while the database was unavailable, no process could increase its counter.
    const sinceMs = Math.min(now - this.#lookedAt, 2 * this.#options.beatMs);
    this.#lookedAt = now;
    for (const [id, beats] of Object.entries(counters)) {
      const known = this.#others.get(id);
      this.#others.set(id, { beats, stillMs: known?.beats === beats ? known.stillMs + sinceMs : 0 });
    }
    for (const id of this.#others.keys()) if (!(id in counters)) this.#others.delete(id);
  }

  /** Starts watching processes that left unfinished work but have no heartbeat counter. */
  async watch(em: EntityManager, ids: readonly string[]): Promise<void> {
    await insertUnknown(em, ids);
  }

  /**
   * Deletes the counters of dead processes that left no unfinished work. Keeps a process whose counter changes in the meantime.
   */
  async forget(em: EntityManager, ids: readonly string[]): Promise<void> {
    const dead = ids.filter((id) => this.#others.has(id));
    const beats = dead.map((id) => this.#others.get(id)!.beats);
    for (const id of await deleteDead(em, dead, beats)) this.#others.delete(id);
  }

  async #keepBeating(): Promise<void> {
    const { signal } = this.#stopping;
    for (;;) {
      await sleep(this.#options.beatMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      for (const work of [() => this.beat(), ...this.#followUps]) {
        await work().catch((error) => {
          // The code that uses the database already logs an outage.
          if (!isOutage(error)) this.#logger.warn({ err: error }, 'a heartbeat of this process failed and is repeated');
        });
      }
    }
  }
}
