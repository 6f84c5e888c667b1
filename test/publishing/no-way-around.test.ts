import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWithKey } from '../customers/graph.ts';
import { changeRoles, disable, issue } from '../operators/staff-support.ts';
import { agentOf, mutateAgents } from '../support/agents.ts';
import { type Credential, type Json, refusalOf } from '../support/api.ts';
import { type SignedIn, signedIn } from '../support/people.ts';
import { type Gate, LETTER, startGate } from './support.ts';

/*
 * Whoever asks, whose work it is, and machines never approve: by whatever they show, and whatever they do before. An ADMIN is
 * apart who makes people, or tokens of others that ask: no rule tells a person from one that was made up. That the issuer of a
 * token stands in the decision, and everything an ADMIN does in the trail, is what there is against it.
 */

let gate: Gate;
let ada: SignedIn;
let eve: SignedIn;
let ben: SignedIn;
let cleo: SignedIn;
let zoe: SignedIn;
let gone: SignedIn;
let demoted: SignedIn;
let customer: Credential;
type Machine = Awaited<ReturnType<typeof agentOf>>;
let machine: Machine;
let sister: Machine;
let adas: Machine;
let eves: Machine;
/** What people hold besides their session. */
let byEve: Credential;
let byZoe: Credential;
const tokens: Record<'ada' | 'benByAda' | 'gone' | 'demoted', Credential> = {} as never;
/** What was asked for, by what is told of it. */
const asked: Record<string, Json> = {};
/** That which was approved before there were people. */
let early: Json;

beforeAll(async () => {
  gate = await startGate();
  customer = (await customerWithKey(gate)).as;
  machine = await gate.machine(customer);
  sister = await gate.machine(customer);
  asked['the run of ADMIN_TOKEN'] = await held('operator');
  early = (await gate.file(machine.as)).publishRequest;
  expect(await word('operator', decisionOn(early))).toBe('ApprovedRequest');
  expect(await gate.file('operator')).toMatchObject({ code: 'QUORUM_UNREACHABLE' });

  ada = await signedIn(gate, { roles: ['ADMIN'], name: 'Ada' });
  eve = await signedIn(gate, { roles: ['EDITOR', 'APPROVER'], name: 'Eve' });
  zoe = await signedIn(gate, { roles: ['ADMIN'], name: 'Zoe' });
  [ben, cleo, gone, demoted] = (await Promise.all([1, 2, 3, 4].map(() => gate.approver()))) as [
    SignedIn,
    SignedIn,
    SignedIn,
    SignedIn,
  ];
  const scopes = ['approvals:decide', 'tasks:run'];
  const decides = ['approvals:decide'];
  tokens.ada = { bearer: (await issue(gate, { operatorId: ada.operatorId, scopes }, ada.as)).token };
  tokens.benByAda = { bearer: (await issue(gate, { operatorId: ben.operatorId, scopes: decides }, ada.as)).token };
  for (const [name, person] of [
    ['gone', gone],
    ['demoted', demoted],
  ] as const) {
    tokens[name] = { bearer: (await issue(gate, { operatorId: person.operatorId, scopes: decides }, ada.as)).token };
  }
  await disable(gate, gone.operatorId, ada.as);
  await changeRoles(gate, { operatorId: demoted.operatorId, roles: ['AUDITOR'] }, ada.as);

  adas = await gate.machine(ada.as);
  eves = await gate.machine(eve.as);
  byEve = { bearer: (await mutateAgents(gate, 'issueAgentKey', { agentId: adas.agentId, name: 'x' }, eve.as)).token };
  byZoe = {
    bearer: (await mutateAgents(gate, 'issueAgentKey', { agentId: machine.agentId, name: 'x' }, zoe.as)).token,
  };

  const file = async (as: Credential) => (await gate.file(as)).publishRequest;
  const edit = async (as: Credential, { id }: Json) => (await gate.edit(as, { id })).publishRequest;
  asked['that of Ada'] = await file(ada.as);
  asked['that of Ada’s machine'] = await file(adas.as);
  asked['that of Ada’s machine, with a key by Eve'] = await file(byEve);
  asked['that with a key by Eve, which Ada has edited'] = await edit(ada.as, await file(byEve));
  asked['that of Ada, which her machine has asked for before'] = await edit(ada.as, await file(adas.as));
  asked['that of a customer’s machine'] = await file(machine.as);
  asked['that of a customer'] = await file(customer);
  asked['the run of Ada'] = await held(tokens.ada);
  asked['the run of Ada’s machine'] = await held(adas.as);
  asked['the run of a customer'] = await held(customer);
});
afterAll(() => gate.stop());

