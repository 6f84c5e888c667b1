import type pg from 'pg';

/** True if the database server accepts no writes: it is a replica, or set to read only. */
export async function isReadOnly(client: pg.Pool | pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ isReadOnly: boolean }>(
    `select pg_is_in_recovery() or current_setting('transaction_read_only')::bool as "isReadOnly"`,
  );
  return rows[0]!.isReadOnly;
}

/** Makes this connection receive the notifications of a channel. */
export async function listenTo(client: pg.Client, channel: string): Promise<void> {
  await client.query(`listen ${channel}`);
}

/** Makes one round trip to the database server. */
export async function ping(client: pg.Client): Promise<void> {
  await client.query('select 1');
}

/** Existence of the roles of a database server and of the service's database. */
interface FoundRoles {
  hasOwner: boolean;
  hasService: boolean;
  hasDatabase: boolean;
  /** True if the owner is a member of the service's role. */
  isMember: boolean;
}

/** Finds which of two roles and the database with the owner's name exist, and whether the owner is a member of the other. */
export async function findRoles(client: pg.Client, owner: string, service: string): Promise<FoundRoles> {
  const { rows } = await client.query<FoundRoles>(
    `select exists (select from pg_roles where rolname = $1) as "hasOwner",
            exists (select from pg_roles where rolname = $2) as "hasService",
            exists (select from pg_database where datname = $1) as "hasDatabase",
            exists (select from pg_auth_members where roleid = (select oid from pg_roles where rolname = $2)
              and member = (select oid from pg_roles where rolname = $1)) as "isMember"`,
    [owner, service],
  );
  return rows[0]!;
}

/** Keeps the text of failed statements out of the server's log. Applies to this connection. */
export async function hideFailedStatements(client: pg.Client): Promise<void> {
  await client.query(`set log_min_error_statement = 'panic'`);
}

/** Creates a role that can log in. @param right `createdb` or `nocreatedb` */
export async function createRole(client: pg.Client, name: string, right: string, password: string): Promise<void> {
  await client.query(`create role ${name} login ${right} password ${client.escapeLiteral(password)}`);
}

/** Sets the password and the rights of a role that exists. */
export async function alterRole(client: pg.Client, name: string, right: string, password: string): Promise<void> {
  await client.query(`alter role ${name} login ${right} password ${client.escapeLiteral(password)}`);
}

/** Makes a role a member of another one. */
export async function grantMembership(client: pg.Client, role: string, member: string): Promise<void> {
  await client.query(`grant ${role} to ${member}`);
}

/** Creates a database. Its owner is the role with its name. */
export async function createDatabase(client: pg.Client, name: string): Promise<void> {
  await client.query(`create database ${name} owner ${name}`);
}

/** Schema that a connection uses, and schemas that contain tables of the service. */
export interface SchemaState {
  current: string | null;
  isMigrated: boolean;
  isPublicMigrated: boolean;
  /** A later schema in the search path that contains the tables of another installation. Null if no schema does. */
  other: string | null;
  trigramSchema: string | null;
  path: string[];
}

/** Reads which schema a connection uses, and which schemas hold tables of the service. */
export async function readSchemaState(client: pg.Client, schema: string): Promise<SchemaState> {
  const { rows } = await client.query<SchemaState>(
    `select current_schema() as current,
       to_regclass($1) is not null as "isMigrated",
       to_regclass('public.mikro_orm_migrations') is not null as "isPublicMigrated",
       (select one from unnest(current_schemas(false)) as one
        where one <> $2 and to_regclass(quote_ident(one) || '.mikro_orm_migrations') is not null limit 1) as other,
       (select nspname from pg_extension join pg_namespace n on n.oid = extnamespace where extname = 'pg_trgm')
         as "trigramSchema",
       current_schemas(true)::text[] as path`,
    [`${schema}.mikro_orm_migrations`, schema],
  );
  return rows[0]!;
}
