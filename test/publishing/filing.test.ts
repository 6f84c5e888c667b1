import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWithKey } from '../customers/graph.ts';
import type { Credential, Json } from '../support/api.ts';
import { changeOperators } from '../support/operator-codes.ts';
import type { SignedIn } from '../support/people.ts';
import { type Gate, LETTER, startGate } from './support.ts';

let gate: Gate;
let owner: string;
let customer: Credential;
let people: SignedIn[];
let machine: { as: Credential; actor: string };
beforeAll(async () => {
  gate = await startGate();
  const made = await customerWithKey(gate, { plan: 'PRO' });
  customer = made.as;
  owner = `customer:${made.customer.id}`;
  machine = await gate.machine(customer);
  // As many as the first policy asks for where much is reached at once.
  people = [await gate.approver(), await gate.approver()];
});
afterAll(() => gate.stop());

const rows = async () => {
  const [row] = await gate.database.query<Json>(
    `select (select count(*)::int from publish_request) as requests, (select count(*)::int from approval) as approvals`,
  );
  return row;
};

test('a machine asks, and nothing is done', async () => {
  const { publishRequest } = await gate.file(machine.as);

  expect(publishRequest).toMatchObject({
    tool: 'send_email',
    channel: 'EMAIL',
    targetCount: 1,
    state: 'PENDING',
    permit: null,
    requestedBy: machine.actor,
    owner,
    customerId: owner.slice('customer:'.length),
    supersedesId: null,
    execution: { available: false, status: 'ROADMAP' },
    approval: { state: 'PENDING', quorum: 1, subjectKind: 'PUBLISH_REQUEST', subjectId: publishRequest.id },
  });
  expect(publishRequest.sha256).toBe(publishRequest.approval.sha256);
  const text = (await gate.approval(publishRequest.approvalId, people[0]!.as)).payloadText;
  expect(hash('sha256', text)).toBe(publishRequest.sha256);
  expect(JSON.parse(text)).toMatchObject({
    version: 1,
    id: publishRequest.id,
    asker: machine.actor,
    owner,
    summary: LETTER.summary,
    arguments: { subject: 'Your lease', body: 'The deposit is settled.' },
  });
});

