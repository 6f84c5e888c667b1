import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Api, Credential, Json } from '../support/api.ts';
import { contextOn } from '../support/context.ts';
import { changeOperators } from '../support/operator-codes.ts';
import { signedIn } from '../support/people.ts';
import { admin, changeRoles, disable, issue, mutate, twoServices, whoAmI } from './staff-support.ts';

const PASSWORD = 'difference engine no. 2';

let api: Api;
let other: Api;
beforeAll(async () => {
  [api, other] = await twoServices();
});
afterAll(async () => {
  await other.stop();
  await api.stop();
});
// All of a test comes from one network.
beforeEach(() => api.database.query('delete from limit_use'));

let invited = 0;
const newEmail = () => `invited-${++invited}@example.org`;

const invite = (input: object, as?: Credential): Promise<Json> =>
  mutate(
    api,
    'inviteOperator',
    { email: newEmail(), roles: ['EDITOR'], ...input },
    '... on InvitedOperator { link isSent invitation { id email roles invitedBy expiresAt acceptedAt operatorId revokedAt } }',
    as,
  );

const revoke = (operatorInvitationId: string, as?: Credential): Promise<Json> =>
  mutate(
    api,
    'revokeOperatorInvitation',
    { operatorInvitationId },
    '... on RevokedOperatorInvitation { invitation { id revokedAt } }',
    as,
  );

const pathOf = (link: string) => new URL(link).pathname;

async function accept(link: string, fields: object = {}, one = api): Promise<Response> {
  const body = new URLSearchParams({ name: 'Ada Lovelace', password: PASSWORD, ...fields });
  const { publicUrl } = one.services.platform;
  return one.fetch(pathOf(link), { method: 'POST', body, headers: { origin: new URL(publicUrl).origin } });
}

/** Who signs in with what an answer has set. */
const cookieOf = (answer: Response): Credential => ({
  cookie: answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; '),
  origin: new URL(api.services.platform.publicUrl).origin,
});

const peopleWith = (email: string) =>
  api.database.query('select id, roles, created_by from operator where email = $1', [email]);

