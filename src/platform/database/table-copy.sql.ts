import pg from 'pg';
import { inTransaction, type RunQuery } from './migration.sql.ts';

const quoted = pg.escapeIdentifier;

/** A table with rows: not a partition, and not part of an extension. */
export interface CopiedTable {
  schema: string;
  name: string;
  /** Stored columns, without generated ones, in alphabetical order. */
  columns: string[];
  /** Other tables that its foreign keys refer to, as `schema.name`. */
  references: string[];
}

/** Table with the progress of a running migration. It means nothing after the migration, and the serving account can't read it. */
const PROGRESS_TABLE = 'migration_progress';

/** Reads the tables of these schemas. */
export async function readTables(query: RunQuery, schemas: readonly string[]): Promise<CopiedTable[]> {
  return (await query(
    `select n.nspname::text as schema, c.relname::text as name,
       array(select attname::text from pg_attribute
         where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by 1) as columns,
       array(select distinct rn.nspname || '.' || r.relname from pg_constraint f
         join pg_class r on r.oid = coalesce(pg_partition_root(f.confrelid), f.confrelid)
         join pg_namespace rn on rn.oid = r.relnamespace
         where f.contype = 'f' and coalesce(pg_partition_root(f.conrelid), f.conrelid) = c.oid and r.oid <> c.oid
         order by 1) as "references"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> '${PROGRESS_TABLE}'
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by 1, 2`,
    [schemas],
  )) as CopiedTable[];
}

/** A partition, and the values that it holds. */
export interface Partition {
  schema: string;
  name: string;
  /** Table that it is a partition of. */
  parent: string;
  /** SQL clause, such as `FOR VALUES FROM ('a') TO ('b')`. */
  bound: string;
}

/** Reads the partitions of the tables in these schemas. */
export async function readPartitions(query: RunQuery, schemas: readonly string[]): Promise<Partition[]> {
  return (await query(
    `select n.nspname::text as schema, c.relname::text as name, p.relname::text as parent,
       pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_inherits h on h.inhrelid = c.oid join pg_class p on p.oid = h.inhparent
     where n.nspname = any($1) and c.relispartition and c.relkind in ('r', 'p') order by 1, 3, 2`,
    [schemas],
  )) as Partition[];
}

/** Creates an empty partition with the indexes and triggers of its table, unless it exists. */
export async function createPartition(
  query: RunQuery,
  schema: string,
  { name, parent, bound }: Omit<Partition, 'schema'>,
): Promise<void> {
  const [of, own] = [parent, name].map((one) => `${quoted(schema)}.${quoted(one)}`);
  await query(`create table if not exists ${own} partition of ${of} ${bound}`);
}

/** A sequence with its last number. Null if no number was taken yet. */
export interface SequenceState {
  schema: string;
  name: string;
  start: string;
  last: string | null;
}

/** Reads the sequences of these schemas. */
export async function readSequences(query: RunQuery, schemas: readonly string[]): Promise<SequenceState[]> {
  return (await query(
    `select schemaname::text as schema, sequencename::text as name, start_value::text as start, last_value::text as last
     from pg_sequences where schemaname = any($1) order by 1, 2`,
    [schemas],
  )) as SequenceState[];
}

/** Makes a sequence continue after the last number of another one. */
export async function continueSequence(query: RunQuery, { schema, name, start, last }: SequenceState): Promise<void> {
  await query('select setval($1::regclass, $2::int8, $3::bool)', [
    `${quoted(schema)}.${quoted(name)}`,
    last ?? start,
    last !== null,
  ]);
}

/** Quoted name of a table with its schema. */
export const nameOf = ({ schema, name }: Pick<CopiedTable, 'schema' | 'name'>) => `${quoted(schema)}.${quoted(name)}`;
const namesOf = (tables: readonly CopiedTable[]) => tables.map(nameOf).join(', ');
const columnsOf = ({ columns }: CopiedTable) => columns.map(quoted).join(', ');

/**
 * Runs `work` in a transaction that sees the tables as they are now, and in which no other connection changes them. If `work`
 * fails, the caller must end the connection: a broken off COPY blocks it, and the transaction ends with it.
 */
