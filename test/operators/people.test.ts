import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Api, Credential, Json } from '../support/api.ts';
import { changeOperators } from '../support/operator-codes.ts';
import { sessionOf, signedIn, withPasskey } from '../support/people.ts';
import { ableTo, admin, changeRoles, disable, enable, issue, twoServices, whoAmI } from './staff-support.ts';

let api: Api;
let other: Api;
beforeAll(async () => {
  [api, other] = await twoServices();
});
afterAll(async () => {
  await other.stop();
  await api.stop();
});

/** Nobody of before administers, so that a test knows who does. */
const nobodyAdministers = () =>
  changeOperators(api, `update operator set roles = '{AUDITOR}' where 'ADMIN' = any(roles)`);

describe('the list of people', () => {
  test('tells who is there, filtered by role and by whether they are disabled, with when they were last seen', async () => {
    const editor = await signedIn(api, { roles: ['EDITOR'], name: 'Ines Edelmann' });
    const gone = await signedIn(api, { roles: ['EDITOR', 'AUDITOR'], name: 'Gerd Gone' });
    await disable(api, gone.operatorId);
    const list = async (filter: object) => {
      const { data, errors } = await api.graphql(
        `query ($filter: OperatorFilter) { operators(first: 100, filter: $filter) {
           totalCount nodes { id name email roles disabledAt lastSeenAt version } } }`,
        { as: editor.as, variables: { filter } },
      );
      expect(errors).toBeUndefined();
      return data.operators;
    };

    const editors = await list({ roles: ['EDITOR'], isDisabled: false });
    expect(editors).toEqual({
      totalCount: 1,
      nodes: [
        {
          id: editor.operatorId,
          name: 'Ines Edelmann',
          email: editor.email,
          roles: ['EDITOR'],
          disabledAt: null,
          lastSeenAt: expect.any(String),
          version: 1,
        },
      ],
    });
    expect((await list({ search: 'gone', isDisabled: true })).nodes).toMatchObject([
      { id: gone.operatorId, disabledAt: expect.any(String), lastSeenAt: null, version: 2 },
    ]);
  });

  test('gives one by id, by node and as oneself, compiled or not', async () => {
    const auditor = await signedIn(api, { roles: ['AUDITOR'] });
    for (let n = 0; n < 8; n++) {
      const { data } = await api.graphql(
        `query ($id: ID!) { operator(id: $id) { id lastSeenAt } me { operator { id email } } node(id: $id) { ... on Operator { roles } } }`,
        { as: auditor.as, variables: { id: auditor.operatorId } },
      );
      expect(data).toEqual({
        operator: { id: auditor.operatorId, lastSeenAt: expect.any(String) },
        me: { operator: { id: auditor.operatorId, email: auditor.email } },
        node: { roles: ['AUDITOR'] },
      });
    }
  });

  test('tells who manages people, and nobody else, what somebody shows besides the password, compiled or not', async () => {
    const boss = await signedIn(api, { roles: ['ADMIN'] });
    const bare = await signedIn(api, { roles: ['AUDITOR'] });
    const strong = await signedIn(api, { roles: ['AUDITOR'] });
    await withPasskey(api, strong.operatorId);
    const ask = (as: Credential, id: string) =>
      api.graphql(
        `query ($id: ID!, $ids: [ID!]!) { operator(id: $id) { secondFactors } nodes(ids: $ids) { ... on Operator { secondFactors } }
           operators(first: 100) { nodes { id secondFactors } } }`,
        { as, variables: { id, ids: [id] } },
      );
    for (const [{ operatorId }, expected] of [
      [bare, []],
      [strong, ['PASSKEY']],
    ] as const)
      for (const [{ as }, secondFactors] of [
        [boss, expected],
        [bare, null],
      ] as const) {
        const { data, errors } = await ask(as, operatorId);
        expect(errors).toBeUndefined();
        expect([data.operator, ...data.nodes]).toEqual([{ secondFactors }, { secondFactors }]);
        expect(data.operators.nodes).toContainEqual({ id: operatorId, secondFactors });
      }
    await changeOperators(
      api,
      `insert into operator_totp (id, operator_id, secret, confirmed_at) values ($1, $2, '', now())`,
      [strong.operatorId.replace('op_', 'opf_'), strong.operatorId],
    );
    const { data } = await ask(boss.as, strong.operatorId);
    expect(data.operator.secondFactors).toEqual(['PASSKEY', 'APP']);
  });

  test('everybody is told what can be allowed, in words, and to which roles', async () => {
    const { data } = await api.graphql('{ permissions { name title roles } }');
    expect(data.permissions).toContainEqual({
      name: 'operators:manage',
      title: 'Invite operators, change their roles, tokens and second factors, disable and enable them',
      roles: ['ADMIN'],
    });
  });

  test('says that the admin token is no person', async () => {
    expect(await whoAmI(api, 'operator')).toBeNull();
  });

  test('is not for who is no operator', async () => {
    const person = await signedIn(api, { roles: ['EDITOR'] });
    const { data } = await api.graphql('query ($id: ID!) { node(id: $id) { id } }', {
      as: 'integration',
      variables: { id: person.operatorId },
    });

    expect(data).toEqual({ node: null });
  });
});

