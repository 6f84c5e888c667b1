import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { GroupCommit } from '../../platform/database/group-commit.ts';
import type { Ended, Money, Orphan, Reservation, Reserved } from '../customers-api.ts';
import type { KnownCalls } from '../known-calls.ts';
import {
  deleteSettled,
  findOpen,
  lockExpired,
  type ReserveAnswer,
  readOpen,
  reserveUsage,
  settleUsage,
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
  readonly #calls: Pick<KnownCalls, 'learn'>;
  readonly #reserving: GroupCommit<string, ReserveAnswer>;

  /** @param calls hears how keys stand with their calls per minute */
  constructor(database: Database, calls: Pick<KnownCalls, 'learn'>) {
    this.#database = database;
    this.#calls = calls;
    this.#reserving = new GroupCommit({
      write: (wanted) => reserveUsage(database, wanted),
    });
  }

  /** @throws RangeError for what is no amount of money: nothing is set aside then */
  async reserve({ runId, accountId, keyId, micros, lifetimeMs, note }: Reservation): Promise<Reserved> {
    if (micros !== null && !(Number.isSafeInteger(micros) && micros >= 0 && micros <= MOST_MICROS)) {
      throw new RangeError(`${micros} micros cannot be set aside.`);
    }
    const answer = await this.#reserving.add(JSON.stringify({ runId, accountId, keyId, micros, lifetimeMs, note }));
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

  /** Settles what nobody will settle any more, after `ended` has told of it in the same transaction. Gives how many there were. */
  async sweep(ctx: Context, ended: Ended): Promise<number> {
    let swept = 0;
    for (;;) {
      const count = await ctx.afresh().transactional((inner) => sweepBatch(inner, ended));
      swept += count;
      if (count < SWEEP_BATCH || ctx.signal.aborted) break;
    }
    while (!ctx.signal.aborted && (await this.#forgetSettled()) === MAX_FORGOTTEN);
    return swept;
  }

  #forgetSettled(): Promise<number> {
    return deleteSettled(this.#database, { afterMinutes: KEEP_SETTLED_MINUTES, most: MAX_FORGOTTEN });
  }

  async stop(): Promise<void> {
    await this.#reserving.stop();
  }
}

async function sweepBatch(ctx: Context, ended: Ended): Promise<number> {
  const found = await lockExpired(ctx.em, SWEEP_BATCH);
  if (found.length === 0) return 0;
  await ended(ctx, found);
  await settleUsage(ctx.em, found);
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
