import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenBytes } from '../../src/platform/auth/token-bytes.ts';
import { customerWithKey } from '../customers/graph.ts';
import { ADMIN_TOKEN, type Api, INBOUND_SECRET, startApi } from '../support/api.ts';
import { signedIn } from '../support/people.ts';
import { respelled, SPELLINGS } from '../support/respelled.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ works: false });
});
afterAll(() => api.stop());

test.each(SPELLINGS)('bytes have one spelling, and none with %j', (how) => {
  for (let length = 1; length < 70; length++) {
    const bytes = randomBytes(length);
    const token = bytes.toString('base64url');
    expect(tokenBytes(token)).toEqual(bytes);
    expect(tokenBytes(respelled(token, how))).toBeNull();
    expect(tokenBytes(bytes.toString('base64'), 'base64')).toEqual(bytes);
  }
  expect(tokenBytes('+/+/')).toBeNull();
});

/** Each kind of bearer token and where it is taken. */
const BEARERS: Record<string, () => Promise<{ token: string; path: string }>> = {
  'admin token': async () => ({ token: ADMIN_TOKEN, path: '/api/admin/image-bank' }),
  'integration secret': async () => ({ token: INBOUND_SECRET, path: '/api/integrations/cinema/render/none' }),
  'customer key': async () => ({ token: (await customerWithKey(api)).token, path: '/v1/models' }),
};

test.each(Object.keys(BEARERS))('a bearer token has one spelling: %s', async (kind) => {
  const { token, path } = await BEARERS[kind]!();
  const statusOf = async (shown: string) =>
    (await api.fetch(path, { headers: { authorization: `Bearer ${shown}` } })).status;

  expect(await statusOf(token)).not.toBe(401);
  for (const more of ['=', '==', '.', '~', '%20', 'A']) expect(await statusOf(token + more)).toBe(401);
});

test('a partner link has one spelling', async () => {
  const { data } = await api.graphql(
    `mutation { issuePartnerLink(input: { partnerName: "Lakeside" }) { __typename ... on IssuedPartnerLink { secret } ... on Problem { message } } }`,
    { as: 'operator' },
  );
  const token: string = data.issuePartnerLink.secret;
  const statusOf = async (shown: string) => (await api.fetch(`/api/media-desk/${shown}/bank`)).status;

  expect(await statusOf(token)).toBe(200);
  for (const more of ['=', '.', '~', '%20', '%0A', '%00']) {
    expect([400, 404]).toContain(await statusOf(token + more));
  }
});

test('a session has one spelling', async () => {
  const { as } = await signedIn(api, { roles: ['ADMIN'] });
  const statusOf = async (cookie: string) => (await api.fetch('/admin/confirm', { headers: { cookie } })).status;

  expect(await statusOf(as.cookie)).toBe(200);
  for (const more of ['=', '%3D', '.', '~', '%20', '%00']) expect(await statusOf(as.cookie + more)).toBe(303);
  // The same letter, percent-encoded.
  const at = as.cookie.indexOf('=') + 1;
  const code = as.cookie.charCodeAt(at).toString(16);
  expect(await statusOf(`${as.cookie.slice(0, at)}%${code}${as.cookie.slice(at + 1)}`)).toBe(303);
});

test('a cursor has one spelling', async () => {
  const { body } = await api.json('/api/admin/image-bank?limit=1', { as: 'operator' });
  expect(body.ok).toBe(true);
  const cursor = Buffer.from(JSON.stringify(['TITLE', 'a', 'ast_0'])).toString('base64url');

  const answer = await api.json(`/api/admin/image-bank?cursor=${cursor}%3D`, { as: 'operator' });

  expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_USER_INPUT' } });
});

test('U+0000 in any path or query is refused, and nothing fails', async () => {
  const asked: string[] = [];
  for (const { path, methods } of api.mounts) {
    if (!methods.GET || path.includes('*')) continue;
    const filled = path.replace(/:\w+/g, 'a%00b');
    for (const as of [undefined, 'operator'] as const) {
      const answer = await api.fetch(`${filled}?cursor=%00&q=%00&tags=%00&next=%00&id=%00`, {
        ...(as && { as }),
        redirect: 'manual',
        signal: AbortSignal.timeout(20_000),
      });
      await answer.body?.cancel();
      asked.push(`${answer.status} ${filled}`);
    }
  }
  expect(asked.length).toBeGreaterThan(40);
  // 503: pages that were not built for this test.
  expect(asked.filter((one) => /^5/.test(one) && !one.startsWith('503'))).toEqual([]);
});

test.each([
  ['/admin/sign-in', 'email=a%00b%40example.org&password=x'],
  ['/admin/account/sessions/end', 'session=a%00b'],
  ['/admin/account/second-factors', 'do=remove-passkey&id=a%00b'],
])('U+0000 in a form of %s is refused', async (path, body) => {
  const { as } = await signedIn(api, { roles: ['ADMIN'], confirmedAt: new Date() });

  const { status } = await api.fetch(path, {
    method: 'POST',
    headers: { cookie: as.cookie, origin: api.url, 'content-type': 'application/x-www-form-urlencoded' },
    redirect: 'manual',
    body,
  });

  expect(status).toBe(400);
});
