import { createCustomer, issueKey } from '../customers/graph.ts';
import { createCase, ended, uploadFiles } from '../documents/support.ts';
import { type Gate, startGate } from '../publishing/support.ts';
import { settled, upload } from '../rest/support.ts';
import type { Credential, Json } from '../support/api.ts';
import { signedIn } from '../support/people.ts';
import { sealText } from '../support/seals.ts';
import { createWebhook, sendTest } from '../webhooks/graph.ts';

/** Everybody who may ask. Those without `other` or `sibling` are the ones whose things there are. */
export const WHO = [
  ...(['stranger', 'integration', 'partner', 'otherPartner', 'customer', 'otherCustomer'] as const),
  ...(['agent', 'siblingAgent', 'otherAgent', 'editor', 'otherEditor', 'editorsAgent'] as const),
  ...(['approver', 'auditor', 'admin'] as const),
] as const;
export type Who = (typeof WHO)[number];

const PEOPLE: readonly Who[] = ['editor', 'otherEditor', 'approver', 'auditor', 'admin'];
const ADMINS: readonly Who[] = ['admin'];
const TRAIL: readonly Who[] = ['auditor', 'admin'];
const EDITORS: readonly Who[] = ['editor', 'otherEditor', 'admin'];

/** Something that is somebody's. */
export interface Thing {
  typeName: string;
  id: string;
  /** By `node`, in lists and below other things alike. */
  seenBy: readonly Who[];
}

export interface World {
  api: Gate;
  as: Record<Who, Credential | undefined>;
  things: Readonly<Record<string, Thing>>;
  /** A name by which things and those who ask are told in a failure. */
  thingOf(id: string): string | undefined;
}

