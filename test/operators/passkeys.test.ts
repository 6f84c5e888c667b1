import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Api, startApi } from '../support/api.ts';
import { FormBrowser } from '../support/forms.ts';
import { changeOperators } from '../support/operator-codes.ts';
import { optionsIn, type PasskeyOptions } from '../support/passkeys.ts';
import { type SignedIn, signedIn } from '../support/people.ts';
import { SoftwareAuthenticator, type Twist } from '../support/software-authenticator.ts';

const FACTORS = '/admin/account/second-factors';
const SIGN_IN = '/admin/sign-in/passkey';
const ORIGIN = 'http://localhost:4000';

let now = new Date();
let api: Api;
beforeAll(async () => {
  api = await startApi({ works: false, env: { PUBLIC_URL: ORIGIN }, clock: { now: () => now } });
});
afterAll(() => api.stop());
beforeEach(() => api.database.query('delete from limit_use'));

interface Owner extends SignedIn {
  browser: FormBrowser;
  device: SoftwareAuthenticator;
}

const browserOf = (person: SignedIn) => new FormBrowser(api, { cookie: person.as.cookie });

async function withPasskey(): Promise<Owner> {
  const person = await signedIn(api, { roles: ['ADMIN'], confirmedAt: now });
  const browser = browserOf(person);
  const device = new SoftwareAuthenticator(ORIGIN);
  const { location } = await add(browser, device);
  expect(location).toBe(`${FACTORS}?said=passkey-added`);
  return { ...person, browser, device };
}

test('a notice that does not exist, such as a name that every object inherits, is left out', async () => {
  const browser = browserOf(await signedIn(api, { roles: ['ADMIN'], confirmedAt: now }));

  const [plain, odd] = [await browser.get(FACTORS), await browser.get(`${FACTORS}?said=constructor`)];

  expect(odd.status).toBe(200);
  expect(odd.page).not.toContain('function');
  expect(plain.status).toBe(200);
});

async function add(browser: FormBrowser, device: SoftwareAuthenticator, twist: Twist = {}, name = 'Phone') {
  const options = optionsIn((await browser.get(FACTORS)).page);
  return post(browser, FACTORS, { do: 'add-passkey', name, passkey: device.created(options, twist) });
}

/** The pages stand at the address that is configured, not at the one that a test listens on. */
const post = (browser: FormBrowser, path: string, fields: Record<string, string>) =>
  browser.post(path, fields, { origin: ORIGIN });

async function signInOptions(): Promise<PasskeyOptions> {
  return optionsIn((await new FormBrowser(api).get(SIGN_IN)).page);
}

/** Whether who shows this is let in; that one's browser. */
async function showing(passkey: string): Promise<FormBrowser | null> {
  const browser = new FormBrowser(api);
  const { status, location } = await post(browser, SIGN_IN, { passkey, next: '/admin/approvals' });
  expect(status).toBe(303);
  if (location === '/admin/approvals') return browser;
  expect(location).toBe(`${SIGN_IN}?fault=1&next=%2Fadmin%2Fapprovals`);
  expect(browser.cookieNamed('imprimatur-session')).toBeUndefined();
  return null;
}

test('a passkey signs its person in, and is both factors at once', async () => {
  const { device, email } = await withPasskey();

  const browser = await showing(device.shown(await signInOptions()));

  expect((await browser!.get('/admin/account')).page).toContain(email);
  expect((await browser!.get(FACTORS)).page).toMatch(/Phone[\s\S]+last used \d{4}-\d\d-\d\d/);
});

test('it confirms the session that it was asked for in, and no other', async () => {
  const { browser, device, operatorId } = await withPasskey();
  await changeOperators(api, 'update operator_session set confirmed_at = null where operator_id = $1', [operatorId]);
  const options = optionsIn((await browser.get('/admin/confirm')).page);
  expect(options.allowCredentials).toMatchObject([{ id: device.credentialId }]);

  const other = await signedIn(api, { roles: ['ADMIN'], confirmedAt: null });
  const passkey = device.shown(options);
  expect((await post(browserOf(other), '/admin/confirm', { passkey })).location).toContain('fault=1');
  expect((await post(browser, '/admin/confirm', { passkey })).location).toBe('/admin/account');
  expect((await post(browser, '/admin/confirm', { passkey })).location).toContain('fault=1');
});

