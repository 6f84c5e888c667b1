import type { EntityManager } from '@mikro-orm/postgresql';
import { toBeLinked } from '../../chain/index.ts';
import { type Database, sql, type TextRow } from '../../platform/database/database.ts';
import { prepared } from '../../platform/database/prepared-statements.ts';
import { storableJson } from '../../platform/errors/well-formed.ts';
import type { RecordedDecision } from './run.entity.ts';
import type { RunRecord } from './run-rows.ts';

/** Conditions on `run`, whose parameters begin at `$1`. */
export interface RunConditions {
  readonly conditions: readonly string[];
  readonly values: readonly unknown[];
}

/** JSON arrays of the rows of runs that end together. */
export interface EndedRuns {
  settlements: string;
  runs: string;
  attempts: string;
  /** Null when no run keeps its content. */
  contents: string | null;
  /** Null when no run is held for approval. */
  approvals: string | null;
  /** Null when no answer cites documents. */
  citations: string | null;
}

/**
 * The functions in the WITH clauses are called for their effects. Counting their rows makes the inserts wait for them.
 * Settling comes first: it locks the reservations, as the sweep does before it writes runs, and counts no call whose run is
 * already recorded.
 * A populated record has the columns of its table in their order, so a new column needs no change here.
 * Attempts are inserted in a WITH clause too: a cached plan locks the table of the outer statement first, and maintenance locks
 * runs before attempts.
 */
const writing = ({ contents, approvals, citations }: OptionalRows) => `
  with settled as materialized (select settle_usage($1::jsonb)),
  written as (
    insert into run
      select one.* from json_populate_recordset(null::run, $2::json) one, (select count(*) from settled) done
      on conflict (id) do nothing
      returning id
  )${
    contents
      ? `, kept as (
    insert into run_content
      select one.* from json_populate_recordset(null::run_content, ${contents}::json) one
      where one.run_id in (select id from written)
  )`
      : ''
  }${
    citations
      ? `, cited as (
    insert into run_citations
      select one.* from json_populate_recordset(null::run_citations, ${citations}::json) one
      where one.run_id in (select id from written)
  )`
      : ''
  }${
    approvals
      ? `, filed as materialized (
    select request_approvals(coalesce(jsonb_agg(one), '[]'))
      from jsonb_array_elements(${approvals}::jsonb) one
      where one->>'subjectId' in (select id from written)
  )`
      : ''
  }, chained as (${toBeLinked('RUN', 'select id from written')}),
  attempted as (
    insert into attempt
      select one.* from json_populate_recordset(null::attempt, $3::json) one${approvals && ', (select count(*) from filed) asked'}
      where one.run_id in (select id from written)
  )
  select id from written`;

/** Parameters of the rows that few runs have, by table. Empty for a table without rows. */
interface OptionalRows {
  contents: string;
  approvals: string;
  citations: string;
}

const OPTIONAL_ROWS = ['contents', 'approvals', 'citations'] as const;

/** Statements by the tables they write, so that the frequent one writes no table without need. */
const WRITES = Array.from({ length: 2 ** OPTIONAL_ROWS.length }, (_, bits) => {
  const rows: OptionalRows = { contents: '', approvals: '', citations: '' };
  let parameters = 3;
  for (const [at, name] of OPTIONAL_ROWS.entries()) if (bits & (1 << at)) rows[name] = `$${++parameters}`;
  return prepared(writing(rows));
});

/**
 * Inserts runs with their attempts, settles their costs, requests approvals and queues the runs for the chain. Returns the ids of
 * the inserted runs. A run that is already recorded is skipped.
 */
export async function insertEnded(
  database: Database,
  { settlements, runs, attempts, ...optional }: EndedRuns,
): Promise<string[]> {
  const given = OPTIONAL_ROWS.map((name) => optional[name]);
  const bits = given.reduce((sum, rows, at) => sum + (rows === null ? 0 : 1 << at), 0);
  const { rows } = await database.readRows(WRITES[bits]!, [
    settlements,
    runs,
    attempts,
    ...given.filter((rows) => rows !== null),
  ]);
  return rows.map(([id]) => id!);
}

/**
 * Inserts a run that ended after the sweep of lost reservations had recorded it as aborted. Does the same as `insertEnded`,
 * except for settling the cost. `later_run_id` of the aborted record becomes the id of the new record.
 */
