import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../platform/database/database.ts';
import type { RunQuery } from '../platform/database/migration.sql.ts';
import { type CopiedTable, copyOutLine, nameOf } from '../platform/database/table-copy.sql.ts';

export interface FoundLog {
  log: number;
  genesis: string;
  size: number;
  published: string | null;
  isClosed: boolean;
  /** Why an earlier restore froze it. Null in releases that didn't record that. */
  frozenReason: string | null;
}

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

/** Keeps other connections from altering or dropping tables until the end of the transaction. */
export async function keepTables(query: RunQuery, tables: readonly CopiedTable[]): Promise<void> {
  if (tables.length > 0) await query(`lock table ${tables.map(nameOf).join(', ')} in access share mode`);
}

/** Statement that sends the rows of a table. The entries of the log come in their order, so that they can be checked. */
export function snapshotLine(table: CopiedTable): string {
  return copyOutLine(table, table.name === 'log_entry' ? ['log', 'index'] : []);
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