describe('an invitation', () => {
  test('is a link that is shown once, sent to nobody, and kept as a digest', async () => {
    const boss = await admin(api);
    const email = newEmail();

    const { link, isSent, invitation } = await invite(
      { email: ` ${email.toUpperCase()} `, roles: ['AUDITOR', 'EDITOR'] },
      boss.as,
    );

    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:4000\/admin\/invitations\/imol_[0-9A-Za-z]{39}$/);
    expect(isSent).toBe(false);
    expect(invitation).toMatchObject({ email, roles: ['EDITOR', 'AUDITOR'], invitedBy: boss.actor, acceptedAt: null });
    const days = (Date.parse(invitation.expiresAt) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(7, 1);
    const [row] = await api.database.query<{ text: string }>(
      'select i::text as text from operator_invitation i where id = $1',
      [invitation.id],
    );
    expect(row!.text).not.toContain(link.split('/').at(-1).slice(5));
  });

  test('shows whom it is for, as often as it is looked at, and makes that person once', async () => {
    const { link, invitation } = await invite({ roles: ['APPROVER'] });
    for (let n = 0; n < 3; n++) {
      const page = await api.fetch(pathOf(link));
      expect(page.status).toBe(200);
      expect(page.headers.get('cache-control')).toBe('no-store');
      const html = await page.text();
      expect(html).toContain(invitation.email);
      expect(html).toContain('APPROVER');
    }

    const accepted = await accept(link, { email: 'somebody-else@example.org' });

    expect({ status: accepted.status, to: accepted.headers.get('location') }).toEqual({
      status: 303,
      to: '/admin',
    });
    const [person] = await peopleWith(invitation.email);
    expect(person).toMatchObject({ roles: ['APPROVER'], created_by: 'operator:admin' });
    expect(await peopleWith('somebody-else@example.org')).toEqual([]);
    expect(await whoAmI(api, cookieOf(accepted))).toEqual({ id: person!.id, roles: ['APPROVER'] });
    const signIn = await api.fetch('/admin/sign-in', {
      method: 'POST',
      body: new URLSearchParams({ email: invitation.email, password: PASSWORD }),
      headers: { origin: 'http://127.0.0.1:4000' },
    });
    expect({ status: signIn.status, to: signIn.headers.get('location') }).toEqual({
      status: 303,
      to: '/admin',
    });
    expect((await accept(link)).status).toBe(404);
    expect((await api.fetch(pathOf(link))).status).toBe(404);
    const { data } = await api.graphql(
      'query ($id: ID!) { node(id: $id) { ... on OperatorInvitation { operatorId acceptedAt } } }',
      {
        as: 'operator',
        variables: { id: invitation.id },
      },
    );
    expect(data.node).toEqual({ operatorId: person!.id, acceptedAt: expect.any(String) });
  });

  test('makes one person even if forty accept it at once', async () => {
    const { link, invitation } = await invite({});

    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => accept(link, { name: `Ada ${n}` }, n % 2 ? api : other)),
    );

    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 303)).toHaveLength(1);
    expect(statuses.filter((status) => ![303, 404, 429, 503].includes(status))).toEqual([]);
    expect(await peopleWith(invitation.email)).toHaveLength(1);
  });

  test.each([
    ['a name', { name: ' ' }],
    ['a long password', { password: 'too short' }],
    ['another password than the address', { password: 'EMAIL' }],
  ])('asks for %s and is not used up by less', async (_what, fields) => {
    const { link, invitation } = await invite({});
    const sent = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, value === 'EMAIL' ? invitation.email : value]),
    );

    const answer = await accept(link, sent);

    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain('aria-invalid="true"');
    expect(await peopleWith(invitation.email)).toEqual([]);
    expect((await api.fetch(pathOf(link))).status).toBe(200);
  });

  test('is accepted from our own page alone', async () => {
    const { link, invitation } = await invite({});
    const body = new URLSearchParams({ name: 'Ada', password: PASSWORD });

    for (const headers of [
      {},
      { origin: 'https://evil.example' },
      { origin: 'http://127.0.0.1:4000', 'sec-fetch-site': 'cross-site' },
    ]) {
      const { status } = await api.fetch(pathOf(link), {
        method: 'POST',
        body,
        headers: headers as Record<string, string>,
      });
      expect(status).toBe(403);
    }

    expect(await peopleWith(invitation.email)).toEqual([]);
  });
});

describe('an invitation is over', () => {
  const overAfter = async (end: (invitation: Json) => Promise<unknown>, as?: Credential) => {
    const { link, invitation } = await invite({}, as);
    await end(invitation);
    expect((await api.fetch(pathOf(link))).status).toBe(404);
    expect((await accept(link)).status).toBe(404);
    expect(await peopleWith(invitation.email)).toEqual([]);
  };

  test('when it is taken back', () =>
    overAfter(async ({ id }) => {
      const first = await revoke(id);
      expect(first.invitation).toEqual({ id, revokedAt: expect.any(String) });
      expect(await revoke(id)).toEqual(first);
    }));

  test('when its time is', () =>
    overAfter(({ id }) =>
      changeOperators(api, 'update operator_invitation set expires_at = now() where id = $1', [id]),
    ));

  test('when another is made for the same address', () => overAfter(({ email }) => invite({ email })));

  test('when who made it is disabled', async () => {
    const boss = await admin(api);
    await overAfter(() => disable(api, boss.operatorId), boss.as);
  });

  test('when who made it is ADMIN no more', async () => {
    const boss = await admin(api);
    await overAfter(() => changeRoles(api, { operatorId: boss.operatorId, roles: ['EDITOR'] }), boss.as);
  });

  test('and cannot be taken back once it was accepted', async () => {
    const { link, invitation } = await invite({});
    await accept(link);

    expect(await revoke(invitation.id)).toMatchObject({ code: 'CONFLICT' });
  });

  test.each([
    ['more roles', `update operator_invitation set roles = '{ADMIN}' where id = $1`],
    ['another address', `update operator_invitation set email = 'eve@example.org' where id = $1`],
    ['more time', `update operator_invitation set expires_at = now() + interval '1 year' where id = $1`],
    ['another creator', `update operator_invitation set invited_by = 'operator:admin2' where id = $1`],
  ])('when somebody gives it %s in the database', (_, change) =>
    overAfter(({ id }) => api.database.query(change, [id])),
  );

  test('although somebody opens it again in the database after it was taken back', () =>
    overAfter(async ({ id }) => {
      await revoke(id);
      await api.database.query('update operator_invitation set revoked_at = null where id = $1', [id]);
    }));

  test('and goes by upkeep a quarter of a year later', async () => {
    const { invitation } = await invite({});
    await api.database.query(`update operator_invitation set expires_at = now() - interval '91 days' where id = $1`, [
      invitation.id,
    ]);

    await api.services.upkeep['old invitations']!(contextOn(api.services.platform.database));

    const { data } = await api.graphql('query ($id: ID!) { node(id: $id) { id } }', {
      as: 'operator',
      variables: { id: invitation.id },
    });
    expect(data.node).toBeNull();
  });
});

