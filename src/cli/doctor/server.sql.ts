import type { Client } from 'pg';
import type { Database } from '../../platform/database/database.ts';

/** Settings of a PostgreSQL server, and its time. */
export interface ServerSetup {
  version: string;
  isReadOnly: boolean;
  isDurable: boolean;
  maxConnections: number;
  nowMs: number;
}

/** Reads the settings of the server, and its time. */
export async function readServer(client: Client): Promise<ServerSetup> {
  const { rows } = await client.query<ServerSetup>(
    `select current_setting('server_version') as version,
     pg_is_in_recovery() or current_setting('transaction_read_only')::bool as "isReadOnly",
     current_setting('fsync')::bool and current_setting('full_page_writes')::bool
       and current_setting('synchronous_commit') <> 'off' as "isDurable",
     current_setting('max_connections')::int as "maxConnections",
     (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"`,
  );
  return rows[0]!;
}

/** Encryption of a database connection. `version` is the TLS version; null without encryption. */
export interface ConnectionEncryption {
  isEncrypted: boolean;
  version: string | null;
}

/** Reads the encryption of one connection of the pool. */
export async function readEncryption(database: Database): Promise<ConnectionEncryption> {
  const { rows } = await database.readRows(
    { name: undefined, text: 'select ssl, version from pg_stat_ssl where pid = pg_backend_pid()' },
    [],
  );
  return { isEncrypted: rows[0]?.[0] === 't', version: rows[0]?.[1] ?? null };
}
