import sharp from 'sharp';
import type { Api, Credential, Json } from '../../support/api.ts';
import { codeRow } from '../../support/operator-codes.ts';

/** A private address that `WEBHOOK_ALLOWED_HOSTS` lists, so that no name is looked up. */
export const HOOK_HOST = '127.0.0.1:1';
const HOOK = `http://${HOOK_HOST}/hook`;

/** A mutation that issues something, with what the contract of idempotency keys is tried with. */
export interface Issuing {
  mutation: string;
  /** Fields of the payload. Its object is `object`, its secret `secret`. */
  payload: string;
  hasSecret: boolean;
  /** Counts what it issues. */
  count: string;
  /** Type of the event that goes with it; null for none. */
  event: string | null;
  /** Inputs of a new subject: one, another that is valid as well, and one that is refused. */
  inputs(api: Api, unique: string): Promise<{ input: Json; other: Json; invalid: Json }>;
}

/** Sends a mutation and gives its result. */
export async function mutate(
  api: Api,
  { mutation, payload }: Pick<Issuing, 'mutation' | 'payload'>,
  input: Json,
  { as = 'operator', header }: { as?: Credential; header?: string } = {},
): Promise<Json> {
  const { body } = await send(api, `($input: ${typeOf(mutation)}Input!)`, `result: ${fieldOf({ mutation, payload })}`, {
    as,
    header,
    variables: { input },
  });
  if (!body.data) throw new Error(JSON.stringify(body.errors));
  return body.data.result;
}

const typeOf = (mutation: string) => `${mutation[0]!.toUpperCase()}${mutation.slice(1)}`;

/** The field of a mutation, whose input is `$input`. */
export function fieldOf({ mutation, payload }: Pick<Issuing, 'mutation' | 'payload'>): string {
  return `${mutation}(input: $input) {
    __typename ${payload} ... on Problem { code message } ... on InputInvalid { issues { pointer } } }`;
}

export function send(
  api: Api,
  head: string,
  fields: string,
  { as = 'operator', header, variables }: { as?: Credential; header?: string | undefined; variables: object },
) {
  return api.json('/graphql', {
    as,
    body: { query: `mutation ${head} { ${fields} }`, variables },
    ...(header !== undefined && { headers: { 'Idempotency-Key': header } }),
  });
}

const agentId = async (api: Api, name: string): Promise<string> =>
  (await mutate(api, CREATE_AGENT, { name })).object.id;
const customerId = async (api: Api, name: string): Promise<string> =>
  (await mutate(api, CREATE_CUSTOMER, { name, plan: 'BASE' })).object.id;

async function operatorId(api: Api, unique: string): Promise<string> {
  const id = `op_${unique.replaceAll(/[^a-z0-9]/g, '').padEnd(26, '0')}`;
  await api.database.query(
    `insert into operator (id, name, email, roles, created_by) values ($1, 'Test', $2, '{ADMIN}', 'test')`,
    [id, `${id}@example.org`],
  );
  await codeRow(api, 'operator', id);
  return id;
}

async function picture(): Promise<string> {
  const background = { r: random(), g: random(), b: random() };
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .png()
    .toBuffer();
  return bytes.toString('base64');
}

const random = () => Math.floor(Math.random() * 256);

const object = (type: string, name: string, secret?: string) =>
  `... on ${type} { alreadyIssued object: ${name} { id } ${secret ? `secret: ${secret}` : ''} }`;

const CREATE_AGENT: Issuing = {
  mutation: 'createAgent',
  payload: object('CreatedAgent', 'agent'),
  hasSecret: false,
  count: 'select id from agent',
  event: 'agents.created',
  inputs: async (_, unique) => ({ input: { name: unique }, other: { name: `${unique} 2` }, invalid: { name: '' } }),
};

const CREATE_CUSTOMER: Issuing = {
  mutation: 'createCustomer',
  payload: object('CreatedCustomer', 'customer'),
  hasSecret: false,
  count: 'select id from customer',
  event: 'customers.created',
  inputs: async (_, unique) => ({
    input: { name: unique, plan: 'BASE' },
    other: { name: `${unique} 2`, plan: 'BASE' },
    invalid: { name: '', plan: 'BASE' },
  }),
};

const ISSUE_AGENT_KEY: Issuing = {
  mutation: 'issueAgentKey',
  payload: object('IssuedAgentKey', 'agentKey', 'token'),
  hasSecret: true,
  count: 'select id from agent_key',
  event: 'agents.key-issued',
  inputs: async (api, unique) => {
    const input = { agentId: await agentId(api, unique), name: 'One' };
    return { input, other: { ...input, name: 'Two' }, invalid: { ...input, name: '' } };
  },
};

const ISSUE_CUSTOMER_KEY: Issuing = {
  mutation: 'issueCustomerKey',
  payload: object('IssuedCustomerKey', 'customerKey', 'token'),
  hasSecret: true,
  count: 'select id from customer_key',
  event: 'customers.key-issued',
  inputs: async (api, unique) => {
    const input = { customerId: await customerId(api, unique), name: 'One' };
    return { input, other: { ...input, name: 'Two' }, invalid: { ...input, tasks: ['nothing-of-the-kind'] } };
  },
};

const ISSUE_OPERATOR_TOKEN: Issuing = {
  mutation: 'issueOperatorToken',
  payload: object('IssuedOperatorToken', 'operatorToken', 'token'),
  hasSecret: true,
  count: 'select id from operator_token',
  event: 'operators.token-issued',
  inputs: async (api, unique) => {
    const input = { operatorId: await operatorId(api, unique), name: 'One', scopes: ['assets:read'] };
    return { input, other: { ...input, name: 'Two' }, invalid: { ...input, scopes: [] } };
  },
};

