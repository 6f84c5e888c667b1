import { ConfigError } from '../config/config.ts';
import { databaseSettings } from './database-settings.ts';
import { alterAccount, type EffectiveSettings, readEffectiveSettings, tryTransaction } from './pooler.sql.ts';
import { findPooler } from './pooler.ts';
import { holdLock, readAccount, readConnectedAccount, releaseLock } from './service-account.sql.ts';
import { newLockNumbers } from './service-account.ts';
import { type DatabaseUrls, type NamedUrl, sessionUrlOf, withConnection } from './single-connection.ts';
import { type Pooler, throughPooler } from './through-pooler.ts';

/** Something that works, and should be better. */
export interface PoolerWarning {
  detail: string;
  advice: string;
}

type OnWarning = (warning: PoolerWarning) => void;

/**
 * Finds a connection pooler at the database URL and checks that the service can work through it.
 * @throws ConfigError if a pooler in transaction mode is used where a session is needed, or the URLs don't belong together
 */
export async function checkPooler(
  urls: DatabaseUrls,
  onWarning: OnWarning,
  signal?: AbortSignal,
): Promise<Pooler | null> {
  const { databaseUrl, directUrl = null, ownerUrl } = urls;
  const named: NamedUrl = { url: databaseUrl, setting: 'DATABASE_URL' };
  const pooler = await findPooler(named, signal);
  if (pooler?.isTransactional && directUrl === null) {
    throw new ConfigError([
      'DATABASE_URL: it leads to a connection pooler in transaction mode, such as pgbouncer, which loses notifications and session locks. Set DATABASE_DIRECT_URL to the database server itself, as docs/database.md says, or use the pooler’s session mode.',
    ]);
  }
  if (pooler && !pooler.takesSettings && directUrl === null)
    throw new ConfigError([`DATABASE_URL: ${REFUSES_SETTINGS}`]);
  if (directUrl !== null) await assertSession({ url: directUrl, setting: 'DATABASE_DIRECT_URL' }, signal);
  if (ownerUrl !== null) await assertSession({ url: ownerUrl, setting: 'DATABASE_OWNER_URL' }, signal);
  if (pooler) await assertThrough(pooler, named, urls, onWarning, signal);
  return pooler;
}

const REFUSES_SETTINGS =
  'it leads to a connection pooler that refuses time limits of a session. Set DATABASE_DIRECT_URL to the database server itself, or let the pooler ignore them, in pgbouncer.ini: ignore_startup_parameters = statement_timeout, lock_timeout, idle_in_transaction_session_timeout, options';

/** @throws ConfigError if the URL leads to a pooler that doesn't give each connection a session of its own */
async function assertSession(named: NamedUrl, signal: AbortSignal | undefined): Promise<void> {
  const pooler = await findPooler(named, signal);
  if (!pooler || (!pooler.isTransactional && pooler.takesSettings)) return;
  throw new ConfigError([
    `${named.setting}: it leads to a connection pooler, which loses notifications, session locks or time limits. Name the database server itself.`,
  ]);
}

/** Checks the connections through a pooler. @throws ConfigError with what to do */
async function assertThrough(
  pooler: Pooler,
  named: NamedUrl,
  urls: DatabaseUrls,
  onWarning: OnWarning,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { schema } = databaseSettings(named.url);
  const options = { name: 'imprimatur-pooler', signal };
  const direct = sessionUrlOf(urls);
  await withConnection(
    named,
    async (_, query) => {
      if (pooler.isTransactional) {
        await tryTransaction(query).catch(() => {
          throw new ConfigError([
            'DATABASE_URL: the connection pooler doesn’t run transactions. Use its transaction mode, not its statement mode.',
          ]);
        });
      }
      const effective = await readEffectiveSettings(query);
      if (effective.schema !== schema) throw new ConfigError([`DATABASE_URL: ${otherSchema(effective, schema)}`]);
      const warning = missingLimits(effective);
      if (warning) onWarning(warning);
      if (direct.setting === 'DATABASE_URL') return;
      const account = await withConnection(
        direct,
        async (_client, ask) => {
          const numbers = newLockNumbers();
          const { account } = await readAccount(ask);
          await holdLock(ask, numbers);
          try {
            const found = await readConnectedAccount(query, { owner: account, numbers });
            return found.isSameDatabase && found.account === account;
          } finally {
            await releaseLock(ask, numbers).catch(() => {});
          }
        },
        options,
      );
      if (account) return;
      throw new ConfigError([
        'DATABASE_DIRECT_URL: it leads to another database or account than DATABASE_URL. Both need the same server, database and account.',
      ]);
    },
    { ...options, adapt: (config) => throughPooler(config, pooler) },
  );
}

function otherSchema(effective: EffectiveSettings, expected: string): string {
  const { schema } = effective;
  const found = schema === null ? 'no schema is used' : `the schema ${schema} is used instead of ${expected}`;
  return `the connection pooler doesn’t pass on the search_path of options, so ${found}. Run ${alterAccount(effective, `search_path = ${expected}`)}, with the other schemas of options, and close the pooler’s server connections.`;
}

/** Finds time limits that the pooler doesn't pass on and the account doesn't have. Null if all are set. */
function missingLimits(effective: EffectiveSettings): PoolerWarning | null {
  const { hasStatementLimit, hasTransactionLimit } = effective;
  const missing = [
    ...(hasStatementLimit ? [] : ["statement_timeout = '15s'"]),
    ...(hasTransactionLimit ? [] : ["idle_in_transaction_session_timeout = '30s'"]),
  ];
  if (missing.length === 0) return null;
  const statements = missing.map((setting) => `${alterAccount(effective, setting)};`);
  return {
    detail: 'it doesn’t pass on time limits, so the server never cancels a statement whose process is lost',
    advice: `Run: ${statements.join(' ')}`,
  };
}