export async function insertLate(
  em: EntityManager,
  abortedRunId: string,
  { run, attempts, content, approval, citations }: Omit<RunRecord, 'settlement'>,
): Promise<void> {
  await sql(
    em,
    `with written as (
       insert into run select * from json_populate_record(null::run, $1::json) returning id
     ), pointed as (
       update run set later_run_id = (select id from written) where id = $2 and status = 'ABORTED'
     ), kept as (
       insert into run_content select * from json_populate_recordset(null::run_content, $4::json)
     ), cited as (
       insert into run_citations select * from json_populate_recordset(null::run_citations, $5::json)
     ), attempted as (
       insert into attempt select * from json_populate_recordset(null::attempt, $3::json)
     ) ${toBeLinked('RUN', 'select id from written')}`,
    [
      storableJson(run),
      abortedRunId,
      storableJson(attempts),
      storableJson(content ? [content] : []),
      storableJson(citations ? [citations] : []),
    ],
  );
  if (approval) await sql(em, 'select request_approvals($1::jsonb)', [storableJson([approval])]);
}

/** Inserts runs that aren't recorded yet, and queues them for the chain. @param rows a JSON array of rows */
export async function insertRuns(em: EntityManager, rows: string): Promise<void> {
  await sql(
    em,
    `with written as (
       insert into run select * from json_populate_recordset(null::run, $1::json) on conflict (id) do nothing returning id
     ) ${toBeLinked('RUN', 'select id from written')}`,
    [rows],
  );
}

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

/** Deletes up to `most` expired contents. Returns their number. */
export async function deleteExpiredContent(em: EntityManager, most: number): Promise<number> {
  const rows = await sql(
    em,
    `delete from run_content where run_id in (
       select run_id from run_content where expires_at < now() limit ${most} for update skip locked
     ) returning 1`,
  );
  return rows.length;
}

/** Locks the runs whose requester isn't `erased`, in the order of their ids, and returns these ids. */
export async function lockNotErased(em: EntityManager, ids: readonly string[], erased: string): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    em,
    `select id from run where id = any($1) and requested_by <> '${erased}' order by id for update`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** Replaces the requester of runs with `erased`, and removes the digests of their texts. */
export async function eraseRuns(em: EntityManager, ids: readonly string[], erased: string): Promise<void> {
  await sql(
    em,
    `update run set requested_by = '${erased}', input_sha256 = null, output_sha256 = null,
       output_text_sha256 = null where id = any($1)`,
    [ids],
  );
}

