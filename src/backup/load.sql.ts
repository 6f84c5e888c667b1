import pg from 'pg';
import type { RunQuery } from '../platform/database/migration.sql.ts';
import { type CopiedTable, nameOf } from '../platform/database/table-copy.sql.ts';

const quoted = pg.escapeIdentifier;

const NO_EXTENSION = (catalogue: string, oid: string) =>
  `not exists (select from pg_depend e where e.classid = '${catalogue}'::regclass and e.objid = ${oid} and e.deptype = 'e')`;

/** Connections that every running `start` and `worker` has to this database, by the names that the service gives them. */
export async function findServiceConnections(query: RunQuery): Promise<{ pid: number; name: string }[]> {
  return (await query(
    `select pid, application_name as name from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and application_name in ('imprimatur-jobs', 'imprimatur-live') order by pid`,
  )) as { pid: number; name: string }[];
}

/** Deletes everything in a schema that doesn't belong to an extension: tables, sequences, functions and types. */
export async function emptySchema(query: RunQuery, schema: string): Promise<void> {
  const rows = (await query(
    `select format('drop %s if exists %I.%I cascade',
       case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
         when 'f' then 'foreign table' else 'table' end, n.nspname, c.relname) as line
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and not c.relispartition
       and ${NO_EXTENSION('pg_class', 'c.oid')}
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i') and c.relkind = 'S')
     union all
     select format('drop routine if exists %s cascade', p.oid::regprocedure) from pg_proc p
     join pg_namespace n on n.oid = p.pronamespace
     where n.nspname = $1 and p.prokind in ('f', 'p') and ${NO_EXTENSION('pg_proc', 'p.oid')}
     union all
     select format('drop type if exists %I.%I cascade', n.nspname, t.typname) from pg_type t
     join pg_namespace n on n.oid = t.typnamespace
     where n.nspname = $1 and t.typtype in ('e', 'd') and ${NO_EXTENSION('pg_type', 't.oid')}`,
    [schema],
  )) as { line: string }[];
  for (const { line } of rows) await query(line);
}

export async function dropSchema(query: RunQuery, schema: string): Promise<void> {
  await query(`drop schema if exists ${quoted(schema)} cascade`);
}

export async function hasSchema(query: RunQuery, schema: string): Promise<boolean> {
  const [row] = await query('select to_regnamespace($1) is not null as "isThere"', [quoted(schema)]);
  return (row as { isThere: boolean }).isThere;
}

/** A foreign key, with the statements that drop it and add it again. */
export interface ForeignKey {
  drop: string;
  add: string;
}

/** Foreign keys of the tables: rows come table by table, in any order. They are checked when they are added again. */
export async function findForeignKeys(query: RunQuery, schemas: readonly string[]): Promise<ForeignKey[]> {
  return (await query(
    `select format('alter table %I.%I drop constraint %I', n.nspname, c.relname, o.conname) as drop,
       format('alter table %I.%I add constraint %I %s', n.nspname, c.relname, o.conname, pg_get_constraintdef(o.oid)) as add
     from pg_constraint o join pg_class c on c.oid = o.conrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and o.contype = 'f' and o.conparentid = 0 order by 1`,
    [schemas],
  )) as ForeignKey[];
}

/**
 * Deletes the rows that migrations inserted into new tables. The owner has no TRUNCATE on insert-only tables, so it is granted
 * until they are empty.
 */
export async function emptyTables(query: RunQuery, tables: readonly CopiedTable[]): Promise<void> {
  for (const table of tables.map(nameOf)) {
    const [row] = await query(
      `select exists (select from ${table}) as "hasRows", has_table_privilege($1, 'TRUNCATE') as "mayTruncate"`,
      [table],
    );
    const { hasRows, mayTruncate } = row as { hasRows: boolean; mayTruncate: boolean };
    if (!hasRows) continue;
    if (!mayTruncate) await query(`grant truncate on ${table} to current_user`);
    await query(`truncate ${table}`);
    if (!mayTruncate) await query(`revoke truncate on ${table} from current_user`);
  }
}

/** Sets the sequences of columns to follow the largest value that was loaded. */
export async function setSequences(query: RunQuery, schemas: readonly string[]): Promise<void> {
  const rows = (await query(
    `select format('select setval(%L, coalesce(max(%I), 1), max(%I) is not null) from %I.%I',
       format('%I.%I', sn.nspname, s.relname), a.attname, a.attname, n.nspname, c.relname) as line
     from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S' join pg_namespace sn on sn.oid = s.relnamespace
     join pg_class c on c.oid = d.refobjid join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
     where n.nspname = any($1) and d.deptype in ('a', 'i') and d.classid = 'pg_class'::regclass
       and d.refclassid = 'pg_class'::regclass`,
    [schemas],
  )) as { line: string }[];
  for (const { line } of rows) await query(line);
}

/** Stores why the log of a restored database accepts no entries. Null lets it continue. Earlier releases lack the column. */
export async function setFrozenReason(query: RunQuery, log: number, reason: string | null): Promise<void> {
  await query('alter table log_state add column if not exists "frozen_reason" text null');
  await query('update log_state set frozen_reason = $2 where log = $1', [log, reason]);
}

/** Counts the rows of a table. */
export async function countRows(query: RunQuery, table: CopiedTable): Promise<number> {
  const [row] = await query(`select count(*)::float8 as count from ${nameOf(table)}`);
  return (row as { count: number }).count;
}

/** Updates the planner's statistics of all tables. */
export async function analyze(query: RunQuery): Promise<void> {
  await query('analyze');
}
