import type pg from 'pg';
import type { PoolConfig } from 'pg';
import { CONNECTION_LIMITS } from './database.ts';
import { databaseSettings } from './database-settings.ts';
import type { RunQuery } from './migration.sql.ts';
import { readServerProcess } from './pooler.sql.ts';
import { type NamedUrl, withConnection } from './single-connection.ts';
import { sqlstateOf } from './sqlstate.ts';
import { type Pooler, throughPooler } from './through-pooler.ts';

/** Number of times that the server connections of two clients are compared, in case other clients take part. */
const ROUNDS = 3;
/**
 * Milliseconds after which the second connection counts as waiting for a server connection. A pooler in session mode lets it
 * wait if the first connection holds the last one.
 */
const PATIENCE_MS = 5_000;

/**
 * Finds a connection pooler at a database URL. Null if the URL leads to PostgreSQL itself. A pooler has its own ids of
 * connections, because clients cancel statements by them. It is in transaction mode if a connection changes the server
 * connection, or shares it with another one.
 * @throws ConfigError, with the name of the setting, if the server rejects the URL
 */
export async function findPooler(named: NamedUrl, signal?: AbortSignal): Promise<Pooler | null> {
  const asService = (config: PoolConfig) => ({
    ...config,
    ...CONNECTION_LIMITS,
    ...databaseSettings(named.url).connection,
  });
  try {
    return await find(named, asService, signal);
  } catch (error) {
    if (!refusesSettings(error)) throw error;
    const pooler: Pooler = { isTransactional: false, takesSettings: false };
    const found = await find(named, (config) => throughPooler(asService(config), pooler), signal);
    return { ...pooler, isTransactional: found?.isTransactional ?? false };
  }
}

/** PostgreSQL's code `protocol_violation`, with which pgbouncer refuses settings of a connection. */
const PROTOCOL_VIOLATION = '08P01';

function refusesSettings(error: unknown): boolean {
  return sqlstateOf(error) === PROTOCOL_VIOLATION && /startup parameter/i.test((error as Error).message);
}

function find(
  named: NamedUrl,
  adapt: (config: PoolConfig) => PoolConfig,
  signal: AbortSignal | undefined,
): Promise<Pooler | null> {
  const options = { name: 'imprimatur-pooler', signal };
  return withConnection(
    named,
    async (client, query) => {
      const process = await readServerProcess(query);
      if (process === idOf(client)) return null;
      const isTransactional = await withConnection(named, (_, other) => isShared(process, query, other), {
        ...options,
        adapt: (config) => ({ ...adapt(config), query_timeout: PATIENCE_MS }),
      });
      return { isTransactional, takesSettings: true };
    },
    { ...options, adapt },
  );
}

/** True if the first client's server process changes, or also serves the other client. */
async function isShared(process: number, first: RunQuery, other: RunQuery): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round++) {
    // The number of statements per round is odd, so that two server connections in turn don't look like one per client.
    for (const query of [first, first]) if ((await readServerProcess(query)) !== process) return true;
    const others = await readServerProcess(other).catch((error: Error) => {
      if (error.message === 'Query read timeout') return null;
      throw error;
    });
    if (others === null) return false;
    if (others === process) return true;
  }
  return false;
}

/** Id of the connection that the server or the pooler reports when it opens: at PostgreSQL, its process. */
const idOf = (client: pg.Client) => (client as pg.Client & { processID: number | null }).processID;
