import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newToken } from '../../src/platform/auth/token.ts';
import { digestOf } from '../../src/platform/encryption/secrets.ts';
import type { Api, Credential, Json } from '../support/api.ts';
import { changeOperators } from '../support/operator-codes.ts';
import { signedIn } from '../support/people.ts';
import { admin, changeRoles, issue, mutate, twoServices, whoAmI } from './staff-support.ts';

let api: Api;
let other: Api;
beforeAll(async () => {
  [api, other] = await twoServices();
});
afterAll(async () => {
  await other.stop();
  await api.stop();
});

const revoke = (operatorTokenId: string, as?: Credential) =>
  mutate(
    api,
    'revokeOperatorToken',
    { operatorTokenId },
    '... on RevokedOperatorToken { operatorToken { revokedAt } }',
    as,
  );

async function list(as: Credential, filter: object = {}): Promise<Json[]> {
  const { data, errors } = await api.graphql(
    `query ($filter: OperatorTokenFilter) { operatorTokens(first: 100, filter: $filter) {
       nodes { id operatorId name hint scopes issuedBy lastUsedAt expiresAt revokedAt } } }`,
    { as, variables: { filter } },
  );
  expect(errors).toBeUndefined();
  return data.operatorTokens.nodes;
}

const daysUntil = (time: string) => (Date.parse(time) - Date.now()) / 86_400_000;

