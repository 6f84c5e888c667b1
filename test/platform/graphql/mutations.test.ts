import { createHash } from 'node:crypto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { sealedBytes } from '../../../src/proof/text.ts';
import { picture, upload } from '../../rest/support.ts';
import { type Api, type GraphQLAnswer, type Json, startApi } from '../../support/api.ts';

const TEXT = 'what was done is answered';

/** A private text that is sealed: what its owner gets, and gets once. */
const seal = (text = TEXT) =>
  `sealText(input: { text: ${JSON.stringify(text)}, disclaimerAcknowledged: true, private: true }) {
     __typename ... on SealedText { salt ownerToken seal { id sha256 } } ...problem }`;
const PROBLEM = `fragment problem on Problem { code message ... on InputInvalid { issues { pointer message } }
  ... on RateLimited { retryAfterSeconds } ... on Unavailable { retryAfterSeconds } }`;

/** So many mutations in one request, under the names that they are given. */
function ask(
  api: Api,
  fields: Record<string, string>,
  variables: object = {},
  heads = '',
): Promise<GraphQLAnswer<Json>> {
  const all = Object.entries(fields).map(([alias, field]) => `${alias}: ${field}`);
  return api.graphql(`mutation ${heads} { ${all.join('\n')} } ${PROBLEM}`, { variables });
}

const digest = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

/** Each is in the log, opens with its salt, and is its owner's. */
async function expectSealed(api: Api, answers: readonly Json[], text = TEXT): Promise<void> {
  for (const { __typename, salt, ownerToken, seal } of answers) {
    expect(__typename).toBe('SealedText');
    expect(digest(sealedBytes(text, Buffer.from(salt, 'base64'))).toString('hex')).toBe(seal.sha256);
    const rows = await api.database.query(
      'select log_index is not null as logged from seal where id = $1 and owner_token_hash = $2',
      [seal.id, digest(ownerToken)],
    );
    expect(rows).toEqual([{ logged: true }]);
  }
}

/** Makes the database do something whenever a row is written of which the condition holds. */
async function whenWritten(api: Api, table: string, condition: string, deed: string): Promise<void> {
  await api.database.query(
    `create function mischief() returns trigger language plpgsql as $$ begin ${deed} return new; end $$`,
  );
  await api.database.query(
    `create trigger mischief before insert or update on ${table} for each row when (${condition}) execute function mischief()`,
  );
}

describe('an issue has its place relative to the input, and a message:', () => {
  const CREATE = (variable: string) =>
    `mutation ($${variable}: CreateCustomerInput!) { createCustomer(input: $${variable}) {
       ... on InputInvalid { issues { pointer message } } } }`;

  test.each(['input', 'data'])('as a problem, as an error of a value, and with the variable $%s', async (variable) => {
    const api = await startApi({ works: false });
    const sent = (input: object) => api.graphql(CREATE(variable), { as: 'operator', variables: { [variable]: input } });

    const problem = await sent({ name: '', plan: 'PRO' });
    const wrongType = await sent({ name: 5, plan: 'PRO' });
    const missing = await sent({ plan: 'PRO' });
    const unstorable = await sent({ name: 'a\0', plan: 'PRO' });

    const issue = { pointer: '/name', message: expect.any(String) };
    expect(problem.data.createCustomer.issues).toEqual([issue]);
    expect(wrongType).toMatchObject({ status: 400, errors: [{ extensions: { issues: [issue] } }] });
    expect(missing.errors![0]!.extensions.issues).toEqual([
      { pointer: '/name', message: 'A value of type "String!" is required.' },
    ]);
    expect(unstorable.data.createCustomer.issues).toEqual([issue]);
  });

  test('of two mutations, with the name of its variable before it', async () => {
    const api = await startApi({ works: false });
    const { errors } = await api.graphql(
      `mutation ($a: CreateCustomerInput!, $b: CreateCustomerInput!) {
         a: createCustomer(input: $a) { __typename } b: createCustomer(input: $b) { __typename } }`,
      { as: 'operator', variables: { a: { name: 'A', plan: 'PRO' }, b: { name: 5, plan: 'PRO' } } },
    );

    expect(errors![0]!.extensions.issues).toMatchObject([{ pointer: '/b/name' }]);
  });

  test('of a query without an input, with the names of its arguments', async () => {
    const api = await startApi({ works: false });
    const { errors } = await api.graphql('{ assets(first: 1000) { totalCount } }', { as: 'operator' });

    expect(errors![0]!.extensions.issues).toEqual([{ pointer: '/first', message: expect.any(String) }]);
  });
});

