import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { type Access, EVERYONE } from '../../src/platform/auth/access.ts';

import { OPERATORS, type Role, STAFF } from '../../src/platform/auth/roles.ts';
import { customerWithKey } from '../customers/graph.ts';
import { settled } from '../rest/support.ts';
import { agentOf } from '../support/agents.ts';
import { type Credential, startApi } from '../support/api.ts';

export const WHO = ['agent', 'anonymous', 'customer', 'integration', 'operator', 'partner'] as const;
export type Who = (typeof WHO)[number];

/** Who has which permission, written down a second time. */
export const ROLES: Record<string, readonly Role[]> = {
  'agent:self': ['AGENT'],
  'agents:manage': ['ADMIN', 'EDITOR'],
  'approvals:decide': ['ADMIN', 'APPROVER'],
  'approvals:read': OPERATORS,
  'approvals:unmetered': [],
  'assets:read': [...STAFF, 'AGENT'],
  'assets:list': OPERATORS,
  'assets:purge': ['ADMIN'],
  'assets:review': ['ADMIN', 'EDITOR', 'APPROVER'],
  'assets:unmetered': OPERATORS,
  'assets:write': ['ADMIN', 'EDITOR'],
  'audit:read': ['ADMIN', 'AUDITOR'],
  'audit:export': ['ADMIN', 'AUDITOR'],
  'changes:unmetered': STAFF,
  'cases:erase': ['ADMIN', 'CUSTOMER'],
  'cases:manage': ['ADMIN'],
  'cases:members': ['ADMIN', 'CUSTOMER'],
  'cases:read': [...OPERATORS, 'CUSTOMER', 'AGENT'],
  'cases:unmetered': [],
  'cases:write': ['ADMIN', 'EDITOR', 'CUSTOMER'],
  'chain:read': OPERATORS,
  'customer:self': ['CUSTOMER'],
  'customers:manage': ['ADMIN'],
  'customers:read': OPERATORS,
  'facilities:read': OPERATORS,
  'idempotency:unmetered': [],
  'deletion:resume': ['ADMIN'],
  'documents:add': ['ADMIN', 'EDITOR', 'CUSTOMER', 'AGENT'],
  'disclaimers:publish': ['ADMIN'],
  'mcp:use': ['AGENT'],
  'media-desk:read': ['PARTNER'],
  'metrics:read': OPERATORS,
  'models:publish': ['ADMIN'],
  'models:read-prices': OPERATORS,
  'own-agents:manage': ['ADMIN', 'EDITOR', 'CUSTOMER'],
  'own-approvals:manage': [...STAFF, 'CUSTOMER', 'AGENT'],
  'own-runs:read': [...STAFF, 'CUSTOMER', 'AGENT'],
  'operators:manage': ['ADMIN'],
  'operators:read': OPERATORS,
  'own-account:manage': OPERATORS,
  'own-provider-keys:manage': ['CUSTOMER'],
  'own-redaction-names:manage': ['ADMIN', 'CUSTOMER'],
  'own-webhooks:manage': ['ADMIN', 'CUSTOMER'],
  'own-publishing:read': [...OPERATORS, 'CUSTOMER', 'AGENT'],
  'own-publishing:manage': ['ADMIN', 'EDITOR', 'CUSTOMER', 'AGENT'],
  'partners:manage': ['ADMIN'],
  'provider-keys:manage': ['ADMIN'],
  'provider-keys:unmetered': [],
  'publishing:ask': ['ADMIN', 'EDITOR', 'CUSTOMER', 'AGENT'],
  'publishing:manage': ['ADMIN'],
  'publishing:read': OPERATORS,
  'publishing:unmetered': [],
  'redaction-names:manage': ['ADMIN'],
  'renders:request': [...STAFF, 'AGENT'],
  'runs:erase': ['ADMIN'],
  'runs:export': ['ADMIN', 'AUDITOR'],
  'runs:read': OPERATORS,
  'refusals:unmetered': [],
  'requests:files': ['ADMIN', 'EDITOR', 'CUSTOMER'],
  'requests:large': ['ADMIN', 'EDITOR'],
  'renders:manage': ['ADMIN', 'EDITOR'],
  'renders:read': [...STAFF, 'CUSTOMER', 'AGENT'],
  'renders:read-all': OPERATORS,
  'routing:publish': ['ADMIN'],
  'routing:read': OPERATORS,
  'seals:list': OPERATORS,
  'seals:revoke': ['ADMIN', 'EDITOR'],
  'seals:seal-assets': ['ADMIN', 'EDITOR'],
  'seals:unmetered': STAFF,
  'settings:manage': ['ADMIN'],
  'settings:read': OPERATORS,
  'texts:redact': ['ADMIN', 'EDITOR', 'APPROVER', 'INTEGRATION', 'CUSTOMER'],
  'texts:unmetered': ['ADMIN', 'EDITOR', 'APPROVER', 'INTEGRATION'],
  'webhooks:manage': ['ADMIN'],
  'webhooks:unmetered': [],
  'tasks:run': ['ADMIN', 'EDITOR', 'INTEGRATION', 'CUSTOMER', 'AGENT'],
  'sign-in:unlimited': [],
};

