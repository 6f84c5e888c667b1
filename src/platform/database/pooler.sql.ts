import type { RunQuery } from './migration.sql.ts';

/** Reads the id of the server process that runs the statement. */
export async function readServerProcess(query: RunQuery): Promise<number> {
  const [row] = await query('select pg_backend_pid() as pid');
  return (row as { pid: number }).pid;
}

/** Runs a transaction of two statements. @throws if the pooler is in statement mode */
export async function tryTransaction(query: RunQuery): Promise<void> {
  await query('begin');
  await query('commit');
}

/** Settings that apply to statements over a connection. */
export interface EffectiveSettings {
  schema: string | null;
  hasStatementLimit: boolean;
  hasTransactionLimit: boolean;
  /** Names of the account and the database, quoted for SQL. */
  account: string;
  database: string;
}

/** Statement with which an administrator sets a default of the account in the database. */
export function alterAccount({ account, database }: EffectiveSettings, setting: string): string {
  return `ALTER ROLE ${account} IN DATABASE ${database} SET ${setting}`;
}

/** Reads the settings that apply to statements over a connection. */
export async function readEffectiveSettings(query: RunQuery): Promise<EffectiveSettings> {
  const [row] = await query(
    `select current_schema()::text as schema,
       current_setting('statement_timeout') <> '0' as "hasStatementLimit",
       current_setting('idle_in_transaction_session_timeout') <> '0' as "hasTransactionLimit",
       quote_ident(current_user) as account, quote_ident(current_database()) as database`,
  );
  return row as EffectiveSettings;
}
