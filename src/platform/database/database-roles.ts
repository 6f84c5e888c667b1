import type pg from 'pg';
import {
  alterRole,
  createDatabase,
  createRole,
  findRoles,
  grantMembership,
  hideFailedStatements,
} from './server.sql.ts';

/** An account of the embedded database server. */
export interface DatabaseRole {
  name: string;
  password: string;
}

/**
 * Creates the database, its owner and the account that serves, if they are missing. Neither is a superuser, so they can't bypass
 * grants and triggers; and the account that serves owns nothing. Always sets the stored passwords, in case their files were lost.
 */
export async function ensureDatabase(client: pg.Client, owner: DatabaseRole, service: DatabaseRole): Promise<void> {
  const found = await findRoles(client, owner.name, service.name);
  // If a statement with a password fails, the server's log would contain it.
  await hideFailedStatements(client);
  await setRole(client, owner, 'createdb', found.hasOwner);
  await setRole(client, service, 'nocreatedb', found.hasService);
  // A migration names the transactions that it waits for. An account sees those of the accounts of which it is a member.
  if (!found.isMember) await grantMembership(client, service.name, owner.name);
  if (!found.hasDatabase) await createDatabase(client, owner.name);
}

async function setRole(client: pg.Client, { name, password }: DatabaseRole, right: string, isThere: boolean) {
  if (isThere) await alterRole(client, name, right, password);
  else await createRole(client, name, right, password);
}
