import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../platform/context.ts';
import { type Database, sql } from '../../platform/database/database.ts';
import { GroupCommit } from '../../platform/database/group-commit.ts';
import type { Ended, Money, Orphan, Reservation, Reserved } from '../customers-api.ts';
import type { CallsTold, KnownCalls } from '../known-calls.ts';

/** As many as one transaction of a sweep tells of. */
const SWEEP_BATCH = 100;
/** So long after its end a reservation that was settled keeps its run from being settled again. */
const KEEP_SETTLED_MINUTES = 10;
/** At once: a statement that deletes more would hold its locks for long. */
const MAX_FORGOTTEN = 10_000;
/** Beyond, a sum of a month could not be told exactly. */
const MOST_MICROS = 1e15;

interface ReserveAnswer {
  why: Extract<Reserved, { isReserved: false }>['why'] | null;
  retryAfterSeconds: number | null;
  spent: number | null;
  reserved: number | null;
  uncertain: number | null;
  soft: number | null;
  hard: number | null;
  isPastSoftCap: boolean;
  isLimited?: boolean;
  calls: CallsTold | null;
}

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
      write: (wanted) => database.readValue(RESERVE, [`[${wanted.join()}]`]),
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

  async underWay({ database }: Context, runId: string): Promise<Orphan | null> {
    const [found] = orphans(
      await database.readValue(
        {
          name: 'reservation_under_way',
          text: `select jsonb_agg(${ORPHAN}) from reservation where run_id = $1 and settled_at is null`,
        },
        [runId],
      ),
    );
    return found ?? null;
  }

  async allUnderWay(
    { database }: Context,
    { accountId, most }: { accountId: string | null; most: number },
  ): Promise<Orphan[]> {
    return orphans(
      await database.readValue(
        {
          name: 'reservations_under_way',
          text: `select jsonb_agg(${ORPHAN} order by run_id desc) from (
                   select * from reservation
                   where settled_at is null and ($1::text is null or account_id = $1) order by run_id desc limit $2
                 ) reservation`,
        },
        [accountId, most],
      ),
    );
  }

  /** By account; of keys, that is counted a second time. */
  spentOfAll(em: EntityManager): Promise<{ accountId: string; spentMicros: number }[]> {
    return sql(
      em,
      `select subject as "accountId", sum(spent_micros)::float8 as "spentMicros" from usage_period
       where subject in (select id from customer) group by 1 order by 1`,
    );
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
    return this.#database.readValue(
      {
        name: 'reservation_forget_settled',
        text: `with old as (
                 delete from reservation where run_id in (
                   select run_id from reservation
                   where settled_at is not null and expires_at < now() - interval '${KEEP_SETTLED_MINUTES} minutes'
                   limit ${MAX_FORGOTTEN} for update skip locked
                 ) returning 1
               )
               select count(*)::int from old`,
      },
      [],
    );
  }

  async stop(): Promise<void> {
    await this.#reserving.stop();
  }
}

const RESERVE = { name: 'reserve_usage', text: 'select reserve_usage($1::jsonb)' };

const ORPHAN = `jsonb_build_object('runId', run_id, 'accountId', account_id, 'keyId', key_id, 'reservedMicros', micros,
  'reservedAt', extract(epoch from reserved_at) * 1000, 'note', note)`;

interface OrphanRow extends Omit<Orphan, 'reservedAt'> {
  reservedAt: number;
}

function orphans(rows: readonly OrphanRow[] | null): Orphan[] {
  return (rows ?? []).map((row) => ({ ...row, reservedAt: new Date(row.reservedAt) }));
}

async function sweepBatch(ctx: Context, ended: Ended): Promise<number> {
  const rows = await sql<{ orphan: OrphanRow }>(
    ctx.em,
    `select ${ORPHAN} as orphan from reservation where settled_at is null and expires_at < clock_timestamp()
     order by run_id limit ${SWEEP_BATCH} for update skip locked`,
  );
  if (rows.length === 0) return 0;
  const found = orphans(rows.map(({ orphan }) => orphan));
  await ended(ctx, found);
  // What is settled already is not settled again.
  await sql(ctx.em, 'select settle_usage($1::jsonb)', [
    JSON.stringify(found.map(({ runId, accountId, keyId }) => ({ runId, accountId, keyId, costMicros: null }))),
  ]);
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
