import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { GroupCommit } from '../../platform/database/group-commit.ts';
import type { ProcessLives } from '../../platform/liveness/process-lives.ts';
import type { CallWindows } from '../call-windows.ts';
import type { Money, Orphan, OrphanHandler, Reservation, ReserveResult, Settlement } from '../customers-api.ts';
import {
  deleteSettled,
  findOpen,
  lockExpired,
  lockOf,
  needsSweep,
  type ReserveAnswer,
  readOpen,
  readUnknownProcesses,
  releaseToSweep,
  reserveUsage,
  settleLate,
  settleSwept,
} from './reservation.sql.ts';
import { readTotalSpending } from './usage-period.sql.ts';

/** Maximum number of lost calls that one transaction settles. */
const SWEEP_BATCH = 100;
/** Minutes after their expiry for which settled reservations are kept, so that a late retry can’t settle a run twice. */
const KEEP_SETTLED_MINUTES = 10;
/** Maximum number of rows that one statement deletes. More would hold its locks for too long. */
const MAX_DELETED = 10_000;
/** Maximum amount of a reservation. With larger ones, sums of a month would not be exact as JSON numbers. */
const MAX_MICROS = 1e15;

/** Reserves and settles amounts of calls. The rules are in SQL functions that the migration creates. */
export class Reservations {
  readonly #database: Database;
  readonly #lives: ProcessLives;
  readonly #calls: Pick<CallWindows, 'learn'>;
  /** Deadline of each call in progress in this process, by run id, on the monotonic clock. */
  readonly #open = new Map<string, number>();
  readonly #reserving: GroupCommit<string, ReserveAnswer>;

  /** @param calls gets the one-minute windows of keys that reservations report */
  constructor(database: Database, lives: ProcessLives, calls: Pick<CallWindows, 'learn'>) {
    this.#database = database;
    this.#lives = lives;
    lives.atEachBeat(() => this.#releaseExpired());
    this.#calls = calls;
    this.#reserving = new GroupCommit({
      write: (wanted) => reserveUsage(database, wanted),
    });
  }

  /** @throws RangeError if `micros` isn’t a valid amount; nothing is reserved */
  async reserve({ runId, accountId, keyId, micros, lifetimeMs, note }: Reservation): Promise<ReserveResult> {
    if (micros !== null && !(Number.isSafeInteger(micros) && micros >= 0 && micros <= MAX_MICROS)) {
      throw new RangeError(
        `The amount to reserve must be a whole number of micros from 0 to ${MAX_MICROS}; it is ${micros}.`,
      );
    }
    const processId = this.#lives.id;
    // Recorded before the statement runs, because a reservation whose response is lost must be released too.
    this.#open.set(runId, performance.now() + lifetimeMs);
    const answer = await this.#reserving.add(
      JSON.stringify({ runId, accountId, keyId, micros, lifetimeMs, note, processId }),
    );
    if (answer.why !== null) this.#open.delete(runId);
    if (keyId !== null && answer.calls) this.#calls.learn(keyId, answer.calls);
    const money = moneyOf(answer);
    const { isPastSoftCap, isLimited = false } = answer;
    if (answer.why === null) return { isReserved: true, money: money!, isPastSoftCap, isLimited };
    return { isReserved: false, why: answer.why, money, retryAfterSeconds: answer.retryAfterSeconds ?? null };
  }

  underWay({ database }: Context, runId: string): Promise<Orphan | null> {
    return findOpen(database, runId);
  }

  allUnderWay({ database }: Context, filter: { accountId: string | null; most: number }): Promise<Orphan[]> {
    return readOpen(database, filter);
  }

  /** Total spent by each account. The account’s total includes the amounts of its keys. */
  spentOfAll(em: EntityManager): Promise<{ accountId: string; spentMicros: number }[]> {
    return readTotalSpending(em);
  }

  /** Forgets calls of this process that are settled. */
  settled(runIds: readonly string[]): void {
    for (const runId of runIds) this.#open.delete(runId);
  }

  settleLate(em: EntityManager, settlements: readonly Settlement[]): Promise<string[]> {
    return settleLate(em, settlements);
  }

  /**
   * Settles lost calls after `ended` has recorded them in the same transaction. A call is lost if its process left it to the
   * sweep, if its process is dead, or if an earlier release reserved it and it has expired. Returns the number of lost calls.
   */
  async sweep(ctx: Context, ended: OrphanHandler): Promise<number> {
    await this.#releaseExpired();
    const { dead } = this.#lives;
    if (dead.length === 0 && !(await needsSweep(this.#database, KEEP_SETTLED_MINUTES))) return 0;
    let swept = await sweepAll(ctx, ended, (em) => lockExpired(em, SWEEP_BATCH));
    if (dead.length > 0) {
      swept += await sweepAll(ctx, ended, (em) => lockOf(em, dead, SWEEP_BATCH));
      if (!ctx.signal.aborted) await this.#lives.forget(ctx.fork().em, dead);
    }
    const { em } = ctx.fork();
    await this.#lives.watch(em, await readUnknownProcesses(em));
    while (!ctx.signal.aborted && (await this.#deleteSettled()) === MAX_DELETED);
    return swept;
  }

  /** Leaves calls of this process that are past their deadline to the sweep. */
  async #releaseExpired(): Promise<void> {
    const now = performance.now();
    const past = [...this.#open].flatMap(([runId, until]) => (until <= now ? [runId] : []));
    if (past.length === 0) return;
    await releaseToSweep(this.#database, past);
    this.settled(past);
  }

  #deleteSettled(): Promise<number> {
    return deleteSettled(this.#database, { afterMinutes: KEEP_SETTLED_MINUTES, most: MAX_DELETED });
  }

  async stop(): Promise<void> {
    await this.#reserving.stop();
  }
}

type LockBatch = (em: EntityManager) => Promise<Orphan[]>;

async function sweepAll(ctx: Context, ended: OrphanHandler, lock: LockBatch): Promise<number> {
  for (let swept = 0; ; ) {
    const count = await ctx.fork().transactional((inner) => sweepBatch(inner, ended, lock));
    swept += count;
    if (count < SWEEP_BATCH || ctx.signal.aborted) return swept;
  }
}

async function sweepBatch(ctx: Context, ended: OrphanHandler, lock: LockBatch): Promise<number> {
  const found = await lock(ctx.em);
  if (found.length === 0) return 0;
  await ended(ctx, found);
  await settleSwept(ctx.em, found);
  return found.length;
}

function moneyOf({ spent, reserved, uncertain, soft, hard }: ReserveAnswer): Money | null {
  if (spent === null || spent === undefined) return null;
  return {
    spentMicros: spent,
    reservedMicros: reserved!,
    uncertainMicros: uncertain!,
    softCapMicros: soft,
    hardLimitMicros: hard,
  };
}
