import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { OWN_USE_ID } from '../../src/customers/index.ts';
import { type Api, startApi } from '../support/api.ts';
import { capEvents, customersOf, madeCustomer, periodOf, reservation, settle, settlement } from './support.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

describe('a reservation', () => {
  test('is set aside, settled, and counted once however often it is settled', async () => {
    const account = await madeCustomer(api);
    const wanted = reservation(account, { micros: 5_000 });

    const reserved = await customersOf(api).reserve(wanted);
    const held = await periodOf(api, account);
    const first = await settle(api, settlement(wanted, 1_200));
    const second = await settle(api, settlement(wanted, 9_999));

    expect(reserved).toEqual({
      isReserved: true,
      isPastSoftCap: false,
      isLimited: false,
      money: {
        spentMicros: 0,
        reservedMicros: 5_000,
        uncertainMicros: 0,
        softCapMicros: null,
        hardLimitMicros: null,
      },
    });
    expect(held).toMatchObject({ spent_micros: 0, reserved_micros: 5_000, calls: 0 });
    expect([first, second]).toEqual([
      [{ runId: wanted.runId, isCounted: true }],
      [{ runId: wanted.runId, isCounted: false }],
    ]);
    expect(await periodOf(api, account)).toMatchObject({
      spent_micros: 1_200,
      reserved_micros: 0,
      calls: 1,
      input_tokens: 10,
      output_tokens: 5,
    });
  });

  test('that is asked for twice is counted once', async () => {
    const account = await madeCustomer(api);
    const wanted = reservation(account);

    const answers = await Promise.all([customersOf(api).reserve(wanted), customersOf(api).reserve(wanted)]);

    expect(answers.map(({ isReserved }) => isReserved)).toEqual([true, true]);
    expect(await periodOf(api, account)).toMatchObject({ reserved_micros: 1_000 });
  });

  test('of which nobody knows the cost is counted as such, and never as nothing', async () => {
    const account = await madeCustomer(api, { hardLimitMicros: 1_500 });
    const wanted = reservation(account, { micros: 1_000 });
    await customersOf(api).reserve(wanted);

    await settle(api, settlement(wanted, null));

    expect(await periodOf(api, account)).toMatchObject({
      spent_micros: 0,
      reserved_micros: 0,
      uncertain_micros: 1_000,
      calls: 1,
      calls_of_unknown_cost: 1,
    });
    expect(await customersOf(api).reserve(reservation(account, { micros: 501 }))).toMatchObject({
      isReserved: false,
      why: 'HARD_LIMIT',
      retryAfterSeconds: null,
    });
    expect(await customersOf(api).reserve(reservation(account, { micros: 500 }))).toMatchObject({ isReserved: true });
  });

  test('that the database has lost is settled all the same, once', async () => {
    const account = await madeCustomer(api);
    const lost = reservation(account);

    expect(await settle(api, settlement(lost, 700))).toMatchObject([{ isCounted: true }]);
    expect(await settle(api, settlement(lost, 700))).toMatchObject([{ isCounted: false }]);

    expect(await periodOf(api, account)).toMatchObject({ spent_micros: 700, reserved_micros: 0, calls: 1 });
  });

  test('for nobody, or of no amount, sets nothing aside', async () => {
    const account = await madeCustomer(api);

    expect(await customersOf(api).reserve(reservation('cus_7zzzzzzzzzzzzzzzzzzzzzzzzz'))).toEqual({
      isReserved: false,
      why: 'NO_ACCOUNT',
      money: null,
      retryAfterSeconds: null,
    });
    for (const micros of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2e15]) {
      await expect(customersOf(api).reserve(reservation(account, { micros }))).rejects.toThrow(RangeError);
    }
    expect(await periodOf(api, account)).toEqual({});
  });

  test('of a suspended customer is refused', async () => {
    const account = await madeCustomer(api);
    await api.database.query('update customer set suspended_at = now() where id = $1', [account]);

    expect(await customersOf(api).reserve(reservation(account))).toMatchObject({
      isReserved: false,
      why: 'NO_ACCOUNT',
      money: { reservedMicros: 0 },
    });
  });

  test('needs a known price under a hard limit and none elsewhere', async () => {
    const limited = await madeCustomer(api, { hardLimitMicros: 1_000_000 });

    expect(await customersOf(api).reserve(reservation(limited, { micros: null }))).toMatchObject({
      isReserved: false,
      why: 'PRICE_UNKNOWN',
    });
    expect(await customersOf(api).reserve(reservation(OWN_USE_ID, { micros: null }))).toMatchObject({
      isReserved: true,
    });
  });
});