describe('of twenty mutations in one request', () => {
  test('those that are refused answer for themselves, and the others have their tokens and salts', async () => {
    const api = await startApi({ works: false, env: { SEALS_PER_MINUTE: '11' } });
    const done = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((n) => [`done${n}`, seal()]));
    const { done1, done2, done3, done4, ...rest } = done as Record<string, string>;

    const { status, headers, data, errors } = await ask(
      api,
      {
        done1: done1!,
        guard1: 'createAsset(input: {}) { __typename ...problem }',
        guard2: 'issuePartnerLink(input: { partnerName: "Mine" }) { __typename ...problem }',
        guard3: 'updateSetting(input: { name: SEALS_PER_MINUTE, integer: 1 }) { __typename ...problem }',
        done2: done2!,
        empty: seal(''),
        nul: seal('a\u0000b'),
        unknown: 'revokeSeal(input: { sealId: "seal_x", reason: "x" }) { __typename ...problem }',
        done3: done3!,
        noMatch: 'pickAsset(input: { tags: ["nothing of the kind"] }) { __typename ...problem }',
        missing: 'sealText(input: { text: $text, disclaimerAcknowledged: true }) { __typename }',
        done4: done4!,
        ...rest,
        often1: seal(),
        often2: seal(),
        often3: seal(),
        often4: seal(),
        often5: seal(),
      },
      { text: null },
      '($text: String = "x")',
    );

    expect(status).toBe(200);
    expect(Object.keys(data)).toHaveLength(20);
    await expectSealed(
      api,
      Object.keys(done).map((name) => data[name]),
    );
    expect(data).toMatchObject({
      guard1: { __typename: 'Unauthenticated', code: 'UNAUTHENTICATED' },
      guard2: { __typename: 'Unauthenticated' },
      guard3: { __typename: 'Unauthenticated' },
      empty: { __typename: 'InputInvalid', code: 'INPUT_INVALID', issues: [{ pointer: '/text' }] },
      nul: { __typename: 'InputInvalid', code: 'BAD_USER_INPUT', issues: [{ pointer: '/text' }] },
      unknown: { __typename: 'NotFound', code: 'NOT_FOUND' },
      noMatch: { __typename: 'NoMatch', code: 'NO_MATCH' },
      often5: { __typename: 'RateLimited', code: 'RATE_LIMITED', retryAfterSeconds: expect.any(Number) },
    });
    // The executor itself refuses what a variable leaves out: the one thing that has no type to be answered with.
    expect(data.missing).toBeNull();
    expect(errors).toMatchObject([{ path: ['missing'], extensions: { code: 'BAD_USER_INPUT' } }]);
    expect(headers.get('ratelimit')).toMatch(/"seals";r=0;t=/);
    expect(await api.database.query('select id from seal')).toHaveLength(
      Object.values<Json>(data).filter((answer) => answer?.__typename === 'SealedText').length,
    );
  });

  test('one for which the database is lost costs the others nothing', async () => {
    const api = await startApi({ works: false });
    const sha256 = digest('lost').toString('hex');
    await whenWritten(api, 'seal', `new.sha256 = '${sha256}'`, 'perform pg_terminate_backend(pg_backend_pid());');
    const done = Array.from({ length: 19 }, (_, n) => [`done${n}`, seal()] as const);
    const lost = 'sealText(input: { text: "lost", disclaimerAcknowledged: true }) { __typename ...problem }';

    const { status, data, errors } = await ask(
      api,
      Object.fromEntries([...done.slice(0, 9), ['lost', lost], ...done.slice(9)]),
    );

    expect(status).toBe(200);
    await expectSealed(
      api,
      done.map(([name]) => data[name]),
    );
    expect(data.lost).toEqual({
      __typename: 'Unavailable',
      code: 'SERVICE_UNAVAILABLE',
      message: "The database isn't available at the moment. Try again shortly.",
      retryAfterSeconds: 2,
    });
    expect(errors).toBeUndefined();
  });

  test('one that fails as nobody foresaw is null with an error that tells nothing, and the others are done', async () => {
    const api = await startApi({ works: false });
    await whenWritten(api, 'partner', `new.name = 'broken'`, `raise exception 'the inside of the service';`);

    const { status, data, errors } = await api.graphql(
      `mutation {
         a: ${seal()}
         b: issuePartnerLink(input: { partnerName: "broken" }) { __typename ...problem }
         c: ${seal()}
         d: issuePartnerLink(input: { partnerName: "whole" }) { __typename ... on IssuedPartnerLink { secret } } }
       ${PROBLEM}`,
      { as: 'operator' },
    );

    expect(status).toBe(200);
    await expectSealed(api, [data.a, data.c]);
    expect(data.b).toBeNull();
    expect(data.d.secret).toMatch(/^imgp_/);
    expect(errors).toMatchObject([
      {
        message: 'Internal error. Give the operator the request id.',
        path: ['b'],
        extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: expect.any(String) },
      },
    ]);
    expect(JSON.stringify(errors)).not.toContain('inside');
  });
});

