import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { databaseOptions } from '../../src/app.ts';
import { Database, sql } from '../../src/platform/database/database.ts';
import { type JobDefinition } from '../../src/platform/jobs/job-definition.ts';
import { JobQueue } from '../../src/platform/jobs/job-queue.ts';
import { contextBase, contextOn } from '../support/context.ts';
import { cloneDatabase, type TestDatabase } from '../support/database.ts';

/** A queue with one kind of job, on a database of its own. */
async function openQueue(overrides: Partial<JobDefinition<{ n: number }>> = {}) {
  const test = await cloneDatabase();
  const database = await Database.open(databaseOptions({ databaseUrl: test.url, poolSize: 4 }));
  const handled: number[] = [];
  const definition: JobDefinition<{ n: number }> = {
    name: 'count',
    recorded: 'nowhere: it changes nothing',
    retryLimit: 2,
    expireInSeconds: 60,
    concurrency: 1,
    handle: async (_ctx, { n }) => void handled.push(n),
    ...overrides,
  };
  const open = async () => {
    const queue = new JobQueue({ databaseUrl: test.url, poolSize: 8 }, contextBase(database));
    queue.define(definition);
    await queue.start();
    return queue;
  };
  const queue = await open();
  onTestFinished(async () => {
    await queue.stop(1_000);
    await database.close();
    await test.drop();
  });
  const waiting = async () => (await test.query("select 1 from pgboss.job where name = 'count'")).length;
  return { test, database, queue, handled, open, waiting };
}

test('a job exists when the transaction that sent it commits, and not before', async () => {
  const { database, queue, handled, waiting } = await openQueue();
  await queue.work();

  await contextOn(database).transactional(async (ctx) => {
    await queue.send(ctx, 'count', { n: 1 });
    expect(await waiting()).toBe(0);
    expect(handled).toEqual([]);
  });

  await expect.poll(() => handled).toEqual([1]);
});

test('a job whose transaction is rolled back never was', async () => {
  const { database, queue, handled, waiting } = await openQueue();
  await queue.work();

  const failed = contextOn(database).transactional(async (ctx) => {
    await queue.send(ctx, 'count', { n: 1 });
    throw new Error('changed my mind');
  });
  await expect(failed).rejects.toThrow('changed my mind');
  await contextOn(database).transactional((ctx) => queue.send(ctx, 'count', { n: 2 }));

  await expect.poll(() => handled).toEqual([2]);
  expect(await waiting()).toBe(1);
});

test('a job that is sent is taken up at once, without waiting for the next look', async () => {
  const { database, queue, handled } = await openQueue();
  await queue.work();
  // Past the look that every worker begins with.
  await contextOn(database).transactional((ctx) => queue.send(ctx, 'count', { n: 0 }));
  await expect.poll(() => handled).toEqual([0]);

  const waits: number[] = [];
  for (const n of [1, 2, 3]) {
    const begin = performance.now();
    await contextOn(database).transactional((ctx) => queue.send(ctx, 'count', { n }));
    await expect.poll(() => handled.at(-1), { interval: 5 }).toBe(n);
    waits.push(performance.now() - begin);
  }

  // Looking alone takes two seconds each time. A busy machine may hold up one of them.
  expect(Math.min(...waits)).toBeLessThan(1_500);
});

test('a job that fails is tried again as often as was agreed, and then given up once', async () => {
  let tries = 0;
  const abandoned: number[] = [];
  const { database, queue } = await openQueue({
    retryLimit: 1,
    handle: async () => {
      tries++;
      throw new Error('not today');
    },
    abandoned: async (_ctx, { n }) => void abandoned.push(n),
  });
  await queue.work();

  await contextOn(database).transactional((ctx) => queue.send(ctx, 'count', { n: 7 }));

  await expect.poll(() => abandoned).toEqual([7]);
  expect(tries).toBe(2);
});

test('a job that was running when its process stopped is done by the next', async () => {
  let isFirst = true;
  const aborted = Promise.withResolvers<void>();
  const done = Promise.withResolvers<number>();
  const { database, queue, open } = await openQueue({
    async handle({ signal }, { n }) {
      if (!isFirst) return done.resolve(n);
      isFirst = false;
      signal.addEventListener('abort', () => aborted.resolve());
      await aborted.promise;
    },
  });
  await queue.work();
  await contextOn(database).transactional((ctx) => queue.send(ctx, 'count', { n: 3 }));
  await expect.poll(() => isFirst).toBe(false);

  await queue.stop(1_000);
  await aborted.promise;
  const next = await open();
  onTestFinished(() => next.stop(1_000));
  await next.work();

  expect(await done.promise).toBe(3);
});

