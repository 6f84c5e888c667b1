import { afterAll, beforeAll, expect, test } from 'vitest';
import { newResetToken } from '../../src/operators/links.ts';
import { type Api, startApi } from '../support/api.ts';
import { contextOn } from '../support/context.ts';
import { accountsOf, changeOperators } from '../support/operator-codes.ts';
import { cookiesOf, postForm, sessionOf, signedIn, withPassword } from '../support/people.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ works: false });
});
afterAll(() => api.stop());

const ME = '{ me { actor kind credential confirmedAt permissions operator { id email } } }';
const SESSIONS = '{ mySessions { id isCurrent browser address } }';
const END = 'mutation ($input: EndSessionInput!) { endSession(input: $input) { __typename } }';
const OLD = 'difference engine no. 2';
const NEW = 'analytical engine no. 1';

const accountOf = (headers: Record<string, string>) => api.fetch('/admin/account', { headers });

test('`me` says who asks, whatever was shown', async () => {
  const { as, actor, operatorId, email } = await signedIn(api, { roles: ['APPROVER'] });

  const [session, bootstrap, nobody] = await Promise.all([
    api.graphql(ME, { as }),
    api.graphql(ME, { as: 'operator' }),
    api.graphql(ME),
  ]);

  expect(session.data.me).toMatchObject({
    actor,
    kind: 'OPERATOR',
    credential: 'SESSION',
    operator: { id: operatorId, email },
  });
  expect(session.data.me.confirmedAt).not.toBeNull();
  expect(session.data.me.permissions).toContain('approvals:decide');
  expect(session.data.me.permissions).not.toContain('operators:manage');
  expect(bootstrap.data.me).toMatchObject({ actor: 'operator:admin', credential: 'BEARER', operator: null });
  expect(nobody.data.me).toMatchObject({ kind: 'ANONYMOUS', credential: null, permissions: [], operator: null });
});

test('one sees and ends one’s own sessions, and nobody else’s', async () => {
  const me = await signedIn(api, { roles: ['EDITOR'] });
  const elsewhere = await sessionOf(api, me.operatorId);
  const other = await signedIn(api, { roles: ['ADMIN'] });

  const { data } = await api.graphql(SESSIONS, { as: me.as });
  const ofOther = await api.graphql(END, { as: me.as, variables: { input: { sessionId: other.sessionId } } });
  const ended = await api.graphql(END, { as: me.as, variables: { input: { sessionId: elsewhere.sessionId } } });
  const again = await api.graphql(END, { as: me.as, variables: { input: { sessionId: elsewhere.sessionId } } });

  expect(data.mySessions.map(({ id, isCurrent }: { id: string; isCurrent: boolean }) => [id, isCurrent])).toEqual(
    expect.arrayContaining([
      [me.sessionId, true],
      [elsewhere.sessionId, false],
    ]),
  );
  expect(data.mySessions).toHaveLength(2);
  expect([ofOther, ended, again].map((answer) => answer.data.endSession.__typename)).toEqual([
    'NotFound',
    'EndedSession',
    'NotFound',
  ]);
  expect((await accountOf(elsewhere.as)).headers.get('location')).toBe('/admin/sign-in?next=%2Fadmin%2Faccount');
  expect([(await accountOf(me.as)).status, (await accountOf(other.as)).status]).toEqual([200, 200]);
});

test('signing out everywhere ends all of them at once, here and from the graph', async () => {
  const me = await signedIn(api, { roles: ['EDITOR'] });
  const elsewhere = await sessionOf(api, me.operatorId);

  const answer = await postForm(api, '/admin/account/sessions/end-all', {}, { cookie: elsewhere.as.cookie });

  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin/sign-in']);
  expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^imprimatur-session=; Max-Age=0; Path=\//)]);
  expect([(await accountOf(me.as)).status, (await accountOf(elsewhere.as)).status]).toEqual([303, 303]);
});

test('what is shown of a session is text, whatever a browser calls itself', async () => {
  const me = await signedIn(api, { roles: ['EDITOR'], name: '<img src=x onerror=alert(1)>' });
  await api.database.query(`update operator_session set user_agent = '<script>alert(1)</script>' where id = $1`, [
    me.sessionId,
  ]);

  const page = await (await accountOf(me.as)).text();

  expect(page).not.toMatch(/<script|<img/);
  expect(page).toContain('&#60;script&#62;');
});

