import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { newResetToken } from '../../src/operators/links.ts';
import { stepAt, totpCode } from '../../src/operators/second-factor/totp.ts';
import { SessionCookie } from '../../src/operators/session-cookie.ts';
import { stored } from '../rest/support.ts';
import { type Api, startApi } from '../support/api.ts';
import { contextOn } from '../support/context.ts';
import { FormBrowser } from '../support/forms.ts';
import { CLIENT_ID, CLIENT_SECRET, TestOidcProvider } from '../support/oidc-provider.ts';
import { accountsOf } from '../support/operator-codes.ts';
import { cookiesOf, sessionOf, signedIn, withPassword } from '../support/people.ts';
import { base32Bytes } from './base32.ts';
import { mutate } from './staff-support.ts';

const PASSWORD = 'difference engine no. 2';
const OTHER = 'analytical engine no. 1';

let api: Api;
beforeAll(async () => {
  api = await startApi({ works: false });
  mkdirSync(join(api.dataDir, 'blobs'), { recursive: true });
});
afterAll(() => api.stop());

const tokenIn = (cookies: string, of = api) => {
  const { config, publicUrl } = of.services.platform;
  return new SessionCookie(config.encryptionKey, publicUrl).tokenIn(cookies);
};

describe('with the cookie of a session', () => {
  const FOREIGN: [string, Record<string, string>][] = [
    ['no origin', {}],
    ['another origin', { origin: 'https://evil.example' }],
    ['a frame of others', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour', { 'sec-fetch-site': 'same-site' }],
  ];

  test.each(FOREIGN)('nothing that is served takes anything from %s', async (_, headers) => {
    const { as } = await signedIn(api, { roles: ['ADMIN'] });
    const before = await stored(api);
    const unsafe = api.mounts.flatMap(({ path, methods }) =>
      Object.keys(methods).flatMap((method) => (['GET', 'HEAD', 'OPTIONS'].includes(method) ? [] : [{ path, method }])),
    );

    const answers: Record<string, number> = {};
    for (const { path, method } of unsafe) {
      const isForm = path.startsWith('/admin/');
      const { status } = await api.fetch(path.replaceAll(/[:*]\w+/g, 'x'), {
        method,
        headers: {
          cookie: as.cookie,
          ...headers,
          'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
        },
        body: isForm
          ? 'email=a%40b.example&password=x'
          : '{"query":"mutation { signOutEverywhere(input: { confirm: true }) { __typename } }"}',
      });
      answers[`${method} ${path}`] = status;
    }

    expect(Object.keys(answers).length).toBeGreaterThan(15);
    expect(Object.entries(answers).filter(([, status]) => status !== 403)).toEqual([]);
    expect(await stored(api)).toEqual(before);
  });

  test.each(['/graphql', '/graphql/stream'])('%s changes nothing that is asked for by an address', async (path) => {
    const { as } = await signedIn(api, { roles: ['ADMIN'] });
    const query = encodeURIComponent('mutation { signOutEverywhere(input: { confirm: true }) { __typename } }');

    const answer = await api.fetch(`${path}?query=${query}`, {
      headers: { cookie: as.cookie, accept: 'text/event-stream, application/json' },
    });

    expect(await answer.text()).not.toContain('SignedOutEverywhere');
    expect((await api.fetch('/admin/account', { headers: { cookie: as.cookie } })).status).toBe(200);
  });

  test('what a page of others may have a browser ask for is not given to that page', async () => {
    const { as } = await signedIn(api, { roles: ['ADMIN'] });

    for (const path of [
      '/graphql?query={me{actor}}',
      '/exports/audit-trail.jsonl',
      '/exports/runs.jsonl',
      '/admin/account',
    ]) {
      const { headers } = await api.fetch(path, { headers: { cookie: as.cookie, origin: 'https://evil.example' } });
      expect({ path, origin: headers.get('access-control-allow-origin') }).toEqual({ path, origin: null });
      expect({ path, credentials: headers.get('access-control-allow-credentials') }).toEqual({
        path,
        credentials: null,
      });
    }
  });
});

/** Every way in, with what a browser had before. Each gives what it has after. */
const WAYS: Record<string, (browser: FormBrowser) => Promise<{ status: number }>> = {
  'by password': async (browser) => {
    const { email, operatorId } = await signedIn(api, { roles: ['EDITOR'] });
    await withPassword(api, operatorId, PASSWORD);
    return browser.post('/admin/sign-in', { email, password: PASSWORD });
  },
  'by a link for another password': async (browser) => {
    const { email } = await signedIn(api, { roles: ['EDITOR'] });
    const link = await newResetToken(contextOn(api.services.platform.database), accountsOf(api), email);
    return browser.post(`/admin/reset/${(link as { token: string }).token}`, { password: PASSWORD });
  },
  'by an invitation': async (browser) => {
    const { link } = await mutate(
      api,
      'inviteOperator',
      { email: `gwen-${process.hrtime.bigint()}@example.org`, roles: ['AUDITOR'] },
      '... on InvitedOperator { link }',
    );
    return browser.post(new URL(link).pathname, { name: 'Gwen', password: PASSWORD });
  },
};

describe.each(Object.entries(WAYS))('who comes in %s', (_, enter) => {
  test('has another session than the one that the browser was given before', async () => {
    const { config, publicUrl } = api.services.platform;
    const cookie = new SessionCookie(config.encryptionKey, publicUrl);
    const planter = await signedIn(api, { roles: ['EDITOR'] });
    const planted: [string, string][] = [
      // One that was never given out, and one of somebody who lies in wait.
      ['made up', `${cookie.name}=${cookie.valueOf('planted')}`],
      ['of another person', planter.as.cookie],
    ];

    for (const [what, before] of planted) {
      const browser = new FormBrowser(api, { cookie: before });
      const { status } = await enter(browser);

      expect({ what, status }).toEqual({ what, status: 303 });
      expect(tokenIn(browser.cookie)).not.toBeNull();
      expect(tokenIn(browser.cookie)).not.toBe(tokenIn(before));
      expect((await api.fetch('/admin/account', { headers: { cookie: before } })).status).toBe(303);
      expect((await browser.get('/admin/account')).status).toBe(200);
    }
  });
});

describe.each<[string, string, string[]]>([
  ['http', 'http://127.0.0.1:4000', []],
  ['https', 'https://desk.example.org', ['Secure']],
])('over %s', (scheme, publicUrl, secure) => {
  test('all cookies of people are for this host, its own pages and no script', async () => {
    const service = await startApi({ works: false, env: { PUBLIC_URL: publicUrl } });
    const { email, operatorId } = await signedIn(service, { roles: ['EDITOR'] });
    await withPassword(service, operatorId, PASSWORD);
    const { as } = await sessionOf(service, operatorId);
    const post = (path: string, fields: Record<string, string>) =>
      service.fetch(path, {
        method: 'POST',
        headers: { origin: publicUrl, cookie: as.cookie },
        body: new URLSearchParams(fields),
      });

    const answers = [
      await post('/admin/confirm', { password: PASSWORD }),
      await post('/admin/sign-in', { email, password: PASSWORD }),
      await post('/admin/sign-out', {}),
    ];
    const fresh = await sessionOf(service, operatorId);
    answers.push(
      await service.fetch('/admin/account/password', {
        method: 'POST',
        headers: { origin: publicUrl, cookie: fresh.as.cookie },
        body: new URLSearchParams({ present: PASSWORD, password: OTHER }),
      }),
    );

    const prefix = scheme === 'https' ? '__Host-' : '';
    const cookies = answers.flatMap((answer) => answer.headers.getSetCookie());
    expect(new Set(cookies.map((cookie) => cookie.split('=')[0]))).toEqual(
      new Set([`${prefix}imprimatur-session`, `${prefix}imprimatur-browser`]),
    );
    const expected = ['HttpOnly', 'Max-Age', 'Path=/', 'SameSite=Lax', ...secure].sort();
    for (const cookie of cookies) {
      const attributes = cookie.split('; ').slice(1);
      expect(attributes.map((one) => one.replace(/=\d+$/, '')).sort()).toEqual(expected);
    }
  });

  test('so are those that are carried between two steps of a sign-in, and they are taken back with the same', async () => {
    const provider = await TestOidcProvider.start(`${publicUrl}/admin/sign-in/oidc/back`);
    onTestFinished(() => provider.stop());
    const env = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: CLIENT_ID, OIDC_CLIENT_SECRET: CLIENT_SECRET };
    const service = await startApi({ works: false, env: { PUBLIC_URL: publicUrl, ...env } });
    const { email, operatorId } = await signedIn(service, { roles: ['EDITOR'] });
    await withPassword(service, operatorId, PASSWORD);
    const { as } = await sessionOf(service, operatorId);
    const post = (path: string, fields: Record<string, string>, cookie: string) =>
      service.fetch(path, {
        method: 'POST',
        headers: { origin: publicUrl, cookie },
        body: new URLSearchParams(fields),
      });
    const codes = await withCodes(async (fields) =>
      (await post('/admin/account/second-factors', fields, as.cookie)).text(),
    );

    const halfWay = await post('/admin/sign-in', { email, password: PASSWORD }, '');
    const entered = await post('/admin/sign-in/code', { code: codes[0]! }, cookiesOf(halfWay));
    const away = await service.fetch('/admin/sign-in/oidc');
    const state = new URL(away.headers.get('location')!).searchParams.get('state');
    const back = await service.fetch(`/admin/sign-in/oidc/back?state=${state}&code=y`, {
      headers: { cookie: cookiesOf(away) },
    });

    const prefix = scheme === 'https' ? '__Host-' : '';
    const own = ['HttpOnly', 'Path=/', 'SameSite=Lax', ...secure];
    const given = [...own, 'Expires', 'Max-Age'].sort();
    const gone = [...own, 'Expires'].sort();
    const flagsOf = (answer: Response, name: string) => {
      const cookies = answer.headers.getSetCookie().filter((cookie) => cookie.startsWith(`${prefix}${name}`));
      return cookies.map((cookie) =>
        cookie
          .split('; ')
          .slice(1)
          .map((one) => one.replace(/^(Max-Age|Expires)=.*$/, '$1'))
          .sort(),
      );
    };
    expect(flagsOf(halfWay, 'imprimatur-half-way')).toEqual([given]);
    expect(flagsOf(entered, 'imprimatur-half-way')).toEqual([gone]);
    expect(flagsOf(away, 'imprimatur-oidc')).toEqual([given]);
    expect(flagsOf(back, 'imprimatur-oidc')).toEqual([gone]);
    expect(halfWay.headers.getSetCookie()).toHaveLength(1);
  });
});

/** Sets an app up as a person does. Gives the recovery codes. */
async function withCodes(post: (fields: Record<string, string>) => Promise<string>): Promise<string[]> {
  const setup = await post({ do: 'begin-codes' });
  const secret = base32Bytes(/<code id="secret">([A-Z2-7 ]+)</.exec(setup)![1]!.replaceAll(' ', ''));
  const told = await post({ do: 'confirm-codes', code: totpCode(secret, stepAt(new Date())) });
  return [...told.matchAll(/<li><code>([A-Z2-7-]+)<\/code>/g)].map(([, code]) => code!);
}