test('several processes that make the same queues at once do not get in each other’s way', async () => {
  const { open } = await openQueue();

  const queues = await Promise.all([open(), open(), open()]);

  for (const queue of queues) await expect(queue.probe()).resolves.toBeUndefined();
  await Promise.all(queues.map((queue) => queue.stop(1_000)));
});

test('a probe fails before the start and after the stop', async () => {
  const { queue } = await openQueue();
  await expect(queue.probe()).resolves.toBeUndefined();

  await queue.stop(1_000);

  await expect(queue.probe()).rejects.toThrow();
});

test('a backlog is worked off without a rest after each job', async () => {
  const { database, queue, handled } = await openQueue();
  const numbers = Array.from({ length: 40 }, (_, n) => n);
  await contextOn(database).transactional(async (ctx) => {
    for (const n of numbers) await queue.send(ctx, 'count', { n });
  });

  await queue.work();

  // One job for each look would take eighty seconds.
  await expect.poll(() => handled.length).toBe(numbers.length);
  expect(handled.toSorted((a, b) => a - b)).toEqual(numbers);
});

/** Sets the clock by which the queue's jobs are due. */
const setQueueClock = (test: TestDatabase, step: string) =>
  test.query(
    `create or replace function pgboss.job_now() returns timestamptz language sql stable as $$ select now() + interval '${step}' $$`,
  );

test.each(['1 hour', '-1 hour', '400 days'])(
  'a job under way is not taken for lost when the clock is set by %s',
  async (step) => {
    const begun: number[] = [];
    const goOn = Promise.withResolvers<void>();
    const { test, database, queue, open, waiting } = await openQueue({
      handle: async (_ctx, { n }) => {
        begun.push(n);
        await goOn.promise;
      },
    });
    await queue.work();
    const other = await open();
    onTestFinished(() => other.stop(0));
    await contextOn(database).transactional((ctx) => queue.send(ctx, 'count', { n: 1 }));
    await expect.poll(() => begun).toEqual([1]);
    // Both have looked at the clock.
    await sleep(3_000);

    await setQueueClock(test, step);
    // Until both have noticed, and have looked for lost workers.
    const looked = async () =>
      (
        await test.query(
          `select 1 from pgboss.queue where name = 'count' and abs(extract(epoch from monitor_claim_on - pgboss.job_now())) < 5`,
        )
      ).length;
    await expect.poll(looked, { timeout: 15_000 }).toBe(1);
    await sleep(3_000);

    expect(begun).toEqual([1]);
    expect(await test.query("select state, retry_count from pgboss.job where name = 'count'")).toEqual([
      { state: 'active', retry_count: 0 },
    ]);
    goOn.resolve();
    await expect
      .poll(async () => (await test.query("select state from pgboss.job where name = 'count'"))[0]!.state)
      .toBe('completed');
    expect(await waiting()).toBe(1);
  },
);

test('a worker that is lost is noticed after the clock was set back', async () => {
  const { test, database, queue, handled } = await openQueue();
  await contextOn(database).transactional((ctx) => queue.send(ctx, 'count', { n: 1 }));
  await sleep(3_000);
  // As a worker leaves it that was killed.
  await test.query(
    `update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() where name = 'count'`,
  );

  await setQueueClock(test, '-1 hour');
  await queue.work();

  await expect.poll(() => handled, { timeout: 40_000 }).toEqual([1]);
});

test('a delayed job is due when the clock is set back, and at a start under an earlier time', async () => {
  const { test, database, queue, handled, open } = await openQueue();
  const delay = (delayed: string) =>
    test.query(`update pgboss.job set start_after = now() + interval '${delayed}' where name = 'count'`);
  await queue.work();
  await sleep(3_000);
  await contextOn(database).transactional(async (ctx) => {
    await queue.send(ctx, 'count', { n: 1 });
    await sql(ctx.em, `update pgboss.job set start_after = now() + interval '50 seconds' where name = 'count'`);
  });
  await sleep(3_000);
  expect(handled).toEqual([]);

  await setQueueClock(test, '-1 hour');
  await expect.poll(() => handled, { timeout: 15_000 }).toEqual([1]);

  await queue.stop(1_000);
  await contextOn(database).transactional((ctx) => queue.send(ctx, 'count', { n: 2 }));
  await delay('50 minutes');
  const next = await open();
  onTestFinished(() => next.stop(0));
  await next.work();
  await expect.poll(() => handled, { timeout: 15_000 }).toEqual([1, 2]);
});
