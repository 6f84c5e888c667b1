import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWithKey } from '../customers/graph.ts';
import { mcpClient } from '../mcp/support.ts';
import { changeRoles, disable, enable, issue } from '../operators/staff-support.ts';
import { agentOf, mutateAgents } from '../support/agents.ts';
import { type Credential, credentialHeaders, type Json } from '../support/api.ts';
import { type SignedIn, sessionOf, signedIn } from '../support/people.ts';
import { type Gate, startGate } from './support.ts';

/*
 * Every door there is, tried by everybody who must not decide, and what people are made or lose in between. That a word counts
 * is read in the database, and not in what a door says of itself.
 */

let gate: Gate;
let customer: Credential;
type Machine = Awaited<ReturnType<typeof agentOf>>;
let machine: Machine;
let ben: SignedIn;
beforeAll(async () => {
  gate = await startGate();
  customer = (await customerWithKey(gate)).as;
  machine = await gate.machine(customer);
  ben = await gate.approver();
});
afterAll(() => gate.stop());

const decisionOn = ({ approvalId, sha256 }: Json): Json => ({ id: approvalId, sha256 });
const inputOf = ({ approvalId, sha256 }: Json): Json => ({ approvalId, sha256 });
const APPROVE = 'mutation ($input: ApproveInput!) { approve(input: $input) { __typename } }';
const decisionsOf = async ({ approvalId }: Json) =>
  gate.database.query<{ decided_by: string }>('select decided_by from approval_decision where approval_id = $1', [
    approvalId,
  ]);
const approve = (as: Credential, request: Json) => gate.decide('approve', as, decisionOn(request));

/** Ways in which somebody could say yes. What they answer is no matter. */
const DOORS: Record<string, (as: Credential, request: Json) => Promise<unknown>> = {
  'the graph': (as, request) => gate.graphql(APPROVE, { as, variables: { input: inputOf(request) } }),
  'the graph, as often as there are aliases': (as, request) =>
    gate.graphql(
      'mutation ($input: ApproveInput!) { a: approve(input: $input) { __typename } b: approve(input: $input) { __typename } }',
      { as, variables: { input: inputOf(request) } },
    ),
  'the graph by GET': async (as, request) => {
    const asked = new URLSearchParams({ query: APPROVE, variables: JSON.stringify({ input: inputOf(request) }) });
    await (await gate.fetch(`/graphql?${asked}`, { as, headers: { 'apollo-require-preflight': '1' } })).text();
  },
  'the stream of the graph': async (as, request) => {
    const body = JSON.stringify({ query: APPROVE, variables: { input: inputOf(request) } });
    const headers = { 'content-type': 'application/json', accept: 'text/event-stream' };
    await (await gate.fetch('/graphql/stream', { as, method: 'POST', headers, body })).text();
  },
  'the graph, with a credential for a cookie': async (as, request) => {
    const bearer = credentialHeaders(as).authorization?.replace('Bearer ', '') ?? '';
    const cookie = ben.as.cookie.replace(/=.*$/, `=${encodeURIComponent(bearer)}`);
    const variables = { input: inputOf(request) };
    await gate.graphql(APPROVE, { as: { cookie, origin: new URL(gate.url).origin }, variables });
  },
  'a tool of MCP by a name that would do it': async (as, request) => {
    for (const name of ['approve', 'approve_publish_request']) {
      const params = { name, arguments: { ...decisionOn(request), publishRequestId: request.id } };
      await gate.json('/mcp', {
        as,
        body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
        headers: { accept: 'application/json, text/event-stream' },
      });
    }
  },
};

