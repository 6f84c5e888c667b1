import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Api, startApi } from '../support/api.ts';
import { FormBrowser } from '../support/forms.ts';
import { CLIENT_ID, CLIENT_SECRET, TestOidcProvider } from '../support/oidc-provider.ts';
import { changeOperators } from '../support/operator-codes.ts';
import { signedIn } from '../support/people.ts';
import { respelled, SPELLINGS } from '../support/respelled.ts';
import { freePort } from '../support/service-process.ts';

const START = '/admin/sign-in/oidc';
const BACK = '/admin/sign-in/oidc/back';

let provider: TestOidcProvider;
let api: Api;
beforeAll(async () => {
  const providerPort = await freePort();
  // Before there is a provider: nothing of it is needed for the start.
  api = await startApi({
    works: false,
    env: {
      OIDC_ISSUER: `http://127.0.0.1:${providerPort}`,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
      OIDC_NAME: 'Lakeside',
      OIDC_ALLOWED_DOMAINS: 'example.org, example.com',
    },
  });
  provider = await TestOidcProvider.start(`${api.url}${BACK}`, providerPort);
});
afterAll(async () => {
  await api.stop();
  await provider.stop();
});

let count = 0;
let email: string;
beforeEach(async () => {
  count++;
  email = `vera${count}@example.org`;
  provider.person = { sub: `sub-${count}`, email, email_verified: true, name: 'Vera Brandt' };
  provider.asked = [];
  await api.database.query('delete from limit_use');
});
afterEach(() => {
  provider.mischief = null;
});

async function personAt(address = email): Promise<string> {
  const { operatorId } = await signedIn(api, { roles: ['EDITOR'] });
  await changeOperators(api, 'update operator set email = $2 where id = $1', [operatorId, address]);
  return operatorId;
}

/** The way there and back again, up to what the service says in the end. */
async function signInBy(browser: FormBrowser, path = START) {
  const begun = await browser.get(path);
  expect(begun.status).toBe(303);
  const back = await provider.signIn(begun.location!);
  return browser.get(back.slice(api.url.length));
}

async function whoIs(browser: FormBrowser): Promise<string | null> {
  const { status } = await browser.get('/admin/confirm');
  if (status !== 200) return null;
  const [row] = await api.database.query<{ id: string }>(
    'select operator_id as id from operator_session order by id desc limit 1',
  );
  return row!.id;
}

async function expectNobody(
  browser: FormBrowser,
  answered: { status: number; page: string },
  status = 403,
): Promise<void> {
  expect(answered.status).toBe(status);
  expect(answered.page).toContain('Not signed in');
  expect(await whoIs(browser)).toBeNull();
}

async function expectNotSetUp(browser: FormBrowser, answered: { status: number; page: string }): Promise<void> {
  await expectNobody(browser, answered, 502);
  expect(answered.page).toContain('Sign-in with Lakeside is not set up correctly. You did nothing wrong.');
  expect(answered.page).not.toContain('no account');
}

