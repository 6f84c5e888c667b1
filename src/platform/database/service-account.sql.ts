import type { RunQuery } from './migration.sql.ts';

/** Two positive numbers that name an advisory lock. */
export type LockNumbers = readonly [number, number];

/** Takes a session's advisory lock, by which another connection recognises this database. */
export async function holdLock(query: RunQuery, numbers: LockNumbers): Promise<void> {
  await query('select pg_advisory_lock($1::int, $2::int)', [...numbers]);
}

export async function releaseLock(query: RunQuery, numbers: LockNumbers): Promise<void> {
  await query('select pg_advisory_unlock($1::int, $2::int)', [...numbers]);
}

/** The account of a connection. */
export interface ConnectedAccount {
  account: string;
  isSuperuser: boolean;
  /** True if the account is the owner of the tables, or a member of it. */
  isOwner: boolean;
  /** True if the connection leads to the database in which the lock is held. */
  isSameDatabase: boolean;
}

/** Reads the account of a connection, and whether it leads to the database in which another connection holds a lock. */
export async function readConnectedAccount(
  query: RunQuery,
  { owner, numbers }: { owner: string; numbers: LockNumbers },
): Promise<ConnectedAccount> {
  const [row] = await query(
    `select current_user::text as account,
       (select bool_or(rolsuper) from pg_roles where rolname in (current_user, session_user)) as "isSuperuser",
       coalesce((select pg_has_role(oid, 'MEMBER') or pg_has_role(session_user, oid, 'MEMBER')
         from pg_roles where rolname = $1::name), false) as "isOwner",
       exists (
         select from pg_locks join pg_database on pg_database.oid = pg_locks.database
         where locktype = 'advisory' and datname = current_database()
           and classid = $2::int8::oid and objid = $3::int8::oid and objsubid = 2 and granted
       ) as "isSameDatabase"`,
    [owner, ...numbers],
  );
  return row as ConnectedAccount;
}

/** Reads the name of the connection's account, and the schema in which it creates tables. */
export async function readAccount(query: RunQuery): Promise<{ account: string; schema: string | null }> {
  const [row] = await query('select current_user::text as account, current_schema()::text as schema');
  return row as { account: string; schema: string | null };
}
