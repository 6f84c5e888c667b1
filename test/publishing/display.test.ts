import { hash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audited, linesOf, trustOf } from '../chain/export.ts';
import { customerWithKey } from '../customers/graph.ts';
import { settled } from '../rest/support.ts';
import type { Credential, Json } from '../support/api.ts';
import { type Gate, startGate } from './support.ts';

let gate: Gate;
let machine: Awaited<ReturnType<Gate['machine']>>;
let ada: Awaited<ReturnType<Gate['approver']>>;
let ben: Awaited<ReturnType<Gate['approver']>>;
beforeAll(async () => {
  gate = await startGate();
  machine = await gate.machine((await customerWithKey(gate)).as);
  ada = await gate.approver();
  ben = await gate.approver();
});
afterAll(() => gate.stop());

async function looked(id: string, as: Credential = ada.as): Promise<Json> {
  const { approval } = await gate.graph(
    'query ($id: ID!) { approval(id: $id) { sha256 displayText displayHash decisions { decidedBy displayHash } } }',
    as,
    { id },
  );
  return approval;
}

test('what is shown has the real arguments, the findings, who asks and what was changed', async () => {
  const { publishRequest: first } = await gate.file(machine.as);
  const argumentsText = '{"body":"Ask grace.hopper@example.net","subject":"Your lease"}';
  const { publishRequest } = await gate.edit(machine.as, { id: first.id, argumentsText });

  const { displayText, displayHash } = await looked(publishRequest.approvalId);

  expect(hash('sha256', displayText)).toBe(displayHash);
  const { sections, askedBy, quorum, policy } = JSON.parse(displayText);
  expect([askedBy, quorum, policy.version]).toEqual([machine.actor, 1, publishRequest.policyVersion]);
  const of = (title: string) => sections.find((one: Json) => one.title === title);
  expect(JSON.parse(of('Arguments').text)).toEqual(JSON.parse(argumentsText));
  expect(of('Findings').rows).toContainEqual(['Personal data', expect.any(String)]);
  expect(of('Changes').changes).toContainEqual(
    expect.objectContaining({ pointer: '/arguments/body', after: 'Ask grace.hopper@example.net' }),
  );
  expect(await looked(publishRequest.approvalId, machine.as)).toMatchObject({ displayText: null, displayHash: null });
});

test('an edit between the look and the decision is refused', async () => {
  const { publishRequest: first } = await gate.file(machine.as);
  const { displayHash, sha256 } = await looked(first.approvalId);
  const { publishRequest: edited } = await gate.edit(machine.as, { id: first.id, targets: ['eve@example.org'] });

  const old = await gate.decide('approve', ada.as, { id: first.approvalId, sha256, displayHash });
  expect(old).toMatchObject({ obstacle: 'ALREADY_DECIDED' });
  const stale = { id: edited.approvalId, sha256: edited.sha256, displayHash };
  expect(await gate.decide('approve', ada.as, stale)).toMatchObject({ code: 'CONFLICT', obstacle: 'DISPLAY_CHANGED' });
  expect((await looked(edited.approvalId)).decisions).toEqual([]);
});

test('what it is made of was sealed in between: look again', async () => {
  const { as: customer } = await customerWithKey(gate);
  const run = await gate.json('/v1/chat/completions', {
    as: customer,
    body: { model: 'fast-execution/field-extraction', messages: [{ role: 'user', content: 'Invoice 7' }] },
  });
  const runId = run.headers.get('x-imprimatur-run-id');
  const { publishRequest } = await gate.file(customer, { runIds: [runId] });
  const { approvalId: id, sha256 } = publishRequest;
  const before = await looked(id);
  const text = run.body.choices[0].message.content;
  const sealed = await gate.graph(
    'mutation ($input: SealRunOutputInput!) { sealRunOutput(input: $input) { __typename ... on Problem { code message } } }',
    customer,
    { input: { runId, text } },
  );
  expect(sealed.sealRunOutput).not.toHaveProperty('code');

  const stale = await gate.decide('approve', ada.as, { id, sha256, displayHash: before.displayHash });
  expect(stale).toMatchObject({ obstacle: 'DISPLAY_CHANGED' });
  const { displayHash } = await looked(id);
  expect((await gate.decide('approve', ada.as, { id, sha256, displayHash })).approval.state).toBe('APPROVED');
});

test('the sealed decision says what was shown, and the auditor finds nothing wrong with it or with one that does not', async () => {
  const targets = ['contact/4711', 'contact/4712'];
  const { publishRequest } = await gate.file(machine.as, { channel: 'CRM', tool: 'update_contact', targets });
  const { approvalId, sha256 } = publishRequest;
  const { displayHash } = await looked(approvalId);
  expect(await gate.decide('approve', ada.as, { id: approvalId, sha256, displayHash })).not.toHaveProperty('code');
  await gate.decide('approve', ben.as, { id: approvalId, sha256 });
  await settled(gate);

  expect((await looked(approvalId)).decisions).toEqual([
    { decidedBy: ada.actor, displayHash },
    { decidedBy: ben.actor, displayHash: null },
  ]);
  const query = `?approvalId=${approvalId}`;
  const exported = await (await gate.fetch(`/exports/decisions.jsonl${query}`, { as: 'operator' })).text();
  expect(await audited(exported, await trustOf(gate))).toMatchObject({
    isClean: true,
    faults: [],
    records: 2,
    approvals: { APPROVED: 1, REJECTED: 0, UNDECIDED: 0 },
  });
  const predicates = linesOf(exported)
    .filter(({ type, entry }) => type === 'record' && entry.kind === 'DECISION')
    .map(({ record }) => JSON.parse(record.statement).predicate);
  expect(predicates.map((one) => [one.approver.actor, one.displayHash])).toEqual([
    [ada.actor, displayHash],
    [ben.actor, undefined],
  ]);
});
