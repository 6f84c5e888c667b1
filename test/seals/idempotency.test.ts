import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, type Credential, type Json, startApi } from '../support/api.ts';

const SEAL = '/api/legal/provenance-seal';

let api: Api;
let partner: Credential;
beforeAll(async () => {
  api = await startApi({ env: { TRUST_PROXY: '1' } });
  const { data } = await api.graphql(
    `mutation { issuePartnerLink(input: { partnerName: "Agency" }) { ... on IssuedPartnerLink { secret } } }`,
    { as: 'operator' },
  );
  partner = { bearer: data.issuePartnerLink.secret };
});
afterAll(() => api.stop());

interface Sent {
  text?: string;
  key?: string;
  as?: Credential;
  from?: string;
  more?: object;
}

const seal = ({ text = 'a text', key, as, from, more }: Sent = {}) =>
  api.json(SEAL, {
    as,
    headers: { ...(key !== undefined && { 'idempotency-key': key }), ...(from && { 'x-forwarded-for': from }) },
    body: { artifact_text: text, disclaimer_ack: true, ...more },
  });

async function sealCount(): Promise<number> {
  const [row] = await api.database.query<{ count: number }>('select count(*)::int as count from seal');
  return row!.count;
}

describe.each<[string, Credential | undefined]>([
  ['a stranger', undefined],
  ['an integration', 'integration'],
  ['an operator', 'operator'],
])('%s who asks again with the same key', (_, as) => {
  test('gets the same answer, and one seal was made', async () => {
    const key = randomUUID();
    const before = await sealCount();

    const first = await seal({ key, as });
    const second = await seal({ key: `"${key}"`, as });

    expect(first.status).toBe(201);
    expect(second).toMatchObject({ status: 201, body: first.body });
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await sealCount()).toBe(before + 1);
  });

  test('gets the salt and the token of a private, kept text again, and both work', async () => {
    const key = randomUUID();
    const more = { private: true, retain: true };

    const first = await seal({ key, as, more, text: 'kept' });
    const second = await seal({ key, as, more, text: 'kept' });

    expect(first.body.salt).toMatch(/^[A-Za-z0-9+/]{43}=$/);
    expect(second.body).toEqual(first.body);
    const { data } = await api.graphql(
      'query ($id: ID!, $token: String) { retainedText(sealId: $id, ownerToken: $token) }',
      {
        variables: { id: second.body.seal.id, token: second.body.ownerToken },
      },
    );
    expect(data.retainedText).toBe('kept');
  });

  test.each<[string, Sent]>([
    ['another text', { text: 'another text' }],
    ['a private one', { more: { private: true } }],
    ['one that is kept', { more: { retain: true } }],
    ['a version of the disclaimer', { more: { disclaimer_version: 1 } }],
    ['no acknowledgement', { more: { disclaimer_ack: false } }],
  ])('and asks for %s is told that the key is used', async (_name, other) => {
    const key = randomUUID();
    const first = await seal({ key, as });
    const before = await sealCount();

    const { status, body } = await seal({ key, as, ...other });

    expect(first.status).toBe(201);
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(JSON.stringify(body)).not.toContain(first.body.seal.id);
    expect(await sealCount()).toBe(before);
  });

  test('twenty times at once gets one seal', async () => {
    const key = randomUUID();
    const before = await sealCount();

    const answers = await Promise.all(Array.from({ length: 20 }, () => seal({ key, as })));

    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1);
    expect(await sealCount()).toBe(before + 1);
  });

  test('with two texts at once gets one of them sealed, and is told so', async () => {
    const key = randomUUID();
    const before = await sealCount();

    const answers = await Promise.all(['one', 'two', 'one', 'two'].map((text) => seal({ key, as, text })));

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422]);
    expect(await sealCount()).toBe(before + 1);
  });
});

describe('the key of somebody', () => {
  test('is nobody else’s: not of another principal, not of a stranger, not of a stranger elsewhere', async () => {
    const key = randomUUID();
    const callers: Sent[] = [
      { as: 'integration' },
      { as: 'operator' },
      { as: partner },
      { from: '192.0.2.1' },
      { from: '192.0.2.2' },
      { from: '2001:db8:1:1::1' },
    ];

    const answers: Json[] = [];
    for (const caller of callers) answers.push(await seal({ key, ...caller }));

    expect(answers.map(({ status }) => status)).toEqual(callers.map(() => 201));
    expect(new Set(answers.map(({ body }) => body.seal.id)).size).toBe(callers.length);
    expect(new Set(answers.map(({ body }) => body.ownerToken)).size).toBe(callers.length);
  });

  test.each(['k', 'retry-1', 'invoice-2026-000001'])('that a stranger could guess (%s) is refused', async (key) => {
    const before = await sealCount();

    const { status, body } = await seal({ key });

    expect({ status, code: body.code }).toEqual({ status: 400, code: 'IDEMPOTENCY_KEY_INVALID' });
    expect(body.detail).toMatch(/at least 20 characters that can’t be guessed/);
    expect(await sealCount()).toBe(before);
  });

  test('may be short where a credential says whose it is', async () => {
    const first = await seal({ key: 'k', as: 'integration' });
    const second = await seal({ key: 'k', as: 'integration' });

    expect(second.body).toEqual(first.body);
  });

  test.each(['', '""', 'k'.repeat(256)])('that is no key is refused: %j', async (key) => {
    const { status, body } = await seal({ key, as: 'integration' });

    expect({ status, code: body.code }).toEqual({ status: 400, code: 'IDEMPOTENCY_KEY_INVALID' });
  });

  test('is kept nowhere', async () => {
    const key = randomUUID();
    await seal({ key, text: 'a text that is nowhere either' });

    const tables = await api.database.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    for (const { name } of tables) {
      const rows = await api.database.query(`select 1 from "${name}" t where to_jsonb(t)::text like $1`, [`%${key}%`]);
      expect([name, rows]).toEqual([name, []]);
    }
  });
});

