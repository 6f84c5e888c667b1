import { readdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Migration } from '@mikro-orm/migrations';
import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { ConfigError } from '../config/config.ts';
import { lacksDatabase, unreachableReason } from '../errors/errors.ts';
import type { Logger } from '../observability/logger.ts';
import { assertNeeds, type NeedsOptions } from './database-needs.ts';
import { assertSchema } from './database-schema.ts';
import { type DatabaseSettings, databaseSettings } from './database-settings.ts';
import { checkConnection, limitSession, type RunQuery, readMigrations, tryLock } from './migration.sql.ts';
import { MIGRATION_LIMITS, type MigrationLimits, MigrationRunner, type NamedMigration } from './migration-runner.ts';
import { assertSchemaKnown, noteRelease } from './schema-release.ts';
import { sqlstateOf } from './sqlstate.ts';
import { tlsFailureReason } from './tls-failure.ts';

/**
 * Id of the advisory lock for migrations. Release 0.0.1 used another id (7310265114) and waits for it in a statement. This
 * release must not use that id, because a concurrent index build would wait for that statement.
 */
const LOCK = 7_310_265_115;
const LOOK_EVERY_MS = 250;
const FIRST_RETRY_MS = 250;
const MAX_RETRY_MS = 5_000;

/**
 * Migrates the database schema to this release. Concurrent processes wait for each other. Waits for a database that isn't
 * available yet, because it may be starting too.
 * @throws SchemaTooNew if a newer release has migrated it
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
 * Retries `work` while the database isn't available.
 * @throws any other error of `work`, and the reason of the signal when it aborts
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
      logger.warn(`The database doesn't answer: ${unreachableReason(error)}. Trying again in ${seconds}.`);
      await sleep(delayMs, undefined, { signal }).catch(() => {});
    }
  }
}

/** Names of migrations: done, pending, and unknown to this release. */
export function migrationsOf(orm: MikroORM): Promise<MigrationsOf> {
  return migrationsBy((text) => orm.em.fork().execute(text), orm);
}

export interface MigrationsOf {
  done: readonly string[];
  pending: readonly string[];
  unknown: readonly string[];
}

/** Options for checking the requirements of a database with these migrations. */
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
  // Errors of the connection are ignored here, because later statements report that it was lost.
  client.on('error', () => {});
  await client.connect().catch(throwConfigError);
  const stop = () => (client as pg.Client & { connection: { stream: Socket } }).connection.stream.destroy();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const query = async (text: string, values?: unknown[]) => (await client.query(text, values)).rows;
    // An index build waits for other transactions as for a lock, so the lock timeout is as long as a step is retried.
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
    // Most starts have nothing to migrate. They skip the lock and don't load the migrations.
    if (found.pending.length === 0) return;
    await takeLock(query, logger, signal);
    // The migrations are read again with the lock, because another process could have run them in the meantime, perhaps with a
    // newer release.
    const { done, pending } = await migrationsOfDatabase();
    if (pending.length === 0) return;
    await noteRelease(query, pending);
    const { tableName } = orm.config.get('migrations');
    const runner = new MigrationRunner(client, tableName!, logger, limits, signal);
    const migrations = await load(orm, pending);
    if (done.length === 0) await runner.fill(migrations);
    else await runner.migrateInUse(migrations);
  } finally {
    signal?.removeEventListener('abort', stop);
    await client.end().catch(() => {});
  }
}

/**
 * Takes the lock of migrations. Polls for it instead of waiting in a statement, because an index build would wait for that
 * statement.
 */
async function takeLock(query: RunQuery, logger: Logger, signal: AbortSignal | undefined): Promise<void> {
  // Makes the server end the lock and an index build when this process ends. Not every system supports it, so failures are
  // ignored.
  await checkConnection(query).catch(() => {});
  for (let attempts = 0; ; attempts++) {
    if (await tryLock(query, LOCK)) return;
    if (attempts === 4) logger.info('Another process is migrating the database. This process waits.');
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
      if (!Found) throw new Error(`${file} exports no class that extends Migration.`);
      return { name, migration: new Found(orm.em.getDriver(), orm.config) };
    }),
  );
}

/** Removes time limits for requests, which the URL can set and which are too short for a migration. */
const NO_LIMITS = { statement_timeout: 0, lock_timeout: 0, query_timeout: 0, idle_in_transaction_session_timeout: 0 };

/** Classes of SQLSTATEs for a rejected user and a missing database. */
const NOT_LET_IN = /^(28|3D)/;

/**
 * @throws ConfigError for errors that don't go away by waiting. PostgreSQL's message names the user or the database, and no
 * password.
 */
function throwConfigError(error: unknown): never {
  const distrust = tlsFailureReason(error);
  if (distrust !== null) throw new ConfigError([`DATABASE_URL: ${distrust}`]);
  if (!NOT_LET_IN.test(sqlstateOf(error) ?? '')) throw error;
  throw new ConfigError([
    `DATABASE_URL: ${(error as Error).message}. Correct it, or create the missing user or database.`,
  ]);
}
