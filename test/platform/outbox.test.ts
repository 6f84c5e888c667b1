import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { databaseOptions } from '../../src/app.ts';
import { Partner } from '../../src/partners/partner.entity.ts';
import { Database } from '../../src/platform/database/database.ts';
import { type Listener, publish } from '../../src/platform/events/outbox.ts';
import { OutboxRelay } from '../../src/platform/events/outbox-relay.ts';
import { JobQueue } from '../../src/platform/jobs/job-queue.ts';
import { Live } from '../../src/platform/live/live.ts';
import { createLogger } from '../../src/platform/observability/logger.ts';
import { type Api, startApi } from '../support/api.ts';
import { contextBase, contextOn } from '../support/context.ts';
import { cloneDatabase, type TestDatabase } from '../support/database.ts';

const logger = createLogger('silent');

declare module '../../src/platform/events/outbox.ts' {
  interface Events {
    'test.happened': { n: number };
  }
}

type Handle = Listener<'test.happened'>['handle'];

/** One process: a relay, a queue and its workers, on a database that others may share. */
async function openRelay(database: TestDatabase, handle: Handle) {
  const db = await Database.open(databaseOptions({ databaseUrl: database.url, poolSize: 4 }));
  const queue = new JobQueue({ databaseUrl: database.url, poolSize: 8 }, contextBase(db));
  const live = new Live(database.url, logger);
  const relay = new OutboxRelay(contextBase(db), queue, live);
  relay.listen({ name: 'test', type: 'test.happened', handle } as Listener);
  await queue.start();
  await queue.work();
  live.start();
  relay.start();
  onTestFinished(async () => {
    await relay.stop();
    await live.stop();
    await queue.stop(1_000);
    await db.close();
  });
  return db;
}

async function openDatabase(): Promise<TestDatabase> {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  return database;
}

const waiting = async (database: TestDatabase) =>
  (await database.query('select id from outbox_event where dispatched_at is null')).length;

test('an event comes with the row it tells of, and goes with it', async () => {
  const database = await openDatabase();
  const heard: number[] = [];
  const db = await openRelay(database, async (events) => void heard.push(...events.map(({ payload }) => payload.n)));

  const failed = contextOn(db).transactional(async (ctx) => {
    ctx.em.persist(ctx.em.create(Partner, { name: 'Never' }));
    publish(ctx, 'test.happened', { n: 1 });
    await ctx.em.flush();
    throw new Error('changed my mind');
  });
  await expect(failed).rejects.toThrow('changed my mind');
  await contextOn(db).transactional(async (ctx) => {
    ctx.em.persist(ctx.em.create(Partner, { name: 'Ever' }));
    publish(ctx, 'test.happened', { n: 2 });
  });

  await expect.poll(() => heard).toEqual([2]);
  expect(await database.query('select name from partner')).toEqual([{ name: 'Ever' }]);
  expect(await database.query('select payload from outbox_event')).toEqual([{ payload: { n: 2 } }]);
});

test('two processes that relay deliver every event, and together no more than once each', async () => {
  const database = await openDatabase();
  const heard: number[] = [];
  const handle: Handle = async (events) => void heard.push(...events.map(({ payload }) => payload.n));
  const db = await openRelay(database, handle);
  await openRelay(database, handle);
  const numbers = Array.from({ length: 250 }, (_, n) => n);

  await contextOn(db).transactional(async (ctx) => {
    for (const n of numbers) publish(ctx, 'test.happened', { n });
  });

  await expect.poll(() => heard.length).toBe(numbers.length);
  expect(heard.toSorted((a, b) => a - b)).toEqual(numbers);
  expect(await waiting(database)).toBe(0);
});

test('a listener gets events in batches of a bounded size', async () => {
  const database = await openDatabase();
  const batches: number[][] = [];
  const db = await openRelay(database, async (events) => void batches.push(events.map(({ payload }) => payload.n)));
  const numbers = Array.from({ length: 90 }, (_, n) => n);

  await contextOn(db).transactional(async (ctx) => {
    for (const n of numbers) publish(ctx, 'test.happened', { n });
  });

  await expect.poll(() => batches.flat().length).toBe(numbers.length);
  expect(batches.flat().toSorted((a, b) => a - b)).toEqual(numbers);
  expect(Math.max(...batches.map(({ length }) => length))).toBe(20);
  expect(batches.length).toBeLessThan(20);
});

test('an event that cannot be handled is tried again and again by itself; the others of its batch are done once more at most', async () => {
  const database = await openDatabase();
  const heard: number[] = [];
  const db = await openRelay(database, async (events) => {
    // Those before it in the batch are done, and then it fails.
    for (const { payload } of events) {
      const { n } = payload;
      heard.push(n);
      if (n === 5) throw new Error('not this one');
    }
  });

  await contextOn(db).transactional(async (ctx) => {
    for (let n = 0; n < 10; n++) publish(ctx, 'test.happened', { n });
  });

  const times = (n: number) => heard.filter((one) => one === n).length;
  await expect.poll(() => times(5)).toBeGreaterThanOrEqual(3);
  const good = Array.from({ length: 10 }, (_, n) => n).filter((n) => n !== 5);
  expect(good.map(times).every((count) => count === 1 || count === 2)).toBe(true);
  const states = await database.query(
    `select state, count(*)::int from pgboss.job where name = 'event.test' and state <> 'active' group by state order by state`,
  );
  expect(states).toContainEqual({ state: 'completed', count: 9 });
});

