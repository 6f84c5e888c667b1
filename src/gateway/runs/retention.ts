import { type ChainApi } from '../../chain/index.ts';
import type { Context } from '../../platform/context.ts';
import { sql } from '../../platform/database/database.ts';

/** For how many whole months runs are kept after their own, by class; 0 for ever. */
export interface Retention {
  real: number;
  simulated: number;
}

interface Month {
  /** In UTC, e.g. `2026-11`. */
  month: string;
  /** Whole months that have gone by since it ended. */
  age: number;
  fromId: string;
  untilId: string;
}

/**
 * Lets go of the months of which nothing has to be kept any more, the oldest first and none before an older one, since a run of
 * one month may have tries in the next. What they came to, and that they were let go of, stays, as do their entries in the chain.
 * Gives how many months there were.
 */
export async function letGoOfMonths(ctx: Context, chain: ChainApi, retention: Retention): Promise<number> {
  if (retention.real === 0 && retention.simulated === 0) return 0;
  let count = 0;
  for (const month of await monthsOf(ctx)) {
    if (ctx.signal.aborted || !(await letGoOf(ctx, chain, retention, month))) return count;
    count++;
  }
  return count;
}

function monthsOf({ em, clock }: Context): Promise<Month[]> {
  return sql(
    em,
    `select month, age, first_id_at('run', start) as "fromId", first_id_at('run', start + interval '1 month') as "untilId"
     from (
       select replace(substr(relname, 5), '_', '-') as month, to_date(substr(relname, 5), 'YYYY_MM')::timestamp at time zone 'utc' as start
       from pg_class join pg_inherits on inhrelid = oid where inhparent = 'run'::regclass and relname ~ '^run_[0-9]{4}_[0-9]{2}$'
     ) one, lateral (
       select (extract(year from now) - extract(year from at)) * 12 + extract(month from now) - extract(month from at) - 1 as age
       from (select $1::timestamptz at time zone 'utc' as now, start at time zone 'utc' as at) times
     ) ages
     where age > 0 order by month`,
    [clock.now()],
  ).then((rows) => (rows as Month[]).map((row) => ({ ...row, age: Number(row.age) })));
}

async function letGoOf(
  ctx: Context,
  chain: ChainApi,
  { real, simulated }: Retention,
  { month, age, fromId, untilId }: Month,
): Promise<boolean> {
  await chain.linkAll(ctx);
  return ctx.transactional(async (inner) => {
    const { em } = inner;
    const within = 'run.id >= $1 and run.id < $2';
    const [held] = await sql<{ isHeld: boolean }>(
      em,
      `select exists (select from run where ${within} and not (case when is_simulated then $3::boolean else $4::boolean end))
         or exists (select from chain_pending where kind = 'RUN' and subject_id >= $1 and subject_id < $2) as "isHeld"`,
      [fromId, untilId, simulated > 0 && age > simulated, real > 0 && age > real],
    );
    if (held!.isHeld) return false;
    const sums = await sql<{ runs: number }>(
      em,
      `insert into run_month_let_go (month, customer_id, runs, charged_micros)
       select $3, customer_id, count(*), coalesce(sum(charged_micros), 0) from run where ${within} group by customer_id
       returning runs`,
      [fromId, untilId, month],
    );
    await sql(em, 'delete from run_content where run_id >= $1 and run_id < $2', [fromId, untilId]);
    await chain.dropSalts(em, 'RUN', fromId, untilId);
    const runs = sums.reduce((sum, one) => sum + one.runs, 0);
    await chain.note(inner, { act: 'RETENTION', of: 'RUN', month, fromId, untilId, runs });
    await sql(em, `select drop_month_partition('run', $1), drop_month_partition('attempt', $1)`, [month]);
    return true;
  });
}
