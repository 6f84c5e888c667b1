import type pg from 'pg';
import { alterRole, createDatabase, createRole, findOwner, hideFailedStatements } from './server.sql.ts';

/** The role that owns the database. Role and database have the same name. */
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
  // If a statement with the password fails, the server's log would contain it.
  await hideFailedStatements(client);
  if (hasRole) await alterRole(client, name, password);
  else await createRole(client, name, password);
  if (!hasDatabase) await createDatabase(client, name);
}
