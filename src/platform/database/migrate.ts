import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { ConfigError } from '../config.ts';
import { lacksDatabase, whyAway } from '../errors.ts';
import type { Logger } from '../observability/logger.ts';
import { assertSchema } from './database-schema.ts';
import { type DatabaseSettings, databaseSettings } from './database-settings.ts';
import { openOrm } from './open-orm.ts';
import { sqlstateOf } from './sqlstate.ts';
import { whyNoTls } from './tls-failure.ts';

/** Any number, as long as it is ours: whoever holds the lock of this number is migrating. */
const LOCK = 7_310_265_114;
const FIRST_RETRY_MS = 250;
const MAX_RETRY_MS = 5_000;

/**
 * Brings the schema up to this version. Processes that start together take turns; a database that is not there yet is
 * waited for, since it may well be starting, too.
 */
export function migrate(orm: MikroORM, databaseUrl: string, logger: Logger, signal?: AbortSignal): Promise<void> {
  return untilDatabaseAnswers(() => migrateOnce(orm, databaseUrl), logger, signal);
}

/**
 * Does `work`, again and again while it fails because the database is away.
 * @throws what `work` throws for any other reason, and the reason of the signal when that aborts.
 */
export async function untilDatabaseAnswers<T>(
  work: () => Promise<T>,
  logger: Logger,
  signal?: AbortSignal,
): Promise<T> {
  for (let delayMs = FIRST_RETRY_MS; ; delayMs = Math.min(delayMs * 2, MAX_RETRY_MS)) {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!lacksDatabase(error)) throw error;
      const seconds = delayMs < 1_000 ? 'less than a second' : `${delayMs / 1_000} s`;
      logger.warn(`The database does not answer: ${whyAway(error)}. Trying again in ${seconds}.`);
      await sleep(delayMs, undefined, { signal }).catch(() => {});
    }
  }
}

/** By name: what was done, what is still to be done, and what only another version knows of. */
export function migrationsOf(orm: MikroORM): Promise<MigrationsOf> {
  return migrationsBy((text) => orm.em.fork().execute(text), orm);
}

interface MigrationsOf {
  done: readonly string[];
  pending: readonly string[];
  unknown: readonly string[];
}

async function migrationsBy(query: (text: string) => Promise<object[]>, orm: MikroORM): Promise<MigrationsOf> {
  const { tableName, path: folder } = orm.config.get('migrations');
  const [found] = await query(`select to_regclass('${tableName}') is not null as "isThere"`);
  const known = readdirSync(folder!).flatMap((file) => /^(.+-migration)\.[jt]s$/.exec(file)?.[1] ?? []);
  if (!(found as { isThere: boolean }).isThere) return { done: [], pending: known, unknown: [] };
  const rows = (await query(`select name from ${tableName} order by id`)) as { name: string }[];
  const done = rows.map(({ name }) => name.replace(/\.[jt]s$/, ''));
  return {
    done,
    pending: known.filter((name) => !done.includes(name)),
    unknown: done.filter((name) => !known.includes(name)),
  };
}

async function migrateOnce(orm: MikroORM, databaseUrl: string): Promise<void> {
  const settings = databaseSettings(databaseUrl);
  const client = new pg.Client({ connectionTimeoutMillis: 5_000, ...settings.connection, ...NO_LIMITS });
  // A connection lost while it only holds the lock shows in the statements that follow.
  client.on('error', () => {});
  await client.connect().catch(asMistake);
  try {
    await assertSchema(client, settings);
    // Most starts find everything done: they need not wait for each other, nor load what does it.
    const { pending } = await migrationsBy(async (text) => (await client.query(text)).rows, orm);
    if (pending.length === 0) return;
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await withoutTimeLimits(orm, settings, (patient) => patient.migrator.up());
  } finally {
    await client.end().catch(() => {});
  }
}

/** A request's patience, which the URL may set, is no measure for a migration. */
const NO_LIMITS = { statement_timeout: 0, lock_timeout: 0, query_timeout: 0, idle_in_transaction_session_timeout: 0 };

/** PostgreSQL's classes for a user who is not let in, and for a database that is not there. */
const NOT_LET_IN = /^(28|3D)/;

/** @throws ConfigError for what no waiting mends. What PostgreSQL says of it names the user or the database, and no password. */
function asMistake(error: unknown): never {
  const distrust = whyNoTls(error);
  if (distrust !== null) throw new ConfigError([`DATABASE_URL: ${distrust}`]);
  if (!NOT_LET_IN.test(sqlstateOf(error) ?? '')) throw error;
  throw new ConfigError([`DATABASE_URL: ${(error as Error).message}. Put it right, or make what it names.`]);
}

/** A request's patience is no measure for a migration: an index over a large table takes its minutes. */
async function withoutTimeLimits(
  orm: MikroORM,
  { connection }: DatabaseSettings,
  work: (orm: MikroORM) => Promise<unknown>,
): Promise<void> {
  const patient = await openOrm({
    ...orm.config.getAll(),
    driverOptions: { ...connection, ...NO_LIMITS },
    pool: { min: 0, max: 2 },
  });
  try {
    await work(patient);
  } finally {
    await patient.close(true);
  }
}