describe('a hard limit', () => {
  test('is overshot by nothing, however many ask at the same moment', async () => {
    const account = await madeCustomer(api, { hardLimitMicros: 100_000 });
    // A second process with connections of its own.
    const other = await startApi({ database: api.database });

    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) =>
        customersOf(index % 2 ? api : other).reserve(reservation(account, { micros: 300 })),
      ),
    );

    const granted = answers.filter(({ isReserved }) => isReserved).length;
    expect(granted).toBe(333);
    expect(await periodOf(api, account)).toMatchObject({ reserved_micros: 99_900, spent_micros: 0 });
    const refused = answers.filter((answer) => !answer.isReserved);
    expect(new Set(refused.map((answer) => answer.why))).toEqual(new Set(['HARD_LIMIT']));
    // What is under way may leave something over.
    expect(new Set(refused.map((answer) => answer.retryAfterSeconds))).toEqual(new Set([5]));
  });

  test('of zero lets nothing through that costs, and all that does not', async () => {
    const account = await madeCustomer(api, { hardLimitMicros: 0 });

    expect(await customersOf(api).reserve(reservation(account, { micros: 1 }))).toMatchObject({ why: 'HARD_LIMIT' });
    expect(await customersOf(api).reserve(reservation(account, { micros: 0 }))).toMatchObject({ isReserved: true });
  });

  test('and a thousand of the tiniest calls add up exactly', async () => {
    const account = await madeCustomer(api, { hardLimitMicros: 1_000 });
    const wanted = Array.from({ length: 1_000 }, () => reservation(account, { micros: 1 }));

    await Promise.all(wanted.map((one) => customersOf(api).reserve(one)));
    await settle(api, ...wanted.slice(0, 500).map((one) => settlement(one, 1)));
    await settle(api, ...wanted.slice(500).map((one) => settlement(one, 1)));

    expect(await periodOf(api, account)).toMatchObject({ spent_micros: 1_000, reserved_micros: 0, calls: 1_000 });
    expect(await capEvents(api, account)).toEqual(['HARD 80', 'HARD 100']);
  });
});

describe('a soft cap', () => {
  test('lets calls go on and says of each that it goes beyond', async () => {
    const account = await madeCustomer(api, { softCapMicros: 3_000 });

    const answers = await Promise.all(
      Array.from({ length: 50 }, () => customersOf(api).reserve(reservation(account, { micros: 1_000 }))),
    );

    expect(answers.every(({ isReserved }) => isReserved)).toBe(true);
    expect(answers.filter((answer) => answer.isReserved && answer.isPastSoftCap)).toHaveLength(47);
    expect(await customersOf(api).moneyOf(account)).toMatchObject({ reservedMicros: 50_000, softCapMicros: 3_000 });
  });

  test('is told of at 80 and at 100 percent, once each, however many settle at the same moment', async () => {
    const account = await madeCustomer(api, { softCapMicros: 10_000 });
    const wanted = Array.from({ length: 40 }, () => reservation(account, { micros: 1_000 }));
    await Promise.all(wanted.map((one) => customersOf(api).reserve(one)));

    for (const one of wanted.slice(0, 7)) await settle(api, settlement(one, 1_000));
    expect(await capEvents(api, account)).toEqual([]);
    await Promise.all(wanted.slice(7).map((one) => settle(api, settlement(one, 1_000))));

    expect(await capEvents(api, account)).toEqual(['SOFT 80', 'SOFT 100']);
    expect(await periodOf(api, account)).toMatchObject({ spent_micros: 40_000, reserved_micros: 0 });
  });
});