test.each(['moved to them', 'put in the place of theirs'])(
  'a passkey that was %s in the database signs nobody in as somebody else',
  async (how) => {
    const { device, operatorId } = await withPasskey();
    const victim = await withPasskey();
    if (how !== 'moved to them') {
      await api.database.query('delete from operator_passkey where operator_id = $1', [victim.operatorId]);
    }
    await api.database.query('update operator_passkey set operator_id = $2 where operator_id = $1', [
      operatorId,
      victim.operatorId,
    ]);
    const browser = new FormBrowser(api);

    const { status, page } = await post(browser, SIGN_IN, { passkey: device.shown(await signInOptions()) });

    expect(status).toBe(403);
    expect(page).toContain('changed in the database');
    expect(browser.cookieNamed('imprimatur-session')).toBeUndefined();
  },
);

test('the counter of a passkey may change, and it still signs in', async () => {
  const { device } = await withPasskey();

  for (const _ of [1, 2]) expect(await showing(device.shown(await signInOptions()))).not.toBeNull();
});

test('the passkey of another confirms nothing', async () => {
  const { browser } = await withPasskey();
  const { device } = await withPasskey();
  const options = optionsIn((await browser.get('/admin/confirm')).page);

  const { location } = await post(browser, '/admin/confirm', { passkey: device.shown(options) });

  expect(location).toContain('fault=1');
});

test('a challenge of one purpose is none of another', async () => {
  const { browser, device } = await withPasskey();
  const confirm = optionsIn((await browser.get('/admin/confirm')).page);
  const added = optionsIn((await browser.get(FACTORS)).page);

  expect(await showing(device.shown(confirm))).toBeNull();
  expect(await showing(device.shown(added))).toBeNull();
  const { location } = await post(browser, '/admin/confirm', { passkey: device.shown(await signInOptions()) });
  expect(location).toContain('fault=1');
});