describe('by whatever door', () => {
  let asked: Json;
  let owner: SignedIn;
  const who: Record<string, Credential> = {};

  beforeAll(async () => {
    owner = await signedIn(gate, { roles: ['ADMIN'] });
    const theirs = await gate.machine(owner.as);
    asked = (await gate.file(theirs.as)).publishRequest;
    const token = async (operatorId: string, as: Credential) => ({
      bearer: (await issue(gate, { operatorId, scopes: ['approvals:decide'] }, as)).token as string,
    });
    const benOf = await gate.machine((await gate.approver('EDITOR', 'APPROVER')).as);
    Object.assign(who, {
      'the agent that asks': theirs.as,
      'its owner': owner.as,
      'its owner, in another session': (await sessionOf(gate, owner.operatorId)).as,
      'its owner by a token': await token(owner.operatorId, owner.as),
      'a token of an approver that the owner has issued': await token(ben.operatorId, owner.as),
      'another agent of the owner': (await gate.machine(owner.as)).as,
      'an agent of an approver': benOf.as,
      'an agent of a customer': machine.as,
      'a customer': customer,
      'an integration': 'integration',
      'the admin token': 'operator',
      'an approver who has not shown lately that it is still they': (await sessionOf(gate, ben.operatorId, null)).as,
      'an auditor': (await gate.approver('AUDITOR')).as,
      'a page of another origin, in the session of an approver': { ...ben.as, origin: 'https://evil.example' },
    } satisfies Record<string, Credential>);
  });

  test.each(Object.keys(DOORS))('%s', async (door) => {
    await Promise.all(Object.values(who).map((as) => DOORS[door]!(as, asked)));

    expect(await decisionsOf(asked)).toEqual([]);
    expect((await gate.request(owner.as, asked.id)).state).toBe('PENDING');
  });

  test('while the same word of an approver counts', async () => {
    expect(Object.keys(who)).toHaveLength(14);
    await DOORS['the graph']!(ben.as, asked);
    expect(await decisionsOf(asked)).toEqual([{ decided_by: ben.actor }]);
  });
});

