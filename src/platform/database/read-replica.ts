import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '../config/config.ts';
import { isDatabaseAway, lacksDatabase, Refusal, unreachableReason } from '../errors/errors.ts';
import { OperatorVisibleError } from '../health/probe.ts';
import type { Logger } from '../observability/logger.ts';
import { outsideRequests } from '../request-scope.ts';
import type { Database, LaggingReads } from './database.ts';
import type { RecentWriters } from './recent-writers.ts';
import { readPrimaryPosition, readReplicaPosition, type ServerPosition } from './replica.sql.ts';
import { positionOf, ReplicaLag } from './replica-lag.ts';
import type { Pooler } from './through-pooler.ts';

/**
 * Maximum lag in milliseconds at which a replica is read. A lower limit would leave a replica unused whenever a large change is
 * replayed; a higher one would show callers lists without changes that others told them about.
 */
const MAX_LAG_MS = 2_000;
/** Milliseconds for which a measured lag is used. The lag is measured only while lists are read. */
const MEASURED_MS = 1_000;
/** Milliseconds within which both servers must return their positions. */
const PATIENCE_MS = 1_000;
/** Milliseconds for which a replica that doesn't answer, or may not be read, isn't asked again. */
const PAUSE_MS = 5_000;

/** Why a read that may lag ran on the primary. */
export const PrimaryReason = {
  /** The caller wrote in the last ten seconds, or this process can't know. */
  WRITER: 'WRITER',
  /** The replica is too far behind. */
  LAG: 'LAG',
  /** The replica doesn't answer. */
  AWAY: 'AWAY',
  /** The server isn't a replica of this primary. */
  REFUSED: 'REFUSED',
  /** The read failed on the replica and was repeated. */
  FAILED: 'FAILED',
} as const;
export type PrimaryReason = (typeof PrimaryReason)[keyof typeof PrimaryReason];

/** State of the replica, as last measured. */
interface ReplicaState {
  /** Reason for not reading the replica. Null if it can be read. */
  reason: Exclude<PrimaryReason, 'WRITER' | 'FAILED'> | null;
  /** Sentence for operators. */
  sentence: string;
  /** True if the URL leads to another database, which only a change of settings can correct. */
  isMistake?: boolean;
  /** Null if it isn't known. */
  lagMs: number | null;
  measuredAt: number;
}

/** Numbers of reads since the process began. */
export interface ReplicaReads {
  onReplica: number;
  onPrimary: Readonly<Record<PrimaryReason, number>>;
}

export interface ReadReplicaOptions {
  primary: Database;
  /** Connection to the primary that reads its position, also while all others are in use. */
  positions: Database;
  replica: Database;
  /** Finds a connection pooler between the service and the replica. */
  findPooler(): Promise<Pooler | null>;
  writers: RecentWriters;
  logger: Logger;
}

/**
 * Runs reads that may lag on a replica. A caller that wrote recently reads from the primary, and so does everyone while the
 * replica is away, behind, or not a replica of the primary. A read that fails on the replica is repeated on the primary.
 */
export class ReadReplica implements LaggingReads {
  readonly database: Database;
  readonly writers: RecentWriters;
  readonly #primary: Database;
  readonly #positions: Database;
  readonly #findPooler: ReadReplicaOptions['findPooler'];
  readonly #logger: Logger;
  readonly #lag = new ReplicaLag();
  #state: ReplicaState | null = null;
  #measuring: Promise<ReplicaState> | null = null;
  #replayed = 0n;
  #isDiverged = false;
  #isAdapted = false;
  #onReplica = 0;
  readonly #onPrimary: Record<PrimaryReason, number> = { WRITER: 0, LAG: 0, AWAY: 0, REFUSED: 0, FAILED: 0 };

  constructor({ primary, positions, replica, findPooler, writers, logger }: ReadReplicaOptions) {
    this.#primary = primary;
    this.#positions = positions;
    this.database = replica;
    this.writers = writers;
    this.#findPooler = findPooler;
    this.#logger = logger;
  }