describe('bad input is refused with what to do, and nothing is filed or counted', () => {
  const nested = `${'['.repeat(70)}${']'.repeat(70)}`;
  const cases: [string, Json, string][] = [
    ['no JSON', { argumentsText: '{' }, '/argumentsText'],
    ['a list', { argumentsText: '[]' }, '/argumentsText'],
    ['a key twice', { argumentsText: '{"to":"a","to":"b"}' }, '/argumentsText'],
    ['a number beyond 2^53', { argumentsText: '{"amount":9007199254740993}' }, '/argumentsText'],
    ['a number that is no double', { argumentsText: '{"amount":1e400}' }, '/argumentsText'],
    ['half a surrogate pair, escaped', { argumentsText: '{"a":"\\ud800"}' }, '/argumentsText'],
    ['half a surrogate pair', { argumentsText: '{"a":"\ud800"}' }, '/argumentsText'],
    ['a prototype', { argumentsText: '{"__proto__":{}}' }, '/argumentsText'],
    ['depth', { argumentsText: `{"a":${nested}}` }, '/argumentsText'],
    ['too many values', { argumentsText: `{"a":[${'1,'.repeat(10_001)}1]}` }, '/argumentsText'],
    ['a megabyte', { argumentsText: JSON.stringify({ a: 'x'.repeat(1_000_000) }) }, '/argumentsText'],
    ['a name for an address', { targets: ['Ada <ada@example.org>'] }, '/targets/0'],
    ['two addresses in one', { targets: ['ada@example.org,bob@example.org'] }, '/targets/0'],
    ['a header in an address', { targets: ['ada@example.org\r\nBcc: eve@example.org'] }, '/targets/0'],
    ['a host without a dot', { targets: ['ada@localhost'] }, '/targets/0'],
    ['nobody', { targets: [] }, '/targets'],
    ['a thousand and one', { targets: Array.from({ length: 1_001 }, (_, n) => `a${n}@example.org`) }, '/targets'],
    ['the same address twice', { targets: ['ada@example.org', 'Ada@Example.org'] }, '/targets/1'],
    ['a number without a plus', { channel: 'MESSAGING', targets: ['4915112345678'] }, '/targets/0'],
    ['an address for a record', { channel: 'CRM', targets: ['ada@example.org'] }, '/targets/0'],
    ['a way upwards for a record', { channel: 'CRM', targets: ['contact/../deal'] }, '/targets/0'],
    ['a tool with a space', { tool: 'send email' }, '/tool'],
    ['nothing to say', { summary: ' ' }, '/summary'],
    ['a run that is none', { runIds: ['run_x'] }, '/runIds/0'],
    ['an asset that is not there', { assetIds: ['ast_01jd0000000000000000000000'] }, '/assetIds/0'],
    ['an empty key', { idempotencyKey: '' }, '/idempotencyKey'],
  ];
  test.each(cases)('%s', async (_, input, pointer) => {
    const before = await rows();

    const result = await gate.file(machine.as, input);

    expect(result.__typename).toBe('InputInvalid');
    expect(result.issues[0].pointer).toBe(pointer);
    expect(result.issues[0].message.length).toBeGreaterThan(15);
    expect(await rows()).toEqual(before);
  });

  test.each([
    ['MESSAGING', ['+4915112345678', '@ada']],
    ['CRM', ['contact/4711', 'Deal/0061-x']],
    ['EMAIL', ['ada.lovelace+lease@sub.example.co.uk']],
  ])('while what has the form of %s is taken', async (channel, targets) => {
    expect((await gate.file(machine.as, { channel, targets })).__typename).toBe('CreatedPublishRequest');
  });
});

describe('the same key', () => {
  test('gives the same request, of forty at once as well', async () => {
    const before = await rows();
    const input = { idempotencyKey: 'forty' };

    const results = await Promise.all(Array.from({ length: 40 }, () => gate.file(machine.as, input)));

    expect(new Set(results.map(({ publishRequest }) => publishRequest.id)).size).toBe(1);
    expect(await rows()).toEqual({ requests: before.requests + 1, approvals: before.approvals + 1 });
  });

  test('with other input is refused, and another’s key is another', async () => {
    const input = { idempotencyKey: 'mine' };
    const { publishRequest } = await gate.file(machine.as, input);

    const other = await gate.file(machine.as, { ...input, summary: 'Something else.' });
    expect(other).toMatchObject({ __typename: 'IdempotencyKeyReused', code: 'IDEMPOTENCY_KEY_REUSED' });
    const another = await gate.file((await gate.machine(customer)).as, input);
    expect(another.publishRequest.id).not.toBe(publishRequest.id);
  });
});

test('what it is made of has to be there, the asker’s, and not held', async () => {
  const free = await gate.json('/v1/chat/completions', {
    as: customer,
    body: { model: 'fast-execution/field-extraction', messages: [{ role: 'user', content: 'Invoice 7' }] },
  });
  const runId = free.headers.get('x-imprimatur-run-id');
  const held = await gate.held(customer);

  const taken = await gate.file(customer, { runIds: [runId] });
  const refused = await gate.file(customer, { runIds: [held.runId] });
  const stranger = await customerWithKey(gate);
  const anothers = await gate.file(stranger.as, { runIds: [runId] });

  expect(taken.publishRequest.runIds).toEqual([runId]);
  expect(refused.issues).toEqual([{ pointer: '/runIds/0', message: expect.stringContaining('held') }]);
  expect(anothers.issues).toEqual([{ pointer: '/runIds/0', message: expect.stringContaining('can’t see it') }]);
  const { sha256 } = await gate.approval(held.approvalId);
  await gate.decide('approve', people[0]!.as, { id: held.approvalId, sha256 });
  expect((await gate.file(customer, { runIds: [held.runId] })).__typename).toBe('CreatedPublishRequest');
});