/**
 * What each field asks for, written down a second time. A field that is missing here fails the first test: whoever adds one
 * has to say who it is for.
 */
export const FIELDS: Record<string, Access> = {
  'Query.agent': 'own-agents:manage',
  'Query.agents': 'own-agents:manage',
  'Query.approval': 'own-approvals:manage',
  'Query.approvalInbox': 'approvals:decide',
  'Query.approvals': 'own-approvals:manage',
  'Query.asset': 'assets:read',
  'Query.assets': 'assets:list',
  'Query.auditTrail': 'audit:read',
  'Query.capabilities': EVERYONE,
  'Query.case': 'cases:read',
  'Query.cases': 'cases:read',
  'Query.document': 'cases:read',
  'Query.documents': 'cases:read',
  'Query.searchCases': 'cases:read',
  'Mutation.createCase': 'cases:write',
  'Mutation.updateCase': 'cases:write',
  'Mutation.addCaseMember': 'cases:members',
  'Mutation.removeCaseMember': 'cases:members',
  'Mutation.eraseCase': 'cases:erase',
  'Mutation.uploadDocuments': 'documents:add',
  'Mutation.eraseDocument': 'cases:erase',
  'Mutation.checkQuotations': 'cases:read',
  'Subscription.caseProgress': 'cases:read',
  'Query.catalogueVersion': 'models:read-prices',
  'Query.catalogueVersions': 'models:read-prices',
  'Query.chainHead': 'chain:read',
  'Query.clusters': EVERYONE,
  'Query.deployments': 'models:read-prices',
  'Query.customer': 'customers:read',
  'Query.customers': 'customers:read',
  'Query.deletionHold': 'facilities:read',
  'Query.disclaimer': EVERYONE,
  'Query.explainRoute': EVERYONE,
  'Query.expirations': 'facilities:read',
  'Query.serviceCapabilities': 'facilities:read',
  'Query.health': EVERYONE,
  'Query.integrationsInboundSecret': 'settings:manage',
  'Query.mediaDesk': 'media-desk:read',
  'Query.modelSlots': EVERYONE,
  'Query.myAgent': 'agent:self',
  'Query.myCustomer': 'customer:self',
  'Query.me': EVERYONE,
  'Query.node': EVERYONE,
  'Query.nodes': EVERYONE,
  'Mutation.signOutEverywhere': 'own-account:manage',
  'Mutation.updateOwnPassword': 'own-account:manage',
  'Mutation.endSession': 'own-account:manage',
  'Query.mySessions': 'own-account:manage',
  'Query.ownProviderKeys': 'own-provider-keys:manage',
  'Query.ownServer': 'own-provider-keys:manage',
  'Query.operator': 'operators:read',
  'Query.operatorInvitations': 'operators:manage',
  'Query.operatorTokens': 'own-account:manage',
  'Query.operators': 'operators:read',
  'Query.partners': 'partners:manage',
  'Query.permissions': EVERYONE,
  'Query.partnerLinks': 'partners:manage',
  'Query.partnerTokens': 'partners:manage',
  'Query.providerKeys': 'provider-keys:manage',
  'Query.prices': 'models:read-prices',
  'Query.externalTools': 'publishing:read',
  'Query.publishRequest': 'own-publishing:read',
  'Query.publishRequests': 'own-publishing:read',
  'Query.publishingPolicies': 'publishing:read',
  'Query.publishingPolicy': 'publishing:read',
  'Query.publishingPolicyFaults': 'publishing:read',
  // Of strangers, what they have drawn themselves.
  'Query.render': EVERYONE,
  'Query.renders': 'renders:read',
  'Query.redactionNames': 'own-redaction-names:manage',
  // The next one asks for a token of the seal itself, as the mutations do that end a seal.
  'Query.retainedText': EVERYONE,
  'Query.replayDecisions': 'routing:read',
  'Query.routingPolicies': 'routing:read',
  'Query.routingPolicy': 'routing:read',
  'Query.routingPolicyFaults': 'routing:read',
  'Query.seal': EVERYONE,
  'Query.seals': 'seals:list',
  'Query.sealsByDigest': EVERYONE,
  'Query.settings': 'settings:read',
  'Query.tags': 'assets:read',
  'Query.task': EVERYONE,
  'Query.tasks': EVERYONE,
  'Query.run': 'own-runs:read',
  'Query.runs': 'own-runs:read',
  'Query.transparencyLog': 'seals:list',
  'Query.usage': 'own-runs:read',
  'Query.viewer': EVERYONE,
  'Mutation.approve': 'approvals:decide',
  'Mutation.archiveAssets': 'assets:write',
  'Mutation.tagAssets': 'assets:write',
  'Mutation.beginDecision': 'approvals:decide',
  'Mutation.cancelApproval': 'own-approvals:manage',
  // One's own; anybody's with `renders:manage`.
  'Mutation.cancelRender': 'renders:request',
  'Mutation.retryRender': 'renders:request',
  'Mutation.cancelPublishRequest': 'own-publishing:manage',
  'Mutation.updatePublishRequest': 'own-publishing:manage',
  'Mutation.fetchPermit': 'own-publishing:manage',
  'Mutation.createPublishRequest': 'publishing:ask',
  // One's own; anybody's for an administrator.
  'Mutation.revokePublishRequest': 'own-publishing:manage',
  'Mutation.reject': 'approvals:decide',
  'Query.webhook': 'own-webhooks:manage',
  'Query.webhookDeliveries': 'own-webhooks:manage',
  'Query.webhookEvents': 'own-webhooks:manage',
  'Query.webhooks': 'own-webhooks:manage',
  // Besides, each setting has a permission of its own.
  'Mutation.updateSetting': 'settings:read',
  'Mutation.updateAgent': 'own-agents:manage',
  'Mutation.createAgent': 'own-agents:manage',
  'Mutation.updateOperatorRoles': 'operators:manage',
  'Mutation.createAsset': 'assets:write',
  'Mutation.createCustomer': 'customers:manage',
  'Mutation.eraseRuns': 'runs:erase',
  'Mutation.createWebhook': 'own-webhooks:manage',
  'Mutation.deleteWebhook': 'own-webhooks:manage',
  'Mutation.disableOperator': 'operators:manage',
  'Mutation.enableOperator': 'operators:manage',
  'Mutation.eraseSeal': EVERYONE,
  'Mutation.issueAgentKey': 'own-agents:manage',
  'Mutation.inviteOperator': 'operators:manage',
  'Mutation.issueCustomerKey': 'customers:manage',
  'Mutation.issueOperatorToken': 'own-account:manage',
  'Mutation.issuePartnerLink': 'partners:manage',
  'Mutation.pickAsset': EVERYONE,
  // Where the sandbox is off both ask for `texts:redact`.
  'Mutation.purgeAssets': 'assets:purge',
  'Mutation.quarantineAssets': 'assets:review',
  'Mutation.redactText': EVERYONE,
  'Mutation.releaseAssets': 'assets:review',
  'Mutation.restoreAssets': 'assets:write',
  'Mutation.restoreText': EVERYONE,
  'Mutation.resumeDeletion': 'deletion:resume',
  'Mutation.setRedactionNames': 'own-redaction-names:manage',
  'Mutation.markExternalTool': 'publishing:manage',
  'Mutation.publishCatalogue': 'models:publish',
  'Mutation.publishDisclaimer': 'disclaimers:publish',
  'Mutation.deleteOwnProviderKey': 'own-provider-keys:manage',
  'Mutation.deleteOwnServer': 'own-provider-keys:manage',
  'Mutation.deleteProviderKey': 'provider-keys:manage',
  'Mutation.publishPublishingPolicy': 'publishing:manage',
  'Mutation.publishRoutingPolicy': 'routing:publish',
  'Mutation.resetSecondFactors': 'operators:manage',
  'Mutation.restorePublishingPolicy': 'publishing:manage',
  'Mutation.unmarkExternalTool': 'publishing:manage',
  'Mutation.restoreCatalogue': 'models:publish',
  'Mutation.restoreRoutingPolicy': 'routing:publish',
  // Strangers draw what is small and kept by nobody.
  'Mutation.requestRender': EVERYONE,
  'Mutation.replayDelivery': 'own-webhooks:manage',
  'Mutation.replayWebhook': 'own-webhooks:manage',
  'Mutation.revokeAgentKey': 'own-agents:manage',
  'Mutation.revokeCustomerKey': 'customers:manage',
  'Mutation.revokeOperatorInvitation': 'operators:manage',
  'Mutation.revokeOperatorToken': 'own-account:manage',
  'Mutation.revokePartnerLink': 'partners:manage',
  'Mutation.revokeSeal': EVERYONE,
  'Mutation.rotateAgentKey': 'own-agents:manage',
  'Mutation.rotateCustomerKey': 'customers:manage',
  'Mutation.revokeIntegrationsInboundSecret': 'settings:manage',
  'Mutation.rotateIntegrationsInboundSecret': 'settings:manage',
  'Mutation.sendIntegrationsTestRequest': 'settings:manage',
  'Mutation.rotateOperatorToken': 'own-account:manage',
  'Mutation.rotatePartnerLink': 'partners:manage',
  'Mutation.rotateWebhookSecret': 'own-webhooks:manage',
  // Strangers run what is simulated, and nothing else.
  'Mutation.runTask': EVERYONE,
  'Mutation.sealAsset': 'seals:seal-assets',
  'Mutation.sealDocumentVersion': 'cases:read',
  'Mutation.sealRunOutput': 'own-runs:read',
  'Mutation.sealText': EVERYONE,
  'Mutation.sendTestWebhook': 'own-webhooks:manage',
  'Mutation.setIntegrationsInboundSecret': 'settings:manage',
  'Mutation.setOwnProviderKey': 'own-provider-keys:manage',
  'Mutation.setOwnServer': 'own-provider-keys:manage',
  'Mutation.setProviderKey': 'provider-keys:manage',
  'Mutation.supersedeSeal': EVERYONE,
  'Mutation.testOwnProviderKey': 'own-provider-keys:manage',
  'Mutation.testOwnServer': 'own-provider-keys:manage',
  'Mutation.testProviderKey': 'provider-keys:manage',
  'Mutation.trashAssets': 'assets:write',
  'Mutation.updateAsset': 'assets:write',
  'Mutation.updateCustomer': 'customers:manage',
  'Subscription.approvalChanged': 'own-approvals:manage',
  'Subscription.approvalInboxChanged': 'approvals:decide',
  'Mutation.updateWebhook': 'own-webhooks:manage',
  'Subscription.publishRequestChanged': 'own-publishing:read',
  'Subscription.renderProgress': 'renders:read',
  'Subscription.taskRun': EVERYONE,
};

