import type { PoolConfig } from 'pg';

/** A connection pooler between the service and PostgreSQL, such as pgbouncer. */
export interface Pooler {
  /** True if each transaction of a connection can run on another server connection, so that nothing else of a session lasts. */
  isTransactional: boolean;
  /** False if the pooler refuses settings with which a connection begins, such as `statement_timeout` and `options`. */
  takesSettings: boolean;
}

/** Settings with which connections begin, and which pgbouncer doesn't know. */
const SESSION_SETTINGS = [
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  'options',
] as const;

/** Options of a connection as a pooler accepts them. */
export function throughPooler<Config extends PoolConfig>(config: Config, pooler: Pooler | null): Config {
  if (!pooler || pooler.takesSettings) return config;
  const accepted = { ...config };
  for (const name of SESSION_SETTINGS) delete accepted[name];
  return accepted;
}
