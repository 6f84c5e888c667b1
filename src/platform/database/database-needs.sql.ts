import type { RunQuery } from './migration.sql.ts';

/** Names of the database and of the connection's account, version of the server, and encoding of the database. */
export interface DatabaseFacts {
  name: string;
  account: string;
  version: string;
  major: number;
  encoding: string;
}

/** Reads the names of the database and the account, the version of the server, and the encoding of the database. */
export async function readDatabaseFacts(query: RunQuery): Promise<DatabaseFacts> {
  const [row] = await query(
    `select current_database()::text as name, current_user::text as account,
       current_setting('server_version') as version,
       current_setting('server_version_num')::int / 10000 as major,
       current_setting('server_encoding') as encoding`,
  );
  return row as DatabaseFacts;
}

/** Converts a text to lower case with the database's locale. The database must have the encoding UTF8. */
export async function readLowerCase(query: RunQuery, text: string): Promise<string> {
  const [row] = await query('select lower($1::text) as lowered', [text]);
  return (row as { lowered: string }).lowered;
}

/**
 * Versions of the database's locale: when the database was created, and now on this machine. Null for a locale without versions.
 */
export async function readCollation(query: RunQuery): Promise<{ made: string | null; actual: string | null }> {
  const [row] = await query(
    `select datcollversion as made, pg_database_collation_actual_version(oid) as actual
     from pg_database where datname = current_database()`,
  );
  return row as { made: string | null; actual: string | null };
}

/** Privileges of the connection's database account, and existing objects. */
export interface AccountPrivileges {
  /** Schema for new tables. Null if the account may use none of the schemas in its search path. */
  schema: string | null;
  path: string[];
  createsTables: boolean;
  createsSchemas: boolean;
  createsExtensions: boolean;
  /** True if the server has the files of the extension pg_trgm. */
  hasTrigrams: boolean;
  /** Schema of the extension pg_trgm. Null if it isn't installed. */
  trigramSchema: string | null;
  hasQueueSchema: boolean;
  usesQueueSchema: boolean;
  /** Tables of the service that belong to another account. */
  foreignTables: string[];
  /** Tables of the service that the account can't read or can't insert into. */
  closedTables: string[];
}

/** Reads the privileges of the connection's database account. */
export async function readPrivileges(
  query: RunQuery,
  { queueSchema, tables }: { queueSchema: string; tables: readonly string[] },
): Promise<AccountPrivileges> {
  const [row] = await query(
    `with own as (
       select c.oid, c.relname::text as name, c.relowner from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = current_schema() and c.relkind in ('r', 'p') and c.relname = any($2::text[])
     )
     select current_schema()::text as schema, current_schemas(true)::text[] as path,
       coalesce(has_schema_privilege(current_schema()::text, 'CREATE'), false) as "createsTables",
       has_database_privilege(current_database(), 'CREATE') as "createsSchemas",
       current_setting('is_superuser')::bool or coalesce((
         select bool_or(trusted) and has_database_privilege(current_database(), 'CREATE')
         from pg_available_extension_versions where name = 'pg_trgm'), false) as "createsExtensions",
       exists (select from pg_available_extensions where name = 'pg_trgm') as "hasTrigrams",
       (select nspname::text from pg_extension join pg_namespace n on n.oid = extnamespace where extname = 'pg_trgm')
         as "trigramSchema",
       to_regnamespace($1) is not null as "hasQueueSchema",
       coalesce(has_schema_privilege(to_regnamespace($1), 'USAGE'), false) as "usesQueueSchema",
       (select coalesce(array_agg(name order by name) filter (where not pg_has_role(relowner, 'USAGE')), '{}') from own)
         as "foreignTables",
       (select coalesce(array_agg(name order by name) filter (where not (
         has_table_privilege(oid, 'SELECT') and has_table_privilege(oid, 'INSERT'))), '{}') from own)
         as "closedTables"`,
    [queueSchema, tables],
  );
  return row as AccountPrivileges;
}

/**
 * First PostgreSQL version with a built-in locale, which sorts by code points and knows the case of every letter, independent of
 * the machine's locales.
 */
const BUILTIN_LOCALE_MAJOR = 17;

/**
 * SQL statement that creates a database which meets the requirements, next to the unusable database `name`. For an account that
 * may create databases.
 */
export function createDatabaseLine({ name, account, major }: { name: string; account: string; major: number }): string {
  const locale =
    major >= BUILTIN_LOCALE_MAJOR
      ? `LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' LOCALE 'C'`
      : `LOCALE_PROVIDER libc LOCALE 'C.UTF-8'`;
  return `CREATE DATABASE ${quoted(`${name}_utf8`)} OWNER ${quoted(account)} TEMPLATE template0 ENCODING 'UTF8' ${locale};`;
}

/** SQL statement that creates a schema for an account. */
export const createSchemaLine = (schema: string, account: string) =>
  `CREATE SCHEMA ${schema} AUTHORIZATION ${quoted(account)};`;

/** SQL statement that lets an account create tables in a schema. */
export const grantCreateLine = (schema: string, account: string) =>
  `GRANT USAGE, CREATE ON SCHEMA ${quoted(schema)} TO ${quoted(account)};`;

/** Quotes a name for an SQL statement. */
export const quoted = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`);
