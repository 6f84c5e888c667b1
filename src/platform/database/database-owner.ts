import type pg from 'pg';
import { alterRole, createDatabase, createRole, findOwner, hideFailedStatements } from './server.sql.ts';

/** The role that owns the database. Role and database have the same name. */
export interface DatabaseOwner {
  name: string;
  password: string;
}

/**
 * Creates the database and its owner if they are missing. The owner isn't a superuser, so it can't bypass the grants and triggers
 * of its tables. Always sets the given password, which differs from the previous one if the password's file was lost.
 */
export async function ensureDatabase(client: pg.Client, { name, password }: DatabaseOwner): Promise<void> {
  const { hasRole, hasDatabase } = await findOwner(client, name);
  // Otherwise, the server's log would contain the password if a statement with it fails.
  await hideFailedStatements(client);
  if (hasRole) await alterRole(client, name, password);
  else await createRole(client, name, password);
  if (!hasDatabase) await createDatabase(client, name);
}
