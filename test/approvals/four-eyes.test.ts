import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Api, type Credential, type Json, startApi } from '../support/api.ts';
import { changeOperators } from '../support/operator-codes.ts';
import { type SignedIn, signedIn } from '../support/people.ts';

let api: Api;
let ada: SignedIn;
let bea: SignedIn;
beforeAll(async () => {
  api = await startApi();
  ada = await signedIn(api, { roles: ['ADMIN'], name: 'Ada' });
  bea = await signedIn(api, { roles: ['ADMIN'], name: 'Bea' });
});
afterAll(() => api.stop());

interface Asker {
  as: Credential;
}

async function graph({ as }: Asker, query: string, variables: object = {}): Promise<Json> {
  const { data, errors } = await api.graphql(query, { as, variables });
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

const CHANGE = `mutation ($input: UpdateSettingInput!) { updateSetting(input: $input) { __typename
  ... on UpdatedSetting { setting { name } } ... on Problem { code message }
  ... on ChangeHeld { approval { id sha256 subjectKind subjectId title requestedBy facts payloadText obstacle } } } }`;

const change = async (person: Asker, input: Json) => (await graph(person, CHANGE, { input })).updateSetting;
const set = (person: Asker, name: string, boolean: boolean) => change(person, { name, boolean });
const perMinute = (person: Asker, integer: number) => change(person, { name: 'SEALS_PER_MINUTE', integer });

async function settingOf(name: string): Promise<Json> {
  const { settings } = await graph(
    ada,
    `query ($names: [SettingName!]) { settings(names: $names) { updatedBy updater { actor name } value { ... on IntegerValue { integer } ... on BooleanValue { boolean } } history(first: 1) { changedBy changer { name owner { name } } } } }`,
    { names: [name] },
  );
  return settings[0];
}

async function decide(how: 'approve' | 'reject', person: SignedIn, { id, sha256 }: Json): Promise<Json> {
  const type = how === 'approve' ? 'ApproveInput' : 'RejectInput';
  const { result } = await graph(
    person,
    `mutation ($input: ${type}!) { result: ${how}(input: $input) { __typename ... on Problem { code } ... on DecisionRefused { obstacle } } }`,
    { input: { approvalId: id, sha256, reason: 'So it is.' } },
  );
  return result;
}

const stateOf = async ({ id }: Json) =>
  (await graph(bea, 'query ($id: ID!) { approval(id: $id) { state } }', { id })).approval.state;

test('nothing is held where four eyes are not switched on', async () => {
  expect((await perMinute(ada, 70)).__typename).toBe('UpdatedSetting');
  expect(await api.database.query('select from approval')).toEqual([]);
});

describe('settings, with four eyes', () => {
  beforeAll(async () => {
    expect((await set(ada, 'FOUR_EYES_SETTINGS', true)).__typename).toBe('UpdatedSetting');
  });

  test('a change waits for another person, and is made in the name of who asked', async () => {
    const { __typename, code, approval } = await perMinute(ada, 71);

    expect([__typename, code]).toEqual(['ChangeHeld', 'CHANGE_HELD']);
    expect(approval).toMatchObject({
      subjectKind: 'CHANGE',
      subjectId: 'seals.perMinute',
      requestedBy: ada.actor,
      payloadText: null,
      obstacle: 'OWN_REQUEST',
    });
    expect((await settingOf('SEALS_PER_MINUTE')).value.integer).toBe(70);
    expect(await decide('approve', ada, approval)).toMatchObject({ obstacle: 'OWN_REQUEST' });
    const { data } = await api.graphql('query ($id: ID!) { approval(id: $id) { displayText } }', {
      as: bea.as,
      variables: { id: approval.id },
    });
    expect(JSON.parse(data.approval.displayText).sections).toEqual([
      {
        title: 'Changes',
        changes: [{ operation: 'REPLACE', pointer: '/seals.perMinute', before: 70, after: 71 }],
      },
    ]);

    expect((await decide('approve', bea, approval)).__typename).toBe('ApprovedRequest');
    expect(await settingOf('SEALS_PER_MINUTE')).toMatchObject({
      value: { integer: 71 },
      updater: { actor: ada.actor, name: 'Ada' },
      history: [{ changedBy: ada.actor, changer: { name: 'Ada', owner: null } }],
    });
  });

  test('one that does not fit any more is superseded and not made', async () => {
    const [first, second] = [(await perMinute(ada, 72)).approval, (await perMinute(ada, 73)).approval];
    await decide('approve', bea, first);

    expect(await decide('approve', bea, second)).toMatchObject({ code: 'CONFLICT', obstacle: 'NO_LONGER_FITS' });
    expect(await stateOf(second)).toBe('SUPERSEDED');
    expect((await settingOf('SEALS_PER_MINUTE')).value.integer).toBe(72);
  });

  test('of two that are approved at once and exclude each other, one is made', async () => {
    const [first, second] = [(await perMinute(ada, 74)).approval, (await perMinute(ada, 75)).approval];

    const results = await Promise.all([decide('approve', bea, first), decide('approve', bea, second)]);

    expect(results.filter(({ __typename }) => __typename === 'ApprovedRequest')).toHaveLength(1);
    const made = results[0]!.__typename === 'ApprovedRequest' ? 74 : 75;
    expect((await settingOf('SEALS_PER_MINUTE')).value.integer).toBe(made);
    expect(
      await api.database.query(`select from approval where state = 'APPROVED' and subject_kind = 'CHANGE'`),
    ).toHaveLength(3);
  });

  test('what is rejected is not made', async () => {
    const before = (await settingOf('SEALS_PER_MINUTE')).value.integer;
    const { approval } = await perMinute(ada, 99);

    expect((await decide('reject', bea, approval)).__typename).toBe('RejectedRequest');
    expect((await settingOf('SEALS_PER_MINUTE')).value.integer).toBe(before);
  });

  test('to switch it off is such a change', async () => {
    const { approval } = await set(ada, 'FOUR_EYES_SETTINGS', false);
    expect((await settingOf('FOUR_EYES_SETTINGS')).value.boolean).toBe(true);

    await decide('approve', bea, approval);
    expect((await settingOf('FOUR_EYES_SETTINGS')).value.boolean).toBe(false);
  });
});

describe('one person alone', () => {
  const isLet = (in_: boolean) =>
    changeOperators(api, 'update operator set disabled_at = case when $2 then null else now() end where id = $1', [
      bea.operatorId,
      in_,
    ]);
  beforeEach(() => isLet(false));
  afterEach(() => isLet(true));

  test.each(['FOUR_EYES_SETTINGS', 'FOUR_EYES_POLICY', 'FOUR_EYES_CATALOGUE'])(
    '%s is not switched on while nobody else could switch it off',
    async (name) => {
      const before = await settingOf(name);

      expect(await set(ada, name, true)).toMatchObject({
        code: 'QUORUM_UNREACHABLE',
        message: expect.stringMatching(/^You are the only approver, so with this.*Invite another person/),
      });
      expect(await settingOf(name)).toEqual(before);
      // Off stays off without anybody.
      expect((await set(ada, name, false)).__typename).toBe('UpdatedSetting');
    },
  );

  test('the last approver requests with the admin token and approves in person', async () => {
    await isLet(true);
    expect((await set(ada, 'FOUR_EYES_SETTINGS', true)).__typename).toBe('UpdatedSetting');
    await isLet(false);

    expect(await set(ada, 'FOUR_EYES_SETTINGS', false)).toMatchObject({
      code: 'QUORUM_UNREACHABLE',
      message: expect.stringMatching(/Invite one with the role APPROVER.*ADMIN_TOKEN/),
    });
    const { approval } = await set({ as: 'operator' }, 'FOUR_EYES_SETTINGS', false);
    expect((await decide('approve', ada, approval)).__typename).toBe('ApprovedRequest');
    expect(await settingOf('FOUR_EYES_SETTINGS')).toMatchObject({
      value: { boolean: false },
      history: [{ changedBy: 'operator:admin', changer: { name: null } }],
    });
  });
});

test('the routing policy: held with what it changes, and published by another person', async () => {
  await set(ada, 'FOUR_EYES_POLICY', true);
  const { routingPolicies } = await graph(ada, '{ routingPolicies(first: 1) { nodes { number document } } }');
  const { number, document } = routingPolicies.nodes[0];
  const publish = (most: number) =>
    graph(
      ada,
      `mutation ($input: PublishRoutingPolicyInput!) { result: publishRoutingPolicy(input: $input) { __typename
         ... on Problem { code message } ... on ChangeHeld { approval { id sha256 facts } } } }`,
      {
        input: {
          document: { ...document, attempts: { ...document.attempts, most } },
          reason: 'Fewer tries.',
          ifVersion: number,
        },
      },
    );
  const [one, other] = [(await publish(3)).result, (await publish(2)).result];
  expect(one).toMatchObject({ __typename: 'ChangeHeld', approval: { facts: { kind: 'ROUTING_POLICY', changes: 1 } } });

  expect((await decide('approve', bea, one.approval)).__typename).toBe('ApprovedRequest');

  const after = await graph(ada, '{ routingPolicies(first: 1) { nodes { number publishedBy reason } } }');
  expect(after.routingPolicies.nodes).toEqual([{ number: number + 1, publishedBy: ada.actor, reason: 'Fewer tries.' }]);
  expect(await decide('approve', bea, other.approval)).toMatchObject({ obstacle: 'NO_LONGER_FITS' });
  // The switch itself is guarded by itself alone.
  const { approval } = await set(ada, 'FOUR_EYES_POLICY', false);
  expect((await decide('approve', bea, approval)).__typename).toBe('ApprovedRequest');
});
