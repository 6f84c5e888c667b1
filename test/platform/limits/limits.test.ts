import { parseList } from 'structured-headers';
import { expect, test } from 'vitest';
import { type Api, startApi } from '../../support/api.ts';

/** Of the day's seals in these tests, which come nowhere near it. */
const OF_DAY = { q: 1_000_000, w: 24 * 3600 };
const FORWARDED = { TRUST_PROXY: 'loopback', SEALS_PER_MINUTE: '5', KEPT_BYTES_PER_HOUR: '1000' };
/** Processes of one service have one. */
const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');
const ADDRESS = '203.0.113.7';

function seal(
  api: Api,
  more: { address?: string; bearer?: string; text?: string; retain?: boolean; ack?: boolean } = {},
) {
  const { address = ADDRESS, bearer, text = 'limited', retain, ack = true } = more;
  return api.json('/api/legal/provenance-seal', {
    as: bearer === undefined ? undefined : { bearer },
    headers: { 'x-forwarded-for': address },
    body: { artifact_text: text, disclaimer_ack: ack, ...(retain && { retain }) },
  });
}

async function partner(api: Api, name: string): Promise<string> {
  const { data } = await api.graphql(
    `mutation { issuePartnerLink(input: { partnerName: "${name}" }) { ... on IssuedPartnerLink { secret } } }`,
    { as: 'operator' },
  );
  return data.issuePartnerLink.secret;
}

/** A field as any parser of structured fields reads it. */
function items(headers: Headers, name: string): Record<string, Record<string, unknown>> {
  const field = headers.get(name);
  if (field === null) return {};
  return Object.fromEntries(
    parseList(field).map(([item, parameters]) => [item as string, Object.fromEntries(parameters)]),
  );
}

test('two processes share a limit', async () => {
  const env = { ...FORWARDED, ENCRYPTION_KEY };
  const api = await startApi({ works: false, env });
  const other = await startApi({ works: false, env, database: api.database });

  const answers = await Promise.all(Array.from({ length: 16 }, (_, n) => seal(n % 2 === 0 ? api : other)));

  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(201), ...Array(11).fill(429)]);
  expect(await api.database.query('select 1 from seal')).toHaveLength(5);
});

test('who is known is counted by that, wherever it comes from, and not with the strangers of its address', async () => {
  const api = await startApi({ works: false, env: FORWARDED });
  const [one, two] = [await partner(api, 'One'), await partner(api, 'Two')];

  const ofOne = [];
  for (let n = 0; n < 6; n++) ofOne.push(await seal(api, { bearer: one, address: `203.0.113.${n + 1}` }));
  const ofTwo = await seal(api, { bearer: two, address: '203.0.113.1' });
  const stranger = await seal(api, { address: '203.0.113.1' });
  const again = await partner(api, 'One');
  const byAnotherLink = await seal(api, { bearer: again, address: '198.51.100.1' });

  expect(ofOne.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 429]);
  expect(ofOne[5]!.body.detail).toBe('The limit for this credential is 5 seals a minute.');
  expect([ofTwo.status, stranger.status]).toEqual([201, 201]);
  // Two links of one partner are that partner.
  expect(byAnotherLink.status).toBe(429);
});

test('every answer of a limited operation says how the caller stands, as the draft has it', async () => {
  const api = await startApi({ works: false, env: FORWARDED });

  const first = await seal(api);
  const kept = await seal(api, { text: 'x'.repeat(600), retain: true });

  expect(items(first.headers, 'ratelimit-policy')).toEqual({ seals: { q: 5, w: 60 }, 'seals-of-day': OF_DAY });
  expect(items(first.headers, 'ratelimit')).toEqual({
    seals: { r: 4, t: expect.any(Number) },
    'seals-of-day': { r: 999_999, t: expect.any(Number) },
  });
  expect(items(kept.headers, 'ratelimit-policy')).toEqual({
    seals: { q: 5, w: 60 },
    'seals-of-day': OF_DAY,
    'kept-bytes': { q: 1000, w: 3600, qu: 'content-bytes' },
  });
  const { seals, 'kept-bytes': bytes } = items(kept.headers, 'ratelimit');
  expect([seals!.r, bytes!.r]).toEqual([3, 400]);
  expect(seals!.t).toBeGreaterThan(0);
  expect(seals!.t).toBeLessThanOrEqual(60);
  expect(bytes!.t).toBeGreaterThan(3_000);

  const refused = await seal(api, { text: 'x'.repeat(600), retain: true });
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe(String(items(refused.headers, 'ratelimit')['kept-bytes']!.t));
  // The seal that was not made has not been counted either.
  expect(items(refused.headers, 'ratelimit')).toMatchObject({ seals: { r: 3 }, 'kept-bytes': { r: 400 } });
});

test('the same on GraphQL, where each deed counts', async () => {
  const api = await startApi({ works: false, env: FORWARDED });
  const one = (n: number) =>
    `s${n}: sealText(input: { text: "${n}", disclaimerAcknowledged: true }) {
       __typename ... on RateLimited { code retryAfterSeconds } }`;

  const some = await api.graphql(`mutation { ${[1, 2, 3].map(one).join(' ')} }`);
  const tooMany = await api.graphql(`mutation { ${[1, 2, 3].map(one).join(' ')} }`);

  expect(some.errors).toBeUndefined();
  expect(items(some.headers, 'ratelimit')).toMatchObject({ seals: { r: 2 } });
  const limited = { __typename: 'RateLimited', code: 'RATE_LIMITED', retryAfterSeconds: expect.any(Number) };
  const sealed = { __typename: 'SealedText' };
  expect(tooMany).toMatchObject({ status: 200, data: { s1: sealed, s2: sealed, s3: limited } });
  expect(tooMany.errors).toBeUndefined();
  expect(items(tooMany.headers, 'ratelimit-policy')).toEqual({ seals: { q: 5, w: 60 }, 'seals-of-day': OF_DAY });
  const { r, t } = items(tooMany.headers, 'ratelimit').seals!;
  expect([r, t]).toEqual([0, tooMany.data.s3.retryAfterSeconds]);
});

