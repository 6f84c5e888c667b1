import { expect, test } from 'vitest';
import { type Api, type Json, startApi } from '../support/api.ts';

const FORWARDED = { TRUST_PROXY: 'loopback', SEALS_PER_MINUTE: '20' };

const seal = (api: Api, address: string, more: object = {}) =>
  api.json('/api/legal/provenance-seal', {
    headers: { 'x-forwarded-for': address },
    body: { artifact_text: 'flood', disclaimer_ack: true },
    ...more,
  });

test('a flood from one address is met with 429 and Retry-After, while others are served', async () => {
  const api = await startApi({ works: false, env: FORWARDED });

  const flood = await Promise.all(Array.from({ length: 60 }, () => seal(api, '203.0.113.7')));
  const other = await seal(api, '203.0.113.8');
  const known = await seal(api, '203.0.113.7', { as: 'integration' });

  const statuses = flood.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(20);
  expect(statuses.filter((status) => status === 429)).toHaveLength(40);
  const refused = flood.find(({ status }) => status === 429)!;
  expect(refused.body).toMatchObject({ code: 'RATE_LIMITED', ok: false });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
  expect([other.status, known.status]).toEqual([201, 201]);
  expect(await api.database.query('select id from seal')).toHaveLength(22);
});

test('what counts is what is sealed, not how it is asked for', async () => {
  const api = await startApi({ works: false, env: { SEALS_PER_MINUTE: '5' } });
  const one = (n: number) =>
    `s${n}: sealText(input: { text: "${n}", disclaimerAcknowledged: true }) { __typename ... on SealedText { seal { id } } }`;

  const { data, errors } = await api.graphql(`mutation { ${[1, 2, 3, 4, 5, 6, 7].map(one).join(' ')} }`);

  expect(errors).toBeUndefined();
  const answers = Object.values<Json>(data);
  expect(answers.slice(5)).toEqual(Array(2).fill({ __typename: 'RateLimited' }));
  const seals = await api.database.query('select id from seal order by id');
  expect(answers.slice(0, 5).map(({ seal }) => seal)).toEqual(seals);
});

test('a stranger has so much text kept and no more, and may have the next one sealed without', async () => {
  const api = await startApi({ works: false, env: { ...FORWARDED, KEPT_BYTES_PER_HOUR: '1000' } });
  const keep = (length: number, address: string, more: object = {}) =>
    seal(api, address, { body: { artifact_text: 'x'.repeat(length), disclaimer_ack: true, retain: true }, ...more });

  const answers = [await keep(600, '203.0.113.7'), await keep(600, '203.0.113.7'), await keep(400, '203.0.113.7')];
  const nothingLeft = await keep(1, '203.0.113.7');
  const unkept = await seal(api, '203.0.113.7');
  const other = await keep(900, '203.0.113.8');
  const known = await keep(5_000, '203.0.113.7', { as: 'integration' });
  const never = await keep(1_001, '203.0.113.9');
  const refused = await seal(api, '203.0.113.9', {
    body: { artifact_text: 'x'.repeat(900), disclaimer_ack: false, retain: true },
  });
  const stillThere = await keep(900, '203.0.113.9');

  expect(answers.map(({ status }) => status)).toEqual([201, 429, 201]);
  expect(nothingLeft.body).toMatchObject({
    code: 'RATE_LIMITED',
    detail: 'Without a credential, the limit is 1,000 bytes of retained text an hour per address.',
  });
  expect(Number(nothingLeft.headers.get('retry-after'))).toBeGreaterThan(3_500);
  expect([unkept, other, known].map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(never).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  expect([refused, stillThere].map(({ status }) => status)).toEqual([422, 201]);
  const [kept] = await api.database.query<{ count: number }>('select count(retained)::int as count from seal');
  expect(kept!.count).toBe(5);
});

test('an address of IPv6 counts with its whole network', async () => {
  const api = await startApi({ works: false, env: FORWARDED });

  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => seal(api, `2001:db8:1:1::${n + 1}`)));

  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  expect((await seal(api, '2001:db8:1:2::1')).status).toBe(201);
});
