import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { SessionCookie, sessionDigest } from '../../src/operators/session-cookie.ts';
import { PasswordHashes } from '../../src/operators/sign-in/password-hash.ts';
import { type Api, startApi } from '../support/api.ts';
import { changeOperators } from '../support/operator-codes.ts';
import { cookiesOf, postForm, signedIn, withPassword } from '../support/people.ts';
import { statementsOf } from '../support/statements.ts';

const PASSWORD = 'difference engine no. 2';

let api: Api;
beforeAll(async () => {
  api = await startApi({ works: false, env: { TRUST_PROXY: '1' } });
});
afterAll(() => api.stop());

async function somebody(): Promise<{ email: string; operatorId: string }> {
  const { email, operatorId } = await signedIn(api, { roles: ['ADMIN'] });
  await withPassword(api, operatorId, PASSWORD);
  return { email, operatorId };
}

let lastNetwork = 0;
/** A network that nothing has come from yet. */
const elsewhere = () => ({ 'x-forwarded-for': `198.51.100.${++lastNetwork}` });

const signIn = (email: string, password: string, headers: Record<string, string> = elsewhere(), next?: string) =>
  postForm(api, '/admin/sign-in', { email, password, ...(next !== undefined && { next }) }, headers);

const sessionIn = (cookies: string) => {
  const { config, publicUrl } = api.services.platform;
  return new SessionCookie(config.encryptionKey, publicUrl).tokenIn(cookies);
};

test('the sign-in page says how to get a first account, and names nothing of this installation', async () => {
  const page = await (await api.fetch('/admin/sign-in', { headers: { accept: 'text/html' } })).text();

  expect(page).toContain('npm run --silent imprimatur -- first-operator');
  expect(page).toContain('href="/problems/unauthenticated"');
  expect(page).not.toContain(api.services.platform.config.dataDir);
});

test('a sign-in gives a session in a cookie that scripts do not read and other sites do not send', async () => {
  const { email, operatorId } = await somebody();

  const answer = await signIn(email, PASSWORD, {
    ...elsewhere(),
    'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0',
  });

  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin']);
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^imprimatur-session=[^;]+; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/),
    expect.stringMatching(/^imprimatur-browser=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
  const token = sessionIn(cookiesOf(answer))!;
  const [session] = await api.database.query(
    'select *, confirmed_at is not null as confirmed from operator_session where token_digest = $1',
    [sessionDigest(token)],
  );
  expect(session).toMatchObject({
    operator_id: operatorId,
    confirmed: true,
    ip_address: `198.51.100.${lastNetwork}`,
    user_agent: expect.stringContaining('Firefox'),
  });
  expect(JSON.stringify(await api.database.query('select * from operator_session'))).not.toContain(token);
});

test('over TLS the cookie is this host’s alone', () => {
  const cookie = new SessionCookie(Buffer.alloc(32), 'https://example.org');

  expect(cookie.set('token')).toMatch(
    /^__Host-imprimatur-session=[^;]+; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  );
});

test('each sign-in has a token of its own, and ends the session that the browser had', async () => {
  const { email } = await somebody();
  const first = cookiesOf(await signIn(email, PASSWORD));

  const second = cookiesOf(await signIn(email, PASSWORD, { ...elsewhere(), cookie: first }));

  expect(sessionIn(second)).not.toBe(sessionIn(first));
  expect((await api.fetch('/admin/account', { headers: { cookie: first } })).status).toBe(303);
  expect((await api.fetch('/admin/account', { headers: { cookie: second } })).status).toBe(200);
});

test('a token that somebody was made to bring along is never the one that a session gets', async () => {
  const { email } = await somebody();
  const { config, publicUrl } = api.services.platform;
  const cookie = new SessionCookie(config.encryptionKey, publicUrl);
  const planted = `${cookie.name}=${cookie.valueOf('planted')}`;

  const answer = await signIn(email, PASSWORD, { ...elsewhere(), cookie: planted });

  expect(sessionIn(cookiesOf(answer))).not.toBe('planted');
  expect((await api.fetch('/admin/account', { headers: { cookie: planted } })).status).toBe(303);
});

