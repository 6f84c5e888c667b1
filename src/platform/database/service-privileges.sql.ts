import { quoted } from './database-needs.sql.ts';
import type { RunQuery } from './migration.sql.ts';

/** A table of the service's schema, and what is granted on it to one account. */
export interface GrantedTable {
  name: string;
  /** Declared table that this table is a part of: itself, or the partitioned table of a partition. */
  root: string;
  /** Columns that exist. A declared column can be added by a later migration. */
  existing: string[];
  /** Privileges on the whole table. */
  granted: string[];
  /** Columns with UPDATE, if UPDATE isn't granted on the whole table. */
  columns: string[];
  /** Other privileges on single columns. */
  others: string[];
  /** Sequences of the table's columns. */
  sequences: { name: string; isUsable: boolean }[];
}

/** Reads what is granted to an account on the tables with these names and on their partitions. */
export async function readGranted(
  query: RunQuery,
  { account, tables }: { account: string; tables: readonly string[] },
): Promise<GrantedTable[]> {
  return (await query(
    `select c.relname::text as name, root.relname::text as root,
       array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as existing,
       array(select distinct privilege_type::text from aclexplode(c.relacl) where grantee = role.oid order by 1) as granted,
       array(select distinct attname::text from pg_attribute, aclexplode(attacl)
         where attrelid = c.oid and grantee = role.oid and privilege_type = 'UPDATE' order by 1) as columns,
       array(select distinct privilege_type::text from pg_attribute, aclexplode(attacl)
         where attrelid = c.oid and grantee = role.oid and privilege_type <> 'UPDATE' order by 1) as others,
       (select coalesce(json_agg(json_build_object('name', s.relname, 'isUsable', exists (
           select from aclexplode(s.relacl) where grantee = role.oid and privilege_type = 'USAGE')) order by s.relname), '[]')
         from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
         where d.classid = 'pg_class'::regclass and d.refobjid = c.oid and d.deptype = 'a') as sequences
     from pg_class c
     join pg_class root on root.oid = coalesce(pg_partition_root(c.oid), c.oid)
     join pg_roles role on role.rolname = $1::name
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and root.relname = any($2::text[])
     order by 1`,
    [account, tables],
  )) as GrantedTable[];
}

/** Privileges of an account on the service's schema, on its functions that run as their owner, and on the job queue's schema. */
export interface GrantedSchemas {
  schema: string;
  usesSchema: boolean;
  /** Functions that run with their owner's privileges and that the account wasn't granted. */
  closedFunctions: string[];
  /** Those that every account can call. */
  openFunctions: string[];
  /** Those whose search path names another schema, because the schema was renamed or restored under another name. */
  strayFunctions: string[];
  hasQueue: boolean;
  usesQueue: boolean;
  /** Tables and sequences of the job queue on which the account lacks a privilege. */
  closedQueueTables: number;
  /** False if new tables of the job queue would be closed to the account. */
  hasQueueDefaults: boolean;
}

/** Reads what an account has on the schemas of the service. */
export async function readGrantedSchemas(
  query: RunQuery,
  { account, queueSchema }: { account: string; queueSchema: string },
): Promise<GrantedSchemas> {
  const [row] = await query(
    `with role as (select oid from pg_roles where rolname = $1::name),
       functions as (
         select p.oid, p.oid::regprocedure::text as name, p.proacl, p.proowner, p.proconfig from pg_proc p
         where p.pronamespace = current_schema()::regnamespace and p.prosecdef
           and pg_has_role(p.proowner, 'USAGE')
       ),
       queue as (
         select c.* from pg_class c where c.relnamespace = to_regnamespace($2) and c.relkind in ('r', 'p')
       )
     select current_schema()::text as schema,
       has_schema_privilege($1::name, current_schema()::text, 'USAGE') as "usesSchema",
       array(select name from functions where not exists (
         select from aclexplode(proacl), role where grantee = role.oid) order by 1) as "closedFunctions",
       array(select name from functions where exists (
         select from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee = 0) order by 1) as "openFunctions",
       array(select name from functions where proconfig is distinct from array[
         format('search_path=%I, pg_temp', current_schema())] order by 1) as "strayFunctions",
       to_regnamespace($2) is not null as "hasQueue",
       coalesce(has_schema_privilege($1::name, to_regnamespace($2), 'USAGE'), false) as "usesQueue",
       (select count(*)::int from queue where not (
         has_table_privilege($1::name, oid, 'SELECT') and has_table_privilege($1::name, oid, 'INSERT')
         and has_table_privilege($1::name, oid, 'UPDATE') and has_table_privilege($1::name, oid, 'DELETE'))) as "closedQueueTables",
       (select count(*) = 4 from pg_default_acl d, aclexplode(d.defaclacl) one, role
         where d.defaclnamespace = to_regnamespace($2) and d.defaclrole = current_user::regrole and d.defaclobjtype = 'r'
           and one.grantee = role.oid and one.privilege_type in ('SELECT', 'INSERT', 'UPDATE', 'DELETE'))
         as "hasQueueDefaults"`,
    [account, queueSchema],
  );
  return row as GrantedSchemas;
}

/** SQL statement that grants privileges on a table. @param what such as `SELECT, UPDATE (title)` */
export const grantLine = (what: string, table: string, account: string) =>
  `grant ${what} on table ${quoted(table)} to ${quoted(account)}`;

/** SQL statement that takes privileges on a table away. */
export const revokeLine = (what: string, table: string, account: string) =>
  `revoke ${what} on table ${quoted(table)} from ${quoted(account)}`;

/** Expression of a privilege on some columns. */
export const onColumns = (privilege: string, columns: readonly string[]) =>
  `${privilege} (${columns.map(quoted).join(', ')})`;

