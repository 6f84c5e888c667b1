import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseOptions } from '../../../src/app.ts';
import { Database } from '../../../src/platform/database/database.ts';
import type { Counter } from '../../../src/platform/limits/counter.ts';
import { DatabaseCounter } from '../../../src/platform/limits/database-counter.ts';
import { ProcessCounter } from '../../../src/platform/limits/process-counter.ts';
import { cloneDatabase, type TestDatabase } from '../../support/database.ts';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await cloneDatabase();
  database = await Database.open(databaseOptions({ databaseUrl: testDatabase.url, poolSize: 4 }));
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const newKey = () => randomBytes(32);
const asked = (key: Buffer, amount: number, most = 10, windowSeconds = 60) => ({ key, amount, most, windowSeconds });

describe.each<[string, () => Counter]>([
  ['for all processes', () => new DatabaseCounter(database)],
  ['for one process', () => new ProcessCounter()],
])('a counter %s', (_, open) => {
  test('counts what is taken, and nothing of what is refused', async () => {
    const counter = open();
    const key = newKey();

    expect(await counter.take(asked(key, 7))).toMatchObject({ isTaken: true, used: 7 });
    expect(await counter.take(asked(key, 4))).toMatchObject({ isTaken: false, used: 7 });
    expect(await counter.take(asked(key, 3))).toMatchObject({ isTaken: true, used: 10 });
    expect(await counter.take(asked(key, 1))).toMatchObject({ isTaken: false, used: 10 });
  });

  test('refuses more than there ever is without counting it', async () => {
    const counter = open();
    const key = newKey();

    expect(await counter.take(asked(key, 11))).toMatchObject({ isTaken: false, used: 0 });
    expect(await counter.take(asked(key, 10))).toMatchObject({ isTaken: true });
  });

  test('gives as many as there are to those that come at once, each all or nothing', async () => {
    const counter = open();
    const key = newKey();

    const standings = await Promise.all(Array.from({ length: 40 }, () => counter.take(asked(key, 3))));

    expect(standings.filter(({ isTaken }) => isTaken)).toHaveLength(3);
    expect(await counter.take(asked(key, 1))).toMatchObject({ isTaken: true, used: 10 });
  });

  test('keeps keys apart', async () => {
    const counter = open();

    const standings = await Promise.all(Array.from({ length: 20 }, () => counter.take(asked(newKey(), 10))));

    expect(standings.every(({ isTaken }) => isTaken)).toBe(true);
  });

  test('takes back, never below nothing', async () => {
    const counter = open();
    const key = newKey();
    await counter.take(asked(key, 10));

    await counter.giveBack(key, 4);
    expect(await counter.take(asked(key, 4))).toMatchObject({ isTaken: true, used: 10 });
    await counter.giveBack(key, 400);
    expect(await counter.take(asked(key, 10))).toMatchObject({ isTaken: true, used: 10 });
    await counter.giveBack(newKey(), 1);
  });

  test('begins anew when the window is over, which begins with the first take', async () => {
    const counter = open();
    const key = newKey();
    const first = await counter.take(asked(key, 10, 10, 1));
    expect(first.secondsLeft).toBeGreaterThan(0.5);
    expect(first.secondsLeft).toBeLessThanOrEqual(1.001);

    await expect.poll(async () => (await counter.take(asked(key, 10, 10, 60))).isTaken).toBe(true);
    expect(await counter.take(asked(key, 1))).toMatchObject({ isTaken: false, used: 10 });
  });

  test('forgets windows that are over and no others', async () => {
    const counter = open();
    const [ending, open1] = [newKey(), newKey()];
    await counter.take(asked(open1, 10));
    await counter.take(asked(ending, 10, 10, 1));

    await expect.poll(() => counter.forgetEnded()).toBe(1);

    expect(await counter.forgetEnded()).toBe(0);
    expect(await counter.take(asked(open1, 1))).toMatchObject({ isTaken: false });
  });

  test('holds to what may be had at the moment', async () => {
    const counter = open();
    const key = newKey();
    await counter.take(asked(key, 10, 10));

    expect(await counter.take(asked(key, 1, 5))).toMatchObject({ isTaken: false, used: 10 });
    expect(await counter.take(asked(key, 1, 11))).toMatchObject({ isTaken: true, used: 11 });
  });

  test('counts in bytes beyond what 32 bits hold', async () => {
    const key = newKey();

    expect(await open().take(asked(key, 900_000_000_000, 1_000_000_000_000))).toMatchObject({
      isTaken: true,
      used: 900_000_000_000,
    });
  });
});

