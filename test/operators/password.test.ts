import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { newResetToken } from '../../src/operators/links.ts';
import { PasswordHashes } from '../../src/operators/sign-in/password-hash.ts';
import { type Api, startApi } from '../support/api.ts';
import { contextOn } from '../support/context.ts';
import { FormBrowser } from '../support/forms.ts';
import { accountsOf } from '../support/operator-codes.ts';
import { type SignedIn, sessionOf, signedIn, withPassword } from '../support/people.ts';

const PATH = '/admin/account/password';
const OLD = 'difference engine no. 2';
const NEW = 'analytical engine no. 1';

let api: Api;
let me: SignedIn;
let browser: FormBrowser;
beforeAll(async () => {
  api = await startApi({ works: false });
});
afterAll(() => api.stop());
beforeEach(async () => {
  me = await signedIn(api, { roles: ['EDITOR'] });
  await withPassword(api, me.operatorId, OLD);
  browser = new FormBrowser(api, me.as);
});

const change = (fields: Record<string, string>, by = browser) => by.post(PATH, fields);
const signsIn = async (password: string) =>
  (await new FormBrowser(api).post('/admin/sign-in', { email: me.email, password })).status === 303;
const isIn = async (as: { cookie: string }) =>
  (await new FormBrowser(api, as as never).get('/admin/account')).status === 200;

test('whoever shows the present password takes another, stays signed in here and nowhere else, and is told so', async () => {
  const elsewhere = await sessionOf(api, me.operatorId);
  const before = browser.cookie;
  expect((await browser.get(PATH)).page).toContain('Current password');

  const done = await change({ present: OLD, password: NEW });
  const account = await browser.get(done.location!);

  expect([done.status, done.location]).toEqual([303, '/admin/account?said=password-set']);
  expect(account.page).toContain('Your password is set.');
  expect(browser.cookie).not.toBe(before);
  expect([await isIn(me.as), await isIn(elsewhere.as)]).toEqual([false, false]);
  expect([await signsIn(OLD), await signsIn(NEW)]).toEqual([false, true]);
  const entries = await api.database.query<{ outcome: string; text: string }>(
    `select outcome, to_jsonb(audit_entry)::text as text from audit_entry where action = 'changePassword' and $1 = any(subject_ids)`,
    [me.operatorId],
  );
  expect(entries.map(({ outcome }) => outcome)).toEqual(['DONE']);
  expect(entries[0]!.text).not.toMatch(/engine/);
});

test.each([
  ['a wrong present password', { present: 'not the one at all', password: NEW }, 'isn’t your current password'],
  ['none', { password: NEW }, 'isn’t your current password'],
  ['one that is too short', { present: OLD, password: 'short' }, 'at least 12'],
  ['the same again', { present: OLD, password: OLD }, 'Choose a different'],
])('%s changes nothing, and the page says what to do without a word of what was typed', async (_, fields, says) => {
  const { status, page } = await change(fields);

  expect(status).toBe(422);
  expect(page).toContain(says);
  for (const typed of Object.values(fields)) expect(page).not.toContain(typed);
  expect([await isIn(me.as), await signsIn(OLD)]).toEqual([true, true]);
});

test('asks again who it is before it shows anything, and before it takes anything', async () => {
  const { as } = await sessionOf(api, me.operatorId, new Date(Date.now() - 11 * 60_000));
  const stale = new FormBrowser(api, as);
  const first = '/admin/confirm?next=%2Fadmin%2Faccount%2Fpassword';

  expect([(await stale.get(PATH)).location, (await change({ present: OLD, password: NEW }, stale)).location]).toEqual([
    first,
    first,
  ]);
  await stale.post('/admin/confirm', { password: OLD, next: PATH });
  expect((await change({ present: OLD, password: NEW }, stale)).status).toBe(303);
});

test('is taken from our own page alone, and from whom has signed in', async () => {
  const foreign = await browser.post(PATH, { present: OLD, password: NEW }, { origin: 'https://evil.example' });
  const nobody = await new FormBrowser(api).post(PATH, { present: OLD, password: NEW });

  expect([foreign.status, nobody.status]).toEqual([403, 303]);
  expect(nobody.location).toMatch(/^\/admin\/sign-in/);
  expect(await signsIn(OLD)).toBe(true);
});

