import type { EntityManager } from '@mikro-orm/postgresql';
import { type Database, sql } from '../../platform/database/database.ts';
import type { Money } from '../customers-api.ts';

const THIS_MONTH = `date_trunc('month', now() at time zone 'UTC')::date`;

const AMOUNTS = {
  spentMicros: 'spent_micros',
  reservedMicros: 'reserved_micros',
  uncertainMicros: 'uncertain_micros',
  calls: 'calls',
  callsOfUnknownCost: 'calls_of_unknown_cost',
  callsOfEstimatedCost: 'calls_of_estimated_cost',
  inputTokens: 'input_tokens',
  outputTokens: 'output_tokens',
};

/** Columns with the sums of a month. They are 0 for a month without calls, which has no row. */
const COLUMNS = [
  `to_char(month, 'YYYY-MM') as month`,
  ...Object.entries(AMOUNTS).map(([name, column]) => `coalesce(${column}, 0)::float8 as "${name}"`),
].join(', ');

/** Sums of a month `YYYY-MM`: amounts in micros of USD, calls and tokens. */
export type MonthRow = { month: string } & Record<keyof typeof AMOUNTS, number>;

/** Reads the amounts of the current month, by id of the customer or of the key’s lineage. */
export async function readCurrentMonths(
  em: EntityManager,
  subjects: readonly string[],
): Promise<Map<string, MonthRow>> {
  const rows = await sql<MonthRow & { subject: string }>(
    em,
    `select wanted.subject, ${COLUMNS}
     from unnest($1::text[]) as wanted (subject)
     cross join (select ${THIS_MONTH} as month) present
     left join usage_period using (subject, month)`,
    [subjects],
  );
  return new Map(rows.map(({ subject, ...month }) => [subject, month]));
}

/** Number of newest months to read, and the id of the customer or key’s lineage. */
export interface MonthsQuery {
  subject: string;
  first: number;
}

/**
 * Reads the newest months that have a row with amounts, newest first. Returns a list per query, in the order of the queries.
 */
export async function readNewestMonths(em: EntityManager, queries: readonly MonthsQuery[]): Promise<MonthRow[][]> {
  const rows = await sql<MonthRow & { place: number }>(
    em,
    `select wanted.place::int as place, newest.* from unnest($1::text[], $2::int[]) with ordinality as wanted (subject, most, place)
     cross join lateral (
       select ${COLUMNS} from usage_period period where period.subject = wanted.subject
       order by period.month desc limit wanted.most
     ) newest
     order by place, newest.month desc`,
    [queries.map(({ subject }) => subject), queries.map(({ first }) => first)],
  );
  const found = Map.groupBy(rows, ({ place }) => place);
  return queries.map((_, index) => found.get(index + 1) ?? []);
}

/** Finds spending and limits of a customer in the current month. Null if the customer doesn’t exist. */
export async function findMoney(database: Database, customerId: string): Promise<Money | null> {
  const found = await database.readRow<
    [spent: number, reserved: number, uncertain: number, soft: number | null, hard: number | null]
  >(
    {
      name: 'customer_money',
      text: `select coalesce(spent_micros, 0)::float8, coalesce(reserved_micros + uncertain_micros, 0)::float8,
               coalesce(uncertain_micros, 0)::float8,
               soft_cap_micros::float8, hard_limit_micros::float8
             from customer left join usage_period
               on subject = id and month = ${THIS_MONTH}
             where id = $1`,
    },
    [customerId],
  );
  if (!found) return null;
  const [spentMicros, reservedMicros, uncertainMicros, softCapMicros, hardLimitMicros] = found;
  return { spentMicros, reservedMicros, uncertainMicros, softCapMicros, hardLimitMicros };
}

/**
 * Reads the total spent by each customer over all months. The customer’s total includes the amounts of its keys, so these
 * aren’t added again.
 */
export function readTotalSpending(em: EntityManager): Promise<{ accountId: string; spentMicros: number }[]> {
  return sql(
    em,
    `select subject as "accountId", sum(spent_micros)::float8 as "spentMicros" from usage_period
     where subject in (select id from customer) group by 1 order by 1`,
  );
}

/** Resets the reported percentage of each changed cap in the current month, so that its events are sent again. */
export async function resetCapNotices(
  em: EntityManager,
  subject: string,
  { isSoftCapChanged, isHardLimitChanged }: { isSoftCapChanged: boolean; isHardLimitChanged: boolean },
): Promise<void> {
  await sql(
    em,
    `update usage_period set
       soft_cap_told = case when $2 then 0 else soft_cap_told end,
       hard_limit_told = case when $3 then 0 else hard_limit_told end
     where subject = $1 and month = ${THIS_MONTH}`,
    [subject, isSoftCapChanged, isHardLimitChanged],
  );
}

/** Counts the rows with monthly amounts of customers and keys. */
export async function countMonths(em: EntityManager): Promise<number> {
  const [row] = await sql<{ months: number }>(em, 'select count(*)::int as months from usage_period');
  return row?.months ?? 0;
}

/** Names at most 100 months of customers or keys that have an amount below zero. */
export function readNegativeMonths(em: EntityManager): Promise<string[]> {
  return namesOf(
    em,
    `select 'usage_period ' || subject || ' ' || month as row from usage_period
     where least(spent_micros, reserved_micros, uncertain_micros, calls, calls_of_unknown_cost,
                 calls_of_estimated_cost, input_tokens, output_tokens) < 0 order by subject, month limit 100`,
  );
}

/** Names at most 100 months of customers or keys whose reserved amount isn’t the sum of their open reservations. */
export function readWronglyReservedMonths(em: EntityManager): Promise<string[]> {
  return namesOf(
    em,
    `with held as (
       select subject, month, sum(micros) as micros from reservation
       cross join lateral unnest(array[account_id, lineage_id]) as subject
       where settled_at is null and subject is not null group by subject, month
     )
     select 'usage_period ' || subject || ' ' || month as row
     from usage_period full join held using (subject, month)
     where coalesce(reserved_micros, 0) <> coalesce(held.micros, 0) order by subject, month limit 100`,
  );
}

async function namesOf(em: EntityManager, text: string): Promise<string[]> {
  return (await sql<{ row: string }>(em, text)).map(({ row }) => row);
}
