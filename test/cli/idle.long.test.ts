import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../support/database.ts';
import { startService } from '../support/service-process.ts';

const SECONDS = 30;

/** Transactions of the database so far. PostgreSQL adds those of a connection when it has been idle for a second at most. */
async function transactions({ query }: TestDatabase): Promise<number> {
  const [row] = await query<{ count: string }>(
    'select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()',
  );
  return Number(row!.count);
}

// A busy machine only makes fewer of them.
test('a service without work leaves the database in peace', async () => {
  const database = await cloneDatabase();
  await using service = await startService({ env: { DATABASE_URL: database.url } });
  await service.ready();
  // What is left to do from the start.
  await sleep(15_000);

  const before = await transactions(database);
  await sleep(SECONDS * 1_000);
  const perSecond = ((await transactions(database)) - before) / SECONDS;

  expect(perSecond).toBeGreaterThan(0);
  // Workers that each polled for jobs made 13 of them.
  expect(perSecond).toBeLessThan(8);
  service.kill('SIGTERM');
  await service.exited;
  await database.drop();
});