test('an address that nobody has and a wrong password are answered alike, after the same work', async () => {
  const { email } = await somebody();
  const derived = vi.spyOn(PasswordHashes.prototype, 'hash');
  const verified = vi.spyOn(PasswordHashes.prototype, 'verify');
  onTestFinished(() => void vi.restoreAllMocks());
  const sign = async (typed: string, password: string) => {
    const before = derived.mock.calls.length + verified.mock.calls.length;
    const { result, statements } = await statementsOf(api, '/admin/sign-in', () => signIn(typed, password));
    const hashed = derived.mock.calls.length + verified.mock.calls.length - before;
    return { status: result.status, page: (await result.text()).replace(typed, '…'), statements, hashed };
  };

  const wrong = await sign(email, 'not the password at all');
  const unknown = await sign('nobody@example.org', 'not the password at all');

  expect(wrong).toMatchObject({ status: 422, hashed: 1 });
  expect(unknown).toEqual(wrong);
});

test.each(['', 'nobody', 'a@b', `${'a'.repeat(300)}@example.org`, "' or 1=1 --@example.org"])(
  'what is no address (%j) is wrong like any other',
  async (email) => {
    expect((await signIn(email, PASSWORD)).status).toBe(422);
  },
);

test('who is disabled is not told so', async () => {
  const { email, operatorId } = await somebody();
  await changeOperators(api, 'update operator set disabled_at = now() where id = $1', [operatorId]);

  const answer = await signIn(email, PASSWORD);

  expect(answer.status).toBe(422);
  expect(answer.headers.getSetCookie()).toEqual([]);
});

test.each([
  ['/admin/approvals?first=1', '/admin/approvals?first=1'],
  ['//evil.example', '/admin'],
  ['https://evil.example/admin', '/admin'],
  ['/\\evil.example', '/admin'],
])('after a sign-in, `next` of %s leads to %s', async (next, location) => {
  const { email } = await somebody();

  expect((await signIn(email, PASSWORD, elsewhere(), next)).headers.get('location')).toBe(location);
});

test('a page of others cannot sign a browser in', async () => {
  const { email } = await somebody();

  const answer = await signIn(email, PASSWORD, { ...elsewhere(), origin: 'https://evil.example' });

  expect(answer.status).toBe(403);
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(answer.headers.get('content-type')).toContain('text/html');
});

describe('who guesses', () => {
  test('is kept from one account after ten failures, and others are not', async () => {
    const { email } = await somebody();
    const other = await somebody();
    const guesser = elsewhere();

    const failed = await Promise.all(Array.from({ length: 14 }, () => signIn(email, 'a wrong guess', guesser)));
    const right = await signIn(email, PASSWORD, guesser);

    expect(failed.filter(({ status }) => status === 422)).toHaveLength(10);
    expect(failed.filter(({ status }) => status === 429)).toHaveLength(4);
    expect(right.status).toBe(429);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await signIn(other.email, PASSWORD, guesser)).status).toBe(303);
    expect((await signIn(email, PASSWORD)).status).toBe(303);
  });

  test('from everywhere at once keeps nobody out of a browser that the account was used in', async () => {
    const { email } = await somebody();
    const known = cookiesOf(await signIn(email, PASSWORD));
    await Promise.all(
      Array.from({ length: 100 }, () => signIn(email, 'a wrong guess', elsewhere())).map((sent) =>
        sent.then((r) => r.text()),
      ),
    );

    const fromAnother = await signIn(email, PASSWORD);
    const fromKnown = await signIn(email, PASSWORD, { ...elsewhere(), cookie: known });

    expect([fromAnother.status, fromKnown.status]).toEqual([429, 303]);
  });

  test('has the same limits with an address that nobody has', async () => {
    const guesser = elsewhere();

    const failed = await Promise.all(
      Array.from({ length: 12 }, () => signIn('nobody.at.all@example.org', 'a wrong guess', guesser)),
    );

    expect(failed.filter(({ status }) => status === 422)).toHaveLength(10);
  });

  test('whose sign-in succeeds is not counted', async () => {
    const { email } = await somebody();
    const home = elsewhere();

    for (let times = 0; times < 12; times++) expect((await signIn(email, PASSWORD, home)).status).toBe(303);
  });
});
