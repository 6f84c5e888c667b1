import { hash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { auditExportFile } from '../../src/log/commands/audit-export.ts';
import { audited, trustOf } from '../chain/export.ts';
import { customerWithKey } from '../customers/graph.ts';
import { mcpClient } from '../mcp/support.ts';
import { settled } from '../rest/support.ts';
import type { Json } from '../support/api.ts';
import { download } from '../support/seals.ts';
import { type Gate, startGate } from './support.ts';

let gate: Gate;
beforeAll(async () => {
  gate = await startGate();
});
afterAll(() => gate.stop());

const RECORDS = {
  tool: 'update_contact',
  channel: 'CRM',
  targets: ['contact/4711', 'contact/4712'],
  argumentsText: '{"note":"The lease ends in March."}',
  summary: 'Notes down when the lease ends.',
};

test('a machine asks, two people approve, their decisions are sealed, and the permit is fetched once', async () => {
  const { as: customer } = await customerWithKey(gate);
  const machine = await gate.machine(customer);
  const [ada, ben] = [await gate.approver(), await gate.approver()];

  const { publishRequest } = await gate.file(machine.as, { ...RECORDS, idempotencyKey: 'lease of 4711' });
  expect(publishRequest).toMatchObject({ state: 'PENDING', approval: { quorum: 2 }, policyVersion: 1 });
  const decision = { id: publishRequest.approvalId, sha256: publishRequest.sha256 };
  expect((await gate.approval(decision.id, ada.as)).payloadText).toContain('The lease ends in March.');

  // Requesters, editors of the request and machines can’t decide. Two approvals need two people.
  for (const as of [machine.as, customer]) {
    expect((await gate.decide('approve', as, decision)).code).toBe('FORBIDDEN');
  }
  expect((await gate.decide('approve', ada.as, decision)).approval.state).toBe('PENDING');
  expect((await gate.decide('approve', ada.as, decision)).approval).toMatchObject({ state: 'PENDING' });
  expect(await gate.fetchPermit(machine.as, publishRequest.id)).toMatchObject({ code: 'NOT_APPROVED' });
  expect((await gate.decide('approve', ben.as, decision)).approval.state).toBe('APPROVED');

  const { actionText, permit } = await gate.fetchPermit(machine.as, publishRequest.id);
  expect(hash('sha256', actionText)).toBe(publishRequest.sha256);
  expect(permit).toMatchObject({ state: 'USED', usedBy: machine.actor });
  expect(await gate.fetchPermit(machine.as, publishRequest.id)).toMatchObject({ code: 'PERMIT_USED' });
  expect(await gate.request(machine.as, publishRequest.id)).toMatchObject({
    state: 'APPROVED',
    permit: { state: 'USED' },
    execution: { available: false, status: 'ROADMAP' },
  });

  await settled(gate);
  const exported = await (await gate.fetch('/exports/decisions.jsonl', { as: 'operator' })).text();
  await audited(exported, await trustOf(gate));
  const records = exported
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ type, entry }) => type === 'record' && entry.kind === 'DECISION');
  expect(records).toHaveLength(2);
  expect(exported).not.toContain('The lease ends in March.');
  for (const record of records) expect(JSON.stringify(record)).toContain(publishRequest.sha256);
});

