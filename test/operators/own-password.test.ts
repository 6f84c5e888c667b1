import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { newResetToken } from '../../src/operators/links.ts';
import { PasswordHashes } from '../../src/operators/sign-in/password-hash.ts';
import { type Api, type Credential, type Json, startApi } from '../support/api.ts';
import { contextOn } from '../support/context.ts';
import { FormBrowser } from '../support/forms.ts';
import { accountsOf } from '../support/operator-codes.ts';
import { type SignedIn, sessionOf, signedIn, withPassword } from '../support/people.ts';
import { issue, mutate, whoAmI } from './staff-support.ts';

const OLD = 'difference engine no. 2';
const NEW = 'analytical engine no. 1';

let api: Api;
let me: SignedIn;
beforeAll(async () => {
  api = await startApi({ works: false });
});
afterAll(() => api.stop());
beforeEach(async () => {
  me = await signedIn(api, { roles: ['EDITOR'] });
  await withPassword(api, me.operatorId, OLD);
});

const change = (input: object, as: Credential = me.as): Promise<Json> =>
  mutate(api, 'updateOwnPassword', input, '... on UpdatedOwnPassword { operator { id } }', as);
const right = { currentPassword: OLD, newPassword: NEW };
const signsIn = async (password: string, email = me.email) =>
  (await new FormBrowser(api).post('/admin/sign-in', { email, password })).status === 303;

test('whoever shows the present password takes another: this session goes on, all others and links end', async () => {
  const link = (await newResetToken(contextOn(api.services.platform.database), accountsOf(api), me.email)) as {
    token: string;
  };
  me = { ...me, ...(await sessionOf(api, me.operatorId)) };
  const elsewhere = await sessionOf(api, me.operatorId);
  const other = await signedIn(api, { roles: ['EDITOR'] });

  const changed = await change(right);

  expect(changed).toEqual({ __typename: 'UpdatedOwnPassword', operator: { id: me.operatorId } });
  expect([await whoAmI(api, me.as), await whoAmI(api, elsewhere.as), await whoAmI(api, other.as)]).toEqual([
    expect.objectContaining({ id: me.operatorId }),
    null,
    expect.objectContaining({ id: other.operatorId }),
  ]);
  expect([await signsIn(OLD), await signsIn(NEW)]).toEqual([false, true]);
  expect((await api.fetch(`/admin/reset/${link.token}`)).status).toBe(404);
});

test('the audit trail says that it was done and refused, and nothing of what was typed', async () => {
  await change({ ...right, currentPassword: 'not the one engine' });
  await change(right);

  const entries = await api.database.query<{ outcome: string; text: string }>(
    `select outcome, to_jsonb(audit_entry)::text as text from audit_entry
     where action = 'updateOwnPassword' and actor = $1 order by id`,
    [me.actor],
  );
  expect(entries.map(({ outcome }) => outcome)).toEqual(['REFUSED', 'DONE']);
  expect(entries[1]!.text).toContain(me.operatorId);
  for (const { text } of entries) expect(text).not.toMatch(/engine|argon/);
});

test.each([
  ['a wrong present password', { currentPassword: 'not the one at all' }, '/currentPassword', 'isn’t your current'],
  ['none', { currentPassword: null }, '/currentPassword', 'isn’t your current'],
  ['one that is too short', { newPassword: 'short' }, '/newPassword', 'at least 12'],
  ['the same again', { newPassword: OLD }, '/newPassword', 'Choose a different'],
])(
  '%s changes nothing, and the answer says what to do without a word of what was typed',
  async (_, typed, pointer, says) => {
    const answer = await change({ ...right, ...typed });

    expect(answer).toMatchObject({ __typename: 'InputInvalid', issues: [{ pointer }] });
    expect(answer.issues[0].message).toContain(says);
    expect(JSON.stringify(answer)).not.toMatch(/engine|not the one/);
    expect([(await whoAmI(api, me.as))?.id, await signsIn(OLD)]).toEqual([me.operatorId, true]);
  },
);

test('asks for a step-up', async () => {
  const { as } = await sessionOf(api, me.operatorId, new Date(Date.now() - 11 * 60_000));

  expect(await change(right, as)).toMatchObject({ code: 'STEP_UP_REQUIRED' });
  expect(await signsIn(OLD)).toBe(true);
});

test('guesses are counted with those on the page: after twenty none is taken, and nobody else is stopped', async () => {
  const verified = vi.spyOn(PasswordHashes.prototype, 'verify');
  onTestFinished(() => void vi.restoreAllMocks());
  const other = await signedIn(api, { roles: ['EDITOR'] });
  await withPassword(api, other.operatorId, OLD);
  const browser = new FormBrowser(api, me.as);
  const wrong = { currentPassword: 'not the one at all', newPassword: NEW };

  const pages = Array.from({ length: 12 }, () =>
    browser.post('/admin/account/password', { present: wrong.currentPassword, password: NEW }),
  );
  const guesses = Array.from({ length: 12 }, () => change(wrong));
  const refused = [
    ...(await Promise.all(pages)).filter(({ status }) => status === 429),
    ...(await Promise.all(guesses)).filter(({ code }) => code === 'RATE_LIMITED'),
  ];

  expect([verified.mock.calls.length, refused.length]).toEqual([20, 4]);
  expect(await change(right)).toMatchObject({ code: 'RATE_LIMITED' });
  expect(await change(right, other.as)).toMatchObject({ __typename: 'UpdatedOwnPassword' });
});

test('of several at the same moment one counts', async () => {
  const sessions = [me, ...(await Promise.all([1, 2, 3].map(() => sessionOf(api, me.operatorId))))];

  const all = await Promise.all(sessions.map(({ as }, n) => change({ ...right, newPassword: `${NEW} ${n}` }, as)));

  const won = all.flatMap(({ __typename }, n) => (__typename === 'UpdatedOwnPassword' ? [n] : []));
  expect(won).toHaveLength(1);
  expect(await signsIn(`${NEW} ${won[0]}`)).toBe(true);
});

test('who has none sets a first one in a session; a token of theirs sets and changes none', async () => {
  const person = await signedIn(api, { roles: ['ADMIN'] });
  const { token } = await issue(api, { scopes: ['own-account:manage'] }, person.as);

  expect(token).toMatch(/^imop_/);
  expect(await change({ newPassword: NEW }, { bearer: token })).toMatchObject({ code: 'CONFLICT' });
  expect(await change({ newPassword: NEW }, 'operator')).toMatchObject({ code: 'CONFLICT' });
  expect(await signsIn(NEW, person.email)).toBe(false);
  expect(await change({ newPassword: NEW }, person.as)).toMatchObject({ __typename: 'UpdatedOwnPassword' });
  expect(await signsIn(NEW, person.email)).toBe(true);
});