async function held(as: Credential): Promise<Json> {
  const { approvalId } = await gate.held(as);
  const [{ sha256 }] = (await gate.database.query('select sha256 from approval where id = $1', [approvalId])) as [Json];
  return { approvalId, sha256 };
}

const decisionOn = ({ approvalId, sha256 }: Json): Json => ({ id: approvalId, sha256 });

/** What becomes of somebody's word: why not, or that it counts. */
async function word(as: Credential, { id, ...input }: Json, how: 'approve' | 'reject' = 'approve'): Promise<string> {
  const type = how === 'approve' ? 'ApproveInput' : 'RejectInput';
  const answer = await gate.graphql(
    `mutation ($input: ${type}!) { result: ${how}(input: $input) { __typename ... on Problem { code } ... on DecisionRefused { obstacle } } }`,
    { as, variables: { input: { approvalId: id, ...input, ...(how === 'reject' && { reason: 'No.' }) } } },
  );
  const { status, data } = answer;
  return data?.result.obstacle ?? refusalOf(answer) ?? data?.result.__typename ?? `HTTP ${status}`;
}

const stateOf = async ({ approvalId }: Json) => (await gate.approval(approvalId)).state;

type Attempt = readonly [who: string, as: () => Credential, what: string, refusal: string];

const OF_ADA = [
  'that of Ada',
  'that of Ada’s machine',
  'that of Ada’s machine, with a key by Eve',
  'that with a key by Eve, which Ada has edited',
  'that of Ada, which her machine has asked for before',
  'the run of Ada',
  'the run of Ada’s machine',
];
const BY_KEY_OF_EVE = ['that of Ada’s machine, with a key by Eve', 'that with a key by Eve, which Ada has edited'];
const ALL = [...OF_ADA, 'that of a customer’s machine', 'that of a customer', 'the run of a customer'];
const of = (who: string, as: () => Credential, all: readonly string[], refusal: string): Attempt[] =>
  all.map((what) => [who, as, what, refusal]);

const ATTEMPTS: Attempt[] = [
  ...of('Ada', () => ada.as, OF_ADA, 'OWN_REQUEST'),
  ...of('Ada by her token', () => tokens.ada, OF_ADA, 'OWN_REQUEST'),
  ...of('a token of Ben that Ada has issued', () => tokens.benByAda, OF_ADA, 'OWN_REQUEST'),
  ...of('Eve, who has issued the key', () => eve.as, BY_KEY_OF_EVE, 'OWN_REQUEST'),
  ...of('Ada’s machine', () => adas.as, ALL, 'FORBIDDEN'),
  ...of('a machine with a key by Eve', () => byEve, BY_KEY_OF_EVE, 'FORBIDDEN'),
  ...of('an agent of an approver', () => eves.as, ALL, 'FORBIDDEN'),
  ...of('the customer', () => customer, ALL, 'FORBIDDEN'),
  ...of('the machine of the customer', () => machine.as, ALL, 'FORBIDDEN'),
  ...of('another machine of the customer', () => sister.as, ALL, 'FORBIDDEN'),
  ...of('an integration', () => 'integration', ALL, 'FORBIDDEN'),
  ...of('ADMIN_TOKEN', () => 'operator', [...ALL, 'the run of ADMIN_TOKEN'], 'BOOTSTRAP_IS_OVER'),
  ...of('who is disabled', () => gone.as, ALL, 'UNAUTHENTICATED'),
  ...of('a token of who is disabled', () => tokens.gone, ALL, 'UNAUTHENTICATED'),
  ...of('who approves no more', () => demoted.as, ALL, 'FORBIDDEN'),
  ...of('a token of who approves no more', () => tokens.demoted, ALL, 'FORBIDDEN'),
];

test('nobody of those who ask, own or are machines decides, by whatever they show', async () => {
  const refused = await Promise.all(
    ATTEMPTS.map(async ([who, as, what], index) => {
      const how = index % 4 === 3 ? 'reject' : 'approve';
      return [who, what, await word(as(), decisionOn(asked[what]!), how)];
    }),
  );

  expect(refused).toEqual(ATTEMPTS.map(([who, , what, refusal]) => [who, what, refusal]));
  expect(await gate.database.query('select from approval_decision')).toHaveLength(1);
  for (const what of ALL) expect([what, await stateOf(asked[what]!)]).toEqual([what, 'PENDING']);
});

