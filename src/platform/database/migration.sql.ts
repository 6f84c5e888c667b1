/** Sends a statement over the connection of a migration and returns its rows. */
export type RunQuery = (text: string, values?: unknown[]) => Promise<object[]>;

/**
 * Progress of the running migration: number of finished steps, and last key and number of the rows that the current step has
 * handled.
 */
export interface MigrationProgress {
  step: number;
  lastKey: string;
  rows: number;
}

export interface BackfillBatch {
  last: string;
  rows: number;
}

/** Rows of a table that are updated in batches, in the order of a key. */
export interface BackfilledRows {
  table: string;
  /** Text column with a unique index. The batches of rows follow its order. */
  key: string;
  /** SQL of the SET clause, without the word `set`. */
  set: string;
  /** SQL condition that is false for updated rows, so that a repeated batch skips them. */
  where: string;
}

/** Release and commit that ran a migration. */
export interface MigratedBy {
  release: string;
  /** Commit of the build. Null when the build didn't know it. */
  commit: string | null;
}

/**
 * Table of the releases that ran the migrations. Like the table of completed migrations, it exists before the first migration and
 * isn't part of the schema that they create.
 */
export const SCHEMA_RELEASE_TABLE = 'schema_release';

/** Reads the names of the completed migrations, oldest first. Null if their table doesn't exist. */
export async function readMigrations(query: RunQuery, table: string): Promise<string[] | null> {
  if (!(await hasTable(query, table))) return null;
  const rows = (await query(`select name from ${table} order by id`)) as { name: string }[];
  return rows.map(({ name }) => name);
}

async function hasTable(query: RunQuery, table: string): Promise<boolean> {
  const [found] = await query(`select to_regclass('${table}') is not null as "isThere"`);
  return (found as { isThere: boolean }).isThere;
}

/**
 * Makes the server end the statements and locks of this connection soon after its process has ended. Fails where the operating
 * system doesn't support it.
 */
export async function checkConnection(query: RunQuery): Promise<void> {
  await query("set client_connection_check_interval = '2s'");
}

/**
 * Removes time limits that the account, the database or a connection pooler has set for this session, and limits the wait for a
 * lock to `lockTimeoutMs` milliseconds. Startup parameters aren't enough, because a pooler can drop them.
 */
export async function limitSession(query: RunQuery, lockTimeoutMs: number): Promise<void> {
  // Sent as a statement of its own, because the old limit could cancel a longer one.
  await query('set statement_timeout = 0');
  // Selected from `pg_settings`, because some versions lack some of these settings.
  await query(
    `select set_config(name, '0', false) from pg_settings
     where name in ('transaction_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout')`,
  );
  await query(`set lock_timeout = ${lockTimeoutMs}`);
}

/** Takes the advisory lock of migrations if it is free. False if another connection holds it. */
export async function tryLock(query: RunQuery, lock: number): Promise<boolean> {
  const [row] = await query('select pg_try_advisory_lock($1) as "isOurs"', [lock]);
  return (row as { isOurs: boolean }).isOurs;
}

/** Creates the table of releases, and records the release that is about to run these migrations. */
export async function writeRelease(
  query: RunQuery,
  migrations: readonly string[],
  { release, commit }: MigratedBy,
): Promise<void> {
  await query(
    `create table if not exists ${SCHEMA_RELEASE_TABLE} (
       migration varchar(255) primary key, release varchar(64) not null, commit varchar(64),
       migrated_at timestamptz(3) not null default now())`,
  );
  await query(
    `insert into ${SCHEMA_RELEASE_TABLE} (migration, release, commit) select unnest($1::text[]), $2, $3
     on conflict (migration) do update
       set release = excluded.release, commit = excluded.commit, migrated_at = excluded.migrated_at`,
    [migrations, release, commit],
  );
}

/** Finds the release that ran the newest of these migrations. Null if none is recorded or the table doesn't exist. */
export async function findRelease(query: RunQuery, migrations: readonly string[]): Promise<MigratedBy | null> {
  if (!(await hasTable(query, SCHEMA_RELEASE_TABLE))) return null;
  const [row] = await query(
    `select release, commit from ${SCHEMA_RELEASE_TABLE} where migration = any($1)
     order by migrated_at desc, migration desc limit 1`,
    [migrations],
  );
  return (row as MigratedBy | undefined) ?? null;
}

/** Runs `work` in a transaction of the connection. */
export async function inTransaction<T>(query: RunQuery, work: () => Promise<T>): Promise<T> {
  await query('begin');
  try {
    const result = await work();
    await query('commit');
    return result;
  } catch (error) {
    await query('rollback').catch(() => {});
    throw error;
  }
}

/** Creates the table of migrations as MikroORM does. */
export async function createMigrationTable(query: RunQuery, table: string): Promise<void> {
  await query(
    `create table if not exists ${table} (id serial primary key, name varchar(255) not null, executed_at timestamptz(6) not null default current_timestamp(6))`,
  );
}

/** Creates the table with the progress of running migrations, from which an interrupted run resumes. */
export async function createProgressTable(query: RunQuery): Promise<void> {
  await query(`create table if not exists migration_progress (
  migration varchar(255) primary key, step int not null default 0, last_key text not null default '',
  rows bigint not null default 0, at timestamptz not null default now())`);
}

/** Limits an index build to one core, since requests come first, and gives it at least 256 MB of memory. */
export async function limitIndexBuilds(query: RunQuery): Promise<void> {
  await query(`set max_parallel_maintenance_workers = 0;
select set_config('maintenance_work_mem', '256MB', false) from pg_settings
where name = 'maintenance_work_mem' and setting::bigint < 262144`);
}