/** One of everything that there is, nearly all of it a customer’s, of its agent or of an editor. */
export async function startWorld(): Promise<World> {
  const api = await startGate({ env: { SANDBOX: '1' } });
  const id = async (query: string, as: Credential): Promise<string> => leaf(await api.graph(query, as, {}));

  const [{ customer: a }, { customer: b }] = [
    await createCustomer(api, { name: 'Lakeside Law', plan: 'PRO' }),
    await createCustomer(api, { name: 'Hillside Law', plan: 'PRO' }),
  ];
  const [keyOfA, keyOfB] = [
    await issueKey(api, { customerId: a.id, caseAccess: 'WRITE' }),
    await issueKey(api, { customerId: b.id, caseAccess: 'WRITE' }),
  ];
  const [customer, otherCustomer] = [{ bearer: keyOfA.token }, { bearer: keyOfB.token }];
  const editor = await signedIn(api, { roles: ['EDITOR'], name: 'Ada' });
  const machines = {
    agent: await api.machine(customer),
    sibling: await api.machine(customer),
    other: await api.machine(otherCustomer),
    editors: await api.machine(editor.as),
  };
  const partners = [await partnerOf(api, 'Agency'), await partnerOf(api, 'Bureau')] as const;
  const as: World['as'] = {
    stranger: undefined,
    integration: 'integration',
    partner: partners[0].as,
    otherPartner: partners[1].as,
    customer,
    otherCustomer,
    agent: machines.agent.as,
    siblingAgent: machines.sibling.as,
    otherAgent: machines.other.as,
    editor: editor.as,
    otherEditor: (await signedIn(api, { roles: ['EDITOR'], name: 'Ben' })).as,
    editorsAgent: machines.editors.as,
    approver: (await signedIn(api, { roles: ['APPROVER'], name: 'Cleo' })).as,
    auditor: (await signedIn(api, { roles: ['AUDITOR'], name: 'Dora' })).as,
    admin: (await signedIn(api, { roles: ['ADMIN'], name: 'Emil' })).as,
  };

  const asset = await upload(api, { tags: ['calm'] });
  const held = await api.held(customer);
  const heldOfAgent = await api.held(machines.agent.as);
  const request = await api.approved(machines.agent.as);
  await api.fetchPermit(machines.agent.as, request.id);
  const withPermit = await api.request(customer, request.id);
  const own = (await api.file(editor.as)).publishRequest;
  const { webhook } = await createWebhook(api, { url: 'https://hooks.example.org/x', description: 'x' }, customer);
  const { delivery } = await sendTest(api, webhook.id, customer);
  const seal = (await sealText(api, 'Words of nobody in particular.')).seal;
  const { render } = await api.render();
  const { case: ownCase } = await createCase(api, {}, customer);
  const { documents } = await uploadFiles(api, ownCase.id, { 'lease.txt': 'The lease ends on 3 March.' }, customer);
  const document = await ended(api, documents[0].document.id, customer);
  await settled(api);

  const CUSTOMER = ['customer', ...PEOPLE] as const;
  const OWNER_AND_AGENT = ['customer', 'agent', ...PEOPLE] as const;
  const everybody = WHO;
  const things: Record<string, Thing> = {
    agent: { typeName: 'Agent', id: machines.agent.agentId, seenBy: ['customer', 'agent', ...EDITORS] },
    agentKey: { typeName: 'AgentKey', id: machines.agent.keyId, seenBy: ['customer', 'agent', ...EDITORS] },
    editorsAgent: { typeName: 'Agent', id: machines.editors.agentId, seenBy: ['editorsAgent', ...EDITORS] },
    editorsAgentKey: { typeName: 'AgentKey', id: machines.editors.keyId, seenBy: ['editorsAgent', ...EDITORS] },
    approval: { typeName: 'Approval', id: request.approvalId, seenBy: OWNER_AND_AGENT },
    heldApproval: { typeName: 'Approval', id: held.approvalId, seenBy: CUSTOMER },
    heldApprovalOfAgent: { typeName: 'Approval', id: heldOfAgent.approvalId, seenBy: OWNER_AND_AGENT },
    editorsApproval: { typeName: 'Approval', id: own.approvalId, seenBy: PEOPLE },
    asset: {
      typeName: 'Asset',
      id: asset.id,
      seenBy: ['integration', 'agent', 'siblingAgent', 'otherAgent', 'editorsAgent', ...PEOPLE],
    },
    tag: {
      typeName: 'Tag',
      id: (await api.database.query<{ id: string }>('select id from tag limit 1'))[0]!.id,
      seenBy: ['integration', 'agent', 'siblingAgent', 'otherAgent', 'editorsAgent', ...PEOPLE],
    },
    auditEntry: {
      typeName: 'AuditEntry',
      id: await id('{ auditTrail(first: 1) { nodes { id } } }', 'operator'),
      seenBy: TRAIL,
    },
    catalogue: {
      typeName: 'CatalogueVersion',
      id: await id('{ catalogueVersions(first: 1) { nodes { id } } }', 'operator'),
      seenBy: PEOPLE,
    },
    case: { typeName: 'Case', id: ownCase.id, seenBy: ['customer', ...ADMINS] },
    document: { typeName: 'Document', id: document.id, seenBy: ['customer'] },
    documentVersion: { typeName: 'DocumentVersion', id: document.currentVersion.id, seenBy: ['customer'] },
    customer: { typeName: 'Customer', id: a.id, seenBy: CUSTOMER },
    customerKey: { typeName: 'CustomerKey', id: keyOfA.customerKey.id, seenBy: CUSTOMER },
    disclaimer: { typeName: 'Disclaimer', id: await id('{ disclaimer { id } }', 'operator'), seenBy: everybody },
    session: { typeName: 'MySession', id: editor.sessionId, seenBy: ['editor'] },
    operator: { typeName: 'Operator', id: editor.operatorId, seenBy: PEOPLE },
    invitation: {
      typeName: 'OperatorInvitation',
      id: await id(
        `mutation { inviteOperator(input: { email: "gwen@example.org", roles: [AUDITOR] }) {
           ... on InvitedOperator { invitation { id } } } }`,
        'operator',
      ),
      seenBy: ADMINS,
    },
    operatorToken: {
      typeName: 'OperatorToken',
      id: await id(
        `mutation { issueOperatorToken(input: { name: "x", scopes: ["settings:read"] }) {
           ... on IssuedOperatorToken { operatorToken { id } } } }`,
        editor.as,
      ),
      seenBy: ['editor', ...ADMINS],
    },
    externalTool: {
      typeName: 'ExternalTool',
      id: await id(
        `mutation { markExternalTool(input: { name: "send_letter", channel: EMAIL, targetPointers: ["/to"] }) {
           ... on MarkedExternalTool { externalTool { id } } } }`,
        'operator',
      ),
      seenBy: PEOPLE,
    },
    ownServer: {
      typeName: 'OwnServer',
      id: await id(
        `mutation { setOwnServer(input: { baseUrl: "https://llm.example.org/v1", key: "sk-made-up-for-this-test" }) {
           ... on StoredOwnServer { ownServer { id } } } }`,
        customer,
      ),
      seenBy: ['customer', ...ADMINS],
    },
    partner: { typeName: 'Partner', id: partners[0].partnerId, seenBy: ['partner', ...ADMINS] },
    partnerLink: { typeName: 'PartnerLink', id: partners[0].tokenId, seenBy: ADMINS },
    permit: { typeName: 'Permit', id: withPermit.permit.id, seenBy: OWNER_AND_AGENT },
    providerKey: {
      typeName: 'ProviderKey',
      id: await id(
        `mutation { setOwnProviderKey(input: { provider: OPENAI, key: "sk-made-up-for-this-test-too" }) {
           ... on StoredProviderKey { providerKey { id } } } }`,
        customer,
      ),
      seenBy: ['customer', ...ADMINS],
    },
    publishRequest: { typeName: 'PublishRequest', id: request.id, seenBy: OWNER_AND_AGENT },
    editorsPublishRequest: { typeName: 'PublishRequest', id: own.id, seenBy: PEOPLE },
    publishingPolicy: {
      typeName: 'PublishingPolicy',
      id: await id('{ publishingPolicies(first: 1) { nodes { id } } }', 'operator'),
      seenBy: PEOPLE,
    },
    render: { typeName: 'Render', id: render.id, seenBy: ['integration', ...PEOPLE] },
    routingPolicy: {
      typeName: 'RoutingPolicy',
      id: await id('{ routingPolicies(first: 1) { nodes { id } } }', 'operator'),
      seenBy: PEOPLE,
    },
    run: { typeName: 'Run', id: held.runId, seenBy: CUSTOMER },
    runOfAgent: { typeName: 'Run', id: heldOfAgent.runId, seenBy: OWNER_AND_AGENT },
    seal: { typeName: 'Seal', id: seal.id, seenBy: everybody },
    webhook: { typeName: 'Webhook', id: webhook.id, seenBy: ['customer', ...ADMINS] },
    webhookDelivery: { typeName: 'WebhookDelivery', id: delivery.id, seenBy: ['customer', ...ADMINS] },
  };
  const names = new Map(Object.entries(things).map(([name, thing]) => [thing.id, name]));
  return { api, as, things, thingOf: (id) => names.get(id) };
}

async function partnerOf(api: Gate, partnerName: string) {
  const { issuePartnerLink: issued } = await api.graph(
    `mutation ($input: IssuePartnerLinkInput!) { issuePartnerLink(input: $input) {
       ... on IssuedPartnerLink { secret partnerLink { id partner { id } } } } }`,
    'operator',
    { input: { partnerName } },
  );
  const { id: tokenId, partner } = issued.partnerLink;
  return { as: { bearer: issued.secret as string }, tokenId: tokenId as string, partnerId: partner.id as string };
}

/** The one text in an answer. */
function leaf(data: Json): string {
  if (typeof data === 'string') return data;
  const values = Object.values(data ?? {});
  if (values.length === 0) throw new Error('There is nothing in the answer.');
  return leaf(values[0]);
}
