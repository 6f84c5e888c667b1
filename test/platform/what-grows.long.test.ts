import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { GraphQLField } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Access, accessOf, EVERYONE } from '../../src/platform/auth/access.ts';
import { OPERATORS } from '../../src/platform/auth/roles.ts';
import { PROJECT_ROOT } from '../../src/platform/program/project-root.ts';
import { type Permission, REGISTRY } from '../../src/platform/registry.ts';
import { customerWithKey } from '../customers/graph.ts';
import { createCase } from '../documents/support.ts';
import { settled, upload } from '../rest/support.ts';
import { agentOf } from '../support/agents.ts';
import { type Api, type Credential, startApi } from '../support/api.ts';

/** Tables in which nobody but operators, and the service itself, leaves rows. A new one stands here or in the documentation. */
const BY_OPERATORS_ONLY: Record<string, string> = {
  'public.approval_decision': 'decided by operators',
  'public.backup_run': 'one for each backup; the old ones are deleted',
  'public.baseline_record': 'written once, by the first start that signs approvals',
  'public.catalogue_version': 'published by operators',
  'public.encryption_canary': 'one, by the first start',
  'public.chain_act': 'by operators, and one for each month that is let go of',
  'public.chain_anchor': 'by time: one in CHAIN_ANCHOR_MINUTES at the most, and one for an export',
  'public.customer': 'made by operators',
  'public.decision_key': 'one by the first start, then by the commands that replace it',
  'public.decision_key_endorsement': 'by the commands that replace the decision key',
  'public.decision_seal': 'one for each decision of an operator',
  'public.evidence_baseline': 'one, by the first start that signs approvals',
  'public.customer_key': 'issued by operators',
  'public.demo_part': 'one for each part of the example content',
  'public.disclaimer': 'published by operators',
  'public.schema_release': 'by upgrades',
  'public.clock_note': 'one row',
  'public.log_state': 'one for each log',
  'public.log_witness_policy': 'by the settings of the start',
  'public.mikro_orm_migrations': 'by upgrades',
  'public.operator': 'one by the link of the first start, then invited by operators',
  'public.operator_account': 'ways in which operators sign in',
  'public.operator_code_baseline': 'one, by the first start that codes operators',
  'public.operator_invitation': 'made by operators',
  'public.operator_passkey': 'added by operators, twenty each',
  'public.operator_recovery_code': 'made by operators, ten each',
  'public.operator_spent': 'by operators who sign in; forgotten after some minutes',
  'public.operator_token': 'issued by operators',
  'public.operator_totp': 'set up by operators, one each',
  'public.operator_verification': 'no rows: only releases up to 0.1.0 write it',
  'public.operator_link': 'one by the start, then by who has a shell',
  'public.operator_session': 'of operators, each for a day',
  'public.outward_tool': 'marked by operators',
  'public.partner': 'named by operators',
  'public.partner_token': 'issued by operators',
  'public.publishing_policy': 'published by operators',
  'public.purged_asset': 'erased by operators',
  'public.purged_blob': 'for a day after operators have erased something',
  'public.run_month_let_go': 'one for each month and account',
  'public.routing_policy': 'published by operators',
  'public.seal_key': 'by the settings of the start',
  'public.setting': 'one for each setting',
  'public.setting_change': 'made by operators',
  'public.setting_earlier_secret': 'set by operators',
  'pgboss.bam': 'by upgrades',
  'pgboss.job_dependency': 'not used',
  'pgboss.queue': 'one for each kind of job',
  'pgboss.queue_stats': 'by time: a row for each queue and interval, in a partition for each day',
  'pgboss.schedule': 'not used',
  'pgboss.subscription': 'not used',
  'pgboss.version': 'by upgrades',
  'pgboss.warning': 'by time',
};

let api: Api;
let partner: Credential;
let customer: Credential;
/** A case of the customer, and its agent as a member. */
let caseId: string;
let member: string;
let ofCustomer: Awaited<ReturnType<typeof agentOf>>;
beforeAll(async () => {
  api = await startApi();
  const { data } = await api.graphql(
    `mutation { issuePartnerLink(input: { partnerName: "Agency" }) { ... on IssuedPartnerLink { secret } } }`,
    { as: 'operator' },
  );
  partner = { bearer: data.issuePartnerLink.secret };
  customer = (await customerWithKey(api, { plan: 'PRO', key: { caseAccess: 'WRITE' } })).as;
  ofCustomer = await agentOf(api, customer);
  member = ofCustomer.actor;
  ({ id: caseId } = (await createCase(api, {}, customer)).case);
  await upload(api, { tags: ['calm'] });
  // Opens the log.
  await seal('the first');
  await settled(api);
});
afterAll(() => api.stop());

