import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { priceExpirations } from '../../src/gateway/price-expirations.ts';
import { timeStampExpirations } from '../../src/log/time/time-stamp-expirations.ts';
import { priceAt } from '../../src/models/price.ts';
import { internal } from '../../src/platform/auth/principal.ts';
import { Context } from '../../src/platform/context.ts';
import { announcementAt } from '../../src/platform/expirations/expirations.ts';
import { customerWithKey, issueKey, rotateKey } from '../customers/graph.ts';
import { type Api, startApi } from '../support/api.ts';

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.parse('2026-06-01T00:00:00Z') + days * DAY_MS);

describe('an announcement', () => {
  test.each([
    [31, null],
    [30, 30],
    [8, 30],
    [7, 7],
    [2, 7],
    [1, 1],
    [0.1, 1],
    [0, 0],
    [-5, 0],
  ])('%d days before the end is that of %s', (days, daysBefore) => {
    expect(announcementAt({ endsAt: inDays(days), beganAt: inDays(-300) }, inDays(0))).toBe(daysBefore);
  });

  test.each([
    [20, 20, null],
    [20, 6, 7],
    [1, 0.5, null],
  ])('of what lives for %d days waits for one that is shorter: %d days before it is %s', (lives, left, daysBefore) => {
    expect(announcementAt({ endsAt: inDays(left), beganAt: inDays(left - lives) }, inDays(0))).toBe(daysBefore);
  });
});

describe('a price', () => {
  const at = (validFrom: string, validUntil: string | null, deployment = 'deepseek/chat') =>
    ({ deployment, validFrom, validUntil, currency: 'USD', tiers: [], peak: null }) as never;
  const endings = (prices: never[], source = 'SERVICE', until = '2026-07-01T00:00:00Z') =>
    priceExpirations({ clock: { now: () => new Date('2026-06-01T00:00:00Z') } } as Context, new Date(until), {
      models: {
        current: async () => ({ deployments: [{ id: 'deepseek/chat' }], prices }) as never,
        priceAt,
      },
      customers: { accountOf: async () => ({}) as never },
      providers: { availabilityOf: async () => new Map([['deepseek/chat', { credential: { source } }]]) as never },
    });

  test('without a successor ends, also when it is over already', async () => {
    const price = at('2026-01-01T00:00:00Z', '2026-06-20T00:00:00Z');

    expect(await endings([price])).toMatchObject([
      { kind: 'PRICE', subjectId: 'deepseek/chat', endsAt: new Date('2026-06-20T00:00:00Z'), customerId: null },
    ]);
    expect(await endings([at('2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z')])).toHaveLength(1);
    expect(await endings([price], 'SERVICE', '2026-06-10T00:00:00Z')).toEqual([]);
  });

  test('is the newest by its time, however many digits that has', async () => {
    const first = at('2026-01-01T00:00Z', '2026-01-01T00:00:00.500Z');
    const second = at('2026-01-01T00:00:00.5Z', '2026-01-01T00:00:30Z');
    const third = at('2026-01-01T00:00:40Z', '2026-06-20T00:00:00Z');

    expect(await endings([third, second, first])).toMatchObject([{ endsAt: new Date('2026-06-20T00:00:00Z') }]);
  });

  test('with a successor, without an end, or of a provider without a key does not', async () => {
    const first = at('2026-01-01T00:00:00Z', '2026-06-20T00:00:00Z');

    expect(await endings([first, at('2026-06-20T00:00:00Z', null)])).toEqual([]);
    expect(await endings([at('2026-01-01T00:00:00Z', null)])).toEqual([]);
    expect(await endings([first], 'SANDBOX')).toEqual([]);
    expect(await endings([first, at('2026-06-21T00:00:00Z', null)])).toHaveLength(1);
  });
});

test('a service without an authority has no certificate that ends', () => {
  expect(timeStampExpirations('', new Date('2100-01-01'))).toEqual([]);
});