test.each([
  '/admin/account',
  '/admin/sign-out',
  '/admin/sign-in',
  '/admin/begin/x',
  '/admin/reset/x',
  '/admin/assets/nowhere',
])('%s is kept by nobody, runs no script and sends its forms nowhere else', async (path) => {
  const { as } = await signedIn(api, { roles: ['EDITOR'] });

  const { headers } = await api.fetch(path, { headers: path.endsWith('sign-in') ? {} : as });

  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'.*form-action 'self'; frame-ancestors 'none'$/,
  );
  expect(headers.get('content-security-policy')).not.toContain('script-src');
  expect(headers.get('x-robots-tag')).toBe('noindex');
});

test('whoever is locked out gets a link that sets a new password once, and ends what was begun with the old one', async () => {
  const me = await signedIn(api, { roles: ['ADMIN'] });
  await withPassword(api, me.operatorId, OLD);
  const earlier = cookiesOf(await postForm(api, '/admin/sign-in', { email: me.email, password: OLD }));
  const link = await newResetToken(contextOn(api.services.platform.database), accountsOf(api), me.email);
  const path = `/admin/reset/${(link as { token: string }).token}`;

  expect((await accountOf({ cookie: earlier })).status).toBe(303);
  expect((await api.fetch(path)).status).toBe(200);
  expect((await postForm(api, path, { password: 'short' })).status).toBe(422);
  const all = await Promise.all([1, 2, 3].map(() => postForm(api, path, { password: NEW })));
  expect(all.map(({ status }) => status).sort()).toEqual([303, 404, 404]);
  const entered = all.find(({ status }) => status === 303)!;
  expect((await accountOf({ cookie: cookiesOf(entered) })).status).toBe(200);
  expect((await api.fetch(path)).status).toBe(404);
  expect((await postForm(api, '/admin/sign-in', { email: me.email, password: OLD })).status).toBe(422);
  expect((await postForm(api, '/admin/sign-in', { email: me.email, password: NEW })).status).toBe(303);
});

test('a sign-in with the old password that is under way while another is set comes to nothing', async () => {
  const me = await signedIn(api, { roles: ['EDITOR'] });
  await withPassword(api, me.operatorId, OLD);
  const link = await newResetToken(contextOn(api.services.platform.database), accountsOf(api), me.email);
  const path = `/admin/reset/${(link as { token: string }).token}`;

  const [, ...signIns] = await Promise.all([
    postForm(api, path, { password: NEW }),
    ...Array.from({ length: 6 }, () => postForm(api, '/admin/sign-in', { email: me.email, password: OLD })),
  ]);

  // Some were earlier, and have ended with the rest.
  const left = await Promise.all(signIns.map((answer) => accountOf({ cookie: cookiesOf(answer) })));
  expect(left.map(({ status }) => status)).toEqual(signIns.map(() => 303));
});

test('who is disabled gets no link while somebody could enable them; where nobody is left, the link makes an ADMIN', async () => {
  const alone = await startApi({ works: false });
  const ctx = () => contextOn(alone.services.platform.database);
  const admin = await signedIn(alone, { roles: ['ADMIN'] });
  const editor = await signedIn(alone, { roles: ['EDITOR'] });
  const disable = (id: string) => changeOperators(alone, 'update operator set disabled_at = now() where id = $1', [id]);
  await disable(editor.operatorId);

  expect(await newResetToken(ctx(), accountsOf(alone), editor.email)).toBe('DISABLED');
  expect(await newResetToken(ctx(), accountsOf(alone), 'nobody@example.org')).toBe('UNKNOWN');
  await disable(admin.operatorId);
  const link = await newResetToken(ctx(), accountsOf(alone), editor.email);
  expect(link).toMatchObject({ makesAdmin: true });
  await postForm(alone, `/admin/reset/${(link as { token: string }).token}`, { password: NEW });

  expect(
    await alone.database.query('select roles, disabled_at from operator where id = $1', [editor.operatorId]),
  ).toEqual([{ roles: ['ADMIN', 'EDITOR'], disabled_at: null }]);
});