/** Guarded fields of other types. */
export const INNER: Record<string, Access> = {
  'ModelSlot.deployments': 'models:read-prices',
  'Partner.links': 'partners:manage',
  'Seal.asset': 'assets:read',
  'Seal.evidence': 'seals:list',
  'Tag.assets': 'assets:list',
};

/** Who may not run tasks runs what is simulated, with a credential or without: the door is open, and the run says what is behind it. */
export const STRANGERS_AND_TASKS = 'STRANGERS_AND_TASKS';

/** What each path asks for. Those that anybody may read, and those that run an operation with a rule of its own. */
export const PATHS: Record<string, Access | 'BY_OPERATION' | typeof STRANGERS_AND_TASKS> = {
  'GET /': EVERYONE,
  'GET /.well-known/imprimatur/log.vkey': EVERYONE,
  'GET /.well-known/imprimatur/seal-public-key.pem': EVERYONE,
  'GET /.well-known/imprimatur/tlog-policy': EVERYONE,
  'GET /.well-known/imprimatur/trust.json': EVERYONE,
  'GET /.well-known/imprimatur/trusted_root.json': EVERYONE,
  'GET /.well-known/imprimatur/verifier.sha256': EVERYONE,
  // Pages of people: whoever is not signed in is led to where that is done, and a link is its own credential.
  'GET /admin': EVERYONE,
  'GET /admin/*screen': EVERYONE,
  'GET /admin/assets/:file': EVERYONE,
  'GET /admin/account': EVERYONE,
  'POST /admin/account/sessions/end': EVERYONE,
  'POST /admin/account/sessions/end-all': EVERYONE,
  'GET /admin/begin/:token': EVERYONE,
  'POST /admin/begin/:token': EVERYONE,
  'GET /admin/account/second-factors': EVERYONE,
  'POST /admin/account/second-factors': EVERYONE,
  'GET /admin/account/password': EVERYONE,
  'POST /admin/account/password': EVERYONE,
  'GET /admin/confirm': EVERYONE,
  'POST /admin/confirm': EVERYONE,
  'GET /admin/inbox': EVERYONE,
  'GET /admin/inbox/:approvalId': EVERYONE,
  'GET /admin/invitations/:token': EVERYONE,
  'POST /admin/invitations/:token': EVERYONE,
  'GET /admin/reset/:token': EVERYONE,
  'POST /admin/reset/:token': EVERYONE,
  'GET /admin/passkeys.js': EVERYONE,
  'GET /admin/sign-in': EVERYONE,
  'POST /admin/sign-in': EVERYONE,
  'GET /admin/sign-in/code': EVERYONE,
  'POST /admin/sign-in/code': EVERYONE,
  'GET /admin/sign-in/passkey': EVERYONE,
  'POST /admin/sign-in/passkey': EVERYONE,
  'GET /admin/sign-out': EVERYONE,
  'POST /admin/sign-out': EVERYONE,
  'GET /.well-known/oauth-protected-resource': EVERYONE,
  'GET /.well-known/oauth-protected-resource/mcp': EVERYONE,
  'GET /api/admin/image-bank': 'assets:list',
  'GET /api/admin/image-bank/:id': 'assets:read',
  'POST /api/admin/image-bank': 'assets:write',
  'GET /api/health/architecture': EVERYONE,
  'POST /api/integrations/cinema/render': 'renders:request',
  'GET /api/integrations/cinema/render/:id': 'renders:read',
  'POST /api/legal/provenance-seal': EVERYONE,
  'GET /api/marketing/image-bank/pick': EVERYONE,
  'GET /api/media-desk/:token/bank': 'media-desk:read',
  'GET /api/cases': 'cases:read',
  'POST /api/cases': 'cases:write',
  'GET /api/cases/:id': 'cases:read',
  'PATCH /api/cases/:id': 'cases:write',
  'DELETE /api/cases/:id': 'cases:erase',
  'POST /api/cases/:id/members': 'cases:members',
  'DELETE /api/cases/:id/members/:member': 'cases:members',
  'GET /api/cases/:id/documents': 'cases:read',
  'POST /api/cases/:id/documents': 'documents:add',
  'GET /api/documents/:id': 'cases:read',
  'DELETE /api/documents/:id': 'cases:erase',
  'GET /api/documents/:id/versions': 'cases:read',
  'POST /api/cases/:id/quotation-checks': 'cases:read',
  'GET /api/passages': 'cases:read',
  'GET /api/documents/:id/original': 'cases:read',
  'GET /api/documents/:id/text': 'cases:read',
  'GET /docs': EVERYONE,
  'GET /docs/:name': EVERYONE,
  'GET /docs/decisions': EVERYONE,
  'GET /docs/decisions/:decision': EVERYONE,
  'GET /docs/images/:name': EVERYONE,
  'GET /docs/look': EVERYONE,
  'GET /docs/rest': EVERYONE,
  'GET /docs/rest/assets/:file': EVERYONE,
  'GET /exports/audit-trail.jsonl': 'audit:export',
  'GET /exports/decisions.jsonl': 'audit:export',
  'GET /exports/runs.jsonl': 'runs:export',
  'GET /fonts/:file': EVERYONE,
  'GET /graphiql/assets/:file': EVERYONE,
  'GET /graphql': 'BY_OPERATION',
  'HEAD /graphql': 'BY_OPERATION',
  'POST /graphql': 'BY_OPERATION',
  'GET /graphql/stream': 'BY_OPERATION',
  'POST /graphql/stream': 'BY_OPERATION',
  'GET /for/developer-sanctuary': EVERYONE,
  'GET /for/developer-sanctuary/assets/:file': EVERYONE,
  'GET /healthz': EVERYONE,
  'GET /livez': EVERYONE,
  'GET /llms.txt': EVERYONE,
  ...Object.fromEntries(
    ['/log', '/log/by-name/:origin'].flatMap((log) =>
      ['', '/checkpoint', '/checkpoint/cosigned', '/checkpoints', '/consistency/:old/:size', '/tile/*path'].map(
        (below) => [`GET ${log}${below}`, EVERYONE],
      ),
    ),
  ),
  'GET /media/:id/:file': EVERYONE,
  'POST /mcp': 'mcp:use',
  'GET /metrics': 'metrics:read',
  'GET /openapi.json': EVERYONE,
  'GET /problems': EVERYONE,
  'GET /problems/:code': EVERYONE,
  'GET /readyz': EVERYONE,
  'GET /schema.graphql': EVERYONE,
  'GET /v/:sealId': EVERYONE,
  'GET /v/:sealId/:file': EVERYONE,
  'GET /v/:sealId/statuses.json': EVERYONE,
  'GET /v1/models': EVERYONE,
  'GET /v1/models/*model': EVERYONE,
  'GET /v1/runs/:id': 'own-runs:read',
  'POST /v1/chat/completions': STRANGERS_AND_TASKS,
  'POST /v1/images/generations': EVERYONE,
  'POST /v1/responses': STRANGERS_AND_TASKS,
  'GET /verifier.html': EVERYONE,
};