test('the same over MCP, verified by the auditor’s command from the log alone', async () => {
  const { as: customer } = await customerWithKey(gate);
  const machine = await gate.machine(customer);
  const mcp = await mcpClient(gate, machine.as.bearer);
  onTestFinished(() => mcp.close());
  const [ada, ben] = [await gate.approver(), await gate.approver()];

  const filed = (await mcp.call('file_publish_request', RECORDS)).given;
  expect(filed).toMatchObject({ state: 'PENDING', wasSent: false });
  const { publishRequestId } = filed;
  const { approvalId, sha256 } = await gate.request(machine.as, publishRequestId);
  const decision = { id: approvalId, sha256 };
  for (const as of [machine.as, customer]) expect((await gate.decide('approve', as, decision)).code).toBe('FORBIDDEN');
  expect((await gate.decide('approve', ada.as, decision)).approval.state).toBe('PENDING');
  expect((await mcp.call('fetch_permit', { publishRequestId })).given.code).toBe('NOT_APPROVED');
  expect((await gate.decide('approve', ben.as, decision)).approval.state).toBe('APPROVED');

  const { given, isError } = await mcp.call('fetch_permit', { publishRequestId });
  expect([isError, hash('sha256', given.actionText)]).toEqual([false, sha256]);
  expect((await mcp.call('fetch_permit', { publishRequestId })).given.code).toBe('PERMIT_USED');
  expect((await mcp.call('look_at_publish_request', { publishRequestId })).given).toMatchObject({
    state: 'APPROVED',
    wasSent: false,
  });

  await settled(gate);
  const exported = await (
    await gate.fetch(`/exports/decisions.jsonl?approvalId=${approvalId}`, { as: 'operator' })
  ).text();
  const statements = exported
    .trim()
    .split('\n')
    .map((line): Json => JSON.parse(line))
    .filter(({ type, entry }) => type === 'record' && entry.kind === 'DECISION')
    .map(({ record }) => JSON.parse(record.statement));
  expect(statements.map(({ predicate }) => predicate.approver.actor)).toEqual([ada.actor, ben.actor]);
  for (const { subject, predicate } of statements) {
    expect(subject).toEqual([{ name: approvalId, digest: { sha256 } }]);
    expect(predicate.approver.credential).toMatchObject({ kind: 'SESSION' });
    expect(predicate.request).toMatchObject({ askedBy: machine.actor, quorum: 2 });
  }
  expect(await saidOf(exported)).toMatch(/^CLEAN[\s\S]*approvals\s+1 approved/m);
  expect(await saidOf(exported.replace(ben.actor, ada.actor))).toMatch(/NOT CLEAN|RECORD_CHANGED/);
});

/** What `imprimatur audit --export` says, by two files and nothing else. */
async function saidOf(exported: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-decisions-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [file, trust] = ['decisions.jsonl', 'trust.json'].map((name) => path.join(folder, name)) as [string, string];
  writeFileSync(file, exported);
  writeFileSync(trust, await download(gate, '/.well-known/imprimatur/trust.json'));
  let said = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += text;
    return true;
  });
  try {
    await auditExportFile(file, { trust, head: undefined, json: false });
  } finally {
    write.mockRestore();
    process.exitCode = 0;
  }
  return said;
}

