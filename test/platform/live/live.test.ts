import { expect, onTestFinished, test } from 'vitest';
import { databaseOptions } from '../../../src/app.ts';
import { Database } from '../../../src/platform/database/database.ts';
import { publish } from '../../../src/platform/events/outbox.ts';
import { Live } from '../../../src/platform/live/live.ts';
import { createLogger } from '../../../src/platform/observability/logger.ts';
import { contextOn } from '../../support/context.ts';
import { cloneDatabase } from '../../support/database.ts';
import { TcpGate } from '../../support/tcp-gate.ts';

declare module '../../../src/platform/events/outbox.ts' {
  interface Events {
    'test.moved': { thingId: string; placeId?: string; note?: string };
    'test.painted': { thingId: string };
  }
}

const END_LISTENERS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name = 'imprimatur-live'`;

async function open() {
  const database = await cloneDatabase();
  const db = await Database.open(databaseOptions({ databaseUrl: database.url, poolSize: 2 }));
  const ending = new AbortController();
  onTestFinished(async () => {
    ending.abort();
    await db.close();
    await database.drop();
  });
  const listeners = () =>
    database.query(
      `select 1 from pg_stat_activity
       where datname = current_database() and application_name = 'imprimatur-live' and query like 'listen%'`,
    );
  /** One process. */
  const hub = async (url = database.url) => {
    const live = new Live(url, createLogger('silent'));
    onTestFinished(() => live.stop());
    live.start();
    return live;
  };
  const heard = async (live: Live) => {
    // Before it listens it looks by itself now and then, and once more when it begins.
    await expect.poll(async () => (await listeners()).length).toBeGreaterThan(0);
    // Woken by an event, it listens.
    let isHeard = false;
    (async () => {
      for await (const _ of live.watch('test.moved', 'warm-up', ending.signal)) isHeard = (await moves('warm-up')) > 0;
    })().catch(() => {});
    await move('warm-up');
    await expect.poll(() => isHeard).toBe(true);
  };
  const move = (thingId: string, more: { placeId?: string; note?: string } = {}) =>
    contextOn(db).transactional(async (ctx) => publish(ctx, 'test.moved', { thingId, ...more }));
  const moves = async (thingId: string) =>
    (
      await database.query(`select 1 from outbox_event where type = 'test.moved' and payload ->> 'thingId' = $1`, [
        thingId,
      ])
    ).length;
  /** Counts the times that somebody who watches is woken. */
  const watch = (live: Live, id: string, signal = ending.signal) => {
    const watcher = { woken: 0, ended: Promise.resolve() };
    watcher.ended = (async () => {
      for await (const _ of live.watch('test.moved', id, signal)) watcher.woken += 1;
    })();
    return watcher;
  };
  return { database, db, ending, heard, hub, listeners, move, moves, watch };
}

test('who watches a thing is woken at once, by what happens to it, and by nothing else', async () => {
  const { db, heard, hub, move, watch } = await open();
  const live = await hub();
  await heard(live);
  const [boat, tower, square] = [watch(live, 'boat'), watch(live, 'tower'), watch(live, 'square')];
  await expect.poll(() => [boat.woken, tower.woken, square.woken]).toEqual([1, 1, 1]);

  await contextOn(db).transactional(async (ctx) => publish(ctx, 'test.painted', { thingId: 'tower' }));
  await move('boat', { placeId: 'square' });

  await expect.poll(() => [boat.woken, square.woken]).toEqual([2, 2]);
  expect(tower.woken).toBe(1);
});

test('what is not committed wakes nobody', async () => {
  const { db, heard, hub, move, watch } = await open();
  const live = await hub();
  await heard(live);
  const boat = watch(live, 'boat');
  await expect.poll(() => boat.woken).toBe(1);

  await contextOn(db).transactional(async (ctx) => {
    publish(ctx, 'test.moved', { thingId: 'boat' });
    await ctx.em.flush();
    await heard(live); // something later comes through
    expect(boat.woken).toBe(1);
  });

  await expect.poll(() => boat.woken).toBe(2);
  await move('tower');
});

test('another process hears it as well', async () => {
  const { heard, hub, move, watch } = await open();
  const [one, other] = [await hub(), await hub()];
  await heard(one);
  await heard(other);
  const watchers = [watch(one, 'boat'), watch(other, 'boat')];
  await expect.poll(() => watchers.map(({ woken }) => woken)).toEqual([1, 1]);

  await move('boat');

  await expect.poll(() => watchers.map(({ woken }) => woken)).toEqual([2, 2]);
});

test('who keeps something in memory hears of a type of event, of any thing and in every process, until it has heard enough', async () => {
  const { heard, hub, move } = await open();
  const [one, other] = [await hub(), await hub()];
  await heard(one);
  await heard(other);
  const counts = { one: 0, other: 0, painted: 0 };
  const count = (name: keyof typeof counts) => () => {
    counts[name] += 1;
  };
  const enough = one.observe('test.moved', count('one'));
  other.observe('test.moved', count('other'));
  one.observe('test.painted', count('painted'));

  await move('boat');
  await expect.poll(() => counts.one * counts.other).toBeGreaterThan(0);
  enough();
  const before = { ...counts };
  await move('tower');
  await expect.poll(() => counts.other).toBeGreaterThan(before.other);
  // By now the other one, too, has heard of it.
  await heard(one);

  expect(counts).toMatchObject({ one: before.one, painted: 0 });
});

test('a watcher that is slow is told once of many changes', async () => {
  const { ending, heard, hub, move, moves } = await open();
  const live = await hub();
  await heard(live);
  const seen: number[] = [];
  const isSlow = Promise.withResolvers<void>();
  (async () => {
    for await (const _ of live.watch('test.moved', 'boat', ending.signal)) {
      seen.push(await moves('boat'));
      await isSlow.promise;
    }
  })().catch(() => {});
  await expect.poll(() => seen).toEqual([0]);

  for (let n = 0; n < 10; n++) await move('boat');
  await heard(live);
  isSlow.resolve();

  await expect.poll(() => seen).toEqual([0, 10]);
});

test('an event with more ids than a notification holds wakes all who watch its kind', async () => {
  const { heard, hub, move, watch } = await open();
  const live = await hub();
  await heard(live);
  const boat = watch(live, 'boat');
  await expect.poll(() => boat.woken).toBe(1);

  await move('boat', { placeId: 'x'.repeat(9_000) });
  await expect.poll(() => boat.woken).toBe(2);
  // Words that are no ids are not told at all, however many.
  await move('boat', { note: 'y'.repeat(9_000) });
  await expect.poll(() => boat.woken).toBe(3);
});

test('what happened while the connection was lost is seen when it is back', async () => {
  const { database, ending, heard, hub, listeners, move, moves } = await open();
  const live = await hub();
  await heard(live);
  let seen = 0;
  (async () => {
    for await (const _ of live.watch('test.moved', 'boat', ending.signal)) seen = await moves('boat');
  })().catch(() => {});

  for (let loss = 1; loss <= 3; loss++) {
    await database.query(END_LISTENERS);
    await move('boat');
    await expect.poll(() => seen).toBe(loss);
    await expect.poll(listeners).toHaveLength(1);
  }
});

test('while the database cannot be listened to, watchers look from time to time, and hear again afterwards', async () => {
  const { database, heard, hub, watch } = await open();
  await using gate = await TcpGate.before(database.url);
  const live = await hub(gate.url);
  const boat = watch(live, 'boat');

  await expect.poll(() => boat.woken).toBeGreaterThanOrEqual(3);
  await gate.open();
  await heard(live);
});

test('who goes is forgotten, and a stop ends every watch', async () => {
  const { ending, hub, watch } = await open();
  const live = await hub();
  const going = new AbortController();
  const [goes, stays] = [watch(live, 'boat', going.signal), watch(live, 'tower', ending.signal)];
  await expect.poll(() => live.watching).toBe(2);

  going.abort();
  await goes.ended;
  expect(live.watching).toBe(1);
  await live.stop();
  await stays.ended;

  expect(live.watching).toBe(0);
  for await (const _ of live.watch('test.moved', 'boat', ending.signal)) throw new Error('woken after the stop');
});