async function seal(text: string): Promise<{ id: string; ownerToken: string }> {
  const { body } = await api.json('/api/legal/provenance-seal', {
    body: { artifact_text: text, disclaimer_ack: true },
  });
  return { id: body.seal.id, ownerToken: body.ownerToken };
}

test('every table stands in docs/limits.md, with its bound, or is one that only operators fill', async () => {
  const documented = documentedTables();
  const tables = Object.keys(await rowCounts());

  expect(tables.filter((table) => documented.has(table) && table in BY_OPERATORS_ONLY)).toEqual([]);
  expect(tables.filter((table) => !documented.has(table) && !(table in BY_OPERATORS_ONLY))).toEqual([]);
  // And none stands there that is gone.
  expect([...documented.keys(), ...Object.keys(BY_OPERATORS_ONLY)].filter((table) => !tables.includes(table))).toEqual(
    [],
  );
  for (const [table, cells] of documented) expect({ table, cells }).toEqual({ table, cells: cells.filter(Boolean) });
});

/** What each mutation does that somebody who is no operator may use, done for real; a new one fails below. */
const DEEDS: Record<string, () => Promise<string>> = {
  createCase: async () => 'createCase(input: { name: "Made up" }) { __typename }',
  updateCase: async () => 'updateCase(input: { caseId: "x", name: "y" }) { __typename }',
  addCaseMember: async () => `addCaseMember(input: { caseId: "${caseId}", member: "${member}" }) { __typename }`,
  removeCaseMember: async () => 'removeCaseMember(input: { caseId: "x", member: "agent:x" }) { __typename }',
  uploadDocuments: async () =>
    `uploadDocuments(input: { caseId: "${caseId}", files: [{ name: "a.txt", base64: "YSB0ZXh0" }] }) { __typename }`,
  checkQuotations: async () =>
    `checkQuotations(input: { caseId: "${caseId}", brief: "“made up words of a text”" }) { __typename }`,
  eraseDocument: async () => 'eraseDocument(input: { documentId: "x" }) { __typename }',
  eraseCase: async () => 'eraseCase(input: { caseId: "x" }) { __typename }',
  pickAsset: async () => 'pickAsset(input: { tags: ["calm"], campaign: "made up" }) { __typename }',
  requestRender: async () =>
    'requestRender(input: { prompt: "calm sea", width: 256, height: 256, seed: 8, waitSeconds: 20 }) { __typename }',
  cancelRender: async () => 'cancelRender(input: { renderId: "x" }) { __typename }',
  // As `requestRender`, where there is one to be tried again.
  retryRender: async () => 'retryRender(input: { renderId: "x" }) { __typename }',
  sealText: async () => 'sealText(input: { text: "grows", disclaimerAcknowledged: true, retain: true }) { __typename }',
  revokeSeal: async () => {
    const { id, ownerToken } = await seal('to be withdrawn');
    return `revokeSeal(input: { sealId: "${id}", ownerToken: "${ownerToken}", reason: "wrong" }) { __typename }`;
  },
  supersedeSeal: async () => {
    const [{ id, ownerToken }, by] = [await seal('older'), await seal('newer')];
    return `supersedeSeal(input: { sealId: "${id}", ownerToken: "${ownerToken}", bySealId: "${by.id}", reason: "newer" }) { __typename }`;
  },
  // Held until somebody approves it, where whoever asks can fetch it.
  cancelApproval: async () => {
    const held =
      'runTask(input: { task: "deep-reasoning/synthesis", messages: [{ role: USER, content: "Lease" }] }) { __typename }';
    return `${held} cancelApproval(input: { approvalId: "x" }) { __typename }`;
  },
  createPublishRequest: async () =>
    'createPublishRequest(input: { tool: "send_email", channel: EMAIL, targets: ["a@b.example"], argumentsText: "{}", summary: "Greets." }) { __typename }',
  updatePublishRequest: async () =>
    'updatePublishRequest(input: { publishRequestId: "x", tool: "send_email", channel: EMAIL, targets: ["a@b.example"], argumentsText: "{}", summary: "Greets." }) { __typename }',
  cancelPublishRequest: async () => 'cancelPublishRequest(input: { publishRequestId: "x" }) { __typename }',
  revokePublishRequest: async () => 'revokePublishRequest(input: { publishRequestId: "x" }) { __typename }',
  fetchPermit: async () => 'fetchPermit(input: { publishRequestId: "x" }) { __typename }',
  // Of anybody: what the sandbox answers. Of those with a credential, under a key.
  runTask: async () =>
    'plain: runTask(input: { task: "fast-execution/field-extraction", messages: [{ role: USER, content: "Invoice 7" }] }) { __typename } runTask(input: { task: "fast-execution/field-extraction", messages: [{ role: USER, content: "Invoice 7" }], idempotencyKey: "grows", seal: true }) { __typename }',
  sealDocumentVersion: async () => 'sealDocumentVersion(input: { versionId: "x" }) { __typename }',
  sealRunOutput: async () => 'sealRunOutput(input: { runId: "run_x", text: "x" }) { __typename }',
  redactText: async () => 'redactText(input: { text: "Write to a@b.example", keepMap: true }) { __typename }',
  restoreText: async () => 'restoreText(input: { text: "[EMAIL_1]", map: "x" }) { __typename }',
  // Customers' alone: the others are refused, and leave nothing either.
  setOwnProviderKey: async () =>
    'setOwnProviderKey(input: { provider: OPENAI, key: "sk-made-up-0123456789" }) { __typename }',
  deleteOwnProviderKey: async () => 'deleteOwnProviderKey(input: { providerKeyId: "x" }) { __typename }',
  testOwnProviderKey: async () => 'testOwnProviderKey(input: { providerKeyId: "x" }) { __typename }',
  setRedactionNames: async () => 'setRedactionNames(input: { names: ["Ada Lovelace"] }) { __typename }',
  setOwnServer: async () => 'setOwnServer(input: { baseUrl: "https://llm.example.org/v1" }) { __typename }',
  deleteOwnServer: async () => 'deleteOwnServer(input: { ownServerId: "x" }) { __typename }',
  testOwnServer: async () => 'testOwnServer(input: { ownServerId: "x" }) { __typename }',
  createAgent: async () => 'createAgent(input: { name: "grows", idempotencyKey: "grows" }) { __typename }',
  updateAgent: async () => 'updateAgent(input: { agentId: "x" }) { __typename }',
  issueAgentKey: async () => `issueAgentKey(input: { agentId: "${ofCustomer.agentId}", name: "grows" }) { __typename }`,
  rotateAgentKey: async () => 'rotateAgentKey(input: { agentKeyId: "x" }) { __typename }',
  revokeAgentKey: async () => 'revokeAgentKey(input: { agentKeyId: "x" }) { __typename }',
  createWebhook: async () => 'createWebhook(input: { url: "https://hooks.example.org/in" }) { __typename }',
  updateWebhook: async () => 'updateWebhook(input: { webhookId: "x" }) { __typename }',
  deleteWebhook: async () => 'deleteWebhook(input: { webhookId: "x" }) { __typename }',
  rotateWebhookSecret: async () => 'rotateWebhookSecret(input: { webhookId: "x" }) { __typename }',
  sendTestWebhook: async () => 'sendTestWebhook(input: { webhookId: "x" }) { __typename }',
  replayDelivery: async () => 'replayDelivery(input: { webhookDeliveryId: "x" }) { __typename }',
  replayWebhook: async () => 'replayWebhook(input: { webhookId: "x", since: "2026-01-01T00:00:00Z" }) { __typename }',
  eraseSeal: async () => {
    const { id, ownerToken } = await seal('to be erased');
    return `eraseSeal(input: { sealId: "${id}", ownerToken: "${ownerToken}", reason: "gone" }) { __typename }`;
  },
};

