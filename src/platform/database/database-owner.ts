import type pg from 'pg';
import { alterRole, createDatabase, createRole, findOwner, hideFailedStatements } from './server.sql.ts';

/** Owner of the database with the same name. */
export interface DatabaseOwner {
  name: string;
  password: string;
}

/**
 * Creates the database and its owner if they are missing. The owner isn't a superuser, so it can't bypass the grants and
 * triggers of its tables. Always sets the stored password, in case its file was lost.
 */
export async function ensureDatabase(client: pg.Client, { name, password }: DatabaseOwner): Promise<void> {
  const { hasRole, hasDatabase } = await findOwner(client, name);
  // If the statement fails, the server's log would contain it with the password.
  await hideFailedStatements(client);
  if (hasRole) await alterRole(client, name, password);
  else await createRole(client, name, password);
  if (!hasDatabase) await createDatabase(client, name);
}