test('links that are none are counted by network, and told from others by nothing', async () => {
  const paths = ['imol_x', `imol_${'x'.repeat(39)}`, 'x'.repeat(600), 'imol_wbqolQhaxmwXpNbHbTkTkttVAzHSCwZCO1AQWgX'];
  for (const token of paths) expect((await api.fetch(`/admin/invitations/${token}`)).status).toBe(404);

  let status = 404;
  for (let n = 0; n < 60 && status === 404; n++) ({ status } = await api.fetch('/admin/invitations/x'));

  expect(status).toBe(429);
});

describe('who is invited', () => {
  test('is nobody who is there already', async () => {
    const person = await signedIn(api, { roles: ['EDITOR'] });

    expect(await invite({ email: person.email.toUpperCase() })).toMatchObject({ code: 'CONFLICT' });
  });

  test.each(['', 'ada', 'ada@', '@example.org', 'ada@example.org, eve@example.org', `${'a'.repeat(250)}@example.org`])(
    'has an address, and not %j',
    async (email) => {
      expect(await invite({ email })).toMatchObject({ issues: [{ pointer: '/email' }] });
    },
  );

  test('has a role', async () => {
    expect(await invite({ roles: [] })).toMatchObject({ issues: [{ pointer: '/roles' }] });
  });

  test('may do nothing that who invites may not', async () => {
    const boss = await admin(api);
    const { token } = await issue(api, { scopes: ['operators:manage'] }, boss.as);

    expect(await invite({ roles: ['AUDITOR'] }, { bearer: token })).toMatchObject({ __typename: 'Forbidden' });
  });
});

test('invitations are made, listed and taken back by an ADMIN alone, by no way of asking', async () => {
  const person = await signedIn(api, { roles: ['EDITOR', 'APPROVER', 'AUDITOR'] });
  const { invitation } = await invite({});
  const byNode = async (as: Credential) =>
    (await api.graphql('query ($id: ID!) { node(id: $id) { id } }', { as, variables: { id: invitation.id } })).data
      .node;
  const list = async (as: Credential) =>
    api.graphql('{ operatorInvitations(first: 100, filter: { isOpen: true }) { nodes { id } } }', { as });

  expect(await byNode(person.as)).toBeNull();
  expect((await list(person.as)).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  expect(await invite({}, person.as)).toMatchObject({ __typename: 'Forbidden' });
  expect(await revoke(invitation.id, person.as)).toMatchObject({ __typename: 'Forbidden' });

  expect(await byNode('operator')).toEqual({ id: invitation.id });
  for (let n = 0; n < 8; n++)
    expect((await list('operator')).data.operatorInvitations.nodes).toContainEqual({ id: invitation.id });
});