test('where more would have to approve than there are people, nothing is filed', async () => {
  const before = await rows();
  await changeOperators(gate, 'update operator set disabled_at = now() where id = $1', [people[1]!.operatorId]);

  const result = await gate.file(machine.as, { channel: 'CRM', targets: ['contact/1', 'contact/2'] });
  await changeOperators(gate, 'update operator set disabled_at = null where id = $1', [people[1]!.operatorId]);

  expect(result).toMatchObject({ code: 'QUORUM_UNREACHABLE' });
  expect(await rows()).toEqual(before);
});

test('strangers, partners and integrations ask for nothing', async () => {
  for (const as of ['integration' as const, people[0]!.as]) {
    expect(await gate.file(as)).toMatchObject({ __typename: 'Forbidden', code: 'FORBIDDEN' });
  }
});

test('nobody else’s are seen, by id, by list or as a node', async () => {
  const { publishRequest } = await gate.file(machine.as);
  const other = await gate.machine(customer);
  const list = '{ publishRequests(first: 50) { totalCount nodes { id state channel runIds permit { state } } } }';
  const node = `{ node(id: "${publishRequest.id}") { id } }`;

  for (const as of [other.as, (await customerWithKey(gate)).as]) {
    expect(await gate.request(as, publishRequest.id)).toBeNull();
    expect((await gate.graph(list, as)).publishRequests.nodes).toEqual([]);
    expect((await gate.graph(node, as)).node).toBeNull();
    expect(await gate.end('cancel', as, publishRequest.id)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await gate.edit(as, { id: publishRequest.id })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await gate.fetchPermit(as, publishRequest.id)).toMatchObject({ code: 'NOT_FOUND' });
  }
  for (const as of [machine.as, customer, 'operator' as const, await gate.person('auditor', 'AUDITOR')]) {
    expect((await gate.request(as, publishRequest.id)).id).toBe(publishRequest.id);
    const { nodes } = (await gate.graph(list, as)).publishRequests;
    expect(nodes.map(({ id }: Json) => id)).toContain(publishRequest.id);
    expect((await gate.graph(node, as)).node.id).toBe(publishRequest.id);
  }
  const pending = await gate.graph(
    '{ publishRequests(first: 50, filter: { state: [APPROVED] }) { totalCount } }',
    machine.as,
  );
  expect(pending.publishRequests.totalCount).toBe(0);
});

test('what was found is told to who asks and who decides, and what blocks is refused', async () => {
  const { publishRequest } = await gate.file(machine.as, {
    argumentsText: '{"body":"Pay \u202eto Eve\u202c."}',
  });
  const query = '{ publishRequest(id: "%") { lint { findings { kind pointer isBlocking } } } }'.replace(
    '%',
    publishRequest.id,
  );
  const found = [{ kind: 'HIDDEN_CHARACTERS', pointer: '/arguments/body', isBlocking: false }];

  for (const as of [machine.as, customer, people[0]!.as]) {
    expect((await gate.graph(query, as)).publishRequest.lint.findings).toEqual(expect.arrayContaining(found));
  }
  expect((await gate.graph(query, await gate.person('auditor', 'AUDITOR'))).publishRequest.lint).toBeNull();

  const before = await rows();
  const blocked = await gate.file(machine.as, {
    argumentsText: JSON.stringify({
      body: `-----BEGIN PRIVATE KEY-----\n${'A'.repeat(64)}\n-----END PRIVATE KEY-----`,
    }),
  });
  expect(blocked).toMatchObject({ __typename: 'PublishRequestBlocked', code: 'PUBLISH_REQUEST_BLOCKED' });
  expect(blocked.findings).toEqual([expect.objectContaining({ kind: 'SECRET', isBlocking: true })]);
  expect(await rows()).toEqual(before);
});
