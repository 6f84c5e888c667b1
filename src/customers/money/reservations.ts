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
  letGoOf,
  lockExpired,
  lockOf,
  type ReserveAnswer,
  readOpen,
  readUnknownProcesses,
  reserveUsage,
  settleLate,
  settleSwept,
} from './reservation.sql.ts';
import { readSpent } from './usage-period.sql.ts';

/** As many as one transaction of a sweep tells of. */
const SWEEP_BATCH = 100;
/** So long after its end a reservation that was settled keeps its run from being settled again. */
const KEEP_SETTLED_MINUTES = 10;
/** At once: a statement that deletes more would hold its locks for long. */
const MAX_FORGOTTEN = 10_000;
/** Beyond, a sum of a month could not be told exactly. */
const MOST_MICROS = 1e15;

/** Money that is set aside for calls. The rules stand in the functions of the migration: here is who asks them. */
export class Reservations {
  readonly #database: Database;
  readonly #lives: ProcessLives;
  readonly #calls: Pick<CallWindows, 'learn'>;
  /** Calls of this process under way: the end of each by run, on the monotonic clock. */
  readonly #open = new Map<string, number>();
  readonly #reserving: GroupCommit<string, ReserveAnswer>;

  /** @param calls hears how keys stand with their calls per minute */
  constructor(database: Database, lives: ProcessLives, calls: Pick<CallWindows, 'learn'>) {
    this.#database = database;
    this.#lives = lives;
    lives.atEachBeat(() => this.#letGo());
    this.#calls = calls;
    this.#reserving = new GroupCommit({
      write: (wanted) => reserveUsage(database, wanted),
    });
  }

  /** @throws RangeError for what is no amount of money: nothing is set aside then */
  async reserve({ runId, accountId, keyId, micros, lifetimeMs, note }: Reservation): Promise<ReserveResult> {
    if (micros !== null && !(Number.isSafeInteger(micros) && micros >= 0 && micros <= MOST_MICROS)) {
      throw new RangeError(`${micros} micros cannot be set aside.`);
    }
    const processId = this.#lives.id;
    // Before it is reserved: an answer that is lost on its way leaves a reservation.
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

  allUnderWay({ database }: Context, asked: { accountId: string | null; most: number }): Promise<Orphan[]> {
    return readOpen(database, asked);
  }

  /** By account; of keys, that is counted a second time. */
  spentOfAll(em: EntityManager): Promise<{ accountId: string; spentMicros: number }[]> {
    return readSpent(em);
  }

  /** Calls that are written down. */
  settled(runIds: readonly string[]): void {
    for (const runId of runIds) this.#open.delete(runId);
  }

  settleLate(em: EntityManager, settlements: readonly Settlement[]): Promise<string[]> {
    return settleLate(em, settlements);
  }

  /**
   * Settles lost calls after `ended` has recorded them in the same transaction. A call is lost if its own process left it to the sweep,
   * if its process is dead, or if an earlier release reserved it and its time is over. Gives their number.
   */
  async sweep(ctx: Context, ended: OrphanHandler): Promise<number> {
    await this.#letGo();
    const { dead } = this.#lives;
    let swept = await sweepAll(ctx, ended, (em) => lockExpired(em, SWEEP_BATCH));
    if (dead.length > 0) {
      swept += await sweepAll(ctx, ended, (em) => lockOf(em, dead, SWEEP_BATCH));
      if (!ctx.signal.aborted) await this.#lives.forget(ctx.afresh().em, dead);
    }
    const { em } = ctx.afresh();
    await this.#lives.watch(em, await readUnknownProcesses(em));
    while (!ctx.signal.aborted && (await this.#forgetSettled()) === MAX_FORGOTTEN);
    return swept;
  }

  /** Leaves calls that are past their time to the sweep. */
  async #letGo(): Promise<void> {
    const now = performance.now();
    const past = [...this.#open].flatMap(([runId, until]) => (until <= now ? [runId] : []));
    if (past.length === 0) return;
    await letGoOf(this.#database, past);
    this.settled(past);
  }

  #forgetSettled(): Promise<number> {
    return deleteSettled(this.#database, { afterMinutes: KEEP_SETTLED_MINUTES, most: MAX_FORGOTTEN });
  }

  async stop(): Promise<void> {
    await this.#reserving.stop();
  }
}

type LockBatch = (em: EntityManager) => Promise<Orphan[]>;

async function sweepAll(ctx: Context, ended: OrphanHandler, lock: LockBatch): Promise<number> {
  for (let swept = 0; ; ) {
    const count = await ctx.afresh().transactional((inner) => sweepBatch(inner, ended, lock));
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
