import type pg from 'pg';
import { alterRole, createDatabase, createRole, findOwner, hideFailedStatements } from './server.sql.ts';

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
  const { hasRole, hasDatabase } = await findOwner(client, name);
  // Should it fail, the server's log would show the statement, and with it the password.
  await hideFailedStatements(client);
  if (hasRole) await alterRole(client, name, password);
  else await createRole(client, name, password);
  if (!hasDatabase) await createDatabase(client, name);
}