const mayBeUsedByOthers = (access: Access | undefined) => {
  if (access === undefined || access === EVERYONE) return true;
  return REGISTRY.permissions.get(access as Permission)!.roles.some((role) => !OPERATORS.some((one) => one === role));
};
const usable = (fields: Record<string, GraphQLField<unknown, unknown>> = {}) =>
  Object.values(fields)
    .filter((field) => mayBeUsedByOthers(accessOf(field)))
    .map(({ name }) => name);

describe('whatever somebody does who is no operator', () => {
  test('every mutation that such a one may use is done below', () => {
    expect(Object.keys(DEEDS).sort()).toEqual(usable(api.services.schema.getMutationType()?.getFields()).sort());
  });

  test('only tables grow that are documented', async () => {
    const before = await rowCounts();

    for (const as of [undefined, partner, customer, ofCustomer.as, 'integration'] as const) {
      for (const write of Object.values(DEEDS)) {
        const { status } = await api.graphql(`mutation { ${await write()} }`, { as });
        // Without credentials, an operation that needs some is refused as a whole.
        expect(as === undefined ? [200, 401] : [200]).toContain(status);
      }
      for (const query of QUERIES) await api.graphql(query, { as });
      await api.json('/api/marketing/image-bank/pick?tags=calm&campaign=by-rest');
      for (const { path, methods } of api.mounts) {
        if (methods.GET) await (await api.fetch(path.replaceAll(/[:*]\w+/g, 'x'), { as })).body?.cancel();
      }
    }
    await settled(api);

    const after = await rowCounts();
    const grown = Object.keys(after).filter((table) => after[table]! > (before[table] ?? 0));
    // What time alone makes grow is not theirs.
    const documented = documentedTables();
    expect(grown.filter((table) => !documented.has(table) && !BY_OPERATORS_ONLY[table]?.startsWith('by time'))).toEqual(
      [],
    );
    expect(grown).toEqual(
      expect.arrayContaining([
        'public.pick_cursor',
        'public.seal',
        'public.seal_status',
        'public.render',
        'public.asset',
        'public.run',
        'public.attempt',
        'public.approval',
        'public.provider_key',
        'public.webhook',
        'public.agent',
        'public.agent_key',
        'public.keyed_issue',
        'public.publish_request',
        'public.document_case',
        'public.case_member',
        'public.document',
        'public.document_version',
      ]),
    );
  });
});

