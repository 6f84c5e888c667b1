import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Migration } from '@mikro-orm/migrations';
import type { MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { ConfigError } from '../config/config.ts';
import { lacksDatabase, unreachableReason } from '../errors/errors.ts';
import type { Logger } from '../observability/logger.ts';
import { assertNeeds, GRANTED_BY_MIGRATE, type NeedsOptions } from './database-needs.ts';
import { assertSchema } from './database-schema.ts';
import { databaseSettings } from './database-settings.ts';
import { checkConnection, limitSession, type RunQuery, readMigrations, tryLock } from './migration.sql.ts';
import { MIGRATION_LIMITS, type MigrationLimits, MigrationRunner, type NamedMigration } from './migration-runner.ts';
import { assertSchemaKnown, noteRelease } from './schema-release.ts';
import { type NamedUrl, type UrlSetting, withConnection } from './single-connection.ts';
import { INSUFFICIENT_PRIVILEGE, sqlstateOf } from './sqlstate.ts';

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
export function migrate(options: MigrateOptions): Promise<void> {
  return untilDatabaseAnswers(() => migrateOnce(options), options.logger, options.signal);
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
export function needsOf(orm: MikroORM, { url, setting }: NamedUrl, { done, pending }: MigrationsOf): NeedsOptions {
  return {
    settings: databaseSettings(url),
    tables: tablesOf(orm),
    isEmpty: done.length === 0,
    isPending: pending.length > 0,
    setting,
  };
}

/** Names of the tables of all entities. */
export const tablesOf = (orm: MikroORM) =>
  [...orm.em.getMetadata().getAll().values()].map(({ tableName }) => tableName);

const folderOf = (orm: MikroORM) => orm.config.get('migrations').path!;

/** Names of the migrations of this release, in their order. */
export function knownMigrations(orm: MikroORM): string[] {
  return readdirSync(folderOf(orm))
    .flatMap((file) => /^(.+-migration)\.[jt]s$/.exec(file)?.[1] ?? [])
    .sort();
}

async function migrationsBy(query: RunQuery, orm: MikroORM): Promise<MigrationsOf> {
  const { tableName } = orm.config.get('migrations');
  const names = await readMigrations(query, tableName!);
  const known = knownMigrations(orm);
  if (!names) return { done: [], pending: known, unknown: [] };
  const done = names.map((name) => name.replace(/\.[jt]s$/, ''));
  return {
    done,
    pending: known.filter((name) => !done.includes(name)),
    unknown: done.filter((name) => !known.includes(name)),
  };
}

/** Work that needs the owner of the tables, in addition to migrations. It runs with the lock of migrations. */
export interface OwnerWork {
  /** True if there is something to do. */
  isDue(query: RunQuery): Promise<boolean>;
  run(query: RunQuery): Promise<void>;
  /** Also runs in the transaction of each change of a migration, so that a new table is never without its privileges. */
  isPartOfChanges?: boolean;
}

export interface OwnerPlan {
  work: readonly OwnerWork[];
  /** Checks the result. Called at the end, also if there was nothing to do. */
  verify?(query: RunQuery): Promise<void>;
}

export interface MigrateOptions {
  orm: MikroORM;
  /** URL of the account that owns the tables, or will own them. */
  owner: NamedUrl;
  logger: Logger;
  signal?: AbortSignal;
  limits?: MigrationLimits;
  /** Plans the work that follows the migrations. Called before anything is written. */
  plan?(query: RunQuery): Promise<OwnerPlan>;
}

async function migrateOnce(options: MigrateOptions): Promise<void> {
  const { orm, owner, logger, signal, limits = MIGRATION_LIMITS } = options;
  const settings = databaseSettings(owner.url);
  const prepare = async (client: pg.Client, query: RunQuery) => {
    // An index build waits for other transactions as for a lock, so the lock timeout is as long as a step is retried.
    await limitSession(query, limits.patienceMs);
    await assertSchema(client, settings, owner.setting);
    const migrationsOfDatabase = async () => {
      const found = await migrationsBy(query, orm).catch((error) => throwUnreadable(error, owner.setting));
      await assertSchemaKnown(query, found.unknown);
      return found;
    };
    const found = await migrationsOfDatabase();
    for (const { detail, advice } of await assertNeeds(query, needsOf(orm, owner, found))) {
      logger.warn(`${detail}. ${advice}`);
    }
    const { work, verify } = (await options.plan?.(query)) ?? { work: [] };
    // Most starts have nothing to migrate. They skip the lock and don't load the migrations.
    if (found.pending.length > 0 || (await isAnyDue(work, query))) {
      await takeLock(query, logger, signal);
      // The migrations are read again with the lock, because another process could have run them in the meantime, perhaps with
      // a newer release.
      await run(client, query, await migrationsOfDatabase(), { ...options, work, limits });
    }
    await verify?.(query);
  };
  await withConnection(owner, prepare, { name: 'imprimatur-migrate', signal });
}

/** Runs the pending migrations and the other work. The caller must hold the lock of migrations. */
async function run(
  client: pg.Client,
  query: RunQuery,
  { done, pending }: MigrationsOf,
  { orm, logger, signal, limits, work }: MigrateOptions & { limits: MigrationLimits; work: readonly OwnerWork[] },
): Promise<void> {
  if (pending.length > 0) {
    await noteRelease(query, pending);
    const runner = new MigrationRunner(client, {
      table: orm.config.get('migrations').tableName!,
      logger,
      limits,
      signal,
      endChange: async () => {
        for (const one of work) if (one.isPartOfChanges) await one.run(query);
      },
    });
    const migrations = await load(orm, pending);
    if (done.length === 0) await runner.fill(migrations);
    else await runner.migrateInUse(migrations);
  }
  for (const one of work) if (await one.isDue(query)) await one.run(query);
}

/**
 * Creates the tables as these migrations leave them, in the open transaction of a connection that holds the lock of migrations.
 * For a restored backup, which is loaded in the same transaction.
 */
export async function createTables(
  client: pg.Client,
  query: RunQuery,
  { orm, names, logger }: { orm: MikroORM; names: readonly string[]; logger: Logger },
): Promise<void> {
  await noteRelease(query, names);
  const table = orm.config.get('migrations').tableName!;
  const runner = new MigrationRunner(client, { table, logger, limits: MIGRATION_LIMITS });
  await runner.fillInTransaction(await load(orm, names));
}

async function isAnyDue(planned: readonly OwnerWork[], query: RunQuery): Promise<boolean> {
  for (const one of planned) if (await one.isDue(query)) return true;
  return false;
}

/** @throws ConfigError if the account may not read which migrations were run */
function throwUnreadable(error: unknown, setting: UrlSetting): never {
  if (sqlstateOf(error) !== INSUFFICIENT_PRIVILEGE) throw error;
  throw new ConfigError([`${setting}: The account may not read the tables of the service. ${GRANTED_BY_MIGRATE}.`]);
}

/**
 * Takes the lock of migrations. Polls for it instead of waiting in a statement, because an index build would wait for that
 * statement.
 */
export async function takeLock(query: RunQuery, logger: Logger, signal: AbortSignal | undefined): Promise<void> {
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