test('REST and MCP run stored operations, and none of them decides', async () => {
  const folder = new URL('../../schema/operations/', import.meta.url);
  const names = readdirSync(folder).filter((name) => name.endsWith('.graphql'));
  const stored = names.map((name) => readFileSync(new URL(name, folder), 'utf8'));
  expect(stored.length).toBeGreaterThan(15);
  for (const text of stored) expect(text).not.toMatch(/\b(approve|reject)\b\s*\(/);

  const mcp = await mcpClient(gate, machine.as.bearer);
  const { tools } = await mcp.client.listTools();
  await mcp.close();
  expect(tools.map(({ name }) => name).filter((name) => /approv|reject|decide/.test(name))).toEqual([]);
});

describe('a machine gives itself nothing:', () => {
  const LADDER: [string, () => Json][] = [
    ['createAgent', () => ({ name: 'An agent of an agent' })],
    ['issueAgentKey', () => ({ agentId: machine.agentId, name: 'x' })],
    ['issueOperatorToken', () => ({ operatorId: ben.operatorId, name: 'x', scopes: ['approvals:decide'] })],
    ['updateOperatorRoles', () => ({ operatorId: ben.operatorId, roles: ['ADMIN'] })],
    ['inviteOperator', () => ({ email: 'agent@example.org', roles: ['APPROVER'] })],
    ['markExternalTool', () => ({ name: 'x', channel: 'CRM', targetPointers: ['/x'] })],
    ['updateSetting', () => ({ name: 'FOUR_EYES_POLICY', boolean: false })],
    ['publishPublishingPolicy', () => ({ document: {}, reason: 'So that one is enough.', ifVersion: 1 })],
  ];
  test.each(LADDER)('%s', async (name, input) => {
    const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input`;
    for (const as of [machine.as, customer]) {
      if (as === customer && ['createAgent', 'issueAgentKey'].includes(name)) continue;
      const { data, errors } = await gate.graphql(
        `mutation ($input: ${type}!) { result: ${name}(input: $input) { __typename ... on Problem { code } } }`,
        { as, variables: { input: input() } },
      );
      expect(data?.result?.code ?? errors?.[0]?.message).toBe('FORBIDDEN');
    }
  });

  test.each(['approvals:decide', 'operators:manage', 'publishing:manage'])('a key with the scope %s', async (scope) => {
    const issued = await mutateAgents(
      gate,
      'issueAgentKey',
      { agentId: machine.agentId, name: 'x', scopes: [scope] },
      customer,
    );
    expect(issued.code).toBe('INPUT_INVALID');
  });
});

const TWO = { channel: 'CRM', targets: ['contact/1', 'contact/2'], tool: 'update_contact' };

describe('one person is one of two', () => {
  test('by session, by another session, by a token of their own and by one that an ADMIN has issued', async () => {
    const admin = await signedIn(gate, { roles: ['ADMIN'] });
    const cleo = await gate.approver('ADMIN');
    const { publishRequest } = await gate.file(machine.as, TWO);
    const scopes = ['approvals:decide'];
    const tokens = await Promise.all(
      [cleo.as, admin.as].map((as) => issue(gate, { operatorId: cleo.operatorId, scopes }, as)),
    );
    const shown: Credential[] = [
      cleo.as,
      (await sessionOf(gate, cleo.operatorId)).as,
      ...tokens.map(({ token }) => ({ bearer: token })),
    ];

    const words = await Promise.all([...shown, ...shown].map((as) => approve(as, publishRequest)));

    expect(words.map(({ __typename }) => __typename)).toEqual(words.map(() => 'ApprovedRequest'));
    expect(await decisionsOf(publishRequest)).toEqual([{ decided_by: cleo.actor }]);
    expect((await gate.request(machine.as, publishRequest.id)).state).toBe('PENDING');
    expect((await approve(ben.as, publishRequest)).approval.state).toBe('APPROVED');
  });
});

describe('what people become in between', () => {
  const OWN = 'OWN_REQUEST';

  test('who has asked as an EDITOR does not decide it as an APPROVER, nor what their agent asked, nor after an edit', async () => {
    const admin = await signedIn(gate, { roles: ['ADMIN'] });
    const eve = await signedIn(gate, { roles: ['EDITOR'] });
    const hers = await gate.machine(eve.as);
    const requests = [(await gate.file(eve.as)).publishRequest, (await gate.file(hers.as)).publishRequest];
    const { publishRequest: first } = await gate.file(hers.as);
    const { publishRequest: second } = await gate.edit(eve.as, { id: first.id, summary: 'By its owner.' });
    const { publishRequest: third } = await gate.edit(hers.as, { id: second.id, summary: 'By the agent again.' });
    requests.push(third);

    const become = (...roles: string[]) => changeRoles(gate, { operatorId: eve.operatorId, roles }, admin.as);
    await become('APPROVER');
    for (const one of requests) expect((await approve(eve.as, one)).obstacle).toBe(OWN);
    await become('AUDITOR');
    await become('ADMIN');
    await disable(gate, eve.operatorId, admin.as);
    await enable(gate, eve.operatorId, admin.as);
    const { as } = await sessionOf(gate, eve.operatorId);
    for (const one of requests) {
      expect((await approve(as, one)).obstacle).toBe(OWN);
      expect(await decisionsOf(one)).toEqual([]);
    }
  });

  test('who approved and approves no more does not count where the permit is fetched, and counts again afterwards', async () => {
    const admin = await signedIn(gate, { roles: ['ADMIN'] });
    const dan = await gate.approver();
    const { publishRequest } = await gate.file(machine.as, TWO);
    await approve(dan.as, publishRequest);
    await changeRoles(gate, { operatorId: dan.operatorId, roles: ['EDITOR'] }, admin.as);
    expect((await approve(ben.as, publishRequest)).approval.state).toBe('APPROVED');

    expect(await gate.fetchPermit(machine.as, publishRequest.id)).toMatchObject({ code: 'NOT_APPROVED' });
    await changeRoles(gate, { operatorId: dan.operatorId, roles: ['APPROVER'] }, admin.as);
    expect((await gate.fetchPermit(machine.as, publishRequest.id)).permit.state).toBe('USED');
  });

  test('what two have approved is approved by nobody once another who asks has edited it', async () => {
    const { publishRequest: first } = await gate.file(machine.as, TWO);
    await approve(ben.as, first);
    const { publishRequest: second } = await gate.edit(customer, { ...TWO, id: first.id, summary: 'By the owner.' });

    expect(await decisionsOf(second)).toEqual([]);
    expect((await approve((await gate.approver()).as, first)).obstacle).toBe('ALREADY_DECIDED');
    expect((await approve((await gate.approver()).as, second)).approval.state).toBe('PENDING');
    expect(await gate.fetchPermit(machine.as, second.id)).toMatchObject({ code: 'NOT_APPROVED' });
  });
});