test('settlements of the same accounts in any order never stand in each other’s way', async () => {
  const accounts = await Promise.all(Array.from({ length: 6 }, () => madeCustomer(api)));
  const wanted = accounts.flatMap((account) => Array.from({ length: 20 }, () => reservation(account)));
  await Promise.all(wanted.map((one) => customersOf(api).reserve(one)));
  const shuffled = wanted.toSorted((a, b) => (a.runId < b.runId ? -1 : 1));
  const batches = Array.from({ length: 12 }, (_, at) => shuffled.filter((_, index) => index % 12 === at));

  await Promise.all([
    ...batches.map((batch, at) =>
      settle(api, ...(at % 2 ? batch : batch.toReversed()).map((one) => settlement(one, 10))),
    ),
    ...accounts.map((account) => customersOf(api).reserve(reservation(account, { micros: 0 }))),
  ]);

  for (const account of accounts) {
    expect(await periodOf(api, account)).toMatchObject({ spent_micros: 200, reserved_micros: 0, calls: 20 });
  }
});

test('a settlement that makes no sense does not take the others with it', async () => {
  const account = await madeCustomer(api);
  const wanted = [reservation(account), reservation(account)];
  await Promise.all(wanted.map((one) => customersOf(api).reserve(one)));

  const settled = await settle(api, settlement(wanted[0]!, -5), settlement(wanted[1]!, 1.2));

  expect(settled.map(({ isCounted }) => isCounted)).toEqual([true, true]);
  expect(await periodOf(api, account)).toMatchObject({ spent_micros: 2, calls: 2, calls_of_unknown_cost: 1 });
});

test('a reservation that cannot be stored does not take the others with it', async () => {
  const account = await madeCustomer(api);
  const unstorable = reservation(account, { note: { task: 'a\u0000b' } });

  const answers = await Promise.allSettled(
    [reservation(account), unstorable, reservation(account)].map((one) => customersOf(api).reserve(one)),
  );

  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await periodOf(api, account)).toMatchObject({ reserved_micros: 2_000 });
});

test('setting aside is not waited for to be on the disk, settling is', async () => {
  const client = new pg.Client({ connectionString: api.database.url });
  await client.connect();
  onTestFinished(() => client.end());
  const afterwards = async (statement: string) => {
    await client.query(`begin; set local synchronous_commit = on; ${statement}`);
    const { rows } = await client.query('show synchronous_commit');
    await client.query('commit');
    return rows[0].synchronous_commit;
  };
  await client.query('set synchronous_commit = on');

  expect(await afterwards(`select settle_usage('[]')`)).toBe('on');
  expect(await afterwards(`select reserve_usage('[]')`)).toBe('off');
  // For its own transaction alone.
  expect(await afterwards('select 1')).toBe('on');
});

test('a call belongs to the month in which it began', async () => {
  const account = await madeCustomer(api);
  const wanted = reservation(account);
  await customersOf(api).reserve(wanted);
  const back = `date_trunc('month', now() at time zone 'UTC')::date - 1`;
  await api.database.query(`update reservation set month = ${back} where run_id = $1`, [wanted.runId]);
  await api.database.query(`update usage_period set month = ${back} where subject = $1`, [account]);

  await settle(api, settlement(wanted, 400));

  const months = await api.database.query('select spent_micros, reserved_micros from usage_period where subject = $1', [
    account,
  ]);
  expect(months.map(({ spent_micros, reserved_micros }) => [Number(spent_micros), Number(reserved_micros)])).toEqual([
    [400, 0],
  ]);
});
