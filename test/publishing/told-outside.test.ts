import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { webhooksFeature } from '../../src/webhooks/index.ts';
import { customerWithKey } from '../customers/graph.ts';
import { upload } from '../rest/support.ts';
import type { Credential } from '../support/api.ts';
import { createWebhook } from '../webhooks/graph.ts';
import { Receiver } from '../webhooks/receiver.ts';
import { type Gate, startGate } from './support.ts';

let gate: Gate;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await Receiver.start();
  gate = await startGate({
    env: { WEBHOOK_ALLOWED_HOSTS: receiver.authority },
    features: [webhooksFeature({ delayAfter: () => null })],
  });
});
afterAll(async () => {
  await gate.stop();
  await receiver.stop();
});

const eventNames = ['publish-request.filed', 'publish-request.decided', 'permit.used', 'permit.expired'];

test('webhooks of the owner are told of each step, without a word of the content, and those of others of none', async () => {
  const hookOf = async (as: Credential) => {
    const url = receiver.address();
    const { secret } = await createWebhook(gate, { url, eventNames }, as);
    return { url, secret };
  };
  const { as: customer } = await customerWithKey(gate);
  const [hook, others] = [await hookOf(customer), await hookOf((await customerWithKey(gate)).as)];
  const machine = await gate.machine(customer);
  const told = async (count: number) =>
    (await receiver.come(hook.url, count)).map(({ headers, body }) => {
      expect(body).not.toMatch(/ada@example\.org|deposit|tenant/);
      const { type, data } = new Webhook(hook.secret).verify(body, headers as Record<string, string>) as {
        type: string;
        data: object;
      };
      return { type, ...data };
    });

  const used = await gate.approved(machine.as);
  await told(2);
  const { permit } = await gate.fetchPermit(machine.as, used.id);
  await told(3);
  const { publishRequest: refused } = await gate.file(machine.as);
  await told(4);
  await gate.decide('reject', (await gate.approver()).as, { id: refused.approvalId, sha256: refused.sha256 });
  await told(5);
  const lapsed = await gate.approved(machine.as);
  await told(7);
  await gate.database.query(`update approval set decided_at = now() - interval '1 hour' where id = $1`, [
    lapsed.approvalId,
  ]);
  await gate.upkeep('expired permits');

  const of = ({ id: publishRequestId, approvalId, sha256 }: typeof used) => ({ publishRequestId, approvalId, sha256 });
  const { permit: over } = await gate.request(machine.as, lapsed.id);
  expect(await told(8)).toEqual([
    { type: 'publish-request.filed', ...of(used) },
    { type: 'publish-request.decided', ...of(used), state: 'APPROVED' },
    { type: 'permit.used', publishRequestId: used.id, permitId: permit.id },
    { type: 'publish-request.filed', ...of(refused) },
    { type: 'publish-request.decided', ...of(refused), state: 'REJECTED' },
    { type: 'publish-request.filed', ...of(lapsed) },
    { type: 'publish-request.decided', ...of(lapsed), state: 'APPROVED' },
    { type: 'permit.expired', publishRequestId: lapsed.id, permitId: over.id },
  ]);
  expect(receiver.at(others.url)).toEqual([]);
});

test('what it is made of and has no seal is found, until it has one', async () => {
  const { as: customer } = await customerWithKey(gate, { plan: 'PRO' });
  await gate.approver();
  const ask = async (headers: Record<string, string> = {}) => {
    const messages = [{ role: 'user', content: 'Invoice 7' }];
    const answer = await gate.json('/v1/chat/completions', {
      as: customer,
      body: { model: 'fast-execution/field-extraction', messages },
      headers,
    });
    return answer.headers.get('x-imprimatur-run-id')!;
  };
  const found = async (input: object) => {
    const { publishRequest } = await gate.file(customer, input);
    const query = `{ publishRequest(id: "${publishRequest.id}") { lint { findings { kind pointer } } } }`;
    return (await gate.graph(query, customer)).publishRequest.lint.findings;
  };

  const [bare, sealed] = [await ask(), await ask({ 'X-Imprimatur-Seal': 'true' })];
  expect(await found({ runIds: [sealed, bare] })).toEqual([{ kind: 'UNSEALED_ATTACHMENT', pointer: '/runIds/1' }]);
});

test('a picture without a seal is found where it stands, until it has one that was not revoked', async () => {
  const { as: editor } = await gate.approver('EDITOR');
  const [bare, other] = [await upload(gate), await upload(gate)];
  const found = async () => {
    const { publishRequest } = await gate.file(editor, { assetIds: [bare.id, other.id] });
    const query = `{ publishRequest(id: "${publishRequest.id}") { lint { findings { kind pointer detail isBlocking } } } }`;
    return (await gate.graph(query, editor)).publishRequest.lint.findings;
  };
  const finding = (index: number) => ({
    kind: 'UNSEALED_ATTACHMENT',
    pointer: `/assetIds/${index}`,
    isBlocking: false,
    detail: 'This asset has no seal, or its newest seal is revoked.',
  });
  const seal = async (assetId: string) => {
    const mutation = `mutation { sealAsset(input: { assetId: "${assetId}" }) { ... on SealedAsset { seal { id } } } }`;
    return (await gate.graph(mutation, editor)).sealAsset.seal.id;
  };

  expect(await found()).toEqual([finding(0), finding(1)]);
  const sealId = await seal(bare.id);
  expect(await found()).toEqual([finding(1)]);
  await seal(other.id);
  expect(await found()).toEqual([]);
  await gate.graph(
    `mutation { revokeSeal(input: { sealId: "${sealId}", reason: "Not ours." }) { __typename } }`,
    editor,
  );
  expect(await found()).toEqual([finding(0)]);
});
