import { afterAll, beforeAll, expect, test } from 'vitest';
import { SessionCookie, sessionDigest } from '../../src/operators/session-cookie.ts';
import { createBetterAuth } from '../../src/operators/sign-in/better-auth.ts';
import { HASH_COST, PasswordHashes } from '../../src/operators/sign-in/password-hash.ts';
import { type Api, startApi } from '../support/api.ts';
import { signedIn } from '../support/people.ts';

let api: Api;
let auth: ReturnType<typeof createBetterAuth>;
let cookie: SessionCookie;
const hashes = new PasswordHashes(HASH_COST);
beforeAll(async () => {
  api = await startApi({ works: false });
  const { platform } = api.services;
  cookie = new SessionCookie(platform.config.encryptionKey, platform.publicUrl);
  auth = createBetterAuth({ ...platform, cookie, hashes });
});
afterAll(() => api.stop());

test('the library finds a session by its token, of which the table has a digest, until the session has expired', async () => {
  const { operatorId } = await signedIn(api, { roles: ['EDITOR'] });
  const { internalAdapter } = await auth.$context;
  const { id, token } = await internalAdapter.createSession(operatorId);
  const headers = new Headers({ cookie: `${cookie.name}=${cookie.valueOf(token)}` });

  const found = await auth.api.getSession({ headers });
  const [row] = await api.database.query<Record<string, unknown>>('select * from operator_session where id = $1', [id]);
  await api.database.query(`update operator_session set expires_at = now() - interval '1 second' where id = $1`, [id]);
  const expired = await auth.api.getSession({ headers });

  expect(id).toMatch(/^ops_/);
  expect(found?.user.id).toBe(operatorId);
  expect(row!.token_digest).toBe(sessionDigest(token));
  expect(Object.values(row!)).not.toContain(token);
  expect(expired).toBeNull();
});

test('what it remembers between two steps expires as well', async () => {
  const { internalAdapter } = await auth.$context;
  await internalAdapter.createVerificationValue({
    identifier: 'over',
    value: 'x',
    expiresAt: new Date(Date.now() - 1_000),
  });
  await internalAdapter.createVerificationValue({
    identifier: 'open',
    value: 'x',
    expiresAt: new Date(Date.now() + 60_000),
  });

  const [over, open] = [
    await internalAdapter.findVerificationValue('over'),
    await internalAdapter.findVerificationValue('open'),
  ];

  expect(open!.expiresAt.getTime()).toBeGreaterThan(Date.now());
  expect(over === null || over.expiresAt.getTime() < Date.now()).toBe(true);
});

test('tokens that another service gives us for a person are kept nowhere', async () => {
  const { operatorId } = await signedIn(api, { roles: ['EDITOR'] });
  const { internalAdapter } = await auth.$context;

  await internalAdapter.createAccount({
    userId: operatorId,
    providerId: 'oidc',
    accountId: 'somebody',
    accessToken: 'token-of-another-service',
    refreshToken: 'another-one-of-theirs',
  });

  const rows = await api.database.query('select * from operator_account where operator_id = $1', [operatorId]);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toMatch(/token-of-another|another-one/);
});

test('passwords are hashed by Argon2id as OWASP asks, each with a salt of its own', async () => {
  const [one, other] = await Promise.all([
    hashes.hash('a password that is long'),
    hashes.hash('a password that is long'),
  ]);

  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(other).not.toBe(one);
  expect(await hashes.verify(one, 'a password that is long')).toBe(true);
  expect(await hashes.verify(one, 'a password that is longer')).toBe(false);
  expect(await hashes.verify('a password that is long', 'a password that is long')).toBe(false);
});

test('a flood of hashes waits, and what is too much of it is told to come again', async () => {
  const light = new PasswordHashes({ memoryKibibytes: 8, passes: 1 });

  const all = await Promise.allSettled(Array.from({ length: 80 }, () => light.hash('a password')));

  const refused = all.filter((one) => one.status === 'rejected');
  expect(refused).toHaveLength(80 - 2 - 64);
  expect(refused[0]!.reason).toMatchObject({ code: 'OVERLOADED' });
});