describe('roles', () => {
  test('hold from the next request on, elsewhere within a second', async () => {
    const person = await signedIn(api, { roles: ['EDITOR'] });

    const changed = await changeRoles(api, { operatorId: person.operatorId, roles: ['AUDITOR', 'APPROVER'] });

    expect(changed).toMatchObject({
      __typename: 'UpdatedOperatorRoles',
      operator: { roles: ['APPROVER', 'AUDITOR'], version: 2 },
    });
    expect(await whoAmI(api, person.as)).toEqual({ id: person.operatorId, roles: ['APPROVER', 'AUDITOR'] });
    await expect
      .poll(async () => (await other.graphql('{ runs(first: 1) { totalCount } }', { as: person.as })).errors)
      .toBeUndefined();
  });

  test('are changed by nobody else than an ADMIN', async () => {
    const person = await signedIn(api, { roles: ['EDITOR', 'APPROVER', 'AUDITOR'] });

    expect(await changeRoles(api, { operatorId: person.operatorId, roles: ['ADMIN'] }, person.as)).toMatchObject({
      __typename: 'Forbidden',
    });
    expect((await whoAmI(api, person.as)).roles).toEqual(['EDITOR', 'APPROVER', 'AUDITOR']);
  });

  test('are given by nobody to themselves', async () => {
    const boss = await admin(api);

    const raised = await changeRoles(api, { operatorId: boss.operatorId, roles: ['ADMIN', 'APPROVER'] }, boss.as);

    expect(raised).toMatchObject({ __typename: 'Forbidden', message: expect.stringContaining('another ADMIN') });
    expect((await whoAmI(api, boss.as)).roles).toEqual(['ADMIN']);
  });

  test('are not handed out beyond what a token may do itself', async () => {
    const boss = await admin(api);
    const { token } = await issue(api, { scopes: ['operators:manage', 'operators:read'] }, boss.as);
    const person = await signedIn(api, { roles: ['EDITOR'] });

    const raised = await changeRoles(
      api,
      { operatorId: person.operatorId, roles: ['EDITOR', 'APPROVER'] },
      { bearer: token },
    );

    expect(raised).toMatchObject({ __typename: 'Forbidden', message: expect.stringContaining('that you don’t have') });
    expect((await whoAmI(api, person.as)).roles).toEqual(['EDITOR']);
  });

  test('of two who change them at once, the second hears of the first', async () => {
    const person = await signedIn(api, { roles: ['EDITOR'] });
    const input = { operatorId: person.operatorId, ifVersion: 1 };

    const answers = await Promise.all(
      [api, other, api, other].map((one) => changeRoles(one, { ...input, roles: ['AUDITOR'] })),
    );

    expect(answers.map(({ __typename }) => __typename).sort()).toEqual([
      'OperatorChanged',
      'OperatorChanged',
      'OperatorChanged',
      'UpdatedOperatorRoles',
    ]);
    expect(answers.find(({ code }) => code)).toMatchObject({ code: 'CONFLICT' });
  });

  test('are one at least', async () => {
    const person = await signedIn(api, { roles: ['EDITOR'] });

    expect(await changeRoles(api, { operatorId: person.operatorId, roles: [] })).toMatchObject({
      __typename: 'InputInvalid',
      issues: [{ pointer: '/roles' }],
    });
  });
});