/** Deletes the contents of runs. */
export async function deleteContentOf(em: EntityManager, runIds: readonly string[]): Promise<void> {
  await sql(em, 'delete from run_content where run_id = any($1)', [runIds]);
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

const FIND_MISDATED = prepared(
  `select min(run_id), max(run_id) from misdated_run
   where ($1::timestamptz is null or started_at >= $1) and ($2::timestamptz is null or started_at < $2)`,
);

/**
 * Finds the first and the last id of the runs that started in a span of time but have another time in their id. Null if there is
 * no such run.
 */
export async function findMisdated(
  database: Database,
  { from, until }: { from: Date | null; until: Date | null },
): Promise<{ firstId: string; lastId: string } | null> {
  const [firstId, lastId] = (await database.readRow<[string | null, string | null]>(FIND_MISDATED, [from, until]))!;
  return firstId === null || lastId === null ? null : { firstId, lastId };
}

/** Comparison of a run's id, start time and partition. */
export interface StoredRun {
  id: string;
  startedAt: string;
  /** True if the run is stored in the partition of another month than the month of its start. */
  isMisplaced: boolean;
  /** True if the time of the id differs from the start of the run, and `misdated_run` doesn't have the run. */
  isUnnoted: boolean;
}

/**
 * Reads the next runs in the order of their ids. Returns the last id, and the runs whose start time differs from the time in
 * their id. The second record of an aborted run is never misplaced: its id has the time of its end.
 */
export async function findStored(
  em: EntityManager,
  after: string,
  most: number,
): Promise<{ last: string | null; count: number; misdated: StoredRun[] }> {
  const [row] = await sql<{ last: string | null; count: number; misdated: StoredRun[] | null }>(
    em,
    `with batch as (
       select id, started_at, aborted_run_id from run where id > $1 order by id limit ${most}
     )
     select max(id) as last, count(*)::int as count, json_agg(json_build_object('id', id, 'startedAt', started_at,
       'isMisplaced', aborted_run_id is null and to_char(started_at at time zone 'utc', 'YYYY_MM') <> to_char(time_of_id(id) at time zone 'utc', 'YYYY_MM'),
       'isUnnoted', not exists (select from misdated_run where run_id = id)
     ) order by id) filter (where is_misdated(id, started_at)) as misdated
     from batch`,
    [after],
  );
  return { ...row!, misdated: row!.misdated ?? [] };
}

/** Adds runs, whose start time differs from the time in their id, to `misdated_run`. */
export async function noteMisdated(em: EntityManager, ids: readonly string[]): Promise<void> {
  await sql(
    em,
    `insert into misdated_run (run_id, started_at) select id, started_at from run where id = any($1) on conflict do nothing`,
    [ids],
  );
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

/** Sums what customers were charged, over stored and deleted runs. Micros of USD. */
export function sumCharges(em: EntityManager): Promise<{ customerId: string; chargedMicros: number; runs: number }[]> {
  return sql(
    em,
    `select customer_id as "customerId", coalesce(sum(charged_micros), 0)::float8 as "chargedMicros",
       coalesce(sum(runs), 0)::int as runs
     from (
       select customer_id, charged_micros, 1 as runs from run
       union all select customer_id, charged_micros, runs from run_month_let_go
     ) one group by 1 order by 1`,
  );
}

/** Reads the next runs that were held for approval, in the order of their ids. */
export function findHeld(
  em: EntityManager,
  after: string,
  most: number,
): Promise<{ id: string; approvalId: string }[]> {
  return sql(
    em,
    `select id, approval_id as "approvalId" from run
     where approval_id is not null and id > $1 order by id limit ${most}`,
    [after],
  );
}

/** Reads the decisions of runs. They are read separately, since a decision takes more room than all other columns together. */
export function findDecisions(
  em: EntityManager,
  ids: readonly string[],
): Promise<{ id: string; decision: RecordedDecision }[]> {
  return sql(em, 'select id, decision from run where id = any($1)', [ids]);
}

/** Reads the newest runs that meet the conditions, with what a replay of their decisions needs. */
export async function findPastDecisions(
  database: Database,
  { conditions, values }: RunConditions,
  most: number,
): Promise<readonly TextRow[]> {
  const text = `select id, started_at, decision, input_tokens, cached_input_tokens, output_tokens, cache_write_tokens
      from run
      ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''} order by id desc limit $${values.length + 1}`;
  const { rows } = await database.readRows(prepared(text), [...values, most]);
  return rows;
}

/** Checks which of the runs in `ids` meet the conditions. */
export async function findMatching(
  em: EntityManager,
  { conditions, values }: RunConditions,
  ids: readonly string[],
): Promise<Map<string, boolean>> {
  const matches = conditions.length > 0 ? conditions.join(' and ') : 'true';
  const rows = await sql<{ id: string; isAsked: boolean | null }>(
    em,
    `select run.id, ${matches} as "isAsked" from run where run.id = any($${values.length + 1})`,
    [...values, ids],
  );
  return new Map(rows.map(({ id, isAsked }) => [id, isAsked === true]));
}

/** A run and its attempts as JSON, and the decision that routed it. */
export interface RunWithAttempts {
  id: string;
  run: object;
  attempts: object[];
  decision: unknown;
}

/** Reads runs with their attempts. @param json expressions that give the JSON of a run and of an attempt */
export function findWithAttempts(
  em: EntityManager,
  ids: readonly string[],
  json: { run: string; attempt: string },
): Promise<RunWithAttempts[]> {
  return sql<RunWithAttempts>(
    em,
    `select run.id, ${json.run} as run, run.decision,
       coalesce((select json_agg(${json.attempt} order by attempt.number) from attempt where attempt.run_id = run.id), '[]') as attempts
     from run where run.id = any($1)`,
    [ids],
  );
}

/** Sums columns of runs by group. @param by expression of the group, and the order and the number of groups */
export function sumRuns<Row>(
  em: EntityManager,
  { conditions, values }: RunConditions,
  sums: string,
  by: { group: string; order: string; most: number },
): Promise<Row[]> {
  return sql<Row>(
    em,
    `select ${by.group} as "group", ${sums} from run where ${conditions.join(' and ')}
     group by 1 order by ${by.order} limit ${by.most}`,
    values,
  );
}