describe('what is told once', () => {
  test('is told though what was asked for beside it cannot be read', async () => {
    const api = await startApi({ works: false });
    await api.database.query('alter table seal_status rename to gone');

    const { status, data, errors } = await api.graphql(
      `mutation { sealText(input: { text: "${TEXT}", disclaimerAcknowledged: true, private: true }) {
         __typename ... on SealedText { salt ownerToken seal { id sha256 statusHistory { status } } } } }`,
    );
    await api.database.query('alter table gone rename to seal_status');

    expect(status).toBe(200);
    expect(data.sealText).toMatchObject({ seal: null, salt: expect.any(String) });
    expect(errors).toMatchObject([{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }]);
    const owned = 'select 1 as one from seal where owner_token_hash = $1';
    expect(await api.database.query(owned, [digest(data.sealText.ownerToken)])).toEqual([{ one: 1 }]);
  });

  test('and what was done is told, though the thing itself cannot be read', async () => {
    const api = await startApi({ works: false });
    const imageBase64 = (await picture(1)).toString('base64');
    const { database } = api.services.platform;
    const read = vi.spyOn(database, 'readRows').mockRejectedValue(new Error('Connection terminated unexpectedly'));
    onTestFinished(() => read.mockRestore());

    const { status, data, errors } = await api.graphql(
      `mutation { createAsset(input: { imageBase64: "${imageBase64}" }) { __typename ... on CreatedAsset { asset { id } } } }`,
      { as: 'operator' },
    );

    expect(status).toBe(200);
    expect(data.createAsset).toEqual({ __typename: 'CreatedAsset', asset: null });
    expect(errors).toMatchObject([{ path: ['createAsset', 'asset'], extensions: { code: 'SERVICE_UNAVAILABLE' } }]);
    expect(await api.database.query('select id from asset')).toHaveLength(1);
  });

  test('is told with 200, whatever the caller may not see of the rest', async () => {
    const api = await startApi({ works: false });

    const { status, headers, data, errors } = await api.graphql(
      `mutation { sealText(input: { text: "${TEXT}", disclaimerAcknowledged: true }) {
         ... on SealedText { ownerToken seal { id asset { id } } } } }`,
    );

    expect(status).toBe(200);
    expect(headers.get('www-authenticate')).toBeNull();
    expect(data.sealText).toMatchObject({ ownerToken: expect.stringMatching(/^imso_/), seal: { asset: null } });
    expect(errors).toMatchObject([{ path: ['sealText', 'seal', 'asset'], extensions: { code: 'UNAUTHENTICATED' } }]);
  });
});

test('what a mutation has left undone is not done by the next one', async () => {
  const api = await startApi({ works: false });
  const issued = await api.graphql(
    `mutation { ${['a', 'b']
      .map(
        (name) =>
          `${name}: issuePartnerLink(input: { partnerName: "${name}" }) { ... on IssuedPartnerLink { partnerLink { id } } }`,
      )
      .join(' ')} }`,
    { as: 'operator' },
  );
  const [a, b] = [issued.data.a.partnerLink.id, issued.data.b.partnerLink.id];
  await whenWritten(api, 'partner_token', `new.id = '${a}'`, `raise exception 'not this one';`);

  const { data } = await api.graphql(
    `mutation { ${[a, b]
      .map((id) => `${id}: revokePartnerLink(input: { partnerLinkId: "${id}" }) { __typename }`)
      .join(' ')} }`,
    { as: 'operator' },
  );

  expect(data).toEqual({ [a]: null, [b]: { __typename: 'RevokedPartnerLink' } });
  const revoked = 'select id from partner_token where revoked_at is not null';
  expect(await api.database.query(revoked)).toEqual([{ id: b }]);
});