describe('a service', () => {
  let api: Api;
  beforeAll(async () => {
    api = await startApi({ works: false });
  });
  afterAll(() => api.stop());

  const endings = async () =>
    (await api.graphql('{ expirations { kind subjectId title daysBefore } }', { as: 'operator' })).data.expirations;
  const announce = () => {
    const signal = new AbortController().signal;
    const ctx = new Context(api.services.platform, { principal: internal('upkeep'), requestId: 'upkeep', signal });
    return api.services.upkeep['upcoming expirations']!(ctx);
  };
  const events = () =>
    api.database.query<{ payload: { subjectId: string; daysBefore: number; customerId: string | null } }>(
      `select payload from outbox_event where type = 'endings.announced' order by id`,
    );
  const end = (table: string, id: string, days: number) =>
    api.database.query(
      `update ${table} set created_at = now() - interval '1 year', expires_at = now() + make_interval(secs => $2::float8 * 86400) where id = $1`,
      [id, days],
    );

  test('announces a key 30, 7 and 1 days before, once each, and its customer hears of it', async () => {
    const { key, customer } = await customerWithKey(api);
    await end('customer_key', key.id, 29);

    expect(await announce()).toBe(1);
    expect(await announce()).toBe(0);
    expect(await endings()).toMatchObject([{ kind: 'CUSTOMER_KEY', subjectId: key.id, daysBefore: 30 }]);
    await end('customer_key', key.id, 6);
    expect(await announce()).toBe(1);
    await end('customer_key', key.id, 0.5);
    expect(await announce()).toBe(1);
    expect(await announce()).toBe(0);

    const told = (await events()).map(({ payload }) => payload).filter(({ subjectId }) => subjectId === key.id);
    expect(told.map(({ daysBefore }) => daysBefore)).toEqual([30, 7, 1]);
    expect(new Set(told.map(({ customerId }) => customerId))).toEqual(new Set([customer.id]));
    const { body } = await api.json('/api/health/architecture');
    const connection = body.connections.find(({ name }: { name: string }) => name === 'endings');
    // It ends today.
    expect(connection).toMatchObject({ required: false, ok: false, status: 'warn' });
    expect(body.ok).toBe(true);
    await api.database.query('delete from customer_key where id = $1', [key.id]);
  });

  test('leaves out a key that another one replaced, and one that was revoked', async () => {
    const { key, customer } = await customerWithKey(api);
    await rotateKey(api, { customerKeyId: key.id });
    await end('customer_key', key.id, 5);
    const { customerKey: revoked } = await issueKey(api, { customerId: customer.id, name: 'Revoked' });
    await end('customer_key', revoked.id, 5);
    await api.database.query('update customer_key set revoked_at = now() where id = $1', [revoked.id]);

    expect(await endings()).toEqual([]);
  });

  test('finds tokens of operators, links of partners and keys of agents', async () => {
    const { data } = await api.graphql(
      `mutation { issuePartnerLink(input: { partnerName: "Agency North" }) { ... on IssuedPartnerLink { partnerLink { id } } } }`,
      { as: 'operator' },
    );
    const linkId = data.issuePartnerLink.partnerLink.id;
    await end('partner_token', linkId, 3);
    await api.database.query(
      `insert into operator (id, name, email, roles, created_by) values ('opr_a', 'Ada', 'ada@example.org', '{EDITOR}', 'test')`,
    );
    await api.database.query(
      `insert into operator_token (id, operator_id, name, token_hash, hint, scopes, issued_by, created_at, expires_at)
       values ('opt_a', 'opr_a', 'laptop', '\\x01', 'imop_x', '{}', 'test', now() - interval '1 year', now() + interval '2 days')`,
    );
    await api.database.query(
      `insert into agent (id, name, owner, created_by) values ('agt_a', 'Reader', 'customer:cus_a', 'test')`,
    );
    await api.database.query(
      `insert into agent_key (id, agent_id, name, token_hash, hint, created_by, created_at, expires_at)
       values ('agk_a', 'agt_a', 'nightly', '\\x02', 'imak_x', 'test', now() - interval '1 year', now() + interval '20 days')`,
    );

    expect(await endings()).toEqual([
      { kind: 'OPERATOR_TOKEN', subjectId: 'opt_a', title: 'Ada: laptop', daysBefore: 7 },
      { kind: 'PARTNER_LINK', subjectId: linkId, title: 'Agency North', daysBefore: 7 },
      { kind: 'AGENT_KEY', subjectId: 'agk_a', title: 'Reader: nightly', daysBefore: 30 },
    ]);
    await announce();
    expect((await events()).find(({ payload }) => payload.subjectId === 'agk_a')!.payload.customerId).toBe('cus_a');
    const metric = api.services.metrics.find(({ name }) => name === 'imprimatur.ending.count')!;
    const signal = new AbortController().signal;
    const ctx = new Context(api.services.platform, { principal: internal('metrics'), requestId: 'metrics', signal });
    expect(await metric.observe(ctx)).toContainEqual({
      value: 1,
      attributes: { 'imprimatur.ending.kind': 'partner_link', 'imprimatur.ending.within_days': '7' },
    });
  });
});
