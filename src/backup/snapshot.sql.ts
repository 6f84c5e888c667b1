import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../platform/database/database.ts';
import type { RunQuery } from '../platform/database/migration.sql.ts';

/** A table of the database, with the columns that a copy contains: all but the computed ones. */
export interface FoundTable {
  schema: string;
  name: string;
  columns: string[];
}

export interface FoundPartition {
  schema: string;
  parent: string;
  name: string;
  bound: string;
}

export interface FoundLog {
  log: number;
  genesis: string;
  size: number;
  published: string | null;
  isClosed: boolean;
  /** Why an earlier restore froze it. Null in releases that didn't record that. */
  frozenReason: string | null;
}

const NO_EXTENSION = `not exists (
  select from pg_depend e where e.classid = 'pg_class'::regclass and e.objid = c.oid and e.deptype = 'e')`;

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Begins a transaction that sees the database as it is now until its end, and makes values independent of the session's settings.
 * @returns the id of the snapshot, for other connections
 */
export async function beginSnapshot(query: RunQuery): Promise<string> {
  await query('begin isolation level repeatable read read only');
  await query(
    `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
     set local extra_float_digits = 3; set local bytea_output = 'hex'`,
  );
  const [row] = (await query('select pg_export_snapshot() as id')) as { id: string }[];
  return row!.id;
}

export async function readServer(query: RunQuery): Promise<{ at: string; version: string; schema: string }> {
  const [row] = await query(
    `select to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, current_setting('server_version') as version,
       current_schema() as schema`,
  );
  return row as { at: string; version: string; schema: string };
}

/** Ends the transaction that sees the snapshot. */
export async function endSnapshot(query: RunQuery): Promise<void> {
  await query('commit');
}

/** Schema in which tables are created. Null if the account can use none. */
export async function readSchema(query: RunQuery): Promise<string | null> {
  const [row] = await query('select current_schema() as schema');
  return (row as { schema: string | null }).schema;
}

/** Table with the progress of a running migration. It means nothing after the migration, and the serving account can't read it. */
const PROGRESS_TABLE = 'migration_progress';

/** Finds the tables of schemas. Partitions aren't listed, because a copy of their parent contains their rows. */
export async function findTables(query: RunQuery, schemas: readonly string[]): Promise<FoundTable[]> {
  return (await query(
    `select n.nspname as schema, c.relname as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> '${PROGRESS_TABLE}' and ${NO_EXTENSION}
     order by n.nspname, c.relname`,
    [schemas],
  )) as FoundTable[];
}

export async function findPartitions(query: RunQuery, schemas: readonly string[]): Promise<FoundPartition[]> {
  return (await query(
    `select n.nspname as schema, p.relname as parent, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_inherits h on h.inhrelid = c.oid join pg_class p on p.oid = h.inhparent
     where n.nspname = any($1) and c.relispartition and c.relkind in ('r', 'p') order by 1, 2, 3`,
    [schemas],
  )) as FoundPartition[];
}

/** Keeps other connections from altering or dropping tables until the end of the transaction. */
export async function keepTables(query: RunQuery, tables: readonly FoundTable[]): Promise<void> {
  const names = tables.map(({ schema, name }) => `${quoted(schema)}.${quoted(name)}`);
  if (names.length > 0) await query(`lock table ${names.join(', ')} in access share mode`);
}

/** Statement that copies the rows of a table out. The entries of the log come in their order, so that they can be checked. */
export function copyOut({ schema, name, columns }: FoundTable): string {
  const order = name === 'log_entry' ? ' order by log, index' : '';
  return `copy (select ${columns.map(quoted).join(', ')} from ${quoted(schema)}.${quoted(name)}${order}) to stdout`;
}

/** Reads the logs of a database. Empty if it has no log yet, or is of a release without one. */
export async function findLogs(query: RunQuery): Promise<FoundLog[]> {
  const [there] = await query(`select to_regclass('log_state') is not null as "isThere"`);
  if (!(there as { isThere: boolean }).isThere) return [];
  return (await query(
    `select state.log, genesis, size::float8 as size, closed_size is not null as "isClosed",
       to_jsonb(state) ->> 'frozen_reason' as "frozenReason",
       (select note from log_checkpoint c where c.log = state.log order by c.size desc limit 1) as published
     from log_state state order by state.log`,
  )) as FoundLog[];
}

/** Reads the newest anchor of the chain. Null if nothing was anchored, or the release has no chain. */
export async function findNewestAnchor(
  query: RunQuery,
): Promise<{ anchorId: string; seq: number; hash: string } | null> {
  const [there] = await query(`select to_regclass('chain_anchor') is not null as "isThere"`);
  if (!(there as { isThere: boolean }).isThere) return null;
  const [row] = await query(
    `select id as "anchorId", seq::float8 as seq, hash from chain_anchor order by chain_anchor.seq desc limit 1`,
  );
  return (row as { anchorId: string; seq: number; hash: string } | undefined) ?? null;
}

/** Makes a new transaction of REPEATABLE READ see the database as the transaction that exported the snapshot does. */
export async function useSnapshot(em: EntityManager, snapshot: string): Promise<void> {
  if (!/^[0-9A-F-]+$/.test(snapshot)) throw new Error('Not the id of a snapshot.');
  await sql(em, `set transaction snapshot '${snapshot}'`);
}
