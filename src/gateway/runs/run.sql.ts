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

/** Deletes the contents of runs, and the citations of their answers. */
export async function deleteContentOf(em: EntityManager, runIds: readonly string[]): Promise<void> {
  await sql(em, 'delete from run_content where run_id = any($1)', [runIds]);
  await sql(em, 'delete from run_citations where run_id = any($1)', [runIds]);
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
