import { createHash } from 'node:crypto';
import {
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  isCompositeType,
  isInputObjectType,
  isListType,
  isObjectType,
  isUnionType,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OWN_USE_ID } from '../../../src/customers/index.ts';
import { storeReading } from '../../../src/documents/document-bytes.ts';
import { packReading } from '../../../src/documents/stored-reading.ts';
import { operationLimits } from '../../../src/platform/graphql/server/limits.ts';
import { costOf, MAX_COST } from '../../../src/platform/graphql/server/operation-cost.ts';
import { newId } from '../../../src/platform/ids.ts';
import { customerWithKey } from '../../customers/graph.ts';
import { createCase } from '../../documents/support.ts';
import { agentOf, mutateAgents } from '../../support/agents.ts';
import { type Api, type Credential, type Json, startApi } from '../../support/api.ts';
import type { TestDatabase } from '../../support/database.ts';
import { sessionOf, signedIn } from '../../support/people.ts';
import { signApproval } from '../../support/signed-approvals.ts';
import { statementsOf } from '../../support/statements.ts';
import { fillBank } from './bank.ts';

const MANY = 20;
/** The digest that every seal of these banks has. */
const DIGEST = 'd'.repeat(64);
/** What is run. */
const TASK = 'fast-execution/field-extraction';

/** A service with so many of everything; each of them has something of every kind beside it. */
interface Filled {
  api: Api;
  partner: Credential;
  customer: Credential;
  runId: string;
  approvalId: string;
  webhookId: string;
  person: Credential;
  operatorId: string;
  agent: Credential;
  agentId: string;
  publishRequestId: string;
  customerId: string;
  assetId: string;
  assetIds: string[];
  sealId: string;
  renderId: string;
  caseId: string;
  documentId: string;
}

let one: Filled;
let many: Filled;
let schema: GraphQLSchema;
beforeAll(async () => {
  one = await fill(1);
  many = await fill(MANY);
  schema = one.api.services.schema;
});
afterAll(() => Promise.all([one.api.stop(), many.api.stop()]));

/** The arguments that a field of Query needs, and by whom it is asked. A new field without a line here fails below. */
const ASKED: Record<string, (filled: Filled) => { args?: string; as?: Credential }> = {
  agent: ({ agentId }) => ({ args: `(id: "${agentId}")` }),
  agents: () => ({ args: `(first: ${MANY})` }),
  approval: ({ approvalId }) => ({ args: `(id: "${approvalId}")` }),
  approvals: () => ({ args: `(first: ${MANY})` }),
  approvalInbox: () => ({ args: `(first: ${MANY})` }),
  asset: ({ assetId }) => ({ args: `(id: "${assetId}")` }),
  assets: () => ({ args: `(first: ${MANY})` }),
  auditTrail: () => ({ args: `(first: ${MANY})` }),
  capabilities: () => ({}),
  case: ({ caseId }) => ({ args: `(id: "${caseId}")` }),
  cases: () => ({ args: `(first: ${MANY})` }),
  catalogueVersion: () => ({ args: '(number: 1)' }),
  catalogueVersions: () => ({ args: `(first: ${MANY})` }),
  chainHead: () => ({}),
  clusters: () => ({}),
  customer: ({ customerId }) => ({ args: `(id: "${customerId}")` }),
  customers: () => ({ args: `(first: ${MANY})` }),
  deployments: () => ({}),
  disclaimer: () => ({}),
  documents: ({ caseId }) => ({ args: `(caseId: "${caseId}", filter: { isAttachment: false }, first: ${MANY})` }),
  document: ({ documentId }) => ({ args: `(id: "${documentId}")` }),
  explainRoute: () => ({ args: `(input: { task: "${TASK}", characters: 100 })` }),
  serviceCapabilities: () => ({}),
  deletionHold: () => ({}),
  expirations: () => ({}),
  health: () => ({}),
  integrationsInboundSecret: () => ({}),
  mediaDesk: ({ partner }) => ({ as: partner }),
  me: ({ person }) => ({ as: person }),
  modelSlots: () => ({}),
  myAgent: ({ agent }) => ({ as: agent }),
  myCustomer: ({ customer }) => ({ as: customer }),
  mySessions: ({ person }) => ({ as: person }),
  node: ({ assetId }) => ({ args: `(id: "${assetId}")` }),
  nodes: ({ assetIds }) => ({ args: `(ids: ${JSON.stringify(assetIds)})` }),
  operator: ({ operatorId }) => ({ args: `(id: "${operatorId}")` }),
  operatorInvitations: () => ({ args: `(first: ${MANY})` }),
  operatorTokens: () => ({ args: `(first: ${MANY})` }),
  operators: () => ({ args: `(first: ${MANY})` }),
  externalTools: () => ({ args: `(first: ${MANY})` }),
  ownProviderKeys: ({ customer }) => ({ args: `(first: ${MANY})`, as: customer }),
  ownServer: ({ customer }) => ({ as: customer }),
  partners: () => ({ args: `(first: ${MANY})` }),
  partnerLinks: () => ({ args: `(first: ${MANY})` }),
  partnerTokens: () => ({}),
  permissions: () => ({}),
  prices: () => ({}),
  providerKeys: () => ({ args: `(first: ${MANY})` }),
  publishRequest: ({ publishRequestId }) => ({ args: `(id: "${publishRequestId}")` }),
  publishRequests: () => ({ args: `(first: ${MANY})` }),
  publishingPolicies: () => ({ args: `(first: ${MANY})` }),
  publishingPolicy: () => ({ args: '(number: 1)' }),
  publishingPolicyFaults: () => ({}),
  redactionNames: ({ customer }) => ({ as: customer }),
  render: ({ renderId }) => ({ args: `(id: "${renderId}")` }),
  renders: () => ({ args: `(first: ${MANY})` }),
  retainedText: ({ sealId }) => ({ args: `(sealId: "${sealId}")` }),
  routingPolicies: () => ({ args: `(first: ${MANY})` }),
  routingPolicy: () => ({ args: '(number: 1)' }),
  replayDecisions: () => ({ args: '(input: { limit: 10 })' }),
  routingPolicyFaults: () => ({}),
  run: ({ runId }) => ({ args: `(id: "${runId}")` }),
  runs: () => ({ args: `(first: ${MANY})` }),
  searchCases: () => ({ args: `(query: "lease", first: ${MANY})` }),
  seal: ({ sealId }) => ({ args: `(id: "${sealId}")` }),
  seals: () => ({ args: `(first: ${MANY})` }),
  sealsByDigest: () => ({ args: `(sha256: "${DIGEST}")` }),
  settings: ({ api }) => ({ args: api === one.api ? '(names: [SEALS_PER_MINUTE])' : '' }),
  tags: () => ({ args: `(first: ${MANY})` }),
  task: () => ({ args: `(name: "${TASK}")` }),
  tasks: () => ({}),
  transparencyLog: () => ({}),
  usage: () => ({ args: '(groupBy: CUSTOMER)' }),
  viewer: ({ person }) => ({ as: person }),
  webhook: ({ webhookId }) => ({ args: `(id: "${webhookId}")` }),
  webhookDeliveries: () => ({ args: `(first: ${MANY})` }),
  webhookEvents: () => ({}),
  webhooks: () => ({ args: `(first: ${MANY})` }),
};