const QUERIES = [
  '{ disclaimer { id } health { ok } sealsByDigest(sha256: "%") { id } }'.replace('%', 'a'.repeat(64)),
  '{ node(id: "x") { id } seal(id: "x") { id } retainedText(sealId: "x") }',
  '{ mediaDesk { partner { id } assets { totalCount nodes { id } } } }',
  '{ approvals { totalCount nodes { id } } approval(id: "x") { id payloadText } }',
  '{ publishRequests { totalCount nodes { id permit { state } } } publishRequest(id: "x") { id state } }',
  '{ asset(id: "x") { id } render(id: "x") { id } nodes(ids: ["x"]) { id } }',
  '{ renders { totalCount nodes { id } } tags { totalCount nodes { id } } viewer { kind permissions } }',
  '{ ownProviderKeys { nodes { id } } }',
  '{ ownServer { id } }',
  '{ searchCases(query: "text") { hits { start } } }',
  '{ redactionNames { names } }',
  '{ webhooks { nodes { id } } webhook(id: "x") { id } webhookDeliveries { nodes { id } } webhookEvents { name } }',
  '{ clusters { name } modelSlots { name } tasks { name } task(name: "x") { name } }',
  '{ agents { nodes { id keys { id scopes } } } agent(id: "x") { id } myAgent { id } }',
  '{ myCustomer { id thisMonth { calls } } }',
  '{ cases { nodes { id } } documents(caseId: "x") { nodes { id } } case(id: "x") { id } document(id: "x") { id } }',
  '{ capabilities { __typename } run(id: "x") { id } runs { nodes { id } } usage(groupBy: TASK) { runs } }',
  '{ explainRoute(input: { task: "fast-execution/field-extraction", characters: 100 }) { decision { path } } }',
];

test('every query that such a one may use is asked above', () => {
  const asked = QUERIES.join(' ');

  expect(usable(api.services.schema.getQueryType()?.getFields()).filter((name) => !asked.includes(name))).toEqual([]);
});

async function rowCounts(): Promise<Record<string, number>> {
  // A partition is counted with the table that it is a part of.
  const tables = await api.database.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg_toast%'
       and not c.relispartition order by 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await api.database.query<{ count: number }>(`select count(*)::int as count from ${name}`);
    counts[name] = row!.count;
  }
  return counts;
}

/** The tables of the section in the documentation, each with what stands beside it. */
function documentedTables(): Map<string, string[]> {
  const text = readFileSync(path.join(PROJECT_ROOT, 'docs/limits.md'), 'utf8');
  const section = text.split('## Tables that callers can grow')[1]!.split('\n## ')[0]!;
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  return new Map(
    rows.flatMap((row) => {
      const [names, ...cells] = row
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim());
      expect(cells).toHaveLength(3);
      return [...names!.matchAll(/`([^`]+)`/g)].map(([, name]): [string, string[]] => [
        name!.includes('.') ? name! : `public.${name}`,
        cells,
      ]);
    }),
  );
}
