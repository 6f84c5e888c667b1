import { hash } from 'node:crypto';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWithKey } from '../customers/graph.ts';
import type { Credential } from '../support/api.ts';
import { bearerOf } from '../support/api.ts';
import { moveDeadline } from '../support/signed-approvals.ts';
import { GATED, type Office, startOffice } from './support.ts';

const TEXT = 'The lease of 3 May says 1,200 EUR, the letter of 9 May says 1,500 EUR.';

let office: Office;
let customer: Awaited<ReturnType<typeof customerWithKey>>;
let approver: Credential;
beforeAll(async () => {
  office = await startOffice();
  customer = await customerWithKey(office);
  approver = await office.person('ada', 'APPROVER');
});
afterAll(() => office.stop());

describe('a held output by /v1', () => {
  test('is 403 with what to ask, paid and in the log', async () => {
    const { status, headers, body, runId, approvalId } = await office.held(customer.as, { text: TEXT });

    expect(status).toBe(403);
    expect(headers.get('x-should-retry')).toBe('false');
    expect(body.error).toMatchObject({
      type: 'permission_error',
      code: 'held_for_approval',
      message: expect.stringContaining(`${office.url}/v1/runs/${runId}`),
      approval: { id: approvalId, state: 'PENDING' },
    });
    const { run } = await office.graph(
      `query ($id: ID!) { run(id: $id) { status isHeld outputSha256 approval { id state } heldAnswer { text } } }`,
      customer.as,
      { id: runId },
    );
    expect(run).toMatchObject({ status: 'SUCCEEDED', isHeld: true, approval: { id: approvalId, state: 'PENDING' } });
    expect(run.heldAnswer).toBeNull();
    expect(await office.ask(runId, customer.as)).toMatchObject({
      status: 403,
      body: { error: { code: 'held_for_approval', approval: { id: approvalId, state: 'PENDING' } } },
    });
  });

  test('can be sealed once it is given out, and is sealed once', async () => {
    const { runId, approvalId } = await office.held(customer.as, { text: TEXT });
    const { sha256 } = await office.approval(approvalId);
    await office.decide('approve', approver, { id: approvalId, sha256 });
    const ask = () => office.json(`/v1/runs/${runId}`, { as: customer.as, headers: { 'x-imprimatur-seal': 'true' } });

    const [first, again] = [await ask(), await ask()];

    expect(first).toMatchObject({
      status: 200,
      body: { imprimatur: { seal: { id: expect.stringMatching(/^seal_/) } } },
    });
    expect(again.body.imprimatur.seal).toEqual(first.body.imprimatur.seal);
    const { run } = await office.graph(
      'query ($id: ID!) { run(id: $id) { outputTextSha256 seal { id sha256 } } }',
      customer.as,
      { id: runId },
    );
    expect(run.seal).toEqual({ id: first.body.imprimatur.seal.id, sha256: run.outputTextSha256 });
  });

  test('is not sealed by a record that somebody has changed', async () => {
    const { runId, approvalId } = await office.held(customer.as, { text: TEXT });
    const { sha256 } = await office.approval(approvalId);
    await office.decide('approve', approver, { id: approvalId, sha256 });
    const link = 'select 1 from chain_entry where subject_id = $1';
    await expect.poll(() => office.database.query(link, [runId])).toHaveLength(1);
    await office.database.query('update run set is_not_final = not is_not_final where id = $1', [runId]);

    const { status, body } = await office.json(`/v1/runs/${runId}`, {
      as: customer.as,
      headers: { 'x-imprimatur-seal': 'true' },
    });

    expect(status).toBe(200);
    expect(body.imprimatur).toMatchObject({
      seal: null,
      warnings: [expect.stringContaining('doesn’t match the chain of records')],
    });
    expect(await office.database.query('select 1 from seal where run_id = $1', [runId])).toEqual([]);
  });

  test.each([
    ['/v1/chat/completions', false],
    ['/v1/chat/completions', true],
    ['/v1/responses', false],
    ['/v1/responses', true],
  ])('%s, streamed: %s, is released in the form in which it was asked for', async (path, stream) => {
    const { status, headers, runId, approvalId } = await office.held(customer.as, { text: TEXT, path, stream });
    expect(status).toBe(403);
    expect(headers.get('content-type')).toContain('application/json');
    const approval = await office.approval(approvalId, approver);
    expect(hash('sha256', approval.payloadText)).toBe(approval.sha256);
    expect(approval).toMatchObject({
      subjectKind: 'RUN_OUTPUT',
      subjectId: runId,
      requestedBy: `customer:${customer.customer.id}`,
      customerId: customer.customer.id,
      facts: { task: GATED, isSimulated: true },
      obstacle: null,
    });

    const decided = await office.decide('approve', approver, { id: approvalId, sha256: approval.sha256 });

    expect(decided).toMatchObject({ approval: { state: 'APPROVED' } });
    const { status: now, body } = await office.ask(runId, customer.as);
    expect(now, JSON.stringify(body)).toBe(200);
    const { text } = JSON.parse(approval.payloadText);
    expect(text).toMatch(/\S/);
    const said = path.includes('chat') ? body.choices[0].message.content : body.output.at(-1).content[0].text;
    expect(said).toBe(text);
    expect(body.object).toBe(path.includes('chat') ? 'chat.completion' : 'response');
    expect(body.imprimatur).toMatchObject({ run_id: runId, task: GATED, simulated: true });
  });

  test('the openai client meets a PermissionDeniedError, and fetches it once it is released', async () => {
    const client = new OpenAI({ baseURL: `${office.url}/v1`, apiKey: bearerOf(customer.as) });
    const error = await client.chat.completions
      .create({ model: GATED, messages: [{ role: 'user', content: TEXT }] })
      .catch((error: unknown) => error);
    expect(error).toBeInstanceOf(OpenAI.PermissionDeniedError);
    const { status, code, headers } = error as InstanceType<typeof OpenAI.PermissionDeniedError>;
    expect([status, code]).toEqual([403, 'held_for_approval']);
    const runId = headers!.get('x-imprimatur-run-id')!;
    await expect(client.get(`/runs/${runId}`)).rejects.toMatchObject({ status: 403, code: 'held_for_approval' });

    const { approvals } = await office.graph(
      `query ($id: [ID!]) { approvals(filter: { state: [PENDING], subjectId: $id }) { totalCount nodes { id sha256 state payloadText } } }`,
      'operator',
      { id: [runId] },
    );
    expect(approvals).toMatchObject({ totalCount: 1, nodes: [{ state: 'PENDING' }] });
    const [{ id, sha256, payloadText }] = approvals.nodes;
    await office.decide('approve', approver, { id, sha256 });

    const completion = await client.get<OpenAI.ChatCompletion>(`/runs/${runId}`);
    expect(completion.choices[0]!.message.content).toBe(JSON.parse(payloadText).text);
    // It was asked for once.
    expect(await office.database.query('select from run where id = $1', [runId])).toHaveLength(1);
  });

  test('refused, it stays so, with a reason', async () => {
    const { runId, approvalId } = await office.held(customer.as);
    const { sha256 } = await office.approval(approvalId);
    await office.decide('reject', approver, { id: approvalId, sha256, reason: 'It names a person.' });

    expect(await office.ask(runId, customer.as)).toMatchObject({
      status: 403,
      body: { error: { code: 'approval_refused', approval: { state: 'REJECTED' } } },
    });
    const { run } = await office.graph(
      `query ($id: ID!) { run(id: $id) { heldAnswer { text } approval { state decisions { verdict reason } } } }`,
      customer.as,
      { id: runId },
    );
    expect(run).toEqual({
      heldAnswer: null,
      approval: { state: 'REJECTED', decisions: [{ verdict: 'REJECT', reason: 'It names a person.' }] },
    });
  });

  test('not decided in time it is expired, before and after the sweep', async () => {
    const { runId, approvalId } = await office.held(customer.as);
    const { sha256 } = await office.approval(approvalId);
    await moveDeadline(office, approvalId, -1_000);
    const isExpired = async () => {
      expect(await office.ask(runId, customer.as)).toMatchObject({
        status: 410,
        body: { error: { code: 'approval_expired', approval: { state: 'EXPIRED' } } },
      });
      expect(await office.decide('approve', approver, { id: approvalId, sha256 })).toMatchObject({
        __typename: 'DecisionRefused',
        obstacle: 'EXPIRED',
      });
      const { approvals } = await office.graph(
        `query ($id: [ID!]) { approvals(filter: { subjectId: $id, state: [EXPIRED] }) { nodes { id state } } }`,
        'operator',
        { id: [runId] },
      );
      expect(approvals.nodes).toEqual([{ id: approvalId, state: 'EXPIRED' }]);
    };
    await isExpired();
    await office.upkeep('expired approvals');
    await isExpired();
    expect(await events(approvalId)).toEqual(['approval.requested', 'approval.decided']);
  });

  test('is of nobody else', async () => {
    const other = await customerWithKey(office);
    const { runId, approvalId } = await office.held(customer.as);
    const { sha256 } = await office.approval(approvalId);
    for (const state of ['PENDING', 'APPROVED']) {
      expect((await office.ask(runId, other.as)).status).toBe(404);
      expect((await office.ask(runId, 'integration')).status).toBe(404);
      expect((await office.json(`/v1/runs/${runId}`)).status).toBe(401);
      expect((await office.ask(runId, await office.person('reader', 'AUDITOR'))).status).toBe(403);
      const { approval, node, run } = await office.graph(
        `query ($id: ID!, $run: ID!) { approval(id: $id) { id } node(id: $id) { id } run(id: $run) { id } }`,
        other.as,
        { id: approvalId, run: runId },
      );
      expect([state, approval, node, run]).toEqual([state, null, null, null]);
      await office.decide('approve', approver, { id: approvalId, sha256 });
    }
  });

  test('a key that is not good for the task does not fetch it', async () => {
    const { runId, approvalId } = await office.held(customer.as);
    const { sha256 } = await office.approval(approvalId);
    await office.decide('approve', approver, { id: approvalId, sha256 });
    const { graph } = office;
    const { issueCustomerKey } = await graph(
      `mutation ($id: ID!) { issueCustomerKey(input: { customerId: $id, name: "Narrow", tasks: ["human-phrasing/warm-tone"] }) {
         ... on IssuedCustomerKey { token } } }`,
      'operator',
      { id: customer.customer.id },
    );
    const narrow = { bearer: issueCustomerKey.token };

    expect((await office.ask(runId, narrow)).status).toBe(403);
    const { run } = await graph(`query ($id: ID!) { run(id: $id) { heldAnswer { text } } }`, narrow, { id: runId });
    expect(run.heldAnswer).toBeNull();
    expect((await office.ask(runId, customer.as)).status).toBe(200);
  });

  test('a stranger, who could not fetch it, is not let run it', async () => {
    const before = await office.database.query('select from run');

    const { status } = await office.json('/v1/chat/completions', {
      body: { model: GATED, messages: [{ role: 'user', content: 'Hi' }] },
    });

    expect(status).toBe(401);
    expect(await office.database.query('select from run')).toHaveLength(before.length);
    expect(await office.database.query('select from reservation where settled_at is null')).toEqual([]);
  });

  test('what is answered at once is no run to fetch', async () => {
    const { headers } = await office.json('/v1/chat/completions', {
      as: customer.as,
      body: { model: 'fast-execution/field-extraction', messages: [{ role: 'user', content: 'Hi' }] },
    });

    expect((await office.ask(headers.get('x-imprimatur-run-id')!, customer.as)).status).toBe(404);
    expect((await office.ask('run_01m818k3xne7cr4w9e6scbkb5d', customer.as)).status).toBe(404);
  });
});

async function events(approvalId: string): Promise<string[]> {
  const rows = await office.database.query<{ type: string }>(
    `select type from outbox_event where payload->>'approvalId' = $1 order by id`,
    [approvalId],
  );
  return rows.map(({ type }) => type);
}