const ROLE_OF: Record<Who, Role | null> = {
  agent: 'AGENT',
  anonymous: null,
  customer: 'CUSTOMER',
  integration: 'INTEGRATION',
  operator: 'ADMIN',
  partner: 'PARTNER',
};

export function may(who: Who, access: Access | typeof STRANGERS_AND_TASKS): boolean {
  return access === EVERYONE || access === STRANGERS_AND_TASKS || ROLES[access]!.some((role) => role === ROLE_OF[who]);
}

export const openTo = (access: Access) => WHO.filter((who) => may(who, access));

/** Every query, mutation and subscription. */
export function rootFields(schema: GraphQLSchema) {
  return [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {}).map((field) => ({ name: `${type}.${field.name}`, field })),
  );
}

/** A service with one of each who may come. */
export async function startWithAll() {
  const api = await startApi();
  await api.render();
  const { data } = await api.graphql(
    `mutation { issuePartnerLink(input: { partnerName: "Agency" }) { ... on IssuedPartnerLink { secret } } }`,
    { as: 'operator' },
  );
  const bearer = data.issuePartnerLink.secret;
  await api.graphql('{ mediaDesk { partner { id } } }', { as: { bearer } });
  const { as: customer } = await customerWithKey(api, { key: { caseAccess: 'WRITE' } });
  await api.graphql('{ myCustomer { id } }', { as: customer });
  const { as: agent } = await agentOf(api);
  await api.graphql('{ myAgent { id } }', { as: agent });
  const credentials: Record<Who, Credential | undefined> = {
    agent,
    anonymous: undefined,
    customer,
    integration: 'integration',
    operator: 'operator',
    partner: { bearer },
  };
  await settled(api);
  return { api, credentials };
}