describe('a token for oneself', () => {
  test('counts as the person, is shown once, and is kept as a digest', async () => {
    const person = await signedIn(api, { roles: ['EDITOR'] });

    const { token, operatorToken } = await issue(api, { scopes: ['settings:read', 'operators:read'] }, person.as);

    expect(token).toMatch(/^imop_[0-9A-Za-z]{39}$/);
    expect(operatorToken).toMatchObject({
      operatorId: person.operatorId,
      scopes: ['operators:read', 'settings:read'],
      issuedBy: person.actor,
      hint: token.slice(0, 9),
    });
    expect(daysUntil(operatorToken.expiresAt)).toBeCloseTo(90, 1);
    const [row] = await api.database.query<{ text: string; token_hash: Buffer }>(
      'select t::text as text, token_hash from operator_token t where id = $1',
      [operatorToken.id],
    );
    expect(row!.token_hash.equals(digestOf(token))).toBe(true);
    expect(row!.text).not.toContain(token.slice(9));
    expect(JSON.stringify(await list(person.as))).not.toContain(token.slice(9));
  });

  test('may do what its scopes and the roles allow, and nothing else', async () => {
    const person = await signedIn(api, { roles: ['EDITOR'] });
    const { token } = await issue(api, { scopes: ['settings:read'] }, person.as);
    const ask = (query: string) => api.graphql(query, { as: { bearer: token } });

    expect((await ask('{ settings { name } }')).errors).toBeUndefined();
    expect((await ask('{ operators { totalCount } }')).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  });

  test('loses at once what the person loses, in other processes within a second', async () => {
    const person = await signedIn(api, { roles: ['AUDITOR', 'EDITOR'] });
    const { token } = await issue(api, { scopes: ['runs:export', 'runs:read'] }, person.as);
    const permitted = async (one: Api) =>
      (await one.fetch('/exports/runs.jsonl', { as: { bearer: token } })).status !== 403;
    expect([await permitted(api), await permitted(other)]).toEqual([true, true]);

    await changeRoles(api, { operatorId: person.operatorId, roles: ['EDITOR'] });

    expect(await permitted(api)).toBe(false);
    await expect.poll(() => permitted(other)).toBe(false);
  });

  test.each([
    ['no scope', { scopes: [] }, '/scopes'],
    ['a scope that there is not', { scopes: ['settings:reed'] }, '/scopes/0'],
    ['what the person may not', { scopes: ['settings:read', 'settings:manage'] }, '/scopes/1'],
  ])('is not issued with %s', async (_what, input, pointer) => {
    const person = await signedIn(api, { roles: ['EDITOR'] });

    expect(await issue(api, input, person.as)).toMatchObject({ __typename: 'InputInvalid', issues: [{ pointer }] });

    expect(await list(person.as)).toEqual([]);
  });

  test('says what was likely meant', async () => {
    const { issues } = await issue(api, { scopes: ['settings:reed'] }, (await signedIn(api, { roles: ['EDITOR'] })).as);

    expect(issues[0].message).toContain('Did you mean `settings:read`?');
  });
});

describe('a token for somebody else', () => {
  test('is issued by an ADMIN alone, who stands beside it and in what is done with it', async () => {
    const boss = await admin(api);
    const person = await signedIn(api, { roles: ['APPROVER'] });
    const input = { operatorId: person.operatorId, scopes: ['approvals:decide', 'approvals:read'] };

    expect(await issue(api, input, (await signedIn(api, { roles: ['EDITOR'] })).as)).toMatchObject({
      __typename: 'Forbidden',
    });
    const { token, operatorToken } = await issue(api, input, boss.as);

    expect(operatorToken).toMatchObject({ operatorId: person.operatorId, issuedBy: boss.actor });
    const principal = await api.services.platform.authentication.ofRequest({
      headers: { authorization: `Bearer ${token}` },
      method: 'POST',
    });
    expect(principal).toMatchObject({
      actor: person.actor,
      subjectId: person.operatorId,
      credential: { kind: 'BEARER', id: operatorToken.id, issuedBy: boss.actor },
    });
    expect([...principal.permissions].sort()).toEqual(['approvals:decide', 'approvals:read']);
  });

  test('holds nothing that this person may not, though the ADMIN may', async () => {
    const boss = await admin(api);
    const { operatorId } = await signedIn(api, { roles: ['AUDITOR'] });

    expect(await issue(api, { operatorId, scopes: ['approvals:decide'] }, boss.as)).toMatchObject({
      issues: [{ pointer: '/scopes/0', message: expect.stringContaining('This operator doesn’t have') }],
    });
  });

  test('has to name a person where the admin token issues it, and one who is let in', async () => {
    const { operatorId } = await signedIn(api, { roles: ['EDITOR'] });

    expect(await issue(api, {})).toMatchObject({ issues: [{ pointer: '/operatorId' }] });
    expect(await issue(api, { operatorId })).toMatchObject({ operatorToken: { issuedBy: 'operator:admin' } });
    await changeOperators(api, 'update operator set disabled_at = now() where id = $1', [operatorId]);
    expect(await issue(api, { operatorId })).toMatchObject({ code: 'CONFLICT' });
    expect(await issue(api, { operatorId: 'op_00000000000000000000000000' })).toMatchObject({ __typename: 'NotFound' });
  });
});

describe('a token that issues another', () => {
  test('needs the scope for it', async () => {
    const person = await signedIn(api, { roles: ['EDITOR'] });
    const { token } = await issue(api, { scopes: ['settings:read'] }, person.as);

    expect(await issue(api, { scopes: ['settings:read'] }, { bearer: token })).toMatchObject({
      __typename: 'Forbidden',
    });
    expect(
      await mutate(api, 'inviteOperator', { email: 'x@example.org', roles: ['EDITOR'] }, '', { bearer: token }),
    ).toMatchObject({ __typename: 'Forbidden' });
  });

  test('makes none that may do more, or lives longer', async () => {
    const boss = await admin(api);
    const { token, operatorToken } = await issue(
      api,
      { scopes: ['own-account:manage', 'settings:read'], lifetimeDays: 2 },
      boss.as,
    );
    const as = { bearer: token };

    expect(await issue(api, { scopes: ['settings:manage'] }, as)).toMatchObject({
      issues: [{ pointer: '/scopes/0', message: expect.stringContaining('You don’t have') }],
    });
    const next = await issue(api, { scopes: ['settings:read'], lifetimeDays: 300 }, as);

    expect(next.operatorToken).toMatchObject({ expiresAt: operatorToken.expiresAt, operatorId: boss.operatorId });
  });
});

describe('a token that has ended', () => {
  test('is refused from the next request on, in other processes within a second', async () => {
    const person = await signedIn(api, { roles: ['EDITOR'] });
    const { token, operatorToken } = await issue(api, { scopes: ['own-account:manage'] }, person.as);
    expect(await whoAmI(other, { bearer: token })).not.toBeNull();

    const revoked = await revoke(operatorToken.id, person.as);

    expect(revoked.operatorToken.revokedAt).toEqual(expect.any(String));
    expect((await revoke(operatorToken.id, person.as)).operatorToken).toEqual(revoked.operatorToken);
    expect(await whoAmI(api, { bearer: token })).toBeNull();
    await expect.poll(() => whoAmI(other, { bearer: token })).toBeNull();
    expect(await list(person.as, { isValid: true })).toEqual([]);
    expect(await list(person.as, { isValid: false })).toMatchObject([{ id: operatorToken.id }]);
  });

  test.each([
    [
      'that expired',
      async (id: string) =>
        void (await changeOperators(api, `update operator_token set expires_at = now() where id = $1`, [id])),
    ],
    [
      'whose person is gone',
      async (id: string) =>
        void (await api.database.query(
          `delete from operator where id = (select operator_id from operator_token where id = $1)`,
          [id],
        )),
    ],
  ])('is refused as one %s', async (what, end) => {
    const person = await signedIn(api, { roles: ['EDITOR'] });
    const { token, operatorToken } = await issue(api, { scopes: ['own-account:manage'] }, person.as);

    await end(operatorToken.id);

    expect(await whoAmI(api, { bearer: token })).toBeNull();
    const { errors } = await api.graphql('{ viewer { __typename } }', { as: { bearer: token } });
    expect(errors?.[0]?.message.includes('expired on')).toBe(what === 'that expired');
  });

  test.each([
    ['made up', newToken('imop_')],
    ['mistyped', `imop_${'x'.repeat(39)}`],
    ['of another kind', newToken('imck_')],
    ['cut off', 'imop_'],
  ])('is refused as one that is %s', async (_what, token) => {
    expect((await api.graphql('{ health { ok } }', { as: { bearer: token } })).status).toBe(401);
  });
});

test('the last use is told to the minute', async () => {
  const person = await signedIn(api, { roles: ['EDITOR'] });
  const { token } = await issue(api, { scopes: ['own-account:manage'] }, person.as);
  expect((await list(person.as))[0].lastUsedAt).toBeNull();

  await whoAmI(api, { bearer: token });

  const { lastUsedAt } = (await list(person.as))[0];
  expect(Math.abs(Date.parse(lastUsedAt) - Date.now())).toBeLessThan(60_000);
  await whoAmI(other, { bearer: token });
  expect((await list(person.as))[0].lastUsedAt).toBe(lastUsedAt);
});

test("another's tokens are seen and ended by nobody but an ADMIN, by no way of asking", async () => {
  const [person, stranger, boss] = [
    await signedIn(api, { roles: ['EDITOR'] }),
    await signedIn(api, { roles: ['EDITOR', 'AUDITOR', 'APPROVER'] }),
    await admin(api),
  ];
  const { operatorToken } = await issue(api, {}, person.as);
  const byNode = async (as: Credential) =>
    (await api.graphql('query ($id: ID!) { node(id: $id) { id } }', { as, variables: { id: operatorToken.id } })).data
      .node;

  for (let n = 0; n < 8; n++) expect(await list(stranger.as, { operatorId: person.operatorId })).toEqual([]);
  expect(await byNode(stranger.as)).toBeNull();
  expect(await byNode('integration')).toBeNull();
  expect(await revoke(operatorToken.id, stranger.as)).toMatchObject({ __typename: 'NotFound' });

  expect(await byNode(person.as)).toEqual({ id: operatorToken.id });
  expect(await list(boss.as, { operatorId: person.operatorId })).toMatchObject([{ id: operatorToken.id }]);
  expect(await revoke(operatorToken.id, boss.as)).toMatchObject({ __typename: 'RevokedOperatorToken' });
});
