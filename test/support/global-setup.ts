import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import 'reflect-metadata';
import { MikroORM } from '@mikro-orm/postgresql';
import { PgBoss } from 'pg-boss';
import type { TestProject } from 'vitest/node';
import { databaseOptions } from '../../src/app.ts';
import { openEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { createLogger } from '../../src/platform/observability/logger.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that all test files share. Its database `imprimatur` is the migrated template. */
    templateUrl: string;
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
      // Some ten thousand connections are made; a password that nobody guesses at need not be costly to try.
      scram_iterations: '1',
    },
  });
  const orm = await MikroORM.init(databaseOptions({ databaseUrl: server.url, poolSize: 2 }));
  await migrate(orm, server.url, createLogger('silent'));
  await orm.close(true);
  const boss = new PgBoss({ connectionString: server.url, schedule: false, supervise: false });
  await boss.start();
  await boss.stop({ graceful: false, close: true });

  project.provide('templateUrl', server.url);
  project.provide('superuserUrl', server.superuserUrl);
  project.provide('runFolder', dataDir);
  return async () => {
    await server.stop();
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
