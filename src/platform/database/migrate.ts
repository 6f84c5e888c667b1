import { readdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Migration } from '@mikro-orm/migrations';
import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { ConfigError } from '../config/config.ts';
import { lacksDatabase, whyAway } from '../errors/errors.ts';
import type { Logger } from '../observability/logger.ts';
import { assertNeeds, type NeedsOptions } from './database-needs.ts';
import { assertSchema } from './database-schema.ts';
import { type DatabaseSettings, databaseSettings } from './database-settings.ts';
import { checkConnection, limitSession, type RunQuery, readMigrations, tryLock } from './migration.sql.ts';
import { MIGRATION_LIMITS, type MigrationLimits, MigrationRunner, type NamedMigration } from './migration-runner.ts';
import { assertSchemaKnown, noteRelease } from './schema-release.ts';
import { sqlstateOf } from './sqlstate.ts';
import { whyNoTls } from './tls-failure.ts';

/**
 * Any number, as long as it is ours: the process that holds the lock of this number is migrating. Release 0.0.1 waits for another
 * number (7310265114) whenever it starts, and an index that is built beside other work would wait for its waiting.
 */
const LOCK = 7_310_265_115;
const LOOK_EVERY_MS = 250;
const FIRST_RETRY_MS = 250;
const MAX_RETRY_MS = 5_000;

/**
 * Brings the schema up to this version. Processes that start together take turns; a database that is not there yet is
 * waited for, since it may well be starting, too.
 * @throws SchemaTooNew when a newer release has migrated it
 */
export function migrate(
  orm: MikroORM,
  databaseUrl: string,
  logger: Logger,
  signal?: AbortSignal,
  limits: MigrationLimits = MIGRATION_LIMITS,
): Promise<void> {
  return untilDatabaseAnswers(() => migrateOnce(orm, databaseUrl, { logger, signal, limits }), logger, signal);
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

export interface MigrationsOf {
  done: readonly string[];
  pending: readonly string[];
  unknown: readonly string[];
}

/** Options of the check of a database in which these migrations are done and pending. */
export function needsOf(orm: MikroORM, settings: DatabaseSettings, { done, pending }: MigrationsOf): NeedsOptions {
  return {
    settings,
    tables: [...orm.em.getMetadata().getAll().values()].map(({ tableName }) => tableName),
    isEmpty: done.length === 0,
    isPending: pending.length > 0,
  };
}

const folderOf = (orm: MikroORM) => orm.config.get('migrations').path!;

async function migrationsBy(query: RunQuery, orm: MikroORM): Promise<MigrationsOf> {
  const { tableName } = orm.config.get('migrations');
  const names = await readMigrations(query, tableName!);
  const known = readdirSync(folderOf(orm))
    .flatMap((file) => /^(.+-migration)\.[jt]s$/.exec(file)?.[1] ?? [])
    .sort();
  if (!names) return { done: [], pending: known, unknown: [] };
  const done = names.map((name) => name.replace(/\.[jt]s$/, ''));
  return {
    done,
    pending: known.filter((name) => !done.includes(name)),
    unknown: done.filter((name) => !known.includes(name)),
  };
}

interface MigrateOptions {
  logger: Logger;
  signal: AbortSignal | undefined;
  limits: MigrationLimits;
}

async function migrateOnce(orm: MikroORM, databaseUrl: string, options: MigrateOptions): Promise<void> {
  const { logger, signal, limits } = options;
  const settings = databaseSettings(databaseUrl);
  const client = new pg.Client({
    ...settings.connection,
    application_name: 'imprimatur-migrate',
    connectionTimeoutMillis: 5_000,
    ...NO_LIMITS,
  });
  // A lost connection shows in the statements that follow.
  client.on('error', () => {});
  await client.connect().catch(asMistake);
  const stop = () => (client as pg.Client & { connection: { stream: Socket } }).connection.stream.destroy();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const query = async (text: string, values?: unknown[]) => (await client.query(text, values)).rows;
    // An index that is built waits for transactions as for a lock, and may do so as long as a step is attempted.
    await limitSession(query, limits.patienceMs);
    await assertSchema(client, settings);
    const migrationsOfDatabase = async () => {
      const found = await migrationsBy(query, orm);
      await assertSchemaKnown(query, found.unknown);
      return found;
    };
    const found = await migrationsOfDatabase();
    for (const { detail, advice } of await assertNeeds(query, needsOf(orm, settings, found))) {
      logger.warn(`${detail}. ${advice}`);
    }
    // Most starts find everything done: they need not wait for each other, nor load what does it.
    if (found.pending.length === 0) return;
    await takeLock(query, logger, signal);
    // Another process may have migrated meanwhile, and may have been of a newer release.
    const { done, pending } = await migrationsOfDatabase();
    if (pending.length === 0) return;
    await noteRelease(query, pending);
    const { tableName } = orm.config.get('migrations');
    const runner = new MigrationRunner(client, tableName!, logger, limits, signal);
    const migrations = await load(orm, pending);
    if (done.length === 0) await runner.fill(migrations);
    else await runner.bringAlong(migrations);
  } finally {
    signal?.removeEventListener('abort', stop);
    await client.end().catch(() => {});
  }
}

/**
 * Asks for the lock again and again instead of waiting for it at the database: the statement that waits would be one that an
 * index waits for.
 */
async function takeLock(query: RunQuery, logger: Logger, signal: AbortSignal | undefined): Promise<void> {
  // So that the lock, and an index that is being built, end with the process that asked for them. Not every system can tell.
  await checkConnection(query).catch(() => {});
  for (let asked = 0; ; asked++) {
    if (await tryLock(query, LOCK)) return;
    if (asked === 4) logger.info('Another process is migrating the database. This one waits for it.');
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
}

async function load(orm: MikroORM, names: readonly string[]): Promise<NamedMigration[]> {
  const folder = folderOf(orm);
  const files = readdirSync(folder);
  return Promise.all(
    names.map(async (name) => {
      const file = files.find((one) => one === `${name}.js` || one === `${name}.ts`)!;
      const module: Record<string, unknown> = await import(pathToFileURL(path.join(folder, file)).href);
      const Found = Object.values(module).find(
        (one): one is new (...args: unknown[]) => Migration =>
          typeof one === 'function' && one.prototype instanceof Migration,
      );
      if (!Found) throw new Error(`There is no migration in ${file}.`);
      return { name, migration: new Found(orm.em.getDriver(), orm.config) };
    }),
  );
}

/** The time limits of requests, which the URL may set, don't fit a migration. */
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
