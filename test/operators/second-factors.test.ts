import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { stepAt, totpCode } from '../../src/operators/second-factor/totp.ts';
import { PasswordHashes } from '../../src/operators/sign-in/password-hash.ts';
import { newId } from '../../src/platform/ids.ts';
import { type Api, startApi } from '../support/api.ts';
import { FormBrowser } from '../support/forms.ts';
import { changeOperators, codeRow } from '../support/operator-codes.ts';
import { type SignedIn, type SignedInOptions, sessionOf, signedIn } from '../support/people.ts';
import { respelled, SPELLINGS } from '../support/respelled.ts';
import { base32Bytes } from './base32.ts';

const FACTORS = '/admin/account/second-factors';
const PASSWORD = 'correct horse battery staple';
/** The real cost is measured once, elsewhere. */
const hashes = new PasswordHashes({ memoryKibibytes: 64, passes: 1 });

let now = new Date();
let api: Api;
let hash: string;
beforeAll(async () => {
  api = await startApi({ works: false, clock: { now: () => now } });
  hash = await hashes.hash(PASSWORD);
});
afterAll(() => api.stop());
beforeEach(() => {
  now = new Date(now.getTime() + 60_000);
});

interface Person extends SignedIn {
  browser: FormBrowser;
}

async function personWith(options: Partial<SignedInOptions> = {}): Promise<Person> {
  const person = await signedIn(api, { roles: ['ADMIN'], confirmedAt: now, ...options });
  await api.database.query(
    `insert into operator_account (id, operator_id, provider_id, account_id, password) values ($1, $2, 'credential', $2, $3)`,
    [newId('operatorAccount'), person.operatorId, hash],
  );
  await codeRow(api, 'operator', person.operatorId);
  return { ...person, browser: new FormBrowser(api, person.as) };
}

/** Whether this person may do now what only who has just shown it is they may. */
async function mayDecide({ as, browser }: Pick<Person, 'as' | 'browser'>): Promise<boolean> {
  const { data } = await api.graphql(
    `mutation { issuePartnerLink(input: { partnerName: "Agency" }) { __typename ... on Problem { code } } }`,
    // To confirm gives the browser another cookie.
    { as: { ...as, cookie: browser.cookie } },
  );
  const { __typename, code } = data.issuePartnerLink;
  expect([undefined, 'STEP_UP_REQUIRED']).toContain(code);
  return __typename === 'IssuedPartnerLink';
}

/** Sets an app up as a person does. Gives what the app has, and the recovery codes. */
async function withApp({ browser }: Person) {
  const setup = await browser.post(FACTORS, { do: 'begin-codes' });
  const secret = base32Bytes(/<code id="secret">([A-Z2-7 ]+)</.exec(setup.page)![1]!.replaceAll(' ', ''));
  const code = () => totpCode(secret, stepAt(now));
  const told = await browser.post(FACTORS, { do: 'confirm-codes', code: code() });
  const codes = [...told.page.matchAll(/<li><code>([A-Z2-7-]+)<\/code>/g)].map(([, one]) => one!);
  now = new Date(now.getTime() + 60_000);
  return { secret, code, codes, setup, told };
}