describe('the last ADMIN who can sign in', () => {
  test.each(['loses the role', 'is disabled'])('never %s, whoever asks', async (what) => {
    await nobodyAdministers();
    const boss = await ableTo(api, await signedIn(api, { roles: ['ADMIN', 'EDITOR'] }));
    // Somebody with the role and no way to sign in does not count, nor does one who is disabled.
    await signedIn(api, { roles: ['ADMIN'] });
    const gone = await admin(api);
    await disable(api, gone.operatorId);
    const ask = (as: Json) =>
      what === 'is disabled'
        ? disable(api, boss.operatorId, as)
        : changeRoles(api, { operatorId: boss.operatorId, roles: ['EDITOR'] }, as);

    expect(await ask('operator')).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('last ADMIN') });
    expect(await ask(boss.as)).toMatchObject({ code: 'CONFLICT' });

    expect((await whoAmI(api, boss.as)).roles).toEqual(['ADMIN', 'EDITOR']);
  });

  test('stays when two take the role from each other at the same moment', async () => {
    for (let round = 0; round < 3; round++) {
      await nobodyAdministers();
      const [one, two] = [await admin(api), await admin(api)];

      const answers = await Promise.all([
        changeRoles(api, { operatorId: two.operatorId, roles: ['EDITOR'] }, one.as),
        disable(other, one.operatorId, two.as),
      ]);

      const left = await api.database.query(
        `select id from operator where 'ADMIN' = any(roles) and disabled_at is null`,
      );
      expect(left).toHaveLength(1);
      expect(answers.filter(({ operator }) => operator)).toHaveLength(1);
    }
  });
});

describe('who is disabled', () => {
  test('is let in by nothing any more, in no process, and gets no session back when enabled again', async () => {
    const person = await signedIn(api, { roles: ['EDITOR'] });
    const { token } = await issue(api, {}, person.as);
    const shown = [person.as, { bearer: token }];
    for (const one of [api, other]) for (const as of shown) expect(await whoAmI(one, as)).not.toBeNull();

    const disabled = await disable(api, person.operatorId);

    expect(disabled).toMatchObject({ __typename: 'DisabledOperator', operator: { disabledAt: expect.any(String) } });
    for (const as of shown) expect(await whoAmI(api, as)).toBeNull();
    for (const as of shown) await expect.poll(() => whoAmI(other, as)).toBeNull();

    expect(await enable(api, person.operatorId)).toMatchObject({ operator: { disabledAt: null, version: 3 } });
    expect(await whoAmI(api, person.as)).toBeNull();
    expect(await whoAmI(api, { bearer: token })).not.toBeNull();
    expect(await whoAmI(api, (await sessionOf(api, person.operatorId)).as)).not.toBeNull();
  });

  test('twice is disabled as if once, and one who is not there is not found', async () => {
    const person = await signedIn(api, { roles: ['EDITOR'] });
    const first = await disable(api, person.operatorId);
    const second = await disable(api, person.operatorId);

    expect(second.operator.disabledAt).toBe(first.operator.disabledAt);
    expect(await disable(api, 'op_00000000000000000000000000')).toMatchObject({ __typename: 'NotFound' });
  });

  test('is not enabled again by who may not do what they could', async () => {
    const boss = await admin(api);
    const { token } = await issue(api, { scopes: ['operators:manage'] }, boss.as);
    const person = await signedIn(api, { roles: ['APPROVER'] });
    await disable(api, person.operatorId);

    expect(await enable(api, person.operatorId, { bearer: token })).toMatchObject({ __typename: 'Forbidden' });
  });
});

test('people are made and changed only shortly after one has shown again that it is oneself', async () => {
  const { operatorId } = await signedIn(api, { roles: ['ADMIN'] });
  const { as } = await sessionOf(api, operatorId, null);
  const person = await signedIn(api, { roles: ['EDITOR'] });

  for (const answer of [
    await changeRoles(api, { operatorId: person.operatorId, roles: ['AUDITOR'] }, as),
    await disable(api, person.operatorId, as),
    await enable(api, person.operatorId, as),
    await issue(api, {}, as),
  ]) {
    expect(answer).toMatchObject({ code: 'STEP_UP_REQUIRED' });
  }
});