test('each of several changes of one thing shows it as it was then', async () => {
  const api = await startApi({ works: false });
  const change = (integer: number) =>
    `updateSetting(input: { name: SEALS_PER_MINUTE, integer: ${integer} }) { ... on UpdatedSetting { setting {
       value { ... on IntegerValue { integer } } history { to { ... on IntegerValue { integer } } } } } }`;

  const { data } = await api.graphql(`mutation { a: ${change(7)} b: ${change(8)} }`, { as: 'operator' });

  const to = (...integers: number[]) => integers.map((integer) => ({ to: { integer } }));
  expect(data.a.setting).toEqual({ value: { integer: 7 }, history: to(7) });
  expect(data.b.setting).toEqual({ value: { integer: 8 }, history: to(8, 7) });
});

describe('REST and GraphQL refuse alike:', () => {
  const ASK = `mutation ($input: SealTextInput!) { sealText(input: $input) { ...problem } } ${PROBLEM}`;
  const SEAL = '/api/legal/provenance-seal';

  test('input', async () => {
    const api = await startApi({ works: false });

    const rest = await api.json(SEAL, { body: { artifact_text: '', disclaimer_ack: false } });
    const graph = await api.graphql(ASK, { variables: { input: { text: '', disclaimerAcknowledged: false } } });

    const { code, message, issues } = graph.data.sealText;
    expect(rest).toMatchObject({ status: 422, body: { code, detail: message } });
    expect(rest.body.errors.map(({ detail }: Json) => detail)).toEqual(issues.map(({ message }: Json) => message));
  });

  test('a limit, with when to come again', async () => {
    const api = await startApi({ works: false, env: { SEALS_PER_MINUTE: '1' } });
    const body = { artifact_text: 'x', disclaimer_ack: true };
    await api.json(SEAL, { body });

    const rest = await api.json(SEAL, { body });
    const graph = await api.graphql(ASK, { variables: { input: { text: 'x', disclaimerAcknowledged: true } } });

    const { code, message, retryAfterSeconds } = graph.data.sealText;
    expect(rest).toMatchObject({ status: 429, body: { code, detail: message } });
    expect(rest.body).not.toHaveProperty('retryAfterSeconds');
    expect(Math.abs(Number(rest.headers.get('retry-after')) - retryAfterSeconds)).toBeLessThanOrEqual(60);
    expect(rest.headers.get('ratelimit-policy')).toBe(graph.headers.get('ratelimit-policy'));
  });

  test('what is not the caller’s', async () => {
    const api = await startApi({ works: false });
    const mine = await api.json(SEAL, { body: { artifact_text: 'mine', disclaimer_ack: true } });
    const { id } = mine.body.seal;

    const rest = await api.json(SEAL, { body: { artifact_text: 'yours', disclaimer_ack: true, supersedes: id } });
    const input = { text: 'yours', disclaimerAcknowledged: true, supersedes: { sealId: id } };
    const graph = await api.graphql(ASK, { variables: { input } });

    const { code, message } = graph.data.sealText;
    expect(rest).toMatchObject({ status: 403, body: { code: 'FORBIDDEN', detail: message } });
    expect(code).toBe('FORBIDDEN');
  });

  test('a lost database', async () => {
    const api = await startApi({ works: false });
    await upload(api, { tags: ['lost'] });
    await whenWritten(api, 'pick_cursor', 'true', 'perform pg_terminate_backend(pg_backend_pid());');

    const rest = await api.json('/api/marketing/image-bank/pick?tags=lost');
    const graph = await api.graphql(`mutation { pickAsset(input: { tags: ["lost"] }) { ...problem } } ${PROBLEM}`);

    const { code, message, retryAfterSeconds } = graph.data.pickAsset;
    expect(rest).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE', detail: message } });
    expect(code).toBe('SERVICE_UNAVAILABLE');
    expect(rest.headers.get('retry-after')).toBe(String(retryAfterSeconds));
    expect(rest.body).not.toHaveProperty('retryAfterSeconds');
  });
});