test('while the database is away a batch waits as a whole', async () => {
  const database = await openDatabase();
  const sizes: number[] = [];
  const db = await openRelay(database, async (events) => {
    sizes.push(events.length);
    if (sizes.length === 1) throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
  });

  await contextOn(db).transactional(async (ctx) => {
    for (let n = 0; n < 4; n++) publish(ctx, 'test.happened', { n });
  });

  await expect.poll(() => sizes.slice(1).reduce((sum, size) => sum + size, 0)).toBe(4);
  expect(sizes[0]).toBe(4);
});

test('an event goes out at once, without waiting for the next look', async () => {
  const database = await openDatabase();
  const heard: number[] = [];
  const db = await openRelay(database, async (events) => void heard.push(...events.map(({ payload }) => payload.n)));
  const waits: number[] = [];
  for (const n of [1, 2, 3]) {
    const begin = performance.now();
    await contextOn(db).transactional(async (ctx) => publish(ctx, 'test.happened', { n }));
    await expect.poll(() => heard.at(-1), { interval: 5 }).toBe(n);
    waits.push(performance.now() - begin);
  }

  // Looking alone takes up to thirty seconds each time. A busy machine may hold up one of them.
  expect(Math.min(...waits)).toBeLessThan(1_500);
});

test('an event that a process was dispatching when it died goes out soon, without another notification', async () => {
  const database = await openDatabase();
  await database.query(`insert into outbox_event (type, payload) values ('test.happened', '{"n": 1}')`);
  const dying = new pg.Client({ connectionString: database.url });
  await dying.connect();
  await dying.query('begin');
  await dying.query('select from outbox_event for update');
  const heard: number[] = [];
  const db = await openRelay(database, async (events) => void heard.push(...events.map(({ payload }) => payload.n)));
  await contextOn(db).transactional(async (ctx) => publish(ctx, 'test.happened', { n: 2 }));
  await expect.poll(() => heard).toEqual([2]);

  await dying.end();

  await expect.poll(() => heard, { timeout: 20_000 }).toEqual([2, 1]);
});

test('a listener that fails hears it again', async () => {
  const database = await openDatabase();
  let times = 0;
  const db = await openRelay(database, async () => {
    if (++times < 2) throw new Error('not yet');
  });

  await contextOn(db).transactional(async (ctx) => publish(ctx, 'test.happened', { n: 1 }));

  await expect.poll(() => times).toBe(2);
});

test('an event that nobody listens to is put away', async () => {
  const database = await openDatabase();
  const db = await openRelay(database, async () => {});

  await contextOn(db).transactional(async (ctx) => publish(ctx, 'nobody.listens' as 'test.happened', { n: 1 }));

  await expect.poll(() => waiting(database)).toBe(0);
});

test('events that went out are forgotten after their time, those that wait never', async () => {
  const database = await openDatabase();
  const db = await Database.open(databaseOptions({ databaseUrl: database.url, poolSize: 2 }));
  onTestFinished(() => db.close());
  await database.query(`insert into outbox_event (type, payload, occurred_at, dispatched_at) values
    ('a', '{}', now() - interval '9 days', now() - interval '8 days'),
    ('b', '{}', now() - interval '9 days', now() - interval '6 days'),
    ('c', '{}', now() - interval '9 days', null)`);

  const relay = new OutboxRelay(
    contextBase(db),
    new JobQueue({ databaseUrl: database.url, poolSize: 8 }, contextBase(db)),
    new Live(database.url, logger),
  );

  expect(await relay.forgetDispatched(contextOn(db), 7)).toBe(1);
  expect(await database.query('select type from outbox_event order by id')).toEqual([{ type: 'b' }, { type: 'c' }]);
});

test('a rendered picture is sealed once, though two services relay and hear of it twice', async () => {
  const database = await openDatabase();
  const api: Api = await startApi({ database });
  await startApi({ database });
  const { asset } = await api.render();
  const seals = () => database.query('select id from seal where asset_id = $1', [asset.id]);
  await expect.poll(async () => (await seals()).length).toBe(1);

  // As a crash between the sending and the marking would have it.
  await database.query("update outbox_event set dispatched_at = null where type = 'asset.added'");
  const done = () =>
    database.query("select id from pgboss.job where name = 'event.seal-rendered-assets' and state = 'completed'");
  await expect.poll(async () => (await done()).length).toBe(2);

  expect(await seals()).toHaveLength(1);
});
