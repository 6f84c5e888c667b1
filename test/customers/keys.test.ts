import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customer as customerPrincipal } from '../../src/customers/customer.principal.ts';
import { OWN_USE_ID } from '../../src/customers/index.ts';
import { operator } from '../../src/operators/operator.principal.ts';
import { internal } from '../../src/platform/auth/principal.ts';
import { type Api, type Credential, startApi } from '../support/api.ts';
import { customerWithKey, issueKey, revokeKey, rotateKey, updateCustomer } from './graph.ts';
import { contextOf, customersOf, periodOf, reservation, settle, settlement } from './support.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const TASK = 'human-phrasing/warm-tone';

const statusOf = async (service: Api, as: Credential) =>
  (await service.graphql('{ myCustomer { id } }', { as })).status;

describe('a key', () => {
  test('has the scope, the limits and the end that it was given', async () => {
    const { key } = await customerWithKey(api, {
      key: {
        tasks: ['human-phrasing/warm-tone', 'human-phrasing/warm-tone', 'case-scanning/fast-scan'],
        monthlyLimitMicros: 5,
        callsPerMinute: 3,
        lifetimeDays: 10,
      },
    });

    expect(key).toMatchObject({
      isForAllTasks: false,
      tasks: ['human-phrasing/warm-tone', 'case-scanning/fast-scan'],
      monthlyLimitMicros: 5,
      callsPerMinute: 3,
      revokedAt: null,
      lastUsedAt: null,
    });
    expect(Date.parse(key.expiresAt) - Date.parse(key.createdAt)).toBeGreaterThan(9.9 * 86_400_000);
    expect(Date.parse(key.expiresAt) - Date.parse(key.createdAt)).toBeLessThan(10.1 * 86_400_000);
  });

  test.each([
    [{ tasks: [] }, ['/tasks']],
    [{ tasks: ['gpt-6.1-sol'] }, ['/tasks/0']],
    [{ tasks: Array.from({ length: 51 }, (_, n) => `a/b${n}`) }, ['/tasks']],
    [{ callsPerMinute: 0 }, ['/callsPerMinute']],
    [{ lifetimeDays: 1_096, monthlyLimitMicros: -1 }, ['/lifetimeDays', '/monthlyLimitMicros']],
  ])('is not issued for %j', async (input, pointers) => {
    const { customer } = await customerWithKey(api);

    expect(await issueKey(api, { customerId: customer.id, ...input })).toMatchObject({
      __typename: 'InputInvalid',
      issues: pointers.map((pointer) => ({ pointer })),
    });
  });

  test('is not issued for a task that there is not, and who mistyped is told', async () => {
    const { customer } = await customerWithKey(api);
    const issue = async (...tasks: string[]) => (await issueKey(api, { customerId: customer.id, tasks })).message;

    expect(await issue(TASK, 'human-phrasing/warm-tome')).toBe(
      'Task human-phrasing/warm-tome doesn’t exist. Did you mean human-phrasing/warm-tone?',
    );
    expect(await issue('a/b')).toMatch(/^Task a\/b doesn’t exist\. Use one of: .*case-scanning\/fast-scan/);
  });

  test('is not issued for nobody, nor for the house', async () => {
    expect(await issueKey(api, { customerId: 'cus_7zzzzzzzzzzzzzzzzzzzzzzzzz' })).toMatchObject({
      __typename: 'NotFound',
    });
    expect(await issueKey(api, { customerId: OWN_USE_ID })).toMatchObject({ __typename: 'CustomerKeyConflict' });
  });
});

test('working keys are listed however many newer ones have ended', async () => {
  const { customer, key } = await customerWithKey(api);
  await api.database.query(
    `insert into customer_key (id, customer_id, name, token_hash, hint, lineage_id, created_by, expires_at, revoked_at)
     select 'cky_z' || n || right($1, 20), $1, 'x', sha256((n || $1)::bytea), 'imck_xxxx', 'x', 'test',
       now() + interval '1 day', case when n <= 60 then now() end
     from generate_series(1, 120) n`,
    [customer.id],
  );
  await api.database.query(`update customer_key set expires_at = now() where customer_id = $1 and id like 'cky_z%'`, [
    customer.id,
  ]);

  const { data } = await api.graphql('query ($id: ID!) { customer(id: $id) { keys { id } } }', {
    as: 'operator',
    variables: { id: customer.id },
  });

  const ids = data.customer.keys.map(({ id }: { id: string }) => id);
  expect(ids).toHaveLength(100);
  expect(ids).toContain(key.id);
  expect(ids).toEqual([...ids].sort().reverse());
});

