import { createHash } from 'node:crypto';
import { getNamedType, isInputObjectType, isObjectType, isUnionType } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerWithKey } from '../customers/graph.ts';
import { mutateAgents } from '../support/agents.ts';
import { type Api, type Credential, type Json, startApi } from '../support/api.ts';
import { signedIn, withPassword } from '../support/people.ts';

let api: Api;
let customer: { id: string; as: Credential; key: string };
beforeAll(async () => {
  api = await startApi();
  const made = await customerWithKey(api, { plan: 'PRO' });
  customer = { id: made.customer.id, as: made.as, key: made.key.id };
  secrets.add(made.token);
});
afterAll(() => api.stop());

/** All that must stand nowhere in the trail: what was given, and what was shown. */
const secrets = new Set<string>();
let made = 0;

function canary(before = 'canary-'): string {
  made += 1;
  const secret = `${before}${createHash('sha256').update(String(made)).digest('hex').slice(0, 32)}`;
  secrets.add(secret);
  return secret;
}

type Case = () => Promise<{ input: Json; shows?: string; as?: Credential }>;

const webhookOf = async () => {
  const [row] = await api.database.query<{ id: string }>('select id from webhook limit 1');
  return row!.id;
};

/** Every mutation that takes a secret, shows one, or takes what somebody says. */
const CASES: Record<string, Case> = {
  // Before there is a key by which somebody would be asked.
  runTask: async () => ({
    input: { task: 'fast-execution/field-extraction', messages: [{ role: 'USER', content: canary('prompt ') }] },
  }),
  updateSetting: async () => ({
    input: { name: 'MARKETING_HUB_HOST_SETTINGS_INTEGRATIONS_INBOUND_SECRET', secret: canary() },
  }),
  setIntegrationsInboundSecret: async () => ({ input: { secret: canary() } }),
  rotateIntegrationsInboundSecret: async () => ({
    input: {},
    shows: '... on RotatedIntegrationsInboundSecret { shown: secret }',
  }),
  sendIntegrationsTestRequest: async () => ({ input: { secret: canary() } }),
  createWebhook: async () => ({
    input: { url: `https://hooks.example.org/${canary('path-')}`, description: canary('said-') },
    shows: '... on CreatedWebhook { shown: secret }',
    as: customer.as,
  }),
  updateWebhook: async () => ({
    input: { webhookId: await webhookOf(), url: `https://hooks.example.org/${canary('path-')}`, isEnabled: true },
    as: customer.as,
  }),
  rotateWebhookSecret: async () => ({
    input: { webhookId: await webhookOf() },
    shows: '... on RotatedWebhookSecret { shown: secret }',
    as: customer.as,
  }),
  issueCustomerKey: async () => ({
    input: { customerId: customer.id, name: 'Another' },
    shows: '... on IssuedCustomerKey { shown: token }',
  }),
  rotateCustomerKey: async () => ({
    input: { customerKeyId: customer.key },
    shows: '... on RotatedCustomerKey { shown: token }',
  }),
  issuePartnerLink: async () => ({
    input: { partnerName: 'Agency' },
    shows: '... on IssuedPartnerLink { shown: secret }',
  }),
  rotatePartnerLink: async () => ({
    input: { partnerLinkId: await issuedId('issuePartnerLink', 'IssuedPartnerLink', 'partnerLink') },
    shows: '... on RotatedPartnerLink { shown: secret }',
  }),
  setProviderKey: async () => ({ input: { provider: 'OPENAI', key: canary('sk-') } }),
  setOwnProviderKey: async () => ({ input: { provider: 'OPENAI', key: canary('sk-') }, as: customer.as }),
  setOwnServer: async () => ({
    input: { baseUrl: 'https://llm.example.org/v1', key: canary('sk-') },
    as: customer.as,
  }),
  setRedactionNames: async () => ({ input: { names: [canary('Ada ')] }, as: customer.as }),
  requestRender: async () => ({ input: { prompt: `calm sea ${canary('prompt ')}`, width: 256, height: 256 } }),
  redactText: async () => ({ input: { text: canary('text ') } }),
  sealText: async () => ({
    input: { text: canary('text '), disclaimerAcknowledged: true },
    shows: '... on SealedText { shown: ownerToken seal { id } }',
  }),
  revokeSeal: async () => ({ input: { ...(await sealed()), reason: canary('reason ') } }),
  supersedeSeal: async () => ({
    input: { ...(await sealed()), bySealId: (await sealed()).sealId, reason: canary('reason ') },
  }),
  eraseSeal: async () => ({ input: { ...(await sealed()), reason: canary('reason ') } }),
  issueAgentKey: async () => ({
    input: { agentId: await agent(), name: 'A machine' },
    shows: '... on IssuedAgentKey { shown: token }',
  }),
  rotateAgentKey: async () => ({
    input: { agentKeyId: await issuedId('issueAgentKey', 'IssuedAgentKey', 'agentKey') },
    shows: '... on RotatedAgentKey { shown: token }',
  }),
  updateOwnPassword: async () => {
    const { as, operatorId } = await signedIn(api, { roles: ['AUDITOR'] });
    const currentPassword = canary('present ');
    await withPassword(api, operatorId, currentPassword);
    return { input: { currentPassword, newPassword: canary('another ') }, as };
  },
  issueOperatorToken: async () => ({
    input: { operatorId: await person(), name: 'A program', scopes: ['settings:read'] },
    shows: '... on IssuedOperatorToken { shown: token }',
  }),
  rotateOperatorToken: async () => ({
    input: { operatorTokenId: await issuedId('issueOperatorToken', 'IssuedOperatorToken', 'operatorToken') },
    shows: '... on RotatedOperatorToken { shown: token }',
  }),
  inviteOperator: async () => ({
    input: { email: `${canary('ada-')}@example.org`, roles: ['AUDITOR'] },
    shows: '... on InvitedOperator { shown: link }',
  }),
  publishDisclaimer: async () => ({ input: { language: 'en', text: `${canary('text ')} ${'x'.repeat(200)}` } }),
};