  get reads(): ReplicaReads {
    return { onReplica: this.#onReplica, onPrimary: this.#onPrimary };
  }

  /** Lag that was last measured, in milliseconds. Null if it isn't known. */
  get lagMs(): number | null {
    return this.#state?.lagMs ?? null;
  }

  /** Runs a read for a caller, on the replica if possible. `read` can run twice. */
  async read<T>(caller: string, read: (database: Database) => Promise<T>): Promise<T> {
    const reason = this.writers.includes(caller) ? PrimaryReason.WRITER : (await this.#current()).reason;
    if (reason !== null) return this.#readPrimary(reason, read);
    try {
      const value = await read(this.database);
      this.#onReplica += 1;
      return value;
    } catch (error) {
      if (error instanceof Refusal) throw error;
      if (isDatabaseAway(error)) this.#set(away(error));
      // Other errors are the replica's own too, such as a conflict with a change that it replays. An error of the statement
      // itself occurs again on the primary.
      return this.#readPrimary(PrimaryReason.FAILED, read);
    }
  }

  /**
   * Compares the replica with the primary. A replica that doesn't answer, or was promoted, isn't an error, because the service
   * works without it.
   * @throws ConfigError if it belongs to another database
   */
  async assertFits(): Promise<void> {
    const { reason, sentence, isMistake } = await this.#current();
    if (reason === 'REFUSED' && isMistake) throw new ConfigError([`DATABASE_REPLICA_URL: ${sentence}`]);
  }

  /** Health probe. @throws if the replica isn't read, with the reason */
  async probe(): Promise<void> {
    const { reason, sentence } = await this.#current();
    if (reason !== null) throw new OperatorVisibleError(sentence);
  }

  async close(): Promise<void> {
    await Promise.all([this.database.close(), this.#positions.close()]);
  }

  #readPrimary<T>(reason: PrimaryReason, read: (database: Database) => Promise<T>): Promise<T> {
    this.#onPrimary[reason] += 1;
    return read(this.#primary);
  }

  /** The state of the replica, measured again if it is too old. */
  async #current(): Promise<ReplicaState> {
    const state = this.#state;
    if (state) {
      const age = performance.now() - state.measuredAt;
      if (age < (state.reason === 'AWAY' || state.reason === 'REFUSED' ? PAUSE_MS : MEASURED_MS)) return state;
    }
    this.#measuring ??= outsideRequests(() => this.#measure()).finally(() => {
      this.#measuring = null;
    });
    return this.#measuring;
  }

  async #measure(): Promise<ReplicaState> {
    const timer = new AbortController();
    const late = sleep(PATIENCE_MS, undefined, { signal: timer.signal, ref: false }).then(
      () => Promise.reject(new Error('Query read timeout')),
      () => new Promise<never>(() => {}),
    );
    try {
      return this.#set(await Promise.race([this.#compare(), late]));
    } catch (error) {
      return this.#set(away(error));
    } finally {
      timer.abort();
    }
  }

  async #compare(): Promise<ReplicaState> {
    if (!this.#isAdapted) this.database.adaptTo(await this.#findPooler());
    this.#isAdapted = true;
    const at = performance.now();
    const primary = await readPrimaryPosition(this.#positions);
    const replica = await readReplicaPosition(this.database);
    const now = performance.now();
    const written = positionOf(primary.position);
    // A replica never shows what its primary hasn't written.
    if (this.#replayed > written && replica.timeline === primary.timeline) this.#isDiverged = true;
    this.#replayed = positionOf(replica.position);
    const mismatch = this.#isDiverged ? DIVERGED : mismatchOf(primary, replica);
    if (mismatch) {
      this.#lag.reset();
      const { why, isMistake } = mismatch;
      return {
        reason: 'REFUSED',
        sentence: `The replica isn't read: ${why}.`,
        isMistake,
        lagMs: null,
        measuredAt: now,
      };
    }
    const lagMs = this.#lag.measure({ primary: written, replica: this.#replayed, at, now });
    const isClose = lagMs <= MAX_LAG_MS;
    return {
      reason: isClose ? null : 'LAG',
      sentence: isClose ? 'The replica is read.' : "The replica isn't read: it is more than 2 seconds behind.",
      lagMs: Number.isFinite(lagMs) ? lagMs : null,
      measuredAt: now,
    };
  }

  #set(state: ReplicaState): ReplicaState {
    if (state.reason !== (this.#state?.reason ?? null)) {
      const log = state.reason === null ? 'info' : state.reason === 'REFUSED' ? 'error' : 'warn';
      this.#logger[log](state.reason === null ? state.sentence : `${state.sentence} Lists are read from the primary.`);
    }
    this.#state = state;
    return state;
  }
}

function away(error: unknown): ReplicaState {
  if (error instanceof ConfigError) {
    const sentence = error.mistakes.join(' ').replace('DATABASE_REPLICA_URL: ', '');
    return { reason: 'REFUSED', sentence, isMistake: true, lagMs: null, measuredAt: performance.now() };
  }
  const reason = lacksDatabase(error)
    ? `it doesn't answer (${unreachableReason(error)})`
    : `its state isn't known (${(error as Error).message})`;
  return {
    reason: 'AWAY',
    sentence: `The replica isn't read: ${reason}.`,
    lagMs: null,
    measuredAt: performance.now(),
  };
}

/** Thrown by a read that finds that the replica lacks rows that the primary has. It is then repeated on the primary. */
export class NotReplayed extends Error {
  override readonly name = 'NotReplayed';

  constructor() {
    super('The replica has not replayed these rows yet.');
  }
}

interface Mismatch {
  why: string;
  isMistake: boolean;
}

const DIVERGED: Mismatch = { why: "it has changes that the primary doesn't have", isMistake: false };

/** Finds why a server isn't a replica of the primary. Null if it is one. */
function mismatchOf(primary: ServerPosition, replica: ServerPosition): Mismatch | null {
  if (replica.system !== primary.system)
    return { why: 'it belongs to another database cluster than DATABASE_URL', isMistake: true };
  if (replica.database !== primary.database)
    return { why: 'it leads to another database than DATABASE_URL', isMistake: true };
  if (!replica.isReplica) return { why: "it is the primary, or was promoted and doesn't follow it", isMistake: false };
  if (replica.timeline !== primary.timeline)
    return {
      why: `it follows timeline ${replica.timeline}, and the primary writes ${primary.timeline}`,
      isMistake: false,
    };
  return null;
}