describe('who comes from the provider', () => {
  test('is the person with this address, signed in, and goes on to where they wanted', async () => {
    const operatorId = await personAt();
    const browser = new FormBrowser(api);

    const { status, location } = await signInBy(browser, `${START}?next=/admin/approvals`);

    expect({ status, location }).toEqual({ status: 303, location: '/admin/approvals' });
    expect(await whoIs(browser)).toBe(operatorId);
  });

  test('stays that person when the address is another one there', async () => {
    const operatorId = await personAt();
    await signInBy(new FormBrowser(api));
    provider.person.email = `other${count}@example.org`;

    const browser = new FormBrowser(api);
    await signInBy(browser);

    expect(await whoIs(browser)).toBe(operatorId);
  });

  test('is nobody without an account here, and no account is made', async () => {
    const browser = new FormBrowser(api);

    await expectNobody(browser, await signInBy(browser));

    expect(await api.database.query('select 1 from operator where email = $1', [email])).toEqual([]);
  });

  test('becomes an operator by an open invitation to this address, once, with its roles', async () => {
    const { data } = await api.graphql(
      `mutation { inviteOperator(input: { email: "${email}", roles: [APPROVER] }) { __typename ... on Problem { message } } }`,
      { as: 'operator' },
    );
    expect(data.inviteOperator.message).toBeUndefined();
    const browser = new FormBrowser(api);

    await signInBy(browser);

    const [made] = await api.database.query<{ id: string; roles: string[] }>(
      'select id, roles from operator where email = $1',
      [email],
    );
    expect(made!.roles).toEqual(['APPROVER']);
    expect(await whoIs(browser)).toBe(made!.id);
    provider.person.sub = `another-${count}`;
    const second = new FormBrowser(api);
    await expectNobody(second, await signInBy(second));
  });

  test('is nobody when the address was given to somebody else there', async () => {
    await personAt();
    await signInBy(new FormBrowser(api));
    provider.person.sub = `successor-${count}`;

    const browser = new FormBrowser(api);
    await expectNobody(browser, await signInBy(browser));
  });

  test.each([
    ['is not verified', { email_verified: false }],
    ['is not verified, in other words', { email_verified: 'false' as never }],
  ])('is nobody when the address %s, and is told to verify it', async (_, change) => {
    await personAt();
    Object.assign(provider.person, change);

    const browser = new FormBrowser(api);
    const answered = await signInBy(browser);

    await expectNobody(browser, answered);
    expect(answered.page).toContain('Verify it there');
  });

  test.each([
    ['is not said to be verified', { email_verified: undefined }],
    ['is said to be verified in other words', { email_verified: 'true' as never }],
    ['is left out', { email: undefined }],
  ])('is nobody when the address %s, which is said to be the settings’ fault', async (_, change) => {
    await personAt();
    Object.assign(provider.person, change);

    const browser = new FormBrowser(api);
    await expectNotSetUp(browser, await signInBy(browser));
  });

  test.each([
    ['subject', { sub: 've\0ra' }],
    ['subject, in half of a surrogate pair,', { sub: 've\ud83dra' }],
    ['address', { email: 've\0ra@example.org' }],
  ])('is nobody when the %s has a character that no text can have, and is told so', async (_, change) => {
    await personAt();
    Object.assign(provider.person, change);

    const browser = new FormBrowser(api);
    const answered = await signInBy(browser);

    await expectNobody(browser, answered);
    expect(answered.page).toContain('characters that aren’t valid text');
  });

  test('is let in by a name with U+0000, which is kept without it', async () => {
    await api.graphql(`mutation { inviteOperator(input: { email: "${email}", roles: [EDITOR] }) { __typename } }`, {
      as: 'operator',
    });
    provider.person.name = 'Vera\0Brandt';
    const browser = new FormBrowser(api);

    await signInBy(browser);

    const rows = await api.database.query<{ id: string; name: string }>(
      'select id, name from operator where email = $1',
      [email],
    );
    expect(rows).toEqual([{ id: await whoIs(browser), name: 'Vera\ufffdBrandt' }]);
  });

  test('is nobody from a domain that is not allowed', async () => {
    await personAt(`vera${count}@elsewhere.net`);
    provider.person.email = `vera${count}@elsewhere.net`;

    const browser = new FormBrowser(api);
    await expectNobody(browser, await signInBy(browser));
  });

  test('is nobody else, although somebody has linked them to another operator in the database', async () => {
    await personAt();
    await signInBy(new FormBrowser(api));
    const { operatorId } = await signedIn(api, { roles: ['ADMIN'] });
    await api.database.query('update operator_account set operator_id = $2 where account_id = $1', [
      provider.person.sub,
      operatorId,
    ]);
    const browser = new FormBrowser(api);

    expect((await signInBy(browser)).status).toBe(403);
    expect(await whoIs(browser)).toBeNull();
  });

  test('is nobody else, although somebody has given another operator their address in the database', async () => {
    const { operatorId } = await signedIn(api, { roles: ['ADMIN'] });
    await api.database.query('update operator set email = $2 where id = $1', [operatorId, email]);
    const browser = new FormBrowser(api);

    expect((await signInBy(browser)).status).toBe(403);
    expect(await whoIs(browser)).toBeNull();
  });

  test('is nobody once they are disabled', async () => {
    const operatorId = await personAt();
    await signInBy(new FormBrowser(api));
    await changeOperators(api, 'update operator set disabled_at = now() where id = $1', [operatorId]);

    const browser = new FormBrowser(api);
    const { status } = await signInBy(browser);

    expect(status).toBe(403);
    expect(await whoIs(browser)).toBeNull();
  });
});

