import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Orphan } from '../../src/customers/index.ts';
import { sql } from '../../src/platform/database/database.ts';
import { type Api, startApi } from '../support/api.ts';
import { contextOf, customersOf, madeCustomer, periodOf, reservation, settle, settlement } from './support.ts';

let api: Api;
beforeAll(async () => {
  // The service itself would sweep, too.
  api = await startApi({ works: false });
});
afterAll(() => api.stop());

const ended = { lifetimeMs: 0 };

test('a call that nobody settles any more is told of once, with its note, and its money is free again', async () => {
  const account = await madeCustomer(api, { hardLimitMicros: 1_000 });
  const lost = reservation(account, { ...ended, note: { task: 'a/b', startedAt: 'x' } });
  const going = reservation(account, { micros: 0 });
  await customersOf(api).reserve(lost);
  await customersOf(api).reserve(going);
  const told: Orphan[] = [];

  const swept = await customersOf(api).sweep(contextOf(api), async ({ em }, orphans) => {
    told.push(...orphans);
    // What the gateway knows better than "unknown" it settles itself, in the same transaction.
    await sql(em, 'select settle_usage($1::jsonb)', [JSON.stringify([settlement(lost, 10)])]);
  });
  const again = await customersOf(api).sweep(contextOf(api), async () => {
    throw new Error('There is nothing left to tell of.');
  });

  expect([swept, again]).toEqual([1, 0]);
  expect(told).toEqual([
    {
      runId: lost.runId,
      accountId: account,
      keyId: null,
      reservedMicros: 1_000,
      reservedAt: expect.any(Date),
      note: { task: 'a/b', startedAt: 'x' },
    },
  ]);
  expect(Math.abs(told[0]!.reservedAt.getTime() - Date.now())).toBeLessThan(60_000);
  expect(await periodOf(api, account)).toMatchObject({ spent_micros: 10, reserved_micros: 0, uncertain_micros: 0 });
});

test('what is not settled in it is settled with an unknown cost, and whoever comes late is not counted', async () => {
  const account = await madeCustomer(api);
  const lost = reservation(account, ended);
  await customersOf(api).reserve(lost);

  await customersOf(api).sweep(contextOf(api), async () => {});

  expect(await periodOf(api, account)).toMatchObject({
    reserved_micros: 0,
    uncertain_micros: 1_000,
    calls_of_unknown_cost: 1,
  });
  expect(await settle(api, settlement(lost, 700))).toMatchObject([{ isCounted: false }]);
});

test('what cannot be told of stays as it is and is told of the next time', async () => {
  const account = await madeCustomer(api);
  await customersOf(api).reserve(reservation(account, ended));

  await expect(
    customersOf(api).sweep(contextOf(api), async () => {
      throw new Error('The log is away.');
    }),
  ).rejects.toThrow('The log is away.');

  expect(await periodOf(api, account)).toMatchObject({ reserved_micros: 1_000 });
  expect(await customersOf(api).sweep(contextOf(api), async () => {})).toBe(1);
});

test('two that sweep at once tell of each call once', async () => {
  const account = await madeCustomer(api);
  const lost = Array.from({ length: 250 }, () => reservation(account, ended));
  await Promise.all(lost.map((one) => customersOf(api).reserve(one)));
  const other = await startApi({ database: api.database });
  const told: string[] = [];
  const tell = async (_: unknown, orphans: readonly Orphan[]) => {
    told.push(...orphans.map(({ runId }) => runId));
  };

  await Promise.all([customersOf(api).sweep(contextOf(api), tell), customersOf(other).sweep(contextOf(other), tell)]);
  await customersOf(api).sweep(contextOf(api), tell);

  expect(told.toSorted()).toEqual(lost.map(({ runId }) => runId).toSorted());
  expect(await periodOf(api, account)).toMatchObject({ reserved_micros: 0, calls: 250 });
});

test('a sweep and settlements of the same calls agree on who was first', async () => {
  const account = await madeCustomer(api);
  const wanted = Array.from({ length: 120 }, () => reservation(account, ended));
  await Promise.all(wanted.map((one) => customersOf(api).reserve(one)));
  let swept = 0;

  const [settled] = await Promise.all([
    Promise.all(wanted.map((one) => settle(api, settlement(one, 1)))),
    customersOf(api).sweep(contextOf(api), async (_, orphans) => {
      swept += orphans.length;
    }),
  ]);

  const counted = settled.flat().filter(({ isCounted }) => isCounted).length;
  expect(counted + swept).toBe(120);
  expect(await periodOf(api, account)).toMatchObject({ calls: 120, spent_micros: counted, reserved_micros: 0 });
});

