import { randomInt } from 'node:crypto';
import { ConfigError } from '../config/config.ts';
import { databaseSettings } from './database-settings.ts';
import type { RunQuery } from './migration.sql.ts';
import { holdLock, type LockNumbers, readAccount, readConnectedAccount, releaseLock } from './service-account.sql.ts';
import { type NamedUrl, withConnection } from './single-connection.ts';

const MAX_LOCK_NUMBER = 2 ** 31 - 1;

/** Chooses numbers for a lock by which another connection recognises this database. */
export function newLockNumbers(): LockNumbers {
  return [randomInt(1, MAX_LOCK_NUMBER), randomInt(1, MAX_LOCK_NUMBER)];
}

/**
 * Finds the account with which the service works, by connecting with its URL. The server decides the account, which can differ
 * from the user in the URL.
 * @param query runs statements with the owner's connection
 * @throws ConfigError if the URL leads to another database, or the account could alter the owner's tables
 */
export async function findServiceAccount(
  query: RunQuery,
  { service, signal }: { service: NamedUrl; signal?: AbortSignal },
): Promise<string> {
  const { account: owner, schema } = await readAccount(query);
  // By default, an account's tables are in the schema with its name, if there is one. Another account wouldn't find them.
  if (schema !== null && schema !== databaseSettings(service.url).schema) {
    throw new ConfigError([
      `DATABASE_OWNER_URL: the account ${owner} uses the schema ${schema}, because it has its name. Add ?options=-c%20search_path=${schema} to this URL and to ${service.setting}.`,
    ]);
  }
  // Only a connection to the same server and the same database sees this lock. Names and ports of one server can differ, and two
  // servers behind a proxy can share them.
  const numbers = newLockNumbers();
  await holdLock(query, numbers);
  try {
    const found = await withConnection(service, (_, ask) => readConnectedAccount(ask, { owner, numbers }), {
      name: 'imprimatur-account',
      signal,
    });
    if (!found.isSameDatabase) {
      throw new ConfigError([
        `DATABASE_OWNER_URL: it leads to another database than ${service.setting}. Both need the same server and database.`,
      ]);
    }
    if (found.isSuperuser || found.isOwner) throw new ConfigError([`${service.setting}: ${tooPowerful(found, owner)}`]);
    return found.account;
  } finally {
    await releaseLock(query, numbers).catch(() => {});
  }
}

function tooPowerful({ account, isSuperuser }: { account: string; isSuperuser: boolean }, owner: string): string {
  const advice = `Name an account that can't, as docs/database.md says, or remove DATABASE_OWNER_URL.`;
  if (isSuperuser) return `The account ${account} is a superuser, which can alter every table. ${advice}`;
  if (account === owner) return `The account ${account} is that of DATABASE_OWNER_URL, too. ${advice}`;
  return `The account ${account} is a member of ${owner}, so it can alter the tables. ${advice}`;
}