test('who guesses in somebody’s session is stopped after twenty, and nobody else is', async () => {
  const verified = vi.spyOn(PasswordHashes.prototype, 'verify');
  onTestFinished(() => void vi.restoreAllMocks());
  const other = await signedIn(api, { roles: ['EDITOR'] });
  await withPassword(api, other.operatorId, OLD);

  const guesses = await Promise.all(
    Array.from({ length: 24 }, () => change({ present: 'not the one at all', password: NEW })),
  );
  const hashed = verified.mock.calls.length;

  expect(guesses.filter(({ status }) => status === 422)).toHaveLength(20);
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(4);
  expect(hashed).toBe(20);
  expect((await change({ present: OLD, password: NEW })).status).toBe(429);
  expect((await change({ present: OLD, password: NEW }, new FormBrowser(api, other.as))).status).toBe(303);
});

test('of several at the same moment one counts', async () => {
  const browsers = [
    browser,
    ...(await Promise.all([1, 2, 3].map(() => sessionOf(api, me.operatorId)))).map(
      ({ as }) => new FormBrowser(api, as),
    ),
  ];

  const all = await Promise.all(browsers.map((by, n) => change({ present: OLD, password: `${NEW} ${n}` }, by)));

  const won = all.flatMap(({ status, location }, n) =>
    status === 303 && location?.startsWith('/admin/account') ? [n] : [],
  );
  expect(won).toHaveLength(1);
  expect(await signsIn(`${NEW} ${won[0]}`)).toBe(true);
});

test('a link for another password that somebody has made before leads nowhere after it', async () => {
  const link = (await newResetToken(contextOn(api.services.platform.database), accountsOf(api), me.email)) as {
    token: string;
  };
  const again = new FormBrowser(api, (await sessionOf(api, me.operatorId)).as);

  expect((await change({ present: OLD, password: NEW }, again)).status).toBe(303);
  expect((await browser.get(`/admin/reset/${link.token}`)).status).toBe(404);
});

test('who has none so far sets one, without being asked for it', async () => {
  const person = await signedIn(api, { roles: ['EDITOR'] });
  const by = new FormBrowser(api, person.as);

  expect((await by.get(PATH)).page).not.toContain('Current password');
  expect((await change({ password: NEW }, by)).status).toBe(303);
  const entered = await new FormBrowser(api).post('/admin/sign-in', { email: person.email, password: NEW });
  expect(entered.status).toBe(303);
});

describe('to confirm', () => {
  test('gives the session another token: whoever has the one of before is let in by it no more', async () => {
    const stolen = { cookie: browser.cookie };

    const confirmed = await browser.post('/admin/confirm', { password: OLD });

    expect(confirmed.status).toBe(303);
    expect(confirmed.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^imprimatur-session=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    expect(await isIn(stolen)).toBe(false);
    expect((await browser.get('/admin/account')).status).toBe(200);
    const [row] = await api.database.query(
      'select count(*)::int as count from operator_session where operator_id = $1',
      [me.operatorId],
    );
    expect(row).toEqual({ count: 1 });
  });

  test('in vain changes no token', async () => {
    const before = browser.cookie;

    await browser.post('/admin/confirm', { password: 'not the one at all' });

    expect(browser.cookie).toBe(before);
    expect(await isIn(me.as)).toBe(true);
  });

  test('twice at once leaves the browser with one that counts', async () => {
    await Promise.all([1, 2, 3, 4].map(() => browser.post('/admin/confirm', { password: OLD })));

    expect((await browser.get('/admin/account')).status).toBe(200);
  });
});

test('a session tells where it was last used from, as soon as it is somewhere else', async () => {
  const behindProxy = await startApi({ works: false, env: { TRUST_PROXY: '1' } });
  const person = await signedIn(behindProxy, { roles: ['EDITOR'] });
  const askFrom = (address: string) =>
    behindProxy.json('/graphql', {
      as: person.as,
      headers: { 'x-forwarded-for': address },
      body: { query: '{ mySessions { address lastAddress } }' },
    });

  await askFrom('198.51.100.7');
  await askFrom('203.0.113.9');
  const { body } = await askFrom('203.0.113.9');

  expect(body.data.mySessions).toEqual([{ address: '127.0.0.1', lastAddress: '203.0.113.9' }]);
  const page = await (
    await behindProxy.fetch('/admin/account', { as: person.as, headers: { 'x-forwarded-for': '203.0.113.9' } })
  ).text();
  expect(page).toContain('Signed in from 127.0.0.1');
  expect(page).toContain('Last used from 203.0.113.9');
});