describe('nobody is let in by what was shown', () => {
  test.each<[string, Twist]>([
    ['to a page of another origin', { origin: 'http://localhost:4001' }],
    ['to a page of a host that begins alike', { origin: 'http://localhost.evil.example:4000' }],
    ['for another host', { rpId: 'evil.example' }],
    ['for a challenge that was made up', { challenge: 'x'.repeat(43) }],
    ['without a finger or a code', { isUnverified: true }],
    ['for adding one', { type: 'webauthn.create' }],
    ['by another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
    ['as one that is not known', { credentialId: 'x'.repeat(43) }],
    ['as one whose id has U+0000', { credentialId: 'ab\0cd' }],
    ['as one whose id is no base64url', { credentialId: 'ab=cd' }],
    ['by a copy that has not counted on', { counter: 1 }],
    ['by a copy that is behind', { counter: 2 }],
    ['by a copy that does not count', { counter: 0 }],
  ])('%s', async (_, twist) => {
    const { device } = await withPasskey();
    for (let index = 0; index < 2; index++) expect(await showing(device.shown(await signInOptions()))).not.toBeNull();

    expect(await showing(device.shown(await signInOptions(), twist))).toBeNull();
  });

  test('a second time', async () => {
    const { device } = await withPasskey();
    const passkey = device.shown(await signInOptions());

    expect(await showing(passkey)).not.toBeNull();
    expect(await showing(passkey)).toBeNull();
  });

  test('twenty times at the same moment, but once', async () => {
    const { device } = await withPasskey();
    const passkey = device.shown(await signInOptions());

    const answers = await Promise.all(Array.from({ length: 20 }, () => showing(passkey)));

    expect(answers.filter((browser) => browser !== null)).toHaveLength(1);
  });

  test('with the challenge of a sign-in that was used already', async () => {
    const { device } = await withPasskey();
    const options = await signInOptions();
    await showing(device.shown(options));

    expect(await showing(device.shown(options))).toBeNull();
  });

  test('after ten minutes', async () => {
    const { device } = await withPasskey();
    const options = await signInOptions();
    now = new Date(now.getTime() + 10 * 60_000 + 1_000);

    expect(await showing(device.shown(options))).toBeNull();
  });

  test('once it was removed', async () => {
    const { browser, device, operatorId } = await withPasskey();
    const [row] = await api.database.query<{ id: string }>('select id from operator_passkey where operator_id = $1', [
      operatorId,
    ]);
    expect((await post(browser, FACTORS, { do: 'remove-passkey', id: row!.id })).location).toContain('passkey-removed');

    expect(await showing(device.shown(await signInOptions()))).toBeNull();
  });

  test.each(['', '{}', '[]', 'null', '"x"', '{"id":1}', `{"id":"${'x'.repeat(15_000)}"}`, '\u0000'])(
    'when it is %.20j',
    async (passkey) => {
      expect(await showing(passkey)).toBeNull();
    },
  );
});

describe('a passkey is not added', () => {
  test.each([
    ['id', (sent: Record<string, unknown>) => ({ ...sent, id: 'ab\0cd', rawId: 'ab\0cd' })],
    [
      'transports',
      (sent: { response: object }) => ({ ...sent, response: { ...sent.response, transports: ['us\0b'] } }),
    ],
  ])('with U+0000 in its %s', async (_, change) => {
    const browser = browserOf(await signedIn(api, { roles: ['EDITOR'], confirmedAt: now }));
    const options = optionsIn((await browser.get(FACTORS)).page);
    const passkey = JSON.stringify(change(JSON.parse(new SoftwareAuthenticator(ORIGIN).created(options, {}))));

    const { status, location } = await post(browser, FACTORS, { do: 'add-passkey', name: 'Phone', passkey });

    expect({ status, location }).toEqual({ status: 303, location: `${FACTORS}?said=not-added` });
  });

  test.each<[string, Twist]>([
    ['of another origin', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['for a challenge that was made up', { challenge: 'x'.repeat(43) }],
    ['without a finger or a code', { isUnverified: true }],
    ['by what was shown to sign in', { type: 'webauthn.get' }],
  ])('%s', async (_, twist) => {
    const browser = browserOf(await signedIn(api, { roles: ['EDITOR'], confirmedAt: now }));

    const { location } = await add(browser, new SoftwareAuthenticator(ORIGIN), twist);

    expect(location).toBe(`${FACTORS}?said=not-added`);
  });

  test('by the challenge of another person, nor twice by one', async () => {
    const [one, another] = [
      await signedIn(api, { roles: ['EDITOR'], confirmedAt: now }),
      await signedIn(api, { roles: ['EDITOR'], confirmedAt: now }),
    ];
    const options = optionsIn((await browserOf(one).get(FACTORS)).page);
    const fields = (device: SoftwareAuthenticator) => ({ do: 'add-passkey', passkey: device.created(options) });

    const stolen = await post(browserOf(another), FACTORS, fields(new SoftwareAuthenticator(ORIGIN)));
    const own = await post(browserOf(one), FACTORS, fields(new SoftwareAuthenticator(ORIGIN)));
    const again = await post(browserOf(one), FACTORS, fields(new SoftwareAuthenticator(ORIGIN)));

    expect([stolen, own, again].map(({ location }) => location!.split('=')[1])).toEqual([
      'not-added',
      'passkey-added',
      'not-added',
    ]);
  });

  test('that somebody else has', async () => {
    const { device } = await withPasskey();
    const browser = browserOf(await signedIn(api, { roles: ['EDITOR'], confirmedAt: now }));

    expect((await add(browser, device)).location).toBe(`${FACTORS}?said=not-added`);
  });

  test('when there are twenty', async () => {
    const { browser, operatorId } = await withPasskey();
    const { page } = await browser.get(FACTORS);
    await changeOperators(
      api,
      `insert into operator_passkey (id, operator_id, credential_id, public_key, counter, transports, name, is_backed_up)
       select 'opk_' || n, $1, 'filled ' || n, '', 0, '{}', 'filled', false from generate_series(1, 19) n`,
      [operatorId],
    );

    const passkey = new SoftwareAuthenticator(ORIGIN).created(optionsIn(page));
    expect((await post(browser, FACTORS, { do: 'add-passkey', passkey })).location).toContain('not-added');
    expect((await browser.get(FACTORS)).page).not.toContain('data-passkey="add"');
  });
});

test('one person names and removes none of another', async () => {
  const { operatorId } = await withPasskey();
  const { browser } = await withPasskey();
  const [row] = await api.database.query<{ id: string }>('select id from operator_passkey where operator_id = $1', [
    operatorId,
  ]);

  for (const deed of ['remove-passkey', 'rename-passkey']) {
    const { location } = await post(browser, FACTORS, { do: deed, id: row!.id, name: 'mine' });
    expect(location).toBe(`${FACTORS}?said=not-there`);
  }
  expect(await api.database.query('select name from operator_passkey where id = $1', [row!.id])).toEqual([
    { name: 'Phone' },
  ]);
});

test('a name is shown as text, whatever is in it', async () => {
  const { browser } = await withPasskey();

  await add(browser, new SoftwareAuthenticator(ORIGIN), {}, '<img src=x onerror=alert(1)>');

  const { page, headers } = await browser.get(FACTORS);
  expect(page).not.toContain('<img');
  expect(page).toContain('&#60;img src=x');
  expect(headers.get('content-security-policy')).toMatch(/script-src 'self'/);
  expect(headers.get('content-security-policy')).not.toMatch(/unsafe/);
});