describe('the page that asks again', () => {
  test('takes a password, counts for ten minutes, and leads on to where one was', async () => {
    const person = await personWith({ confirmedAt: null });

    expect(await mayDecide(person)).toBe(false);
    const page = await person.browser.get('/admin/confirm?next=/admin/approvals/apr_1');
    expect(page.page).toContain('name="password"');
    expect(page.page).toContain('value="/admin/approvals/apr_1"');
    const done = await person.browser.post('/admin/confirm', { password: PASSWORD, next: '/admin/approvals/apr_1' });
    expect(done).toMatchObject({ status: 303, location: '/admin/approvals/apr_1' });
    expect(await mayDecide(person)).toBe(true);
    now = new Date(now.getTime() + 10 * 60_000 + 1_000);
    expect(await mayDecide(person)).toBe(false);
  });

  test('confirms the session it was asked in, and no other of that person', async () => {
    const person = await personWith({ confirmedAt: null });
    const { as } = await sessionOf(api, person.operatorId, null);
    const elsewhere = { as, browser: new FormBrowser(api, as) };

    await person.browser.post('/admin/confirm', { password: PASSWORD });

    expect(await mayDecide(elsewhere)).toBe(false);
  });

  test.each([
    ['a wrong password', { password: 'correct horse battery stapl3' }],
    ['nothing', {}],
    ['a code where there is no app', { code: '123456' }],
    ['a passkey that is none', { passkey: '{}' }],
  ])('is led back to by %s, and nothing is confirmed', async (_, fields: Record<string, string>) => {
    const person = await personWith({ confirmedAt: null });

    const { status, location } = await person.browser.post('/admin/confirm', fields);

    expect({ status, location }).toEqual({ status: 303, location: '/admin/confirm?fault=1&next=%2Fadmin%2Faccount' });
    expect((await person.browser.get(location!)).page).toContain('The confirmation failed');
    expect(await mayDecide(person)).toBe(false);
  });

  test.each(['https://elsewhere.example', '//elsewhere.example', '/\\elsewhere.example', 'javascript:alert(1)'])(
    'leads to no other host: %s',
    async (next) => {
      const { browser } = await personWith({ confirmedAt: null });

      const { location } = await browser.post('/admin/confirm', { password: PASSWORD, next });

      expect(location).toBe('/admin/account');
    },
  );

  test('takes nothing from a page that is not ours, whatever it shows', async () => {
    const person = await personWith({ confirmedAt: null });

    const { status } = await person.browser.post(
      '/admin/confirm',
      { password: PASSWORD },
      { origin: 'https://elsewhere.example' },
    );

    expect(status).toBe(403);
    expect(await mayDecide(person)).toBe(false);
  });

  test('sends who is not signed in to do so first', async () => {
    const { status, location } = await new FormBrowser(api).get('/admin/confirm?next=/admin/approvals');

    expect({ status, location }).toEqual({
      status: 303,
      location: '/admin/sign-in?next=%2Fadmin%2Fconfirm%3Fnext%3D%2Fadmin%2Fapprovals',
    });
  });

  test('takes no more after twenty wrong answers, not even the right one, and lets others on', async () => {
    const person = await personWith({ confirmedAt: null });
    const another = await personWith({ confirmedAt: null });
    await api.database.query('delete from limit_use');

    for (let index = 0; index < 20; index++) await person.browser.post('/admin/confirm', { code: '000000' });
    const refused = await person.browser.post('/admin/confirm', { password: PASSWORD });

    expect(refused.status).toBe(429);
    expect(await mayDecide(person)).toBe(false);
    expect(await another.browser.post('/admin/confirm', { password: PASSWORD })).toMatchObject({ status: 303 });
    expect(await mayDecide(another)).toBe(true);
    await api.database.query('delete from limit_use');
  });
});