test('nor by another digest: of another request, or of what it was before it was edited', async () => {
  const { publishRequest: before } = await gate.file(machine.as);
  const { publishRequest: after } = await gate.edit(machine.as, { id: before.id, summary: 'Another word.' });
  const other = asked['that of a customer']!;

  expect(await word(ben.as, { id: after.approvalId, sha256: before.sha256 })).toBe('OTHER_CONTENT');
  expect(await word(ben.as, { id: after.approvalId, sha256: other.sha256 })).toBe('OTHER_CONTENT');
  expect(await word(ben.as, decisionOn(before))).toBe('ALREADY_DECIDED');
  expect(await word(ben.as, { id: after.id, sha256: after.sha256 })).toBe('NOT_FOUND');
  expect(await stateOf(after)).toBe('PENDING');
});

test('who is no ADMIN makes nobody who could', async () => {
  const attempts: [string, Json][] = [
    ['inviteOperator', { email: 'second@example.org', roles: ['APPROVER'] }],
    ['updateOperatorRoles', { operatorId: demoted.operatorId, roles: ['APPROVER'] }],
    ['enableOperator', { operatorId: gone.operatorId }],
    ['issueOperatorToken', { operatorId: cleo.operatorId, name: 'x', scopes: ['approvals:decide'] }],
  ];
  for (const as of [eve.as, ben.as, adas.as, byEve, machine.as, customer, 'integration' as const]) {
    for (const [name, input] of attempts) {
      const { data } = await gate.graphql(
        `mutation ($input: ${name[0]!.toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { __typename ... on Problem { code } } }`,
        { as, variables: { input } },
      );
      expect([name, data?.[name].code]).toEqual([name, 'FORBIDDEN']);
    }
  }
});

test('what ADMIN_TOKEN has approved before there were people is not handed out once there are', async () => {
  expect(await gate.fetchPermit(machine.as, early.id)).toMatchObject({ code: 'NOT_APPROVED' });
});

test('nobody else ends what somebody asks for, or fetches its permit', async () => {
  const approved = asked['that of a customer’s machine']!;
  const pending = asked['that of a customer']!;
  expect(await word(ben.as, decisionOn(approved))).toBe('ApprovedRequest');
  const stranger = (await customerWithKey(gate)).as;
  const others = [sister.as, stranger, eves.as, eve.as, ada.as];

  for (const as of others) {
    expect((await gate.end('cancel', as, pending.id)).code).toBe('NOT_FOUND');
    expect((await gate.edit(as, { ...LETTER, id: pending.id })).code).toBe('NOT_FOUND');
    if (as !== ada.as) expect((await gate.end('revoke', as, approved.id)).code).toBe('NOT_FOUND');
  }
  for (const as of [...others, customer, ben.as, 'operator' as const]) {
    expect(['NOT_FOUND', 'FORBIDDEN']).toContain((await gate.fetchPermit(as, approved.id)).code);
  }
  expect((await gate.fetchPermit(machine.as, approved.id)).permit.state).toBe('USED');
  expect(await stateOf(pending)).toBe('PENDING');
});