/** What only a mutation gives and is read by a loader, for all of a list at once. */
const READ_TOGETHER: Record<string, readonly string[]> = {
  'UpdatedAssets.results': ['problem', 'asset'],
  'UploadedDocuments.documents': ['document', 'version'],
  'CaseProgress.versions': ['document', 'notices', 'boxes', 'seal'],
  // Computed with the answer.
  'CitedAnswer.claims': ['citations', 'faultyQuotations'],
  // Computed with the report.
  'QuotationReport.quotations': ['citation', 'place', 'differences'],
  'PurgedAssets.results': ['problem'],
  'TaskOutcome.externalCalls': ['publishRequest'],
};

/** What nobody can ask for: of each of so many things a list that may be so long is more than one query may ask for. */
const BEYOND_THE_LIMITS = [
  'PartnerLink.partner › Partner.links',
  'Tag.aliases › Tag.aliases',
  'CaseSearchHit.version › DocumentVersion.boxes',
  'Document.currentVersion › DocumentVersion.boxes',
  'Document.latestVersion › DocumentVersion.boxes',
  'Document.versions › DocumentVersion.boxes',
];

test('every field of Query is asked for below', () => {
  expect(Object.keys(ASKED).sort()).toEqual(Object.keys(schema.getQueryType()!.getFields()).sort());
});