describe('a key that does not hold', () => {
  test('says at `/v1` as well that it expired', async () => {
    const { token, key } = await customerWithKey(api);
    await api.database.query(`update customer_key set expires_at = '2026-03-01T12:00:00Z' where id = $1`, [key.id]);

    const { status, body } = await api.json('/v1/chat/completions', {
      as: { bearer: token },
      body: { model: 'fast-execution/redact-draft', messages: [{ role: 'user', content: 'Is it so?' }] },
    });

    expect([status, body.error.code, body.error.message]).toEqual([
      401,
      'invalid_api_key',
      'The bearer token expired on 2026-03-01. Ask for a new one.',
    ]);
  });

  test('gets one and the same answer, whatever else is wrong with it', async () => {
    const { token } = await customerWithKey(api);
    const gone = await customerWithKey(api);
    const revoked = await customerWithKey(api);
    await revokeKey(api, gone.key.id);
    await api.database.query('update customer_key set expires_at = now() where id = $1', [gone.key.id]);
    await revokeKey(api, revoked.key.id);
    const wrong = [
      gone.token,
      revoked.token,
      `${token.slice(0, -1)}${token.at(-1) === 'a' ? 'b' : 'a'}`,
      token.toLowerCase(),
      'imck_',
      'imck_000000000000000000000000000000000000000',
      `imgp_${token.slice(5)}`,
    ];

    const answers = [];
    for (const bearer of wrong) {
      const { status, errors } = await api.graphql('{ myCustomer { id } }', { as: { bearer } });
      answers.push(`${status} ${errors?.[0]?.extensions.code} ${errors?.[0]?.message}`);
    }

    expect(new Set(answers)).toEqual(
      new Set(["401 UNAUTHENTICATED The bearer token isn't valid. Check it, or ask for a new one."]),
    );
    expect(await statusOf(api, { bearer: token })).toBe(200);
  });
});

describe('a rotated key', () => {
  test('has not won a second limit by it', async () => {
    const { customer, key } = await customerWithKey(api, { key: { monthlyLimitMicros: 1_000 } });
    const spent = reservation(customer.id, { keyId: key.id, micros: 900 });
    await customersOf(api).reserve(spent);
    await settle(api, settlement(spent, 900));

    const { customerKey } = await rotateKey(api, { customerKeyId: key.id });

    const with101 = reservation(customer.id, { keyId: customerKey.id, micros: 101 });
    const with100 = reservation(customer.id, { keyId: customerKey.id, micros: 100 });
    expect(await customersOf(api).reserve(with101)).toMatchObject({ isReserved: false, why: 'KEY_LIMIT' });
    expect(await customersOf(api).reserve(with100)).toMatchObject({ isReserved: true });
  });
});