describe('the way there and back', () => {
  test('is gone once: what led back is of no use a second time', async () => {
    await personAt();
    const browser = new FormBrowser(api);
    const begun = await browser.get(START);
    const [[name, cookie]] = browser.cookiesNamed('imprimatur-oidc-') as [[string, string]];
    const back = (await provider.signIn(begun.location!)).slice(api.url.length);
    expect((await browser.get(back)).status).toBe(303);

    const thief = new FormBrowser(api);
    thief.setCookie(name, cookie);
    await expectNobody(thief, await thief.get(back));
  });

  test.each(SPELLINGS)('is gone once, also by a cookie with %j behind it', async (more) => {
    await personAt();
    const browser = new FormBrowser(api);
    const begun = await browser.get(START);
    const [[name, cookie]] = browser.cookiesNamed('imprimatur-oidc-') as [[string, string]];
    const back = (await provider.signIn(begun.location!)).slice(api.url.length);
    const other = new FormBrowser(api);
    other.setCookie(name, respelled(cookie, more));
    provider.asked = [];

    await expectNobody(other, await other.get(back));

    expect(provider.asked).toEqual([]);
    expect((await browser.get(back)).status).toBe(303);
  });

  test('ends in the browser that it began in, and the provider is not asked otherwise', async () => {
    await personAt();
    const begun = await new FormBrowser(api).get(START);
    const back = (await provider.signIn(begun.location!)).slice(api.url.length);
    provider.asked = [];

    const another = new FormBrowser(api);
    await expectNobody(another, await another.get(back));
    await another.get(START);
    provider.asked = [];
    await expectNobody(another, await another.get(back));

    expect(provider.asked).toEqual([]);
  });

  test('carries a challenge, a state and a nonce, and nothing of them can be read in the cookie', async () => {
    const browser = new FormBrowser(api);
    const { location, headers } = await browser.get(START);
    const asked = new URL(location!).searchParams;

    expect(asked.get('code_challenge_method')).toBe('S256');
    expect(asked.get('response_type')).toBe('code');
    const cookie = headers.getSetCookie().find((set) => set.startsWith('imprimatur-oidc-'))!;
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/);
    const carried = Buffer.from(cookie, 'base64url').toString('latin1') + cookie;
    for (const name of ['state', 'nonce']) {
      expect(asked.get(name)).toMatch(/^[\w-]{40,}$/);
      expect(carried).not.toContain(asked.get(name));
    }
  });

  test.each([
    ['says no', (back: URL) => back.searchParams.set('error', 'access_denied')],
    ['asks for another sign-in there', (back: URL) => back.searchParams.set('error', 'login_required')],
    ['has another state', (back: URL) => back.searchParams.set('state', 'x'.repeat(43))],
    ['has a code of nobody', (back: URL) => back.searchParams.set('code', 'x'.repeat(43))],
  ])('leads to nobody when what leads back %s', async (_, change: (back: URL) => void) => {
    await personAt();
    const browser = new FormBrowser(api);
    const begun = await browser.get(START);
    const back = new URL(await provider.signIn(begun.location!));
    change(back);

    const answered = await browser.get(back.pathname + back.search);

    await expectNobody(browser, answered);
    expect(answered.page).not.toContain('no account');
  });

  test.each([
    ['names another issuer', (back: URL) => back.searchParams.set('iss', 'https://elsewhere.example')],
    ['names no issuer', (back: URL) => back.searchParams.delete('iss')],
    ['says that the service may not ask', (back: URL) => back.searchParams.set('error', 'unauthorized_client')],
    ['has an error that every object inherits', (back: URL) => back.searchParams.set('error', 'constructor')],
  ])('is not set up correctly when what leads back %s', async (_, change: (back: URL) => void) => {
    await personAt();
    const browser = new FormBrowser(api);
    const begun = await browser.get(START);
    const back = new URL(await provider.signIn(begun.location!));
    change(back);

    await expectNotSetUp(browser, await browser.get(back.pathname + back.search));
  });

  test('of two tabs both lead to where they wanted', async () => {
    const operatorId = await personAt();
    const browser = new FormBrowser(api);
    const first = await browser.get(`${START}?next=/admin/first`);
    const second = await browser.get(`${START}?next=/admin/second`);

    const ends: (string | null)[] = [];
    for (const { location } of [first, second]) {
      const back = await provider.signIn(location!);
      ends.push((await browser.get(back.slice(api.url.length))).location);
    }

    expect(ends).toEqual(['/admin/first', '/admin/second']);
    expect(await whoIs(browser)).toBe(operatorId);
    expect(browser.cookiesNamed('imprimatur-oidc-')).toEqual([]);
  });

  test('goes on after a page of others has led here with a state of its own', async () => {
    const operatorId = await personAt();
    const browser = new FormBrowser(api);
    const begun = await browser.get(START);

    for (const query of [`?state=${'x'.repeat(43)}&code=y`, '?code=y', '?state=a&state=b', '?error=access_denied']) {
      await expectNobody(browser, await browser.get(`${BACK}${query}`));
    }

    const back = await provider.signIn(begun.location!);
    expect((await browser.get(back.slice(api.url.length))).status).toBe(303);
    expect(await whoIs(browser)).toBe(operatorId);
  });

  test('leaves at most five begun sign-ins in a browser, the newest', async () => {
    await personAt();
    const browser = new FormBrowser(api);
    const begun = [];
    for (let tab = 0; tab < 7; tab++) begun.push(await browser.get(START));

    expect(browser.cookiesNamed('imprimatur-oidc-')).toHaveLength(5);
    const statuses = [];
    for (const { location } of [begun[1]!, begun[6]!]) {
      const back = await provider.signIn(location!);
      statuses.push((await browser.get(back.slice(api.url.length))).status);
    }
    expect(statuses).toEqual([403, 303]);
  });
});

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** The provider's answer with other claims in its token, signed by a key of the forger. */
function forged(body: string, change: object, kid: string, key: KeyObject = keys.privateKey): string {
  const answer = JSON.parse(body);
  const claims = JSON.parse(Buffer.from(answer.id_token.split('.')[1], 'base64url').toString());
  const [head, payload] = [
    { alg: 'RS256', kid },
    { ...claims, ...change },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const signature = sign('sha256', Buffer.from(`${head}.${payload}`), key).toString('base64url');
  return JSON.stringify({ ...answer, id_token: `${head}.${payload}.${signature}` });
}

describe('a provider that is not what it was', () => {
  test.each([
    ['with a signature that is not right', 'first'],
    ['with a key that is not known', 'unknown'],
  ])('vouches for nobody %s', async (_, kid) => {
    await personAt();
    provider.mischief = (path, { body }) => (path === '/token' ? { body: forged(body, {}, kid) } : undefined);

    const browser = new FormBrowser(api);
    await expectNotSetUp(browser, await signInBy(browser));
  });

  test.each([
    ['another issuer', { iss: 'https://elsewhere.example' }],
    ['another audience', { aud: 'somebody-else' }],
    ['another nonce', { nonce: 'x'.repeat(43) }],
    ['an end that has passed', { exp: 1_700_000_000 }],
    ['a time to come', { iat: 4_000_000_000, nbf: 4_000_000_000 }],
  ])('vouches for nobody with %s, even with a key of its own', async (_, change) => {
    await personAt();
    const jwk = { ...keys.publicKey.export({ format: 'jwk' }), kid: `own-${count}`, use: 'sig', alg: 'RS256' };
    provider.mischief = (path, { body }) => {
      if (path === '/jwks') return { body: JSON.stringify({ keys: [...JSON.parse(body).keys, jwk] }) };
      return path === '/token' ? { body: forged(body, change, jwk.kid) } : undefined;
    };

    const browser = new FormBrowser(api);
    await expectNotSetUp(browser, await signInBy(browser));
  });

  test.each([
    ['breaks down', { status: 500, body: 'oh no' }],
    ['is overloaded', { status: 503, body: '' }],
  ])('is said to be away when it %s, and nobody is let in', async (_, answer) => {
    await personAt();
    provider.mischief = (path) => (path === '/token' ? answer : undefined);

    const browser = new FormBrowser(api);
    const { status, page, headers } = await signInBy(browser);

    expect(status).toBe(503);
    expect(page).toContain('Lakeside is unreachable at the moment');
    expect(headers.get('retry-after')).toBe('5');
    expect(page).not.toContain('oh no');
    expect(await whoIs(browser)).toBeNull();
  });

  test('gives an unreadable answer: nobody is let in', async () => {
    await personAt();
    provider.mischief = (path) => (path === '/token' ? { body: '<html>' } : undefined);

    const browser = new FormBrowser(api);
    await expectNotSetUp(browser, await signInBy(browser));
  });
});

test('a session can be confirmed by it, by the same person and nobody else', async () => {
  const operatorId = await personAt();
  const browser = new FormBrowser(api);
  await signInBy(browser);
  await changeOperators(api, 'update operator_session set confirmed_at = null where operator_id = $1', [operatorId]);

  const page = await browser.get('/admin/confirm?next=/admin/approvals');
  expect(page.page).toContain('Confirm with Lakeside');
  expect((await signInBy(browser, `${START}?confirm=1&next=/admin/approvals`)).location).toBe('/admin/approvals');

  const confirmed = () =>
    api.database.query('select 1 from operator_session where operator_id = $1 and confirmed_at is not null', [
      operatorId,
    ]);
  expect(await confirmed()).toHaveLength(1);
  await changeOperators(api, 'update operator_session set confirmed_at = null where operator_id = $1', [operatorId]);
  provider.person = { sub: `other-${count}`, email: `other${count}@example.org`, email_verified: true };
  await personAt(`other${count}@example.org`);
  expect((await signInBy(browser, `${START}?confirm=1`)).status).toBe(403);
  expect(await confirmed()).toEqual([]);
});

describe('settings that do not fit the provider', () => {
  /** A service and a provider of its own. */
  async function startOwn(env: Record<string, string>, options: object = {}) {
    const issuerPort = await freePort();
    const own = await startApi({
      works: false,
      env: {
        OIDC_ISSUER: `http://127.0.0.1:${issuerPort}`,
        OIDC_CLIENT_ID: CLIENT_ID,
        OIDC_CLIENT_SECRET: CLIENT_SECRET,
        OIDC_NAME: 'Lakeside',
        ...env,
      },
    });
    onTestFinished(() => own.stop());
    const its = await TestOidcProvider.start(`${own.url}${BACK}`, issuerPort, options);
    onTestFinished(() => its.stop());
    const { operatorId } = await signedIn(own, { roles: ['EDITOR'] });
    await changeOperators(own, 'update operator set email = $2 where id = $1', [operatorId, email]);
    const logged = vi.spyOn(own.services.platform.logger, 'error');
    const browser = new FormBrowser(own);
    const signIn = async () => {
      const begun = await browser.get(START);
      if (begun.status !== 303) return begun;
      return browser.get((await its.signIn(begun.location!)).slice(own.url.length));
    };
    return { its, logged, browser, signIn };
  }

  test('a wrong secret is logged as an error with its cause, and the person is not blamed', async () => {
    const { its, logged, signIn } = await startOwn({ OIDC_CLIENT_SECRET: 'a-secret-of-last-year-0123456789' });
    its.person = { sub: 'vera', email, email_verified: true };

    const { status, page } = await signIn();

    expect(status).toBe(502);
    expect(page).toContain('Sign-in with Lakeside is not set up correctly. You did nothing wrong.');
    expect(logged).toHaveBeenCalledWith(
      expect.objectContaining({ hint: 'The issuer refused OIDC_CLIENT_ID or OIDC_CLIENT_SECRET.' }),
      'sign-in by the identity provider is not set up correctly',
    );
    expect(JSON.stringify(logged.mock.calls)).not.toContain('a-secret-of-last-year');
  });

  test.each([
    [
      'names another issuer than the setting',
      (body: string) => body.replaceAll(/"issuer":"[^"]+"/g, '"issuer":"https://elsewhere.example"'),
    ],
    ['is no metadata', () => '<html>Not here</html>'],
  ])('metadata that %s are said at the beginning', async (_, change) => {
    const { its, logged, signIn } = await startOwn({});
    its.mischief = (path, { body }) => (path.startsWith('/.well-known/') ? { body: change(body) } : undefined);

    const { status, page } = await signIn();

    expect(status).toBe(502);
    expect(page).toContain('is not set up correctly');
    expect(logged).toHaveBeenCalledOnce();
  });

  test('an address without email_verified is accepted where the issuer is trusted', async () => {
    const { its, signIn } = await startOwn({ OIDC_TRUST_EMAIL: '1' });
    its.person = { sub: 'vera', email };

    expect((await signIn()).status).toBe(303);
  });

  test.each([false, 'false'])('one that is not verified (%j) is never accepted', async (isVerified) => {
    const { its, signIn } = await startOwn({ OIDC_TRUST_EMAIL: '1' });
    its.person = { sub: 'vera', email, email_verified: isVerified as boolean };

    const { status, page } = await signIn();

    expect(status).toBe(403);
    expect(page).toContain('Verify it there');
  });

  test.each(['client_secret_post', 'client_secret_basic', 'client_secret_jwt'])(
    'a provider that takes the secret by %s alone is understood',
    async (method) => {
      const { its, signIn } = await startOwn({}, { clientAuth: method });
      its.person = { sub: 'vera', email, email_verified: true };

      expect((await signIn()).status).toBe(303);
    },
  );
});
