import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../../platform/database/database.ts';

/** A month of runs or of attempts without a partition. */
export interface MissingPartition {
  parent: string;
  /** In UTC, e.g. `2026-11`. */
  month: string;
}

/** Finds the partitions of runs and attempts that don't exist yet, for this month and the next ones. */
export function findMissingPartitions(em: EntityManager, now: Date, monthsAhead: number): Promise<MissingPartition[]> {
  return sql(
    em,
    `select parent, to_char(month, 'YYYY-MM') as month
     from (values (1, 'run'), (2, 'attempt')) as logs(place, parent),
       generate_series(0, ${monthsAhead}) as ahead,
       lateral (select $1::timestamptz at time zone 'utc' + make_interval(months => ahead) as month) months
     where to_regclass(quote_ident(parent || '_' || to_char(month, 'YYYY_MM'))) is null
     order by ahead, place`,
    [now],
  );
}

/** Creates one partition. The default partition is locked against all other transactions for a moment. */
export async function createPartition(em: EntityManager, { parent, month }: MissingPartition): Promise<void> {
  await sql(em, 'select make_run_month($1, $2)', [parent, month]);
}

/** A month of runs, and the range of the runs' ids in it. */
export interface LogMonth {
  /** In UTC, e.g. `2026-11`. */
  month: string;
  /** First id of the month. */
  fromId: string;
  /** First id of the next month. */
  untilId: string;
}

/** Finds the months before the previous one that have a partition of their own, the oldest first. */
export async function findMonths(em: EntityManager, now: Date): Promise<LogMonth[]> {
  return sql<LogMonth>(
    em,
    `select month, first_id_at('run', start at time zone 'utc') as "fromId",
       first_id_at('run', (start + interval '1 month') at time zone 'utc') as "untilId"
     from (
       select replace(substr(relname, 5), '_', '-') as month, to_date(substr(relname, 5), 'YYYY_MM')::timestamp as start
       from pg_class join pg_inherits on inhrelid = oid where inhparent = 'run'::regclass and relname ~ '^run_[0-9]{4}_[0-9]{2}$'
     ) one
     where start + interval '1 month' < date_trunc('month', $1::timestamptz at time zone 'utc') order by month`,
    [now],
  );
}

const WITHIN = 'run.id >= $1 and run.id < $2';

type IdRange = Pick<LogMonth, 'fromId' | 'untilId'>;

/**
 * True if a run of the month must still be kept, or isn't in the chain yet. A start in the first minute of a month counts for the
 * month before, since the id of such a run can be from that month.
 * @param keep months to keep after the run's own month, by class; null keeps forever
 */
export async function isMonthHeld(
  em: EntityManager,
  { fromId, untilId }: IdRange,
  keep: { simulated: number | null; real: number | null },
  now: Date,
): Promise<boolean> {
  const [held] = await sql<{ isHeld: boolean }>(
    em,
    `select exists (
       select from run, (select date_trunc('month', $5::timestamptz at time zone 'utc') as month) this
       where ${WITHIN} and coalesce(run.started_at - interval '1 minute' >=
         (this.month - make_interval(months => case when is_simulated then $3::int else $4::int end + 1)) at time zone 'utc', true)
     ) or exists (select from chain_pending where kind = 'RUN' and subject_id >= $1 and subject_id < $2) as "isHeld"`,
    [fromId, untilId, keep.simulated, keep.real, now],
  );
  return held!.isHeld;
}

/** Number of runs of a month, and the sum of their charges. */
export interface MonthSums {
  runs: number;
  chargedMicros: number;
}

/** Writes the sums of a month by customer. Returns those of all customers. */
export async function insertSums(em: EntityManager, { month, fromId, untilId }: LogMonth): Promise<MonthSums> {
  const sums = await sql<{ runs: number; chargedMicros: string }>(
    em,
    `insert into run_month_let_go (month, customer_id, runs, charged_micros)
     select $3, customer_id, count(*), coalesce(sum(charged_micros), 0) from run where ${WITHIN} group by customer_id
     returning runs, charged_micros as "chargedMicros"`,
    [fromId, untilId, month],
  );
  return {
    runs: sums.reduce((sum, { runs }) => sum + runs, 0),
    chargedMicros: sums.reduce((sum, { chargedMicros }) => sum + Number(chargedMicros), 0),
  };
}

/** Reads the sums of all months whose runs were deleted, by month. */
export async function readPurgedMonths(em: EntityManager): Promise<Map<string, MonthSums>> {
  const rows = await sql<{ month: string; runs: string; chargedMicros: string }>(
    em,
    'select month, sum(runs) as runs, sum(charged_micros) as "chargedMicros" from run_month_let_go group by month',
  );
  return new Map(
    rows.map(({ month, runs, chargedMicros }) => [month, { runs: Number(runs), chargedMicros: Number(chargedMicros) }]),
  );
}

/** Deletes the contents of the runs of a month, and their rows in `misdated_run`. */
export async function deleteContentWithin(em: EntityManager, { fromId, untilId }: IdRange): Promise<void> {
  await sql(em, 'delete from run_content where run_id >= $1 and run_id < $2', [fromId, untilId]);
  await sql(em, 'delete from run_citations where run_id >= $1 and run_id < $2', [fromId, untilId]);
  await sql(em, 'delete from misdated_run where run_id >= $1 and run_id < $2', [fromId, untilId]);
}

/** Locks a month of runs and attempts against writers. Other months stay open. */
export async function lockMonth(em: EntityManager, month: string): Promise<void> {
  await sql(em, 'select lock_run_month($1)', [month]);
}

/**
 * Drops the partitions of a month, with their runs and attempts. The deletion must be in the chain of records. Locks runs before
 * attempts, as their writer does, and both before their partitions.
 */
export async function dropPartitions(em: EntityManager, month: string): Promise<void> {
  await sql(em, 'select drop_run_month($1)', [month]);
}
