import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { databaseOptions } from '../../../src/app.ts';
import { Database } from '../../../src/platform/database/database.ts';
import { ProcessLives } from '../../../src/platform/liveness/process-lives.ts';
import { contextBase } from '../../support/context.ts';
import { cloneDatabase } from '../../support/database.ts';
import { moveProcessClock } from '../../support/process-clock.ts';

const OPTIONS = { beatMs: 3_000, deadAfterMs: 20_000 };

// Only the clock: a test says when somebody beats.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function processes() {
  const test = await cloneDatabase();
  const database = await Database.open(databaseOptions({ databaseUrl: test.url, poolSize: 4 }));
  onTestFinished(async () => {
    await database.close();
    await test.drop();
  });
  const process = () => new ProcessLives(database, contextBase(database).logger, OPTIONS);
  const [watcher, other] = [process(), process()];
  await other.beat();
  await watcher.beat();
  const watch = async (times: number) => {
    for (let time = 0; time < times; time++) {
      vi.advanceTimersByTime(OPTIONS.beatMs);
      await watcher.beat();
    }
  };
  return { test, database, watcher, other, watch };
}

test('a process that beats no more is dead after twenty seconds, and not before', async () => {
  const { watcher, other, watch } = await processes();

  await watch(6);
  expect(watcher.dead).toEqual([]);
  await watch(1);

  expect(watcher.dead).toEqual([other.id]);
});

test('a process that is slow lives, and one that was dead lives again when it beats', async () => {
  const { watcher, other, watch } = await processes();
  for (let time = 0; time < 3; time++) {
    await watch(6);
    await other.beat();
  }
  expect(watcher.dead).toEqual([]);

  await watch(8);
  expect(watcher.dead).toEqual([other.id]);
  await other.beat();
  await watch(1);

  expect(watcher.dead).toEqual([]);
});

test('a clock that is set makes nobody dead', async () => {
  const { test, watcher, watch } = await processes();

  moveProcessClock(3_600_000);
  await test.query(`update process_life set beaten_at = beaten_at - interval '1 hour'`);
  await watch(6);

  expect(watcher.dead).toEqual([]);
});

test('time in which nobody could look makes nobody dead', async () => {
  const { watcher, other, watch } = await processes();

  vi.advanceTimersByTime(3_600_000);
  await watch(1);
  expect(watcher.dead).toEqual([]);

  await other.beat();
  await watch(6);
  expect(watcher.dead).toEqual([]);
});

test('a dead process is forgotten, and a process that beats meanwhile is kept', async () => {
  const { test, database, watcher, other, watch } = await processes();
  await watch(8);
  await other.beat();
  await watcher.forget(database.orm.em.fork() as never, [other.id]);
  expect(await test.query('select from process_life')).toHaveLength(2);

  await watch(9);
  await watcher.forget(database.orm.em.fork() as never, watcher.dead);

  expect(await test.query('select id from process_life')).toEqual([{ id: watcher.id }]);
  expect(watcher.dead).toEqual([]);
});

test('one process does the shared work, and another takes it over when it has missed two beats', async () => {
  const { watcher, other, watch } = await processes();
  await other.beat();
  const [first, second] = watcher.id < other.id ? [watcher, other] : [other, watcher];
  expect([first.isFirst, second.isFirst]).toEqual([true, false]);

  await watch(1);
  await other.beat();
  await watch(1);
  expect([watcher, other].filter(({ isFirst }) => isFirst)).toHaveLength(1);

  await watch(2);
  expect(watcher.isFirst).toBe(true);
});