describe('codes of an app', () => {
  test('are set up by a picture, which is nowhere but on that page, and a code of it', async () => {
    const person = await personWith();

    const { setup, told, codes, secret } = await withApp(person);

    expect(setup.page).toContain('<svg');
    expect(setup.headers.get('cache-control')).toBe('no-store');
    expect(told.page).toContain('Recovery codes');
    expect(new Set(codes).size).toBe(10);
    expect((await person.browser.get(FACTORS)).page).toContain('Unused recovery codes: 10.');
    const [row] = await api.database.query<{ kept: Buffer }>(
      'select secret as kept from operator_totp where operator_id = $1',
      [person.operatorId],
    );
    expect(row!.kept.includes(secret)).toBe(false);
    const kept = await api.database.query<{ digest: Buffer }>(
      'select digest from operator_recovery_code where operator_id = $1',
      [person.operatorId],
    );
    expect(kept).toHaveLength(10);
    for (const { digest } of kept) expect(digest).toHaveLength(32);
  });

  test('are not asked for before the app has shown one', async () => {
    const person = await personWith();
    await person.browser.post(FACTORS, { do: 'begin-codes' });

    const wrong = await person.browser.post(FACTORS, { do: 'confirm-codes', code: '000000' });

    expect(wrong.page).toContain('Wrong code.');
    expect((await person.browser.get(FACTORS)).page).toContain('No code is required yet');
  });

  test('confirm a session, each of them once', async () => {
    const person = await personWith();
    const { code } = await withApp(person);
    now = new Date(now.getTime() + 11 * 60_000);

    expect(await mayDecide(person)).toBe(false);
    await person.browser.post('/admin/confirm', { code: code() });
    expect(await mayDecide(person)).toBe(true);
    const again = await person.browser.post('/admin/confirm', { code: code() });
    expect(again.location).toContain('fault=1');
  });

  test('are taken by one of forty who show the same one at once', async () => {
    const person = await personWith();
    const { code } = await withApp(person);
    await api.database.query('delete from limit_use');

    const answers = await Promise.all(
      Array.from({ length: 15 }, () => person.browser.post('/admin/confirm', { code: code() })),
    );

    expect(answers.filter(({ location }) => location === '/admin/account')).toHaveLength(1);
    await api.database.query('delete from limit_use');
  });

  test('recovery codes stand in, each once, and for nobody else', async () => {
    const person = await personWith();
    const another = await personWith();
    const { codes } = await withApp(person);
    await withApp(another);

    const byAnother = await another.browser.post('/admin/confirm', { code: codes[0]! });
    const first = await person.browser.post('/admin/confirm', { code: codes[0]!.toLowerCase().replaceAll('-', ' ') });
    const second = await person.browser.post('/admin/confirm', { code: codes[0]! });

    expect(byAnother.location).toContain('fault=1');
    expect(first.location).toBe('/admin/account');
    expect(second.location).toContain('fault=1');
  });

  test('new recovery codes take the place of all earlier ones', async () => {
    const person = await personWith();
    const { codes } = await withApp(person);

    const told = await person.browser.post(FACTORS, { do: 'renew-codes' });

    expect(told.page).not.toContain(codes[0]);
    expect((await person.browser.post('/admin/confirm', { code: codes[0]! })).location).toContain('fault=1');
  });

  test('of another app do not take the place of the one there is', async () => {
    const person = await personWith();
    const { code } = await withApp(person);

    const { location } = await person.browser.post(FACTORS, { do: 'begin-codes' });

    expect(location).toBe(`${FACTORS}?said=not-begun`);
    expect((await person.browser.post('/admin/confirm', { code: code() })).location).toBe('/admin/account');
  });

  test('are changed by nobody who has not shown again that it is they', async () => {
    const person = await personWith();
    await withApp(person);
    now = new Date(now.getTime() + 11 * 60_000);

    for (const deed of ['begin-codes', 'renew-codes', 'remove-codes', 'add-passkey', 'remove-passkey']) {
      const { location } = await person.browser.post(FACTORS, { do: deed });
      expect(location).toBe('/admin/confirm?next=%2Fadmin%2Faccount%2Fsecond-factors');
    }
    expect((await person.browser.get(FACTORS)).page).toContain('Unused recovery codes: 10.');
  });

  test('are asked for no more once they are removed', async () => {
    const person = await personWith();
    await withApp(person);

    await person.browser.post(FACTORS, { do: 'remove-codes' });

    expect((await person.browser.get(FACTORS)).page).toContain('No code is required yet');
    expect(
      await api.database.query('select 1 from operator_recovery_code where operator_id = $1', [person.operatorId]),
    ).toEqual([]);
  });
});