test('nothing is said of limits to who has none, or where there is none', async () => {
  const api = await startApi({ works: false, env: FORWARDED });

  const known = await api.json('/api/legal/provenance-seal', {
    as: 'integration',
    body: { artifact_text: 'unmetered', disclaimer_ack: true },
  });
  const read = await api.graphql('{ health { ok } }');

  expect(known.status).toBe(201);
  for (const { headers } of [known, read]) expect([...headers.keys()].join()).not.toContain('ratelimit');
  expect(await api.database.query('select 1 from limit_use')).toEqual([]);
});

test('what is taken and not used is given back, and the answer says so', async () => {
  const api = await startApi({ works: false, env: FORWARDED });

  const invalid = await seal(api, { text: 'x'.repeat(900), retain: true, ack: false });
  const fits = await seal(api, { text: 'x'.repeat(900), retain: true });

  expect([invalid.status, fits.status]).toEqual([422, 201]);
  expect(items(invalid.headers, 'ratelimit')).toMatchObject({ 'kept-bytes': { r: 1000 } });
});

test('a limit that is changed in the back office holds for who has begun a window', async () => {
  const api = await startApi({ works: false, env: FORWARDED });
  const set = (integer: number) =>
    api.graphql(`mutation { updateSetting(input: { name: SEALS_PER_MINUTE, integer: ${integer} }) { __typename } }`, {
      as: 'operator',
    });
  await seal(api);
  await seal(api);

  await set(2);
  const refused = await seal(api);
  await set(3);
  const taken = await seal(api);

  expect([refused.status, taken.status]).toEqual([429, 201]);
  expect(items(taken.headers, 'ratelimit-policy')).toEqual({ seals: { q: 3, w: 60 }, 'seals-of-day': OF_DAY });
});

test('a window that is over is over, and the upkeep forgets it', async () => {
  const api = await startApi({ works: false, env: FORWARDED });
  for (let n = 0; n < 6; n++) await seal(api);
  // What is over within a minute of it: the day goes on.
  const pass = () =>
    api.database.query(
      `update limit_use set ends_at = ends_at - interval '1 minute' where ends_at < now() + interval '1 hour'`,
    );

  await pass();
  const afterwards = await seal(api);
  await pass();
  await seal(api, { address: '203.0.113.8' });
  const count = await api.services.upkeep['expired limit counts']!(undefined as never);

  expect(afterwards.status).toBe(201);
  expect(items(afterwards.headers, 'ratelimit')).toMatchObject({ seals: { r: 4 } });
  expect(count).toBe(1);
  expect(await api.database.query(`select 1 from limit_use where ends_at < now() + interval '1 hour'`)).toHaveLength(1);
});

test('no address is stored, in no column of no table, nor anything that could be tried out', async () => {
  const api = await startApi({ works: false, env: FORWARDED });
  const other = await startApi({ works: false, env: FORWARDED });
  for (const one of [api, other]) {
    await seal(one, { retain: true });
    await seal(one, { address: '2001:db8:aa:bb::1', retain: true });
  }

  const tables = await api.database.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  );
  for (const { name } of tables) {
    for (const kept of [
      ADDRESS,
      Buffer.from(ADDRESS).toString('hex'),
      'cb007107',
      '2001:db8:aa:bb',
      '20010db800aa00bb',
    ]) {
      const [row] = await api.database.query(`select count(*)::int as count from ${name} t where t::text ilike $1`, [
        `%${kept}%`,
      ]);
      expect({ name, kept, count: row!.count }).toEqual({ name, kept, count: 0 });
    }
  }
  // With another master key the same address is another key.
  const keysOf = async ({ database }: Api) =>
    (await database.query<{ key: Buffer }>('select key from limit_use')).map(({ key }) => key.toString('hex'));
  const [here, there] = [await keysOf(api), await keysOf(other)];
  expect(here).toHaveLength(6);
  expect(here.filter((key) => there.includes(key))).toEqual([]);
});

test('a day has a bound of its own, however the minutes are used', async () => {
  const api = await startApi({ works: false, env: { ...FORWARDED, SEALS_PER_MINUTE: '100', SEALS_PER_DAY: '3' } });

  const answers = [];
  for (let n = 0; n < 4; n++) answers.push(await seal(api));
  const refused = answers[3]!;

  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 429]);
  expect(refused.body.detail).toBe('Without a credential, the limit is 3 seals a day per address.');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 3600);
  // The minute's seal that was not made has not been counted.
  expect(items(refused.headers, 'ratelimit')).toMatchObject({ seals: { r: 97 }, 'seals-of-day': { r: 0 } });
  expect(await api.database.query(`select 1 from seal where subject = 'TEXT'`)).toHaveLength(3);
  expect((await seal(api, { address: '203.0.113.8' })).status).toBe(201);
});