describe('whatever is done in whatever order', () => {
  const ACTORS = ['customer', 'machine', 'keyByZoe', 'sister', 'zoe', 'ben', 'cleo'] as const;
  type Actor = (typeof ACTORS)[number];
  const DEEDS = ['approve', 'edit', 'cancel', 'revoke', 'fetch'] as const;
  const as = (actor: Actor): Credential =>
    ({ customer, machine: machine.as, keyByZoe: byZoe, sister: sister.as, zoe: zoe.as, ben: ben.as, cleo: cleo.as })[
      actor
    ];
  /** As whom a key counts. */
  const whoIs = (actor: Actor) => (actor === 'keyByZoe' ? 'machine' : actor);
  const APPROVERS: readonly Actor[] = ['zoe', 'ben', 'cleo'];

  interface Model {
    state: string;
    askers: Set<Actor>;
    /** Zoe's word does not count, once anybody has asked with the key that she has issued. */
    isZoeBarred: boolean;
    approving: Set<Actor>;
    isUsed: boolean;
  }

  const canChange = ({ askers }: Model, actor: Actor) => actor === 'customer' || askers.has(whoIs(actor));
  const asks = (model: Model, actor: Actor) => {
    model.askers.add(whoIs(actor));
    model.isZoeBarred ||= actor === 'keyByZoe';
    model.approving.clear();
  };

  /** What a deed makes of it, if anything. */
  function does(model: Model, deed: (typeof DEEDS)[number], actor: Actor): boolean {
    const { state } = model;
    switch (deed) {
      case 'approve': {
        if (!APPROVERS.includes(actor) || (actor === 'zoe' && model.isZoeBarred)) return false;
        if (model.approving.has(actor)) return true;
        if (state !== 'PENDING') return false;
        model.approving.add(actor);
        if (model.approving.size === 2) model.state = 'APPROVED';
        return true;
      }
      case 'edit':
        if (!canChange(model, actor) || state !== 'PENDING') return false;
        asks(model, actor);
        return true;
      case 'cancel':
        if (!canChange(model, actor) || state !== 'PENDING') return false;
        model.state = 'CANCELED';
        return true;
      case 'revoke':
        if (!(canChange(model, actor) || actor === 'zoe') || state !== 'APPROVED' || model.isUsed) return false;
        model.state = 'REVOKED';
        return true;
      case 'fetch':
        if (!model.askers.has(whoIs(actor)) || state !== 'APPROVED' || model.isUsed) return false;
        model.isUsed = true;
        return true;
    }
  }

  const TWO = { channel: 'CRM', targets: ['contact/1', 'contact/2'], tool: 'update_contact' };

  async function doIt(request: Json, deed: (typeof DEEDS)[number], actor: Actor): Promise<Json> {
    const { id } = request;
    if (deed === 'approve') return gate.decide('approve', as(actor), decisionOn(request));
    if (deed === 'edit') return gate.edit(as(actor), { ...TWO, id });
    return deed === 'fetch' ? gate.fetchPermit(as(actor), id) : gate.end(deed, as(actor), id);
  }

  test('two people approve who have not asked, and what they approved is fetched once by who has', async () => {
    const actor = fc.constantFrom(...ACTORS, 'ben' as const, 'cleo' as const);
    const deed = fc.oneof(
      { weight: 3, arbitrary: fc.constant('approve' as const) },
      { weight: 4, arbitrary: fc.constantFrom(...DEEDS) },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('customer' as const, 'machine' as const, 'keyByZoe' as const),
        fc.array(fc.tuple(deed, actor), { minLength: 4, maxLength: 10 }),
        async (asker, deeds) => {
          let { publishRequest: request } = await gate.file(as(asker), TWO);
          const model: Model = {
            state: 'PENDING',
            isUsed: false,
            isZoeBarred: false,
            askers: new Set(),
            approving: new Set(),
          };
          asks(model, asker);
          for (const [deed, actor] of deeds) {
            const result = await doIt(request, deed, actor);
            expect([deed, actor, result.code === undefined]).toEqual([deed, actor, does(model, deed, actor)]);
            if (deed === 'edit' && result.publishRequest) request = result.publishRequest;
          }
          const { state, permit } = await gate.request(customer, request.id);
          expect([state, permit?.state === 'USED']).toEqual([model.state, model.isUsed]);
        },
      ),
      { numRuns: 12 },
    );
  });
});

test('a change that takes four eyes is not approved by who asks for it, by the graph or by the page', async () => {
  const change = async (input: Json) =>
    (
      await gate.graph(
        `mutation ($input: UpdateSettingInput!) { updateSetting(input: $input) { __typename ... on Problem { code } ... on ChangeHeld { approval { id sha256 } } } }`,
        ada.as,
        { input },
      )
    ).updateSetting;
  expect((await change({ name: 'FOUR_EYES_SETTINGS', boolean: true })).__typename).toBe('UpdatedSetting');
  const { approval } = await change({ name: 'SEALS_PER_MINUTE', integer: 71 });

  for (const credential of [ada.as, tokens.ada, tokens.benByAda]) {
    expect(await word(credential, approval)).toBe('OWN_REQUEST');
  }
  expect(await word('operator', approval)).toBe('BOOTSTRAP_IS_OVER');
  expect(await word(adas.as, approval)).toBe('FORBIDDEN');
  expect((await gate.approval(approval.id)).state).toBe('PENDING');
  expect(await word(cleo.as, approval)).toBe('ApprovedRequest');
});
