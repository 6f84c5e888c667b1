import { expect, onTestFinished, test } from 'vitest';
import { databaseOptions } from '../../../src/app.ts';
import { Database } from '../../../src/platform/database/database.ts';
import { RecentWriters, writersChannel } from '../../../src/platform/database/recent-writers.ts';
import { Live } from '../../../src/platform/live/live.ts';
import { createLogger } from '../../../src/platform/observability/logger.ts';
import { asSuperuser, cloneDatabase, type TestDatabase } from '../../support/database.ts';

const logger = createLogger('silent');
const WINDOW_MS = 1_000;

/** What a process remembers, and hears of others. */
async function process(database: TestDatabase): Promise<RecentWriters> {
  const own = await Database.open(databaseOptions({ databaseUrl: database.serviceUrl, poolSize: 2 }));
  const writers = new RecentWriters(own, logger, WINDOW_MS);
  const live = new Live(database.serviceUrl, logger, [writersChannel(writers)]);
  live.start();
  onTestFinished(async () => {
    await live.stop();
    await own.close();
  });
  return writers;
}

async function twoProcesses() {
  const database = await cloneDatabase();
  const [one, other] = [await process(database), await process(database)];
  onTestFinished(() => database.drop());
  return { database, one, other };
}

test('a process that has listened for too short a time takes everyone for a writer', async () => {
  const { one } = await twoProcesses();

  expect(one.includes('operator:ada')).toBe(true);
  await expect.poll(() => one.includes('operator:ada'), { timeout: 10_000 }).toBe(false);
});

test('a writer is known to all processes, and forgotten after a while', async () => {
  const { one, other } = await twoProcesses();
  await expect.poll(() => one.includes('operator:ada') || other.includes('operator:ada')).toBe(false);

  await Promise.all(['operator:ada', 'customer:ben'].map((caller) => one.add(caller)));

  expect(one.includes('operator:ada')).toBe(true);
  await expect.poll(() => [other.includes('operator:ada'), other.includes('customer:ben')]).toEqual([true, true]);
  expect(other.includes('operator:cleo')).toBe(false);
  await expect.poll(() => one.includes('operator:ada') || other.includes('customer:ben')).toBe(false);
});

test('a process that doesn’t hear the others any more takes everyone for a writer', async () => {
  const { database, other } = await twoProcesses();
  await expect.poll(() => other.includes('operator:ada')).toBe(false);

  await asSuperuser(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'imprimatur-live' and datname = '${new URL(database.url).pathname.slice(1)}'`,
  );

  await expect.poll(() => other.includes('operator:ada')).toBe(true);
  await expect.poll(() => other.includes('operator:ada'), { timeout: 10_000 }).toBe(false);
});

test('a write that can’t be announced is remembered by its own process', async () => {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  const lost = await Database.open(databaseOptions({ databaseUrl: database.serviceUrl, poolSize: 1 }));
  await lost.close();
  const writers = new RecentWriters(lost, logger, WINDOW_MS);
  writers.open();
  await expect.poll(() => writers.includes('operator:ada')).toBe(false);

  await writers.add('operator:ada');

  expect(writers.includes('operator:ada')).toBe(true);
  expect(writers.includes('operator:cleo')).toBe(false);
});
