import type pg from 'pg';

/** Who owns the database of the same name. */
export interface DatabaseOwner {
  name: string;
  password: string;
}

/**
 * Makes the database with its owner where they are missing.
 * The service is no superuser, so that what its tables' grants and triggers forbid, it cannot do. Its password is always
 * the kept one, in case that file was lost.
 */
export async function ensureDatabase(client: pg.Client, { name, password }: DatabaseOwner): Promise<void> {
  const { rows } = await client.query<{ hasRole: boolean; hasDatabase: boolean }>(
    `select exists (select from pg_roles where rolname = $1) as "hasRole",
            exists (select from pg_database where datname = $1) as "hasDatabase"`,
    [name],
  );
  const { hasRole, hasDatabase } = rows[0]!;
  // Should it fail, the server's log would show the statement, and with it the password.
  await client.query(`set log_min_error_statement = 'panic'`);
  const change = hasRole ? 'alter' : 'create';
  await client.query(`${change} role ${name} login createdb password ${client.escapeLiteral(password)}`);
  if (!hasDatabase) await client.query(`create database ${name} owner ${name}`);
}