/** Limits how long the statements of this transaction wait for a lock. Milliseconds. */
export async function limitLockWait(query: RunQuery, lockTimeoutMs: number): Promise<void> {
  await query(`set local lock_timeout = ${lockTimeoutMs}`);
}

/**
 * Prepares the connection for batches of a backfill: they wait only briefly for
 * locks, and a crash of the database can undo the latest batches.
 */
export async function beginBatches(query: RunQuery, lockTimeoutMs: number): Promise<void> {
  await query(`set lock_timeout = ${lockTimeoutMs}; set synchronous_commit = off`);
}

/** Undoes the settings of `beginBatches`. `lockTimeoutMs` is the lock timeout of the session. */
export async function endBatches(query: RunQuery, lockTimeoutMs: number): Promise<void> {
  await query(`set lock_timeout = ${lockTimeoutMs}; reset synchronous_commit`);
}

/**
 * Updates those of the next `size` rows after a key that match `where`, and records the progress. Null when no row follows the
 * key.
 */
export async function backfillBatch(
  query: RunQuery,
  migration: string,
  { table, key, set, where }: BackfilledRows,
  { after, size }: { after: string; size: number },
): Promise<BackfillBatch | null> {
  const [batch] = (await query(
    `with batch as (
       select max(key) as last, count(*)::int as rows
       from (select "${key}" as key from "${table}" where "${key}" > $1 order by "${key}" limit $2) keys
     ), changed as (
       update "${table}" set ${set}
       where "${key}" > $1 and "${key}" <= (select last from batch) and (${where})
     )
     update migration_progress set last_key = batch.last, rows = migration_progress.rows + batch.rows, at = now()
     from batch where migration = $3 and batch.last is not null returning batch.last, batch.rows`,
    [after, size, migration],
  )) as BackfillBatch[];
  return batch ?? null;
}

/** Estimates the number of rows of a table from the planner's statistics. */
export async function estimateRows(query: RunQuery, table: string): Promise<number> {
  const [row] = (await query('select greatest(reltuples, 0)::int as rows from pg_class where oid = to_regclass($1)', [
    `"${table}"`,
  ])) as { rows: number }[];
  return row?.rows ?? 0;
}

/**
 * Describes the three oldest open transactions of other connections, without their statements, which can contain secrets. Lists
 * connections of accounts whose transactions this account can't see last, and only if they hold a lock of a table.
 */
export async function longTransactions(query: RunQuery): Promise<string[]> {
  const rows = (await query(
    `select format('process %s (%s, %s)', pid, coalesce(nullif(application_name, ''), 'unnamed'), coalesce(
       state || ' for ' || extract(epoch from now() - xact_start)::int || ' s', 'hidden from this account')) as one
     from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and (xact_start is not null
       or state is null and exists (select from pg_locks where pg_locks.pid = pg_stat_activity.pid and relation is not null))
     order by xact_start limit 3`,
  )) as { one: string }[];
  return rows.map(({ one }) => one);
}

/** Reads the progress of a migration. If the migration hasn't begun, begins to record it. */
export async function beginProgress(query: RunQuery, migration: string): Promise<MigrationProgress> {
  const [row] = (await query(
    `insert into migration_progress (migration) values ($1)
     on conflict (migration) do update set at = now() returning step, last_key as "lastKey", rows::int`,
    [migration],
  )) as MigrationProgress[];
  return row!;
}

/** Records that the steps of a migration before `step` are done. */
export async function recordStep(query: RunQuery, migration: string, step: number): Promise<void> {
  await query(`update migration_progress set step = $2, last_key = '', rows = 0, at = now() where migration = $1`, [
    migration,
    step,
  ]);
}

/** True if the index is complete, false if an interrupted build left it invalid, null if it doesn't exist. */
export async function findIndexState(query: RunQuery, name: string): Promise<boolean | null> {
  const [found] = (await query(`select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)`, [
    `"${name}"`,
  ])) as { isValid: boolean }[];
  return found?.isValid ?? null;
}

/** Builds an index while the table is read and written. @param text `create index …` without `concurrently` */
export async function buildIndex(query: RunQuery, text: string): Promise<void> {
  await query(text.replace(/^create (unique )?index /, 'create $1index concurrently '));
}

/** Drops an index, if it exists, while the table is read and written. */
export async function dropIndexConcurrently(query: RunQuery, name: string): Promise<void> {
  await query(`drop index concurrently if exists "${name}"`);
}

/** Updates the planner's statistics of a table. */
export async function analyzeTable(query: RunQuery, table: string): Promise<void> {
  await query(`analyze "${table}"`);
}

/** SQL statement that records a migration as done. */
export const recordMigration = (table: string, name: string) => `insert into ${table} (name) values ('${name}')`;

/** Records the last pending migration and drops the progress table, atomically. */
export async function recordLastMigration(query: RunQuery, table: string, name: string): Promise<void> {
  await query(`${recordMigration(table, name)}; drop table migration_progress`);
}

/** SQL statement that drops an index of a database that isn't in use. */
export const dropIndexAtOnce = (name: string) => `drop index if exists "${name}"`;

export const renameIndex = (name: string, to: string) => `alter index "${name}" rename to "${to}"`;

/** SQL statement that adds a CHECK without checking existing rows. Replaces an existing CHECK with this name. */
export const addCheck = (table: string, name: string, expression: string) =>
  `alter table "${table}" drop constraint if exists "${name}", add constraint "${name}" check (${expression}) not valid`;

/** SQL statement that checks existing rows against a constraint that was added as NOT VALID. */
export const validateConstraint = (table: string, constraint: string) =>
  `alter table "${table}" validate constraint "${constraint}"`;

/** SQL statement that updates all rows at once, for a database that isn't in use. */
export const backfillAtOnce = ({ table, set, where }: BackfilledRows) => `update "${table}" set ${set} where ${where}`;