/** SQL statement that lets an account take numbers from a sequence. */
export const grantSequenceLine = (sequence: string, account: string) =>
  `grant usage on sequence ${quoted(sequence)} to ${quoted(account)}`;

/** SQL statement that lets an account use the tables of a schema. */
export const grantSchemaLine = (schema: string, account: string) =>
  `grant usage on schema ${quoted(schema)} to ${quoted(account)}`;

/** SQL statement that lets an account call a function. @param name with the types of its arguments */
export const grantFunctionLine = (name: string, account: string) =>
  `grant execute on function ${name} to ${quoted(account)}`;

/** SQL statement that takes a function from accounts to which it wasn't granted. @param name with its argument types */
export const closeFunctionLine = (name: string) => `revoke execute on function ${name} from public`;

/** SQL statement that fixes the search path of a function that runs as its owner. @param name with its argument types */
export const fixPathLine = (name: string, schema: string) =>
  `alter function ${name} set search_path = ${quoted(schema)}, pg_temp`;

/** SQL statements that let an account use all tables of the job queue, also those that a later release adds. */
export const grantQueueLines = (schema: string, account: string) => [
  `grant usage on schema ${quoted(schema)} to ${quoted(account)}`,
  `grant select, insert, update, delete on all tables in schema ${quoted(schema)} to ${quoted(account)}`,
  `alter default privileges in schema ${quoted(schema)} grant select, insert, update, delete on tables to ${quoted(account)}`,
];

/**
 * Reads which declared privileges the account of the connection lacks, however it should get them, such as `UPDATE on asset`.
 * @param declared for each table, the declared privileges on the whole table and the columns with UPDATE
 */
export async function readLacking(
  query: RunQuery,
  queueSchema: string,
  declared: readonly { table: string; privileges: readonly string[]; columns: readonly string[] }[],
): Promise<string[]> {
  const [row] = await query(
    `with own as (
       select c.oid, one.* from jsonb_to_recordset($1::jsonb) as one ("table" text, privileges text[], columns text[])
       join pg_class c on c.relname = one."table"
       where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
     )
     select array(
       select privilege || ' on ' || "table" from own, unnest(privileges) as privilege
       where not has_table_privilege(own.oid, privilege)
       union all
       select 'UPDATE on ' || "table" || '.' || attname from own join pg_attribute on attrelid = own.oid
       where attnum > 0 and not attisdropped and attname::text = any (columns) and not has_column_privilege(own.oid, attnum, 'UPDATE')
       union all
       select 'USAGE on ' || s.relname from own
         join pg_depend d on d.classid = 'pg_class'::regclass and d.refobjid = own.oid and d.deptype = 'a'
         join pg_class s on s.oid = d.objid
       where 'INSERT' = any (privileges) and case s.relkind when 'S' then not has_sequence_privilege(s.oid, 'USAGE') end
       union all
       select privilege || ' on ' || c.oid::regclass from pg_class c, unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) as privilege
       where c.relnamespace = to_regnamespace($2) and c.relkind in ('r', 'p') and not has_table_privilege(c.oid, privilege)
       union all
       select 'EXECUTE on ' || p.proname from pg_proc p
       where p.pronamespace = current_schema()::regnamespace and p.prosecdef and not has_function_privilege(p.oid, 'EXECUTE')
       order by 1
     ) as lacking`,
    [JSON.stringify(declared), queueSchema],
  );
  return (row as { lacking: string[] }).lacking;
}

/** Powers of an account over the service's tables beyond its declared privileges. */
export interface Excess {
  account: string;
  isSuperuser: boolean;
  /** True if the account owns tables of the service, or is a member of an account that does. */
  isOwner: boolean;
  /** True if the account can create objects in the service's schema. */
  createsObjects: boolean;
  /** Privileges beyond the declared ones, such as `DELETE on chain_entry`. */
  privileges: string[];
}

/**
 * Reads the powers of an account beyond the declared privileges, however it got them.
 * @param account null for the account of the connection
 * @param declared for each table, the declared privileges on the whole table and the columns with UPDATE
 */
export async function readExcess(
  query: RunQuery,
  account: string | null,
  declared: readonly { table: string; privileges: readonly string[]; columns: readonly string[] }[],
): Promise<Excess> {
  const [row] = await query(
    `with role as (
       select oid, rolname, rolsuper from pg_roles where rolname = coalesce($2::name, current_user)
     ), own as (
       select c.oid, c.relowner, one.* from jsonb_to_recordset($1::jsonb) as one ("table" text, privileges text[], columns text[])
       join pg_class c on c.relname = one."table"
       where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
     )
     select role.rolname::text as account, role.rolsuper as "isSuperuser",
       coalesce((select bool_or(pg_has_role(role.oid, relowner, 'MEMBER')) from own), false) as "isOwner",
       coalesce(has_schema_privilege(role.oid, current_schema()::text, 'CREATE'), false) as "createsObjects",
       array(
         select privilege || ' on ' || "table" from own,
           unnest(array['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) as privilege
         where has_table_privilege(role.oid, own.oid, privilege) and privilege <> all (privileges)
         union all
         select 'UPDATE on ' || "table" || '.' || attname from own join pg_attribute on attrelid = own.oid
         where attnum > 0 and not attisdropped and 'UPDATE' <> all (privileges) and attname::text <> all (columns)
           and not has_table_privilege(role.oid, own.oid, 'UPDATE') and has_column_privilege(role.oid, own.oid, attnum, 'UPDATE')
         order by 1
       ) as privileges
     from role`,
    [JSON.stringify(declared), account],
  );
  return row as Excess;
}