test('what is told outside and written down is never what is asked', async () => {
  const { as: customer } = await customerWithKey(gate);
  const machine = await gate.machine(customer);
  await Promise.all([gate.approver(), gate.approver()]);
  const canary = 'canary-of-an-action-9f3a';
  const { publishRequest } = await gate.file(machine.as, {
    targets: [`${canary}@example.org`],
    argumentsText: JSON.stringify({ [canary]: canary }),
    summary: canary,
  });
  await gate.file(machine.as, { argumentsText: `{"${canary}":1,"${canary}":2}` });
  await gate.edit(machine.as, { id: publishRequest.id, summary: canary });
  await settled(gate);

  const tables = await gate.database.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'pgboss')`,
  );
  const holding: string[] = [];
  for (const { name } of tables) {
    const found = await gate.database.query(`select 1 from ${name} as one where one::text like $1 limit 1`, [
      `%${canary}%`,
    ]);
    if (found.length > 0) holding.push(name);
  }
  expect(holding).toEqual([]);
});

test('who watches is told when it is decided and when the permit is fetched', async () => {
  const { as: customer } = await customerWithKey(gate);
  const machine = await gate.machine(customer);
  const ada = await gate.approver();
  const { publishRequest } = await gate.file(machine.as);
  const events: string[] = [];
  const watching = watch(publishRequest.id, machine.as.bearer, events);
  await expect.poll(() => events).toEqual(['PENDING null']);

  await gate.decide('approve', ada.as, { id: publishRequest.approvalId, sha256: publishRequest.sha256 });
  await expect.poll(() => events).toContain('APPROVED ISSUED');
  await gate.fetchPermit(machine.as, publishRequest.id);
  await watching;

  expect(events).toEqual(['PENDING null', 'APPROVED ISSUED', 'APPROVED USED']);
});

test('capabilities say that nothing is sent', async () => {
  const { capabilities } = await gate.graph('{ capabilities { name status workaround } }', 'operator');

  expect(capabilities).toContainEqual({
    name: 'outward-execution',
    status: 'ROADMAP',
    workaround: expect.stringContaining('fetchPermit'),
  });
});

async function watch(id: string, bearer: string, events: string[]): Promise<void> {
  const response = await gate.fetch('/graphql/stream', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', authorization: `Bearer ${bearer}` },
    body: JSON.stringify({
      query: 'subscription ($id: ID!) { publishRequestChanged(id: $id) { state permit { state } } }',
      variables: { id },
    }),
  });
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const told = [...text.matchAll(/^data: (\{.*\})$/gm)].map(
      ([, data]) => JSON.parse(data!).data?.publishRequestChanged,
    );
    events.splice(0, events.length, ...told.filter(Boolean).map((one) => `${one.state} ${one.permit?.state ?? null}`));
  }
}

test('an approver is shown the real arguments, what was changed, and whose words the summary is', async () => {
  const { as: customer } = await customerWithKey(gate);
  const machine = await gate.machine(customer);
  const ada = await gate.approver();
  const { publishRequest: first } = await gate.file(machine.as);
  const { publishRequest } = await gate.edit(machine.as, {
    id: first.id,
    targets: ['eve@example.org'],
    argumentsText: JSON.stringify({
      subject: 'Ask grace.hopper@example.net',
      body: 'Pay \u202eto Eve\u202c.<script>alert(1)</script>',
    }),
  });

  const { approval } = await gate.graph('query ($id: ID!) { approval(id: $id) { displayText } }', ada.as, {
    id: publishRequest.approvalId,
  });
  const { sections } = JSON.parse(approval.displayText);
  // What it would do comes before what is said of it, and the gravest finding before the others.
  expect(sections.map(({ title }: Json) => title)).toEqual([
    'External action',
    'Addresses',
    'Arguments',
    'Findings',
    'Changes',
    'Purpose, in the requester’s words',
  ]);
  const [whole, addresses, args, findings, changes, summary] = sections;
  expect(whole.rows).toContainEqual(['Findings', 'Hidden characters; Personal data. See below for details.']);
  expect(addresses.items).toEqual(['eve@example.org']);
  expect(JSON.parse(args.text).body).toBe('Pay \u202eto Eve\u202c.<script>alert(1)</script>');
  expect(findings.rows.map(([kind]: string[]) => kind)).toEqual(['Hidden characters', 'Personal data']);
  expect(findings.rows[0][1]).toContain('U+202E');
  expect(changes.lead).toContain(first.id);
  expect(changes.changes).toContainEqual({
    operation: 'REPLACE',
    pointer: '/targets/0',
    before: 'ada@example.org',
    after: 'eve@example.org',
  });
  expect(summary.isAskersWords).toBe(true);
});

test('who asks is told by name, with who answers for it: to people, and to whoever that is', async () => {
  const { as: customer, customer: made } = await customerWithKey(gate);
  const machine = await gate.machine(customer);
  const ada = await gate.approver();
  const name = 'Bot\u202e of the operator <b>Ada</b>';
  const rename = `mutation ($input: UpdateAgentInput!) { updateAgent(input: $input) { __typename } }`;
  await gate.graph(rename, customer, { input: { agentId: machine.agentId, name: 'Newsletter' } });
  await gate.database.query('update agent set name = $2 where id = $1', [machine.agentId, name]);
  const { publishRequest } = await gate.file(machine.as);
  const ASKER = 'requester { actor name owner { actor name owner { actor } } }';
  const requester = {
    actor: machine.actor,
    name,
    owner: { actor: `customer:${made.id}`, name: made.name, owner: null },
  };

  const { approvalInbox } = await gate.graph(`{ approvalInbox(first: 100) { nodes { id ${ASKER} } } }`, ada.as);
  expect(approvalInbox.nodes).toContainEqual({ id: publishRequest.approvalId, requester });
  for (const as of [customer, machine.as]) {
    const { approvals } = await gate.graph(`{ approvals { nodes { ${ASKER} } } }`, as);
    expect(approvals.nodes).toEqual([{ requester }]);
  }
});