test('a call under way can be found until it is settled', async () => {
  const account = await madeCustomer(api);
  const [first, second] = [reservation(account), reservation(account)];
  await customersOf(api).reserve(first!);
  await customersOf(api).reserve(second!);
  const ctx = contextOf(api);
  const all = async () =>
    (await customersOf(api).allUnderWay(ctx, { accountId: account, most: 10 })).map(({ runId }) => runId);

  expect(await customersOf(api).underWay(ctx, first!.runId)).toMatchObject({ runId: first!.runId, note: first!.note });
  expect((await all()).toSorted()).toEqual([first!.runId, second!.runId].toSorted());

  await settle(api, settlement(first!, 1));
  expect(await customersOf(api).underWay(ctx, first!.runId)).toBeNull();
  expect(await all()).toEqual([second!.runId]);
  expect(await customersOf(api).allUnderWay(ctx, { accountId: null, most: 1 })).toHaveLength(1);
});

test('what was settled long ago is forgotten, and what is under way is not', async () => {
  const account = await madeCustomer(api);
  const [old, fresh, going] = [reservation(account), reservation(account), reservation(account)];
  for (const one of [old, fresh, going]) await customersOf(api).reserve(one!);
  await settle(api, settlement(old!, 1), settlement(fresh!, 1));
  await api.database.query(`update reservation set expires_at = now() - interval '11 minutes' where run_id = $1`, [
    old!.runId,
  ]);

  await customersOf(api).sweep(contextOf(api), async () => {});

  const left = await api.database.query('select run_id from reservation where account_id = $1 order by run_id', [
    account,
  ]);
  expect(left.map(({ run_id }) => run_id)).toEqual([fresh!.runId, going!.runId].toSorted());
});

test('the sweeper begins at once, and ends what it is about before it stops', async () => {
  const account = await madeCustomer(api);
  const lost = reservation(account, ended);
  await customersOf(api).reserve(lost);
  const told = Promise.withResolvers<readonly Orphan[]>();
  const sweeper = customersOf(api).sweeper(async (_, orphans) => told.resolve(orphans));

  await sweeper.start();
  const orphans = await told.promise;
  await sweeper.stop!();

  expect(orphans.map(({ runId }) => runId)).toEqual([lost.runId]);
  expect(await periodOf(api, account)).toMatchObject({ reserved_micros: 0, calls_of_unknown_cost: 1 });
});

test('calls of a process that is dead are swept before their time, and those of one that is slow are not after it', async () => {
  const account = await madeCustomer(api);
  const [ofDead, ofSlow] = [reservation(account), reservation(account)];
  for (const one of [ofDead, ofSlow]) {
    await customersOf(api).reserve(one);
    await api.database.query(
      `update reservation set process_id = $1, expires_at = expires_at - $2::interval where run_id = $1`,
      [one.runId, one === ofSlow ? '1 hour' : '0 hours'],
    );
  }
  await api.database.query('insert into process_life (id, beats) values ($1, 7)', [ofDead.runId]);
  const { lives } = api.services.platform;
  const told: string[] = [];
  const sweep = () =>
    customersOf(api).sweep(contextOf(api), async (_, orphans) => {
      told.push(...orphans.map(({ runId }) => runId));
    });
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());

  for (let second = 0; second < 30; second += 3) {
    // Slow, but it lives. Its counter was lost, so that the sweep has to add it first.
    if (second === 12)
      await api.database.query('update process_life set beats = beats + 1 where id = $1', [ofSlow.runId]);
    vi.advanceTimersByTime(3_000);
    await lives.beat();
    await sweep();
  }
  expect(told).toEqual([ofDead.runId]);

  for (let second = 0; second < 12; second += 3) {
    vi.advanceTimersByTime(3_000);
    await lives.beat();
    await sweep();
  }
  expect(told).toEqual([ofDead.runId, ofSlow.runId]);
});

test('a call that its own process has not settled in its time is left to the sweep, whatever the clock says', async () => {
  const account = await madeCustomer(api);
  const lost = reservation(account, { lifetimeMs: 60_000 });
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  await customersOf(api).reserve(lost);
  await api.database.query(`update reservation set expires_at = now() + interval '1 hour' where run_id = $1`, [
    lost.runId,
  ]);
  const sweep = () => customersOf(api).sweep(contextOf(api), async () => {});

  expect(await sweep()).toBe(0);
  vi.advanceTimersByTime(60_000);

  expect(await sweep()).toBe(1);
});
