import { newId } from '../../src/platform/ids.ts';
import { customerWithKey } from '../customers/graph.ts';
import { mutate } from '../providers/support.ts';
import { type Gate, startGate } from '../publishing/support.ts';
import { settled } from '../rest/support.ts';
import type { Json } from '../support/api.ts';
import { createWebhook } from '../webhooks/graph.ts';
import { Receiver } from '../webhooks/receiver.ts';

export interface FilledService {
  gate: Gate;
  /** A render whose picture has a seal with a history. */
  renderId: string;
  /** An address that webhooks can have. */
  webhookUrl: string;
  stop(): Promise<void>;
}

/** A service in which every list of the pages has entries, and in which nothing happens any more. */
export async function startFilledService(): Promise<FilledService> {
  const receiver = await Receiver.start();
  const gate = await startGate({ env: { WEBHOOK_ALLOWED_HOSTS: receiver.authority } });
  const stop = async () => {
    await gate.stop();
    await receiver.stop();
  };
  try {
    await createWebhook(gate, { url: receiver.address(), eventNames: ['render.ended'] });
    const renderId = await fillBank(gate);
    await fillRuns(gate);
    await fillPublishing(gate);
    await fillPartners(gate);
    await settled(gate);
    return { gate, renderId, webhookUrl: receiver.address(), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Renders one picture twice: the second title is not applied to the picture that the bank has. */
async function fillBank(gate: Gate): Promise<string> {
  const brief = {
    prompt: 'calm blue sea with birds at dawn, no moon, in the style of a tax return',
    tags: ['sea'],
    width: 256,
    height: 256,
    seed: 1,
  };
  const first = await rendered(gate, { ...brief, title: 'First light' });
  const second = await rendered(gate, { ...brief, title: 'Second light' });
  await mutate(
    gate,
    'updateAsset',
    {
      assetId: first.asset.id,
      licence: 'CC BY 4.0',
      credit: 'Harbour office',
      validFrom: '2026-01-01T00:00:00Z',
      validUntil: '2036-01-01T00:00:00Z',
    },
    '',
    'operator',
  );
  const { seal } = await mutate(
    gate,
    'sealAsset',
    { assetId: first.asset.id },
    '... on SealedAsset { seal { id } }',
    'operator',
  );
  await mutate(gate, 'revokeSeal', { sealId: seal.id, reason: 'Sealed too early.' }, '', 'operator');
  // No API creates an alias.
  await gate.database.query(
    `insert into tag (id, key, label, alias_of_id) select $1, 'ocean', 'Ocean', id from tag where key = 'sea'`,
    [newId('tag')],
  );
  return second.id;
}

async function rendered(gate: Gate, brief: object): Promise<Json> {
  const { render } = await mutate(
    gate,
    'requestRender',
    brief,
    '... on RequestedRender { render { id } }',
    'integration',
  );
  const state = async () =>
    (await gate.graph(`{ render(id: "${render.id}") { id status asset { id } } }`, 'operator')).render;
  await settled(gate);
  return state();
}

/** A sealed run, a run that was approved and one that waits. */
async function fillRuns(gate: Gate): Promise<void> {
  const { as, key } = await customerWithKey(gate, { hardLimitMicros: 500_000_000 });
  const input = {
    task: 'case-scanning/fast-scan',
    messages: [{ role: 'USER', content: 'Write an offer.' }],
    seal: true,
  };
  await mutate(gate, 'runTask', input, '', as);
  const { approvalId } = await gate.held(as);
  const { sha256 } = await gate.approval(approvalId);
  await gate.decide('approve', (await gate.approver()).as, { id: approvalId, sha256 });
  await gate.held(as);
  // The key ends in six days, and is old enough for that to be announced.
  await gate.database.query(
    `update customer_key set created_at = now() - interval '90 days', expires_at = now() + interval '6 days' where id = $1`,
    [key.id],
  );
}

/** One request with a permit, and one that waits for its second approver. */
async function fillPublishing(gate: Gate): Promise<void> {
  const { as } = await customerWithKey(gate, { plan: 'PRO' });
  const machine = await gate.machine(as);
  await gate.approved(machine.as, { argumentsText: '{"text":"Pay to DE89370400440532013000."}' });
  const targets = Array.from({ length: 101 }, (_, n) => `ada${n}@example.org`);
  const { publishRequest } = await gate.file(machine.as, { targets });
  const { approvalId: id, sha256 } = publishRequest;
  await gate.decide('approve', (await gate.approver()).as, { id, sha256, reason: 'The recipients asked for it.' });
}

async function fillPartners(gate: Gate): Promise<void> {
  const { secret } = await mutate(
    gate,
    'issuePartnerLink',
    { partnerName: 'Gallery' },
    '... on IssuedPartnerLink { secret }',
    'operator',
  );
  await gate.graph('{ mediaDesk { partner { id } } }', { bearer: secret });
}