/** The smallest document that uses a field, with made-up values for what it requires. */
export function operationFor(schema: GraphQLSchema, name: string): string {
  const [type, fieldName] = name.split('.');
  const field = rootFields(schema).find((one) => one.name === name)!.field;
  const selection = type === 'Mutation' ? '{ __typename ... on Problem { code } }' : '{ __typename }';
  return `${type!.toLowerCase()} { ${fieldName}${argumentsFor(field)}${isCompositeType(getNamedType(field.type)) ? ` ${selection}` : ''} }`;
}

function argumentsFor(field: GraphQLField<unknown, unknown>): string {
  const given = field.args
    .filter((argument) => isNonNullType(argument.type) && argument.defaultValue === undefined)
    .map((argument) => `${argument.name}: ${valueFor(argument.type)}`);
  return given.length > 0 ? `(${given.join(', ')})` : '';
}

function valueFor(type: GraphQLInputType): string {
  if (isNonNullType(type)) return valueFor(type.ofType);
  if (isListType(type)) return `[${valueFor(type.ofType)}]`;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields())
      .filter((field) => isNonNullType(field.type) && field.defaultValue === undefined)
      .map((field) => `${field.name}: ${valueFor(field.type)}`);
    return `{ ${fields.join(', ')} }`;
  }
  if (isEnumType(type)) return type.getValues()[0]!.name;
  const examples: Record<string, string> = {
    Boolean: 'true',
    Int: '1',
    Float: '1',
    DateTime: '"2026-01-01T00:00:00Z"',
    JSONObject: '{ a: 1 }',
    Sha256: `"${'0'.repeat(64)}"`,
  };
  return examples[type.name] ?? '"calm sea"';
}