describe('a list takes as many statements for many things as for one', () => {
  test('each list of the schema, with all that is two levels below its things', async () => {
    const counts: Record<string, { one: number | null; many: number | null }> = {};
    for (const [name, path] of pathsToLists()) {
      counts[name] = { one: await statementsFor(one, path), many: await statementsFor(many, path) };
      // What is remembered for a second is read by whoever comes after it: asked again at once, it takes no statement.
      for (let again = 0; again < 10 && counts[name].one !== counts[name].many; again++) {
        counts[name] = {
          one: least(counts[name].one, await statementsFor(one, path, 'AT_ONCE_AGAIN')),
          many: least(counts[name].many, await statementsFor(many, path, 'AT_ONCE_AGAIN')),
        };
      }
    }

    expect(Object.keys(counts)).toEqual(
      expect.arrayContaining([
        'Query.assets › AssetConnection.nodes',
        'MediaDesk.assets › AssetConnection.nodes',
        'Query.agents › AgentConnection.nodes',
        'Query.auditTrail › AuditEntryConnection.nodes',
        'Query.operators › OperatorConnection.nodes',
        'Query.publishRequests › PublishRequestConnection.nodes',
        'Query.customers › CustomerConnection.nodes',
        'Query.customer › Customer.keys',
        'Query.customer › Customer.months',
        'Query.sealsByDigest',
        'Query.seal › Seal.statusHistory',
        'Query.sealsByDigest › Seal.statusHistory',
        'Asset.seal › Seal.statusHistory',
        'Seal.supersededBy › Seal.statusHistory',
        'Query.tags › TagConnection.nodes',
        'Query.renders › RenderConnection.nodes',
        'TagConnection.nodes › Tag.assets',
        'TagConnection.nodes › Tag.aliases',
        'PartnerConnection.nodes › Partner.links',
        'Query.seals › SealConnection.nodes',
        'Query.partners › PartnerConnection.nodes',
        'Query.nodes',
        'Query.settings › Setting.history',
        'Query.catalogueVersions › CatalogueVersionConnection.nodes',
        'Query.providerKeys › ProviderKeyConnection.nodes',
        'Query.routingPolicies › RoutingPolicyConnection.nodes',
        'Query.runs › RunConnection.nodes',
        'Query.run › Run.attempts',
        'Query.usage',
        'Query.webhookDeliveries › WebhookDeliveryConnection.nodes',
        'Query.webhooks › WebhookConnection.nodes',
      ]),
    );
    expect(
      Object.keys(counts)
        .filter((name) => counts[name]!.one === null)
        .sort(),
    ).toEqual(BEYOND_THE_LIMITS.toSorted());
    expect(Object.entries(counts).filter(([, count]) => count.many !== count.one)).toEqual([]);
  });

  test('the lists that only a mutation gives have nothing below them that would have to be read', () => {
    const reached = new Set([...pathsToLists().keys()].map((way) => way.split(' › ').at(-1)));
    const read = listsOf(schema).flatMap(({ name, item }) => {
      if (reached.has(name) || !isObjectType(item)) return [];
      const fields = Object.values(item.getFields()).filter(isComposite);
      return fields.length > 0 ? [[name, fields.map((field) => field.name)]] : [];
    });
    expect(Object.fromEntries(read)).toEqual(READ_TOGETHER);
  });

  test('the same seals under thirty names take no more than under one', async () => {
    const asked = (names: number) =>
      many.api.graphql(
        `{ ${Array.from({ length: names }, (_, n) => `a${n}: sealsByDigest(sha256: "${DIGEST}") { statusHistory { reason } supersededBy { id } }`).join(' ')} }`,
      );

    const { statements: underOne, result } = await statementsOf(many.api, '/graphql', () => asked(1));
    const { statements: underThirty, result: all } = await statementsOf(many.api, '/graphql', () => asked(30));

    expect([result.errors, all.errors]).toEqual([undefined, undefined]);
    expect(result.data.a0).toHaveLength(MANY);
    expect(underThirty).toBe(underOne);
  });
});

