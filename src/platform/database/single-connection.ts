import type { Socket } from 'node:net';
import pg, { type PoolConfig } from 'pg';
import { ConfigError } from '../config/config.ts';
import { databaseSettings } from './database-settings.ts';
import type { RunQuery } from './migration.sql.ts';
import { sqlstateOf } from './sqlstate.ts';
import { tlsFailureReason } from './tls-failure.ts';

/** Setting that contains a database URL, for messages. */
export type UrlSetting = 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_OWNER_URL' | 'DATABASE_REPLICA_URL';

/** Database URL and the setting that contains it. */
export interface NamedUrl {
  url: string;
  setting: UrlSetting;
}

/** URLs of the database. */
export interface DatabaseUrls {
  /** URL of the account that the service works with. It can lead to a connection pooler. */
  databaseUrl: string;
  /** URL of the same database without the connection pooler. Absent or null if `databaseUrl` leads to the server itself. */
  directUrl?: string | null;
  /** URL of the account that owns the tables. Null if the service's account owns them, or if another process migrates. */
  ownerUrl: string | null;
}

/** URL for connections that need a session of their own: for LISTEN, session locks and session settings. */
export function sessionUrlOf({ databaseUrl, directUrl }: Pick<DatabaseUrls, 'databaseUrl' | 'directUrl'>): NamedUrl {
  return directUrl === undefined || directUrl === null
    ? { url: databaseUrl, setting: 'DATABASE_URL' }
    : { url: directUrl, setting: 'DATABASE_DIRECT_URL' };
}

/** URL of the account that owns the tables. If no owner's URL is given, that is the account that the service works with. */
export function tableOwnerOf(urls: DatabaseUrls): NamedUrl {
  return urls.ownerUrl === null ? sessionUrlOf(urls) : { url: urls.ownerUrl, setting: 'DATABASE_OWNER_URL' };
}

/** Removes time limits for requests, which the URL can set and which are too short for a migration. */
const NO_LIMITS = { statement_timeout: 0, lock_timeout: 0, query_timeout: 0, idle_in_transaction_session_timeout: 0 };

/**
 * Runs `work` over a connection of its own, without time limits. The connection ends at once when the signal aborts.
 * @param adapt changes the connection's settings, for a pooler that doesn't accept all of them
 * @throws ConfigError, with the name of the setting, if the server rejects the URL
 */
export async function withConnection<T>(
  { url, setting }: NamedUrl,
  work: (client: pg.Client, query: RunQuery) => Promise<T>,
  { name, signal, adapt = same }: { name: string; signal?: AbortSignal; adapt?: (config: PoolConfig) => PoolConfig },
): Promise<T> {
  const client = new pg.Client(
    adapt({
      ...databaseSettings(url).connection,
      application_name: name,
      connectionTimeoutMillis: 5_000,
      ...NO_LIMITS,
    }),
  );
  // Errors of the connection are ignored here, because later statements report that it was lost.
  client.on('error', () => {});
  await client.connect().catch((error) => throwConfigError(error, setting));
  const stop = () => (client as pg.Client & { connection: { stream: Socket } }).connection.stream.destroy();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await work(client, async (text, values) => (await client.query(text, values)).rows);
  } finally {
    signal?.removeEventListener('abort', stop);
    await client.end().catch(() => {});
  }
}

const same = (config: PoolConfig) => config;

/** Classes of SQLSTATEs for a rejected user and a missing database, and the code of a user that may not connect to it. */
const NOT_LET_IN = /^(28|3D|42501)/;

/**
 * @throws ConfigError for errors that don't go away by waiting. PostgreSQL's message names the user or the database, and no
 * password.
 */
function throwConfigError(error: unknown, setting: UrlSetting): never {
  const distrust = tlsFailureReason(error);
  if (distrust !== null) throw new ConfigError([`${setting}: ${distrust}`]);
  if (!NOT_LET_IN.test(sqlstateOf(error) ?? '')) throw error;
  throw new ConfigError([
    `${setting}: ${(error as Error).message}. Correct it, or create the missing user or database.`,
  ]);
}
