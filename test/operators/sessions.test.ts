import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, startApi } from '../support/api.ts';
import { changeOperators } from '../support/operator-codes.ts';
import { signedIn } from '../support/people.ts';

/** By how much the service believes that more time has passed. */
let laterMs = 0;
let api: Api;
beforeAll(async () => {
  const clock = { now: () => new Date(), elapsedMs: () => performance.now() + laterMs };
  api = await startApi({ works: false, clock });
});
afterAll(() => api.stop());

const ASSETS = '{ assets(first: 1) { nodes { source } } }';
const POLICY = '{ partnerTokens { id } }';

test('who is signed in is let in by the cookie, with the permissions of the roles', async () => {
  const admin = await signedIn(api, { roles: ['ADMIN'] });
  const auditor = await signedIn(api, { roles: ['AUDITOR'] });

  const [byAdmin, byAuditor, byNobody] = [
    await api.graphql(POLICY, { as: admin.as }),
    await api.graphql(POLICY, { as: auditor.as }),
    await api.graphql(POLICY),
  ];

  expect(byAdmin.errors).toBeUndefined();
  expect(byAuditor.errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  expect(byNobody.errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
});

test.each([
  ['no origin', {}],
  ['another origin', { origin: 'https://evil.example' }],
  ['none that a browser would tell', { origin: 'null' }],
  ['our origin in another’s frame', { 'sec-fetch-site': 'cross-site' }],
  ['a page of a neighbour', { 'sec-fetch-site': 'same-site' }],
])('what is posted with the cookie from %s is refused, and nothing is done', async (_, headers) => {
  const { as } = await signedIn(api, { roles: ['ADMIN'] });

  const { status, body } = await api.json('/graphql', {
    headers: { cookie: as.cookie, ...headers },
    body: { query: 'mutation { issuePartnerLink(input: { partnerName: "Stolen" }) { __typename } }' },
  });

  expect({ status, code: body.errors[0].extensions.code }).toEqual({ status: 403, code: 'FORBIDDEN' });
  expect(await api.database.query(`select from partner where name = 'Stolen'`)).toEqual([]);
});

test('where a browser says that the page is our own, that is enough', async () => {
  const { as } = await signedIn(api, { roles: ['ADMIN'] });

  const { errors } = await api.graphql(POLICY, { as: { cookie: as.cookie } }).then(async (refused) => {
    expect(refused.status).toBe(403);
    const { body } = await api.json('/graphql', {
      headers: { cookie: as.cookie, 'sec-fetch-site': 'same-origin' },
      body: { query: POLICY },
    });
    return body;
  });

  expect(errors).toBeUndefined();
});

test('a cookie that we have not signed, or that was signed for another token, is nobody’s and costs no statement', async () => {
  const { as } = await signedIn(api, { roles: ['ADMIN'] });
  const [name, value] = as.cookie.split('=') as [string, string];
  const [token, signature] = decodeURIComponent(value).split('.') as [string, string];

  for (const wrong of [
    `${token.startsWith('x') ? 'y' : 'x'}${token.slice(1)}.${signature}`,
    token,
    `${token}.`,
    `.${signature}`,
    '%E0%A4%A',
    'x'.repeat(5_000),
  ]) {
    const { errors } = await api.graphql(POLICY, {
      as: { cookie: `${name}=${wrong.startsWith('%') ? wrong : encodeURIComponent(wrong)}`, origin: as.origin },
    });
    expect(errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
  }
});

test('a bearer token that is shown with the cookie is the one that counts', async () => {
  const { as } = await signedIn(api, { roles: ['ADMIN'] });

  const { status } = await api.json('/graphql', {
    as: { bearer: 'not a token of ours' },
    headers: { cookie: as.cookie, origin: as.origin },
    body: { query: ASSETS },
  });

  expect(status).toBe(401);
});

test.each([
  ['disabled', 'update operator set disabled_at = now() where id = $1'],
  ['signed out everywhere', 'delete from operator_session where operator_id = $1'],
  ['without the role', `update operator set roles = '{AUDITOR}' where id = $1`],
  ['at the end of the session', 'update operator_session set expires_at = now() where operator_id = $1'],
])('who is %s is not let in any more a second later, even if no process is told', async (_, change) => {
  const { as, operatorId } = await signedIn(api, { roles: ['ADMIN'] });
  expect((await api.graphql(POLICY, { as })).errors).toBeUndefined();

  await changeOperators(api, change, [operatorId]);

  laterMs += 1_000;
  expect((await api.graphql(POLICY, { as })).errors).toBeDefined();
});