describe('a list is walked both ways in each of its orders', () => {
  /** As many as are asked for at a time: fewer than there are. */
  const SIZE = 12;
  let compiling: Api;
  beforeAll(async () => {
    compiling = await startApi({ database: many.api.database, works: false, compileAfter: 1 });
    for (let n = 0; n < MANY; n++) {
      await many.api.database.query(
        `insert into approval (id, subject_kind, subject_id, title, facts, sha256, asked_by, state, expires_at)
         values ($1, 'RUN_OUTPUT', $1, 'Wait.', '{}', $2, 'customer:x', 'PENDING', now() + $3 * interval '1 hour')`,
        [newId('approval'), DIGEST, 1 + (n % 3)],
      );
    }
  });
  afterAll(() => compiling.stop());

  /** Of Query, with the orders that each can be asked for. */
  const lists = () =>
    Object.values(schema.getQueryType()!.getFields()).flatMap(({ name, type, args }) => {
      if (!getNamedType(type).name.endsWith('Connection')) return [];
      const order = args.find((argument) => argument.name === 'orderBy')!.type as GraphQLInputObjectType;
      const by = getNamedType(order.getFields().field!.type) as GraphQLEnumType;
      return [{ name, orders: by.getValues().map((value) => value.name), input: order.name }];
    });

  /** Arguments that a list needs besides its page. */
  const scopeOf = (name: string) => (name === 'documents' ? `caseId: "${many.caseId}", ` : '');

  test('each list of Query, compiled and field by field', async () => {
    const lengths: Record<string, number> = {};
    for (const { name, orders, input } of lists()) {
      const query = `query ($first: Int, $after: String, $last: Int, $before: String, $orderBy: ${input}${orders.includes('RELEVANCE') ? ', $filter: AssetFilter' : ''}) {
        ${name}(${scopeOf(name)}first: $first, after: $after, last: $last, before: $before, orderBy: $orderBy${orders.includes('RELEVANCE') ? ', filter: $filter' : ''}) {
          nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;
      const { as = 'operator' } = ASKED[name]!(many);
      const page = async (variables: object) => {
        const [atOnce, byField] = await Promise.all(
          [compiling, many.api].map((api) => api.graphql(query, { as, variables })),
        );
        expect({ name, variables, ...byField, headers: null }).toEqual({
          name,
          variables,
          status: 200,
          headers: null,
          data: atOnce!.data,
        });
        return { ...atOnce!.data[name].pageInfo, ids: atOnce!.data[name].nodes.map(({ id }: { id: string }) => id) };
      };
      for (const field of orders) {
        const orderBy = { field, direction: 'ASC' };
        // Only what is looked for has a relevance; there are more than one page of it.
        const filter = field === 'RELEVANCE' ? { search: 'e' } : undefined;
        const all: string[] = [];
        for (let at: Json = { hasNextPage: true }; at.hasNextPage; all.push(...at.ids)) {
          at = await page({ first: all.length > 0 ? 100 : SIZE, after: at.endCursor, orderBy, filter });
        }
        const back: string[] = [];
        for (let at: Json = { hasPreviousPage: true }; at.hasPreviousPage; back.unshift(...at.ids)) {
          at = await page({ last: back.length > 0 ? 100 : SIZE, before: at.startCursor, orderBy, filter });
        }
        expect(back, `${name} by ${field}`).toEqual(all);
        expect(new Set(all).size, name).toBe(all.length);
        lengths[name] ??= all.length;
      }
      await page({ first: 1, orderBy: null });
    }

    // A customer has one of each provider.
    expect(Object.keys(lengths).filter((name) => lengths[name]! <= SIZE)).toEqual(['ownProviderKeys']);
  });

  /** The arguments of a filter for a span of time, and the field of the things that it is over. */
  const SPANS = { created: 'createdAt', published: 'publishedAt', marked: 'markedAt' };

  test('each list that is filtered by time has what happened at its beginning, and not what happened at its end', async () => {
    const tried: string[] = [];
    for (const { name, args, type } of Object.values(schema.getQueryType()!.getFields())) {
      const filter = getNamedType(args.find((argument) => argument.name === 'filter')?.type);
      if (!getNamedType(type).name.endsWith('Connection') || !isInputObjectType(filter)) continue;
      const [what, field] = Object.entries(SPANS).find(([word]) => filter.getFields()[`${word}After`]) ?? [];
      if (!what) continue;
      const { as = 'operator' } = ASKED[name]!(many);
      const query = `query ($filter: ${filter.name}) { ${name}(${scopeOf(name)}first: 100, filter: $filter) { totalCount nodes { id at: ${field} } } }`;
      const asked = async (between: object) => {
        const { data, errors } = await many.api.graphql(query, { as, variables: { filter: between } });
        expect(errors, name).toBeUndefined();
        return data[name];
      };
      const { nodes: all }: { nodes: { id: string; at: string }[] } = await asked({});
      const { at } = all[Math.floor(all.length / 2)]!;

      const since = await asked({ [`${what}After`]: at });
      const until = await asked({ [`${what}Before`]: at });

      expect(since.nodes, name).toEqual(all.filter((one) => one.at >= at));
      expect(until.nodes, name).toEqual(all.filter((one) => one.at < at));
      expect(since.totalCount + until.totalCount, name).toBe(all.length);
      const { errors } = await many.api.graphql(query, {
        as,
        variables: { filter: { [`${what}After`]: at, [`${what}Before`]: at } },
      });
      expect(errors?.[0]?.extensions, name).toMatchObject({
        code: 'BAD_USER_INPUT',
        issues: [{ pointer: `/filter/${what}Before` }],
      });
      tried.push(name);
    }
    expect(tried.length).toBeGreaterThan(12);
  });
});

const least = (a: number | null, b: number | null) => (a === null || b === null ? null : Math.min(a, b));

/** Null for what nobody can ask for, since not even the names of its types fit into the limits. */
async function statementsFor(
  filled: Filled,
  path: readonly string[],
  when: 'NOW' | 'AT_ONCE_AGAIN' = 'NOW',
): Promise<number | null> {
  const { args = '', as = 'operator' } = ASKED[path[0]!]!(filled);
  for (let depth = 3; depth >= 0; depth--) {
    const query = `{ ${write(schema.getQueryType()!, path, args, depth)} }`;
    // As much below as fits into the limits.
    const document = parse(query);
    if (validate(schema, document, [...specifiedRules, operationLimits]).length > 0) continue;
    if (costOf(schema, document, getOperationAST(document)!, {}) > MAX_COST) continue;
    const ask = () => filled.api.graphql(query, { as });
    if (when === 'AT_ONCE_AGAIN') await ask();
    const { statements, result } = await statementsOf(filled.api, '/graphql', ask);
    // A partner may not see all that is below; what else is refused would be counted for less than it is.
    if (as === 'operator') expect({ query, errors: result.errors }).toEqual({ query, errors: undefined });
    return statements;
  }
  return null;
}

/** The fields of a path, and below its end everything for so many levels. */
function write(type: GraphQLNamedType, [name, ...rest]: readonly string[], args: string, depth: number): string {
  const field = isObjectType(type) && name ? type.getFields()[name] : undefined;
  if (!field) throw new Error(`${type.name} has no ${name}`);
  const named = getNamedType(field.type);
  const below =
    rest.length > 0 ? `{ ${write(named, rest, pageArgs(named, rest[0]!), depth)} }` : everything(named, depth);
  return `${name}${args} ${below}`;
}

function everything(type: GraphQLNamedType, depth: number): string {
  if (!isObjectType(type) || depth === 0) return isCompositeType(type) ? `{ __typename }` : '';
  const fields = Object.values(type.getFields()).filter((field) => depth > 1 || !isComposite(field));
  const written = fields.map(
    (field) => `${field.name}${pageArgsOf(field)} ${everything(getNamedType(field.type), depth - 1)}`,
  );
  return `{ __typename ${written.join(' ')} }`;
}

function pageArgs(type: GraphQLNamedType, name: string): string {
  const field = isObjectType(type) ? type.getFields()[name] : undefined;
  return field ? pageArgsOf(field) : '';
}

function pageArgsOf({ args }: GraphQLField<unknown, unknown>): string {
  return args.some(({ name }) => name === 'first') ? `(first: ${MANY})` : '';
}

const isComposite = ({ type }: GraphQLField<unknown, unknown>) => isCompositeType(getNamedType(type));

function listsOf(of: GraphQLSchema) {
  return Object.values(of.getTypeMap()).flatMap((type) => {
    if (!isObjectType(type) || type.name.startsWith('__')) return [];
    return Object.values(type.getFields())
      .filter((field) => isListType(getNullableType(field.type)) && isComposite(field))
      .map((field) => ({ name: `${type.name}.${field.name}`, item: getNamedType(field.type) }));
  });
}

/**
 * The shortest way from Query to each list of objects through each field that leads to its type: what is batched below one
 * of them may not be below another.
 */
function pathsToLists(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const seen = new Set<string>();
  let level: { type: GraphQLNamedType; path: string[]; by: string }[] = [
    { type: schema.getQueryType()!, path: [], by: '' },
  ];
  while (level.length > 0) {
    const next: typeof level = [];
    for (const { type, path, by } of level) {
      if (!isObjectType(type)) continue;
      for (const field of Object.values(type.getFields())) {
        const named = getNamedType(field.type);
        if (!isCompositeType(named) || isUnionType(named)) continue;
        const name = `${type.name}.${field.name}`;
        const isList = isListType(getNullableType(field.type));
        if (isList) found.set(by ? `${by} › ${name}` : name, [...path, field.name]);
        if (seen.has(name)) continue;
        seen.add(name);
        next.push({ type: named, path: [...path, field.name], by: name });
      }
    }
    level = next;
  }
  return found;
}

async function fill(size: number): Promise<Filled> {
  const api = await startApi({ works: false, compileAfter: Number.POSITIVE_INFINITY });
  const { database } = api;
  // Before there are rows, because then a store without files is refused.
  const packed = packReading({ ...READING, pages: null });
  const reading = { ...(await storeReading(api.services.platform.store, packed)), byteSize: packed.length };
  const { assetIds, sealIds, renderIds } = await fillBank(database, size);
  await fillTags(database, size);
  const query = `mutation ($name: String!) { issuePartnerLink(input: { partnerName: $name }) { ... on IssuedPartnerLink { secret } } }`;
  const secrets: string[] = [];
  for (let n = 0; n < size; n++)
    secrets.push(
      (await api.graphql(query, { as: 'operator', variables: { name: `Agency ${n}` } })).data.issuePartnerLink.secret,
    );
  const { as: customer, customer: first } = await customerWithKey(api, { plan: 'PRO' });
  for (let n = 1; n < size; n++) await customerWithKey(api);
  await database.query(
    `insert into usage_period (subject, month)
     select id, month::date from customer cross join generate_series($1::date, current_date, interval '1 month') month`,
    [size === 1 ? new Date() : new Date('2026-01-15')],
  );
  const runId = await fillGateway(api, size, customer);
  const approvalId = await fillApprovals(api);
  const webhookId = await fillWebhooks(api, size);
  const people = await fillPeople(api, size);
  const publishRequestId = await fillPublishing(api, size);
  // Each asset with a seal, each seal with another in its place, something that became of it, and a disclaimer.
  await database.query(
    `update seal set sha256 = $1, superseded_by = coalesce(superseded_by, $2), disclaimer_id = (select id from disclaimer limit 1)`,
    [DIGEST, sealIds[0]],
  );
  await database.query(`update asset set status = 'LIVE'`);
  for (const [n, sealId] of sealIds.entries()) {
    await database.query(
      `insert into seal_status (id, seal_id, status, reason, statement, signature, key_id, log, log_index, changed_at)
       values ($1, $2, 'SUPERSEDED', 'newer', '{}', '', '', 9, $3, now())`,
      [newId('sealStatus'), sealId, 1_000 + n],
    );
  }
  for (let n = sealIds.length; n < size; n++) {
    await database.query(`insert into seal select (jsonb_populate_record(seal, $1)).* from seal limit 1`, [
      JSON.stringify({ id: newId('seal'), log_index: 2_000 + n }),
    ]);
  }
  for (const name of ['SEALS_PER_MINUTE', 'KEPT_BYTES_PER_HOUR'].slice(0, size)) {
    await api.graphql(
      `mutation { updateSetting(input: { name: ${name === 'SEALS_PER_MINUTE' ? name : 'SEALS_KEPT_BYTES_PER_HOUR'}, integer: 1000 }) { __typename } }`,
      { as: 'operator' },
    );
  }
  return {
    api,
    partner: { bearer: secrets[0]! },
    customer,
    runId,
    approvalId,
    webhookId,
    ...people,
    publishRequestId,
    customerId: first.id,
    assetId: assetIds[0]!,
    assetIds,
    sealId: sealIds[0]!,
    renderId: renderIds[0]!,
    ...(await fillDocuments(api, size, reading)),
  };
}

const TEXT = 'The lease ends on 3 March.';
const READING = {
  type: 'TEXT',
  text: TEXT,
  blocks: [{ kind: 'PARAGRAPH', start: 0, end: TEXT.length, level: null }],
  footnotes: [],
  language: 'en',
  title: null,
  notices: [],
} as const;

/** Cases of the operator, the first one with as many documents, each with as many attachments and versions. */
async function fillDocuments(
  api: Api,
  size: number,
  reading: { sha256: string; byteSize: number },
): Promise<{ caseId: string; documentId: string }> {
  const { database } = api;
  const ids: { caseId: string; documentId: string }[] = [];
  for (let n = 0; n < size; n++) {
    const { case: created } = await createCase(api, { name: `Case ${n}` });
    const [documentId, versionId] = [newId('document'), newId('documentVersion')];
    await database.query(
      `insert into document (id, case_id, name, current_version_id, created_by) values ($1, $2, 'lease.txt', $3, 'test')`,
      [documentId, created.id, versionId],
    );
    await database.query(
      `insert into document_version (id, document_id, case_id, number, state, sha256, byte_size, media_type, text_sha256,
         text_length, reading_sha256, reading_size, extractor, language, notices, created_by, ready_at)
       values ($1, $2, $3, 1, 'READY', $4, 30, 'text/plain', $4, 26, $5, $6, 'test', 'en', '[]', 'test', now())`,
      [versionId, documentId, created.id, DIGEST, reading.sha256, reading.byteSize],
    );
    ids.push({ caseId: created.id, documentId });
  }
  const [{ caseId, documentId }] = ids as [{ caseId: string; documentId: string }];
  for (let n = 0; n < size; n++) {
    for (const parentId of n === 0 ? [documentId] : [null, documentId]) {
      const [copy, version] = [newId('document'), newId('documentVersion')];
      await database.query(
        `insert into document select (jsonb_populate_record(document, $1)).* from document where id = $2`,
        [
          JSON.stringify({
            id: copy,
            name: `copy ${n} of ${parentId}`,
            parent_id: parentId,
            current_version_id: version,
          }),
          documentId,
        ],
      );
      await database.query(
        `insert into document_version select (jsonb_populate_record(version, $1)).* from document_version version where document_id = $2 limit 1`,
        [JSON.stringify({ id: version, document_id: copy }), documentId],
      );
    }
    if (n === 0) continue;
    await database.query(
      `insert into document_version select (jsonb_populate_record(version, $1)).* from document_version version where document_id = $2 limit 1`,
      [JSON.stringify({ id: newId('documentVersion'), number: n + 1 }), documentId],
    );
  }
  await database.query(
    `insert into passage (version_id, ordinal, case_id, document_id, start_offset, end_offset, heading_path, configuration, text, words)
     select id, 0, case_id, document_id, 0, 26, '{}', 'english', 'The lease ends on 3 March.',
       to_tsvector('english', 'The lease ends on 3 March.') || array_to_tsvector(array['#' || case_id, '#' || document_id])
     from document_version`,
  );
  await database.query(
    `insert into case_word (case_id, word, passages)
     select case_id, word, count(*) from passage cross join unnest(tsvector_to_array(words)) word where word not like '#%'
     group by case_id, word`,
  );
  await database.query(
    `insert into case_index (case_id, configuration, passages, characters)
     select case_id, configuration, count(*), 30 * count(*) from passage group by case_id, configuration`,
  );
  return { caseId, documentId };
}

/** Tags with so many pictures and so many words that stand for them, and a render for each picture. */
async function fillTags(database: TestDatabase, size: number): Promise<void> {
  for (let n = 0; n < size; n++) {
    const id = newId('tag');
    await database.query('insert into tag (id, key, label, asset_count) values ($1, $2, $2::varchar, $3)', [
      id,
      `tag ${n}`,
      size,
    ]);
    await database.query(
      'insert into tag (id, key, label, alias_of_id, asset_count) values ($1, $2, $2::varchar, $3, $4)',
      [
        newId('tag'),
        `alias ${n}`,
        id,
        // As many, so that the first page has both.
        size,
      ],
    );
    await database.query('insert into asset_tag (asset_id, tag_id, pick_key) select id, $1, 0.5 from asset', [id]);
  }
  for (const { id } of await database.query<{ id: string }>('select id from asset')) {
    await database.query(
      `insert into render (id, asset_id, title, prompt, seed, width, height, save_to_bank, requested_by, request_hash)
       values ($1, $2, 'sea', 'sea', 1, 256, 256, true, 'operator:admin', '')`,
      [newId('render'), id],
    );
  }
}

/** Of each run, an output that was held and approved; of the first by as many as there are. Gives what that waited for. */
async function fillApprovals(api: Api): Promise<string> {
  const { database, services } = api;
  const runs = await database.query<{ id: string }>('select id from run order by id');
  const said = Buffer.from('{"text":"So.","reasoning":"","toolCalls":[],"citations":[],"finishReason":"stop"}');
  const ids = runs.map(() => newId('approval'));
  for (const [n, { id: runId }] of runs.entries()) {
    await database.query(
      `insert into approval (id, subject_kind, subject_id, title, facts, sha256, payload, asked_by, customer_id, state, expires_at, decided_at)
       select $1, 'RUN_OUTPUT', id, 'Hand it out.', '{}', $3, $4, requested_by, nullif(customer_id, $5), 'APPROVED',
         now() + interval '1 day', now()
       from run where id = $2`,
      [
        ids[n],
        runId,
        createHash('sha256').update(said).digest('hex'),
        services.platform.encryption.encrypt(said, ids[n]!),
        OWN_USE_ID,
      ],
    );
    await database.query('update run set approval_id = $1 where id = $2', [ids[n], runId]);
    await database.query(
      `insert into approval_decision (id, approval_id, verdict, decided_by, sha256)
       select $1, id, 'APPROVE', $2, sha256 from approval where id = $3`,
      [newId('approvalDecision'), `operator:${n}`, ids[0]],
    );
    if (n > 0) {
      await database.query(
        `insert into approval_decision (id, approval_id, verdict, decided_by, sha256)
         select $1, id, 'APPROVE', 'operator:x', sha256 from approval where id = $2`,
        [newId('approvalDecision'), ids[n]],
      );
    }
  }
  for (const id of ids) await signApproval(api, id);
  return ids[0]!;
}

/** People, one of them with as many sessions, tokens and invitations; agents, the first with as many keys; entries of the trail. */
async function fillPeople(api: Api, size: number) {
  const { database } = api;
  const { as: person, operatorId } = await signedIn(api, { roles: ['ADMIN'] });
  const { as: agent, agentId } = await agentOf(api);
  for (let n = 1; n < size; n++) {
    await signedIn(api, { roles: ['AUDITOR'] });
    await sessionOf(api, operatorId);
    await agentOf(api);
    await mutateAgents(api, 'issueAgentKey', { agentId, name: 'Another' });
  }
  for (let n = 0; n < size; n++) {
    await database.query(
      `insert into operator_token (id, operator_id, name, token_hash, hint, scopes, issued_by, expires_at)
       values ($1, $2, 'A program', $3, 'imop_', '{}', 'test', now() + interval '1 day')`,
      [newId('operatorToken'), operatorId, Buffer.from(`token ${n}`)],
    );
    await database.query(
      `insert into operator_invitation (id, email, roles, token_digest, invited_by, expires_at)
       values ($1, $2, '{AUDITOR}', $3, 'test', now() + interval '1 day')`,
      [newId('operatorInvitation'), `ada${n}@example.org`, Buffer.from(`link ${n}`)],
    );
  }
  return { person, operatorId, agent, agentId };
}

/** Requests to publish, each approved; marked tools; versions of the policy. Gives one of the requests. */
async function fillPublishing({ database, services }: Api, size: number): Promise<string> {
  const ids = Array.from({ length: size }, () => newId('publishRequest'));
  const action = {
    tool: 'send_email',
    channel: 'EMAIL',
    targets: ['ada@example.org'],
    arguments: {},
    summary: 'A letter.',
    findings: [{ kind: 'SECRET', pointer: '', detail: 'A key.', isBlocking: false }],
  };
  for (const [n, id] of ids.entries()) {
    // All that is looked up to show it: seals of what it is made of, and another in whose place it is put.
    const runs = [{ id: `run_${n}`, outputSha256: DIGEST, textSha256: null }];
    const assets = [{ id: `ast_${n}`, sha256: DIGEST }];
    const bytes = Buffer.from(JSON.stringify({ ...action, runs, assets, supersedes: id }));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const approvalId = newId('approval');
    await database.query(
      `insert into approval (id, subject_kind, subject_id, title, facts, sha256, payload, asked_by, state, expires_at, decided_at)
       values ($1, 'PUBLISH_REQUEST', $2, 'Let it out.', '{}', $3, $4, 'customer:x', 'APPROVED', now() + interval '1 day', now())`,
      [approvalId, id, sha256, services.platform.encryption.encrypt(bytes, approvalId)],
    );
    await database.query(
      `insert into approval_decision (id, approval_id, verdict, decided_by, sha256) values ($1, $2, 'APPROVE', 'operator:1', $3)`,
      [newId('approvalDecision'), approvalId, sha256],
    );
    await database.query(
      `insert into publish_request (id, approval_id, tool, channel, target_count, run_ids, asset_ids, sha256, asked_by, owner, askers,
         policy_version, policy_sha256, request_hash, permit_id, permit_ms)
       values ($1, $2, 'send_email', 'EMAIL', 1, '{}', '{}', $3, 'customer:x', 'customer:x', '{}', 1, $3, $3, $4, 1000)`,
      [id, approvalId, sha256, newId('permit')],
    );
    await database.query(
      `insert into outward_tool (id, name, match, channel, target_pointers, target_prefix, marked_for, marked_by)
       values ($1, $2, 'EXACT', 'EMAIL', '{}', '', 'HOUSE', 'test')`,
      [newId('externalTool'), `send_${n}`],
    );
    if (n === 0) continue;
    await database.query(
      `insert into publishing_policy select (jsonb_populate_record(one, $1)).* from publishing_policy one where number = 1`,
      [JSON.stringify({ id: newId('publishPolicy'), number: n + 1 })],
    );
  }
  return ids[0]!;
}

/** Webhooks, and of the first as many deliveries, of which the first has as many attempts. Gives that webhook. */
async function fillWebhooks({ database, services }: Api, size: number): Promise<string> {
  const ids = Array.from({ length: size }, () => newId('webhook'));
  for (const id of ids) {
    await database.query(
      `insert into webhook (id, url, secret, created_by) values ($1, 'https://hooks.example.org/in', $2, 'operator:admin')`,
      [id, services.platform.encryption.encrypt(Buffer.from('secret'), id)],
    );
  }
  for (let n = 0; n < size; n++) {
    const id = newId('webhookDelivery');
    await database.query(
      `insert into webhook_delivery (id, webhook_id, event_id, event_name, payload, state, tries, attempt_count, occurred_at, ended_at)
       values ($1, $2, $1, 'render.ended', '{}', 'DELIVERED', 1, 1, now(), now())`,
      [id, ids[0]],
    );
    for (let number = 1; number <= size; number++) {
      await database.query(
        `insert into webhook_attempt (delivery_id, number, started_at, outcome, status_code, duration_ms)
         values ($1, $2, now(), 'DELIVERED', 204, 5)`,
        [id, number],
      );
    }
  }
  return ids[0]!;
}

/** Runs, the first of them with as many tries; keys of customers; versions of the catalogue and of the policy. Gives that run. */
async function fillGateway({ database, graphql }: Api, size: number, customer: Credential): Promise<string> {
  const { data } = await graphql(
    `mutation { runTask(input: { task: "${TASK}", messages: [{ role: USER, content: "Invoice 7" }] }) { ... on RanTask { outcome { runId } } } }`,
    { as: customer },
  );
  const { runId } = data.runTask.outcome;
  const copy = (table: string, where: string, changed: object) =>
    database.query(
      `insert into ${table} select (jsonb_populate_record(one, $1)).* from ${table} one where ${where} limit 1`,
      [JSON.stringify(changed)],
    );
  await graphql(
    'mutation { setOwnProviderKey(input: { provider: OPENAI, key: "sk-made-up-0123456789" }) { __typename } }',
    {
      as: customer,
    },
  );
  const customers = await database.query<{ id: string }>(
    `select id from customer where not is_house order by plan <> 'PRO'`,
  );
  for (const [n, { id: customerId }] of customers.entries()) {
    if (n === 0) continue;
    const id = newId('run');
    await copy('run', `id = '${runId}'`, { id, customer_id: customerId });
    await copy('attempt', `run_id = '${runId}'`, { id: newId('attempt'), run_id: id });
    await copy('attempt', `run_id = '${runId}'`, { id: newId('attempt'), number: n + 1 });
    await copy('provider_key', 'true', { id: newId('providerKey'), customer_id: customerId });
    await copy('catalogue_version', 'number = 1', { id: newId('catalogueVersion'), number: n + 1 });
    await copy('routing_policy', 'number = 1', { id: newId('routingPolicy'), number: n + 1 });
  }
  await database.query(
    `insert into own_server (id, customer_id, base_url, created_by) select $1, id, 'https://llm.example.org/v1', 'test' from customer where plan = 'PRO'`,
    [newId('ownServer')],
  );
  expect(await database.query('select from run')).toHaveLength(size);
  expect(await database.query('select from provider_key')).toHaveLength(size);
  return runId;
}