test('the counter for one process does not grow with callers whose windows are over', async () => {
  const counter = new ProcessCounter();
  for (let n = 0; n < 1_000; n++) await counter.take(asked(newKey(), 1, 10, 0.001));
  await new Promise((resolve) => setTimeout(resolve, 5));

  await counter.take(asked(newKey(), 1));
  await counter.take(asked(newKey(), 1));

  expect(await counter.forgetEnded()).toBe(0);
});

describe('the counter for all processes', () => {
  test('takes what belongs together with one statement', async () => {
    const counted = countStatements();
    const counter = new DatabaseCounter(database);

    await Promise.all([counter.take(asked(newKey(), 1)), counter.take(asked(newKey(), 1))]);

    expect(counted.stop()).toBe(1);
  });

  test('takes with few statements for many that come at once', async () => {
    const counted = countStatements();
    const counter = new DatabaseCounter(database);
    const key = newKey();

    await Promise.all(Array.from({ length: 100 }, () => counter.take(asked(key, 1, 1_000))));

    expect(counted.stop()).toBe(1);
  });

  test('is exact when several processes take at once, of several keys', async () => {
    const counters = Array.from({ length: 3 }, () => new DatabaseCounter(database));
    const keys = Array.from({ length: 5 }, newKey);

    const taken = await Promise.all(
      Array.from({ length: 300 }, async (_, n) => {
        const key = keys[n % 5]!;
        const { isTaken } = await counters[n % 3]!.take(asked(key, 1, 20));
        return isTaken ? key.toString('hex') : null;
      }),
    );

    const counts = Map.groupBy(
      taken.filter((key) => key !== null),
      (key) => key,
    );
    expect([...counts.values()].map((same) => same.length)).toEqual([20, 20, 20, 20, 20]);
  });

  test('fails all that wait when the database is away, and counts on when it is back', async () => {
    const counter = new DatabaseCounter(database);
    const key = newKey();
    const { readValue } = database;
    let fail = () => {};
    database.readValue = () => new Promise((_, reject) => (fail = () => reject(new Error('Connection terminated'))));
    const waiting = [counter.take(asked(key, 1)), counter.take(asked(key, 1)), counter.take(asked(newKey(), 1))];
    const failed = Promise.allSettled(waiting);

    await Promise.resolve();
    fail();

    expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    database.readValue = readValue;
    expect(await counter.take(asked(key, 1))).toMatchObject({ isTaken: true, used: 1 });
  });
});

function countStatements(): { stop(): number } {
  const { readValue } = database;
  let count = 0;
  database.readValue = function (this: Database, ...args: never[]) {
    count++;
    return (readValue as (...args: never[]) => Promise<never>).apply(this, args);
  } as typeof readValue;
  return {
    stop() {
      database.readValue = readValue;
      return count;
    },
  };
}

test('a window that ends later than one that begins now is over: the clock was set back', async () => {
  const counter = new DatabaseCounter(database);
  const [key, near] = [newKey(), newKey()];
  for (const one of [key, near]) await counter.take(asked(one, 10));

  await testDatabase.query(`update limit_use set ends_at = ends_at + interval '1 hour' where key = $1`, [key]);
  await testDatabase.query(`update limit_use set ends_at = ends_at + interval '30 seconds' where key = $1`, [near]);

  expect(await counter.take(asked(key, 11))).toMatchObject({ isTaken: false, used: 0 });
  expect(await counter.take(asked(key, 4))).toMatchObject({ isTaken: true, used: 4 });
  expect((await counter.take(asked(key, 10))).secondsLeft).toBeLessThanOrEqual(60);
  expect(await counter.take(asked(near, 1))).toMatchObject({ isTaken: false, used: 10 });
});