export async function withFrozenTables<T>(
  query: RunQuery,
  tables: readonly CopiedTable[],
  work: () => Promise<T>,
): Promise<T> {
  await query('begin isolation level repeatable read');
  await query(`lock table ${namesOf(tables)} in share mode`);
  const result = await work();
  await query('rollback');
  return result;
}

/** Runs `work` in a transaction in which no other connection reads or writes the tables. */
export function withLockedTables<T>(
  query: RunQuery,
  tables: readonly CopiedTable[],
  work: () => Promise<T>,
): Promise<T> {
  return inTransaction(query, async () => {
    const closed = await readClosedTables(query, tables);
    if (closed.length > 0) await query(`grant truncate on ${namesOf(closed)} to current_user`);
    await query(`lock table ${namesOf(tables)} in access exclusive mode`);
    const result = await work();
    if (closed.length > 0) await query(`revoke truncate on ${namesOf(closed)} from current_user`);
    return result;
  });
}

/** Tables from whose rows the migrations keep their owner: it has to grant itself TRUNCATE, which locks need, too. */
async function readClosedTables(query: RunQuery, tables: readonly CopiedTable[]): Promise<CopiedTable[]> {
  const rows = (await query(
    `select name from unnest($1::text[]) as name where not has_table_privilege(name, 'TRUNCATE')`,
    [tables.map(nameOf)],
  )) as { name: string }[];
  return tables.filter((table) => rows.some(({ name }) => name === nameOf(table)));
}

/** Settings on which the text of a row depends. Both databases need the same. */
export async function fixTextFormat(query: RunQuery): Promise<void> {
  await query(
    `set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set bytea_output = 'hex';
     set extra_float_digits = 1; set client_encoding = 'UTF8'`,
  );
}

/** Deletes all rows. */
export async function emptyTables(query: RunQuery, tables: readonly CopiedTable[]): Promise<void> {
  await query(`truncate ${namesOf(tables)}`);
}

/** Switches the triggers of the tables off or on, for everyone. Foreign keys stay in force. */
export async function switchTriggers(
  query: RunQuery,
  tables: readonly CopiedTable[],
  state: 'enable' | 'disable',
): Promise<void> {
  await query(tables.map((one) => `alter table ${nameOf(one)} ${state} trigger user`).join(';\n'));
}

/**
 * SQL statement that sends all rows of a table, including those of its partitions.
 * @param order names of columns. Default: no order
 */
export const copyOutLine = (table: CopiedTable, order: readonly string[] = []) =>
  `copy (select ${columnsOf(table)} from ${nameOf(table)}${order.length > 0 ? ` order by ${order.map(quoted).join(', ')}` : ''}) to stdout`;

/** SQL statement that stores the rows that `copyOutLine` sends. */
export const copyInLine = (table: CopiedTable) => `copy ${nameOf(table)} (${columnsOf(table)}) from stdin`;

/** Number of the rows of a table, and a digest of their contents that doesn't depend on their order. */
export interface TableDigest {
  rows: string;
  digest: string;
}

/** Reads all rows of a table and computes its digest. */
export async function digestTable(query: RunQuery, table: CopiedTable): Promise<TableDigest> {
  const [row] = await query(
    `select count(*)::text as rows,
       coalesce(sum(('x' || left(encode(sha256(convert_to(row(${columnsOf(table)})::text, 'UTF8')), 'hex'), 15))::bit(60)::int8), 0)::text
         as digest
     from ${nameOf(table)}`,
  );
  return row as TableDigest;
}

/** Updates the planner's statistics of the tables. */
export async function analyzeTables(query: RunQuery, tables: readonly CopiedTable[]): Promise<void> {
  await query(`analyze ${namesOf(tables)}`);
}

/** True if a service was started with this database: the first start encrypts a text. False without its tables. */
export async function hasServed(query: RunQuery, schema: string): Promise<boolean> {
  const canary = `${quoted(schema)}.encryption_canary`;
  const [found] = await query('select to_regclass($1) is not null as "isThere"', [canary]);
  if (!(found as { isThere: boolean }).isThere) return false;
  const [row] = await query(`select exists (select from ${canary}) as "isUsed"`);
  return (row as { isUsed: boolean }).isUsed;
}

/** Number of other connections to the database of this connection. */
export async function countOtherConnections(query: RunQuery): Promise<number> {
  const [row] = await query(
    `select count(*)::int as connections from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return (row as { connections: number }).connections;
}
