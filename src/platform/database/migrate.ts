import { setTimeout as sleep } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { isDatabaseAway } from '../errors.ts';
import type { Logger } from '../observability/logger.ts';

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
      if (!isDatabaseAway(error)) throw error;
      logger.warn({ err: error }, 'waiting for the database');
      await sleep(delayMs, undefined, { signal }).catch(() => {});
    }
  }
}

async function migrateOnce(orm: MikroORM, databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  // A connection lost while it only holds the lock shows in the statements that follow.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await withoutTimeLimits(orm, (patient) => patient.migrator.up());
  } finally {
    await client.end().catch(() => {});
  }
}

/** A request's patience is no measure for a migration: an index over a large table takes its minutes. */
async function withoutTimeLimits(orm: MikroORM, work: (orm: MikroORM) => Promise<unknown>): Promise<void> {
  const patient = await MikroORM.init({ ...orm.config.getAll(), driverOptions: {}, pool: { min: 0, max: 2 } });
  try {
    await work(patient);
  } finally {
    await patient.close(true);
  }
}
