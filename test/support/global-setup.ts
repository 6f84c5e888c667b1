import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import 'reflect-metadata';
import { MikroORM } from '@mikro-orm/postgresql';
import type { TestProject } from 'vitest/node';
import { compose, databaseOptions, tablePrivilegesOf } from '../../src/app.ts';
import { FEATURES } from '../../src/features.ts';
import { openEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.ts';
import { createLogger } from '../../src/platform/observability/logger.ts';
import { prepareDatabase } from '../../src/platform/prepare-database.ts';
import { readConfig } from '../../src/read-config.ts';
import { stopSwiftOfRun } from './swift.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that all test files share. Its database `imprimatur` is the migrated template. */
    templateUrl: string;
    /** The same for the account that serves. */
    serviceUrl: string;
    /** The same as superuser, for what the service may not do. */
    superuserUrl: string;
    /** Of this run alone, and gone after it. */
    runFolder: string;
  }
}

/** One real PostgreSQL for the whole run, with a migrated database that each test file clones in a few milliseconds. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(path.join(quickFolder(), 'imprimatur-test-'));
  // Started by root, the database runs under an account of its own, which has to pass through.
  chmodSync(dataDir, 0o711);
  const server = await openEmbeddedPostgres({
    dataDir,
    // Nothing in it has to survive the run.
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '500',
      // No database is there for long enough to need it, and it would be in one that is to be copied.
      autovacuum: 'off',
      // Some ten thousand connections are made; a password that nobody guesses at need not be costly to try.
      scram_iterations: '1',
    },
  });
  const orm = await MikroORM.init(databaseOptions({ databaseUrl: server.url, poolSize: 2 }));
  await prepareDatabase({
    orm,
    databaseUrl: server.serviceUrl,
    ownerUrl: server.url,
    tables: tablePrivilegesOf(),
    logger: createLogger('silent'),
  });
  await orm.close(true);
  await makeQueues(server.serviceUrl, dataDir);

  project.provide('templateUrl', server.url);
  project.provide('serviceUrl', server.serviceUrl);
  project.provide('superuserUrl', server.superuserUrl);
  project.provide('runFolder', dataDir);
  return async () => {
    await server.stop();
    stopSwiftOfRun(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** In memory where there is plenty: every service of a test begins with a copy of a database, some gigabytes in a run. */
function quickFolder(): string {
  const memory = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize > 8e9) return memory;
  } catch {
    // Not on this system.
  }
  return tmpdir();
}

/** As a service leaves them that was started before: two dozen queues take longer to make than all else that a start does. */
async function makeQueues(databaseUrl: string, dataDir: string): Promise<void> {
  const config = readConfig({ DATA_DIR: path.join(dataDir, 'service'), DATABASE_URL: databaseUrl }, FEATURES);
  const { platform } = await compose({
    config,
    databaseUrl,
    publicUrl: 'http://localhost',
    logger: createLogger('silent'),
  });
  await platform.queue.start();
  await platform.queue.stop(0);
  await platform.store.close();
  await platform.database.close();
}