const agent = async () => (await mutateAgents(api, 'createAgent', { name: 'A machine' })).agent.id;
const person = async () => (await signedIn(api, { roles: ['AUDITOR'] })).operatorId;

/** Issues a key, and gives its id. */
async function issuedId(mutation: string, payload: string, field: string): Promise<string> {
  const { input } = await CASES[mutation]!();
  const { data } = await perform(mutation, { input, shows: `... on ${payload} { ${field} { id } }` });
  return data[field].id;
}

async function sealed() {
  const { data } = await perform('sealText', await CASES.sealText!());
  return { sealId: data.seal.id, ownerToken: data.shown };
}

async function perform(name: string, { input, shows = '', as = 'operator' }: Awaited<ReturnType<Case>>) {
  const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input`;
  const { data, errors } = await api.graphql(
    `mutation ($input: ${type}!) { result: ${name}(input: $input) { __typename ... on Problem { code message } ${shows} } }`,
    { as, variables: { input } },
  );
  expect(errors, name).toBeUndefined();
  if (typeof data.result.shown === 'string') {
    secrets.add(data.result.shown);
    // Of a link, what makes it a secret.
    if (data.result.shown.startsWith('http')) secrets.add(data.result.shown.split('/').at(-1));
  }
  return { data: data.result };
}

test('no secret, prompt or word of content reaches the trail, whatever is done with it', async () => {
  const done: Record<string, string | undefined> = {};
  for (const [name, one] of Object.entries(CASES)) done[name] = (await perform(name, await one())).data.code;
  // What is refused shows nothing: all but these have to go through.
  expect(Object.entries(done).filter(([, code]) => code !== undefined)).toEqual([]);

  const rows = await api.database.query<{ text: string }>(
    'select to_jsonb(audit_entry)::text as text from audit_entry',
  );
  const exported = await (await api.fetch('/exports/audit-trail.jsonl', { as: 'operator' })).text();
  const trail = rows.map(({ text }) => text).join('\n') + exported;
  expect(trail).toContain('"createWebhook"');
  expect(secrets.size).toBeGreaterThan(25);
  for (const secret of secrets) {
    const digest = createHash('sha256').update(secret).digest();
    for (const form of [
      secret,
      digest.toString('hex'),
      digest.toString('base64'),
      Buffer.from(secret).toString('base64'),
    ]) {
      expect(trail.includes(form), `${secret} in the form ${form}`).toBe(false);
    }
  }
});

test('every mutation that takes a secret or shows one is tried above', () => {
  const schema = api.services.schema;
  const isSecret = (name: string) =>
    /secret|token|password|codes?$|link$|key$/i.test(name) && name !== 'idempotencyKey';
  const named = Object.values(schema.getMutationType()!.getFields()).filter(({ args, type }) => {
    const input = getNamedType(args[0]!.type);
    const answer = getNamedType(type);
    const fields = [
      ...(isInputObjectType(input) ? Object.values(input.getFields()) : []),
      ...(isUnionType(answer) ? answer.getTypes() : []).flatMap((member) =>
        isObjectType(member) ? Object.values(member.getFields()) : [],
      ),
    ];
    return fields.some((field) => isSecret(field.name) && String(getNamedType(field.type)) === 'String');
  });

  expect(named.map(({ name }) => name).filter((name) => !(name in CASES))).toEqual([]);
});
