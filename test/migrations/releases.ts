import { MikroORM } from '@mikro-orm/postgresql';
import { databaseOptions, tablePrivilegesOf } from '../../src/app.ts';
import type { MigrationLimits } from '../../src/platform/database/migration-runner.ts';
import type { Logger } from '../../src/platform/observability/logger.ts';
import { createLogger } from '../../src/platform/observability/logger.ts';
import { prepareDatabase } from '../../src/platform/prepare-database.ts';
import { emptyDatabase, type TestDatabase } from '../support/database.ts';

const OF_001 = [
  '20261121051707-foundation-migration',
  '20261121073755-transparency-log-migration',
  '20261121102026-witness-policies-migration',
];

/** The last migration of each release. */
export const LAST_OF_001 = OF_001.at(-1)!;
export const LAST_OF_010 = '20261127061500-cache-and-cost-source-migration';
export const LAST_OF_020 = '20261129062000-search-without-accents-migration';

/** A database as release 0.0.1 leaves it, made by the migrations of that release. */
export async function databaseOf001(): Promise<TestDatabase> {
  const database = await emptyDatabase();
  await onOrm(database.url, (orm) => orm.migrator.up({ migrations: OF_001 }));
  return database;
}

/** Brings a database up to the present version, as `imprimatur migrate` does. */
export function bringUp(database: TestDatabase, { logger, limits, signal }: BringUpOptions = {}): Promise<void> {
  return onOrm(database.url, (orm) =>
    prepareDatabase({
      orm,
      databaseUrl: database.serviceUrl,
      ownerUrl: database.url,
      tables: tablePrivilegesOf(),
      logger: logger ?? createLogger('silent'),
      signal,
      limits,
    }),
  );
}

interface BringUpOptions {
  logger?: Logger;
  limits?: MigrationLimits;
  signal?: AbortSignal;
}

async function onOrm<T>(databaseUrl: string, work: (orm: MikroORM) => Promise<T>): Promise<T> {
  const orm = await MikroORM.init(databaseOptions({ databaseUrl, poolSize: 2 }));
  try {
    return await work(orm);
  } finally {
    await orm.close(true);
  }
}