const ISSUE_PARTNER_TOKEN: Issuing = {
  mutation: 'issuePartnerLink',
  payload: object('IssuedPartnerLink', 'partnerLink', 'secret url: mediaDeskUrl'),
  hasSecret: true,
  count: 'select id from partner_token',
  event: 'partners.token-issued',
  inputs: async (_, partnerName) => ({
    input: { partnerName },
    other: { partnerName, name: 'Two' },
    invalid: { partnerName: ' ' },
  }),
};

const rotating = (issuing: Issuing, type: string, name: string, secret: string, event: string): Issuing => ({
  ...issuing,
  mutation: `rotate${type}`,
  payload: object(`Rotated${type}`, name, secret),
  event,
  inputs: async (api, unique) => {
    const { input: issued } = await issuing.inputs(api, unique);
    const { object } = await mutate(api, issuing, issued);
    const input = { [`${name}Id`]: object.id, lifetimeDays: 7 };
    return { input, other: { ...input, lifetimeDays: 8 }, invalid: { ...input, lifetimeDays: 0 } };
  },
});

const CREATE_WEBHOOK: Issuing = {
  mutation: 'createWebhook',
  payload: object('CreatedWebhook', 'webhook', 'secret'),
  hasSecret: true,
  count: 'select id from webhook',
  event: null,
  inputs: async (_, unique) => {
    const input = { url: HOOK, description: unique };
    return { input, other: { ...input, description: 'Two' }, invalid: { url: 'http://127.0.0.1:2' } };
  },
};

/** All mutations that issue something for good. */
export const ISSUING: readonly Issuing[] = [
  CREATE_AGENT,
  CREATE_CUSTOMER,
  CREATE_WEBHOOK,
  {
    mutation: 'createAsset',
    payload: `${object('CreatedAsset', 'asset')} ... on CreatedAsset { duplicateOf }`,
    hasSecret: false,
    count: 'select id from asset',
    event: 'asset.added',
    inputs: async (_, unique) => ({
      input: { title: unique, imageBase64: await picture() },
      other: { title: unique, imageBase64: await picture() },
      invalid: { title: unique },
    }),
  },
  {
    mutation: 'createCase',
    payload: object('CreatedCase', 'case'),
    hasSecret: false,
    count: 'select id from document_case',
    event: null,
    inputs: async (_, unique) => ({
      input: { name: unique },
      other: { name: `${unique} 2` },
      invalid: { name: '' },
    }),
  },
  {
    mutation: 'inviteOperator',
    payload: object('InvitedOperator', 'invitation', 'link'),
    hasSecret: true,
    count: 'select id from operator_invitation',
    event: null,
    inputs: async (_, unique) => {
      const email = `${unique.replaceAll(/[^a-z0-9]/gi, '')}@example.org`;
      return {
        input: { email, roles: ['EDITOR'] },
        other: { email: `x${email}`, roles: ['EDITOR'] },
        invalid: { email: 'no-address', roles: ['EDITOR'] },
      };
    },
  },
  ISSUE_AGENT_KEY,
  ISSUE_CUSTOMER_KEY,
  ISSUE_OPERATOR_TOKEN,
  ISSUE_PARTNER_TOKEN,
  rotating(ISSUE_AGENT_KEY, 'AgentKey', 'agentKey', 'token', 'agents.key-rotated'),
  rotating(ISSUE_CUSTOMER_KEY, 'CustomerKey', 'customerKey', 'token', 'customers.key-rotated'),
  rotating(ISSUE_OPERATOR_TOKEN, 'OperatorToken', 'operatorToken', 'token', 'operators.token-rotated'),
  rotating(ISSUE_PARTNER_TOKEN, 'PartnerLink', 'partnerLink', 'secret', 'partners.token-rotated'),
  {
    mutation: 'rotateWebhookSecret',
    payload: object('RotatedWebhookSecret', 'webhook', 'secret'),
    hasSecret: true,
    // Each rotation is one entry of the audit trail, and the webhook stays the same.
    count: `select id from audit_entry where action = 'rotateWebhookSecret' and outcome = 'DONE'`,
    event: null,
    inputs: async (api, unique) => {
      const { object } = await mutate(api, CREATE_WEBHOOK, {
        url: HOOK,
        description: unique,
      });
      const input = { webhookId: object.id, overlapHours: 1 };
      return { input, other: { ...input, overlapHours: 2 }, invalid: { ...input, overlapHours: -1 } };
    },
  },
  {
    mutation: 'sendTestWebhook',
    payload: object('SentTestWebhook', 'delivery'),
    hasSecret: false,
    count: 'select id from webhook_delivery where is_test',
    event: null,
    inputs: async (api, unique) => {
      const webhooks = await Promise.all(
        ['One', 'Two'].map((description) =>
          mutate(api, CREATE_WEBHOOK, { url: HOOK, description: `${unique} ${description}` }),
        ),
      );
      const [input, other] = webhooks.map(({ object }) => ({ webhookId: object.id }));
      return { input, other, invalid: { webhookId: 'whk_01m818k5q9er0az63q2g08xk2r' } };
    },
  },
  {
    mutation: 'rotateIntegrationsInboundSecret',
    payload: '... on RotatedIntegrationsInboundSecret { alreadyIssued secret id: fingerprint setting { name } }',
    hasSecret: true,
    count: `select setting as id from setting_change where setting like '%inbound-secret'`,
    event: null,
    inputs: async () => ({
      input: { overlapHours: 1 },
      other: { overlapHours: 2 },
      invalid: { overlapHours: -1 },
    }),
  },
];

/** Id of what a result has issued. */
export const idOf = (result: Json): string => result.object?.id ?? result.id;