describe('a sign-in by password', () => {
  const enter = (browser: FormBrowser, { email }: Person, password = PASSWORD) =>
    browser.post('/admin/sign-in', { email, password, next: '/admin/approvals' });
  const isIn = async (browser: FormBrowser) => (await browser.get('/admin/account')).status === 200;

  test('asks for a code where there is an app, and lets nobody in before', async () => {
    const person = await personWith();
    const { code } = await withApp(person);
    const browser = new FormBrowser(api);

    const half = await enter(browser, person);

    expect(half).toMatchObject({ status: 303, location: '/admin/sign-in/code' });
    expect(browser.cookieNamed('imprimatur-session')).toBeUndefined();
    expect(await isIn(browser)).toBe(false);
    expect((await browser.get('/admin/sign-in/code')).page).toContain('six digits');
    const whole = await browser.post('/admin/sign-in/code', { code: code() });
    expect(whole).toMatchObject({ status: 303, location: '/admin/approvals' });
    expect(await isIn(browser)).toBe(true);
    expect(await mayDecide({ ...person, as: { cookie: browser.cookie, origin: api.url } })).toBe(true);
  });

  test.each([
    ['was deleted', 'delete from operator_totp where operator_id = $1'],
    ['was set back to unconfirmed', 'update operator_totp set confirmed_at = null where operator_id = $1'],
  ])('lets nobody in without a code whose app %s in the database', async (_, change) => {
    const person = await personWith();
    await withApp(person);
    await api.database.query(change, [person.operatorId]);
    const browser = new FormBrowser(api);

    expect((await enter(browser, person)).status).toBe(403);
    expect(await isIn(browser)).toBe(false);
  });

  test('leaves no session behind that was only half begun', async () => {
    const person = await personWith();
    await withApp(person);
    await api.database.query('delete from operator_session where operator_id = $1', [person.operatorId]);

    await enter(new FormBrowser(api), person);

    expect(
      await api.database.query('select 1 from operator_session where operator_id = $1', [person.operatorId]),
    ).toEqual([]);
  });

  test('does not say that there is an app to who has a wrong password', async () => {
    const person = await personWith();
    await withApp(person);
    const browser = new FormBrowser(api);

    const { status, page } = await enter(browser, person, 'a wrong one of some length');

    expect(status).toBe(422);
    expect(page).not.toMatch(/your code|your app|six digits/i);
    expect(browser.cookieNamed('imprimatur-half-way')).toBeUndefined();
  });

  test('begins one session for one password, whoever has copied what the browser carries', async () => {
    const person = await personWith();
    const { code, codes } = await withApp(person);
    const browser = new FormBrowser(api);
    await enter(browser, person);
    const thief = new FormBrowser(api, { cookie: browser.cookie });
    await browser.post('/admin/sign-in/code', { code: code() });

    const { location } = await thief.post('/admin/sign-in/code', { code: codes[0]! });

    expect(location).toBe('/admin/sign-in');
    expect(await isIn(thief)).toBe(false);
  });

  test.each(SPELLINGS)('begins no session by a half-way cookie with %j behind it', async (how) => {
    const person = await personWith();
    const { code } = await withApp(person);
    const browser = new FormBrowser(api);
    await enter(browser, person);
    const thief = new FormBrowser(api);
    thief.setCookie('imprimatur-half-way', respelled(browser.cookieNamed('imprimatur-half-way')!, how));

    const { location } = await thief.post('/admin/sign-in/code', { code: code() });

    expect(location).toBe('/admin/sign-in');
    expect(await isIn(thief)).toBe(false);
    // The right one is good for its one time still.
    await browser.post('/admin/sign-in/code', { code: code() });
    expect(await isIn(browser)).toBe(true);
  });

  test.each([
    ['that was made up', 'AAAA'],
    ['of nobody', ''],
  ])('goes on from nothing %s', async (_, halfWay) => {
    const browser = new FormBrowser(api);
    browser.setCookie('imprimatur-half-way', halfWay);

    expect((await browser.get('/admin/sign-in/code')).location).toBe('/admin/sign-in');
    expect((await browser.post('/admin/sign-in/code', { code: '123456' })).location).toBe('/admin/sign-in');
  });

  test('takes too long after ten minutes, and lets nobody in who was disabled in between', async () => {
    const person = await personWith();
    const { code } = await withApp(person);
    const [slow, disabled] = [new FormBrowser(api), new FormBrowser(api)];
    await enter(slow, person);
    now = new Date(now.getTime() + 10 * 60_000 + 1_000);
    expect((await slow.post('/admin/sign-in/code', { code: code() })).location).toBe('/admin/sign-in');

    await enter(disabled, person);
    await changeOperators(api, 'update operator set disabled_at = now() where id = $1', [person.operatorId]);
    expect((await disabled.post('/admin/sign-in/code', { code: code() })).status).toBe(403);
    expect(await isIn(disabled)).toBe(false);
  });
});

describe('an ADMIN', () => {
  const reset = async (person: Person | 'operator', operatorId: string) => {
    const { data } = await api.graphql(
      `mutation($id: ID!) { resetSecondFactors(input: { operatorId: $id }) {
         __typename ... on ResetSecondFactors { operator { id } } ... on Problem { code } } }`,
      { variables: { id: operatorId }, as: person === 'operator' ? 'operator' : person.as },
    );
    return data.resetSecondFactors;
  };

  test('resets the second factors of somebody else, whose sessions end', async () => {
    const [admin, lost] = [await personWith(), await personWith({ roles: ['EDITOR'] })];
    const { codes } = await withApp(lost);

    const answer = await reset(admin, lost.operatorId);

    expect(answer).toEqual({ __typename: 'ResetSecondFactors', operator: { id: lost.operatorId } });
    expect((await lost.browser.get('/admin/account')).location).toContain('/admin/sign-in');
    const browser = new FormBrowser(api);
    const { location } = await browser.post('/admin/sign-in', { email: lost.email, password: PASSWORD });
    expect(location).toBe('/admin');
    expect((await browser.post('/admin/confirm', { code: codes[0]! })).location).toContain('fault=1');
  });

  test('resets none of their own, of nobody, and none without having shown again that it is they', async () => {
    const [admin, person] = [await personWith(), await personWith()];
    const stale = await personWith({ confirmedAt: null });

    expect(await reset(admin, admin.operatorId)).toMatchObject({ code: 'CONFLICT' });
    expect(await reset(admin, newId('operator'))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await reset(stale, person.operatorId)).toMatchObject({ code: 'STEP_UP_REQUIRED' });
  });

  test.each(['EDITOR', 'APPROVER', 'AUDITOR'] as const)('is nobody who is %s', async (role) => {
    const [other, person] = [await personWith({ roles: [role] }), await personWith()];

    expect(await reset(other, person.operatorId)).toMatchObject({ code: 'FORBIDDEN' });
  });
});