test('GraphQL and REST share the keys', async () => {
  const key = randomUUID();
  const first = await seal({ key, as: 'integration', text: 'both ways' });

  const { data } = await api.graphql(
    `mutation ($key: String!) {
       sealText(input: { text: "both ways", disclaimerAcknowledged: true, idempotencyKey: $key }) {
         ... on SealedText { isReplay ownerToken salt seal { id } } ... on Problem { code } } }`,
    { as: 'integration', variables: { key } },
  );
  const other = await api.graphql(
    `mutation ($key: String!) {
       sealText(input: { text: "other", disclaimerAcknowledged: true, idempotencyKey: $key }) {
         ... on IdempotencyKeyReused { code } } }`,
    { as: 'integration', variables: { key } },
  );
  const short = await api.graphql(
    `mutation { sealText(input: { text: "x", disclaimerAcknowledged: true, idempotencyKey: "k" }) {
       ... on Problem { code message } } }`,
  );

  expect(data.sealText).toEqual({
    isReplay: true,
    ownerToken: first.body.ownerToken,
    salt: null,
    seal: { id: first.body.seal.id },
  });
  expect(other.data.sealText).toEqual({ code: 'IDEMPOTENCY_KEY_REUSED' });
  expect(short.data.sealText.code).toBe('IDEMPOTENCY_KEY_INVALID');
});

test('a text that takes the place of another is sealed once, also by two at once', async () => {
  const earlier = await seal({ text: 'version 1' });
  const key = randomUUID();
  const sent = {
    key,
    text: 'version 2',
    more: { supersedes: earlier.body.seal.id, supersedes_owner_token: earlier.body.ownerToken },
  };

  const answers = await Promise.all([seal(sent), seal(sent)]);
  const later = await seal(sent);

  for (const { status, body } of [...answers, later]) {
    expect(status).toBe(201);
    expect(body).toEqual(later.body);
  }
});

test('a request that was refused takes no key: mended, it goes through', async () => {
  const key = randomUUID();

  const refused = await seal({ key, text: '' });
  const mended = await seal({ key, text: 'now there is one' });

  expect(refused.status).toBe(422);
  expect(mended.status).toBe(201);
});

test('a seal that was erased is not made again by an old key', async () => {
  const key = randomUUID();
  const { body } = await seal({ key });
  const erased = await api.graphql(
    `mutation ($id: ID!, $token: String) {
       eraseSeal(input: { sealId: $id, ownerToken: $token, reason: "wrong" }) { __typename } }`,
    { variables: { id: body.seal.id, token: body.ownerToken } },
  );
  expect(erased.data.eraseSeal.__typename).not.toMatch(/Problem|Refused|Forbidden/);

  const again = await seal({ key });

  expect({ status: again.status, code: again.body.code }).toEqual({ status: 409, code: 'CONFLICT' });
});

test('asking again costs nothing of a limit, and is answered when nothing is left of it', async () => {
  const tight = await startApi({ env: { SEALS_PER_MINUTE: '1' } });
  const key = randomUUID();
  const ask = (text: string) =>
    tight.json(SEAL, { headers: { 'idempotency-key': key }, body: { artifact_text: text, disclaimer_ack: true } });

  const first = await ask('once');
  const again = await ask('once');
  const fresh = await tight.json(SEAL, { body: { artifact_text: 'more', disclaimer_ack: true } });

  expect(first.status).toBe(201);
  expect(again).toMatchObject({ status: 201, body: first.body });
  expect(fresh.status).toBe(429);
});

test('a key holds over a restart, and for another process on the same database', async () => {
  const key = randomUUID();
  const env = { ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') };
  const one = await startApi({ database: api.database, env });
  const ask = async (service: Api) =>
    service.json(SEAL, {
      as: 'integration',
      headers: { 'idempotency-key': key },
      body: { artifact_text: 'restart', disclaimer_ack: true },
    });
  const first = await ask(one);
  await one.stop();

  const other = await startApi({ database: api.database, env });
  const second = await ask(other);

  expect(first.status).toBe(201);
  expect(second.body.ownerToken).toBe(first.body.ownerToken);
  expect(second.body.seal.id).toBe(first.body.seal.id);
});