describe('what a key may spend', () => {
  test('is its own limit, exactly, beside that of its customer', async () => {
    const { customer, key } = await customerWithKey(api, {
      hardLimitMicros: 1_500,
      key: { monthlyLimitMicros: 1_000 },
    });
    const reserve = (keyId: string | null, micros: number | null) =>
      customersOf(api).reserve(reservation(customer.id, { keyId, micros }));

    const answers = await Promise.all(Array.from({ length: 30 }, () => reserve(key.id, 100)));
    const whys = answers.map((answer) => (answer.isReserved ? null : answer.why));

    expect(answers.every((answer) => !answer.isReserved || answer.isLimited)).toBe(true);
    expect(whys.filter((why) => why === null)).toHaveLength(10);
    expect(whys.filter((why) => why === 'KEY_LIMIT')).toHaveLength(20);
    expect(await reserve(key.id, null)).toMatchObject({ why: 'PRICE_UNKNOWN' });
    expect(await reserve(null, 501)).toMatchObject({ why: 'HARD_LIMIT' });
    expect(await reserve(null, 500)).toMatchObject({ isReserved: true });
    expect(await periodOf(api, key.id)).toMatchObject({ reserved_micros: 1_000 });
  });

  test('is so many calls in a minute, of which those that were refused are none', async () => {
    const { customer, key } = await customerWithKey(api, { key: { callsPerMinute: 3 } });
    const reserve = () => customersOf(api).reserve(reservation(customer.id, { keyId: key.id }));

    const answers = await Promise.all(Array.from({ length: 5 }, reserve));
    const refused = await reserve();
    await api.database.query(`update usage_period set window_ends_at = now() where subject = $1`, [key.id]);
    const next = await reserve();

    expect(answers.map(({ isReserved }) => isReserved)).toEqual([true, true, true, false, false]);
    expect(refused).toMatchObject({ isReserved: false, why: 'RATE_LIMITED' });
    expect(!refused.isReserved && refused.retryAfterSeconds).toBeGreaterThan(0);
    expect(!refused.isReserved && refused.retryAfterSeconds).toBeLessThanOrEqual(60);
    expect(next.isReserved).toBe(true);

    await Promise.all([reserve(), reserve()]);
    // As it is after the clock was set back by an hour.
    await api.database.query(`update usage_period set window_ends_at = now() + interval '1 hour' where subject = $1`, [
      key.id,
    ]);
    expect(await reserve()).toMatchObject({ isReserved: true });
  });

  test('is nothing once it is revoked, even for what is on its way already', async () => {
    const { customer, key } = await customerWithKey(api);
    await revokeKey(api, key.id);

    expect(await customersOf(api).reserve(reservation(customer.id, { keyId: key.id }))).toMatchObject({
      why: 'NO_ACCOUNT',
    });
  });

  test('is nothing with another customer’s key', async () => {
    const one = await customerWithKey(api);
    const other = await customerWithKey(api);

    const wanted = reservation(one.customer.id, { keyId: other.key.id });
    expect(await customersOf(api).reserve(wanted)).toMatchObject({ why: 'NO_ACCOUNT' });
  });
});

describe('who pays', () => {
  test('is the customer of a key, of whom somebody works for, and else the house', async () => {
    const { customer, key } = await customerWithKey(api, { plan: 'PRO', key: { tasks: [TASK] } });
    const { accountOf } = customersOf(api);

    const byKey = await accountOf(contextOf(api, customerPrincipal(customer.id, key.id)));
    const onBehalf = await accountOf(contextOf(api, internal('agent:x', `customer:${customer.id}`)));
    const others = await Promise.all(
      [operator('a', ['ADMIN']), internal('job'), internal('job', 'operator:a')].map((one) =>
        accountOf(contextOf(api, one)),
      ),
    );

    expect(byKey).toEqual({ id: customer.id, isOwnUse: false, plan: 'PRO', keyId: key.id, tasks: [TASK] });
    expect(onBehalf).toEqual({ id: customer.id, isOwnUse: false, plan: 'PRO', keyId: null, tasks: null });
    for (const other of others) {
      expect(other).toEqual({ id: OWN_USE_ID, isOwnUse: true, plan: 'ENTERPRISE', keyId: null, tasks: null });
    }
  });

  test('is nobody while the customer is suspended, from the next call on', async () => {
    const { customer, key, as } = await customerWithKey(api);
    const ctx = contextOf(api, customerPrincipal(customer.id, key.id));
    await customersOf(api).accountOf(ctx);

    await updateCustomer(api, { customerId: customer.id, isSuspended: true });

    await expect(customersOf(api).accountOf(ctx)).rejects.toMatchObject({ code: 'CUSTOMER_SUSPENDED', status: 403 });
    // It may still look at what it has.
    expect(await statusOf(api, as)).toBe(200);
    await updateCustomer(api, { customerId: customer.id, isSuspended: false, plan: 'PRO' });
    expect(await customersOf(api).accountOf(ctx)).toMatchObject({ plan: 'PRO' });
  });
});
