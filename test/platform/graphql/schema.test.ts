import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessOf, EVERYONE } from '../../../src/platform/auth/access.ts';
import { isSemanticNonNull } from '../../../src/platform/graphql/schema/refusable-fields.ts';
import { schemaText } from '../../../src/platform/graphql/schema/schema-text.ts';
import { PROJECT_ROOT } from '../../../src/platform/program/project-root.ts';
import { type Api, startApi } from '../../support/api.ts';

let api: Api;
let schema: GraphQLSchema;
beforeAll(async () => {
  api = await startApi({ works: false });
  schema = api.services.schema;
});
afterAll(() => api.stop());

const schemaFile = () => readFileSync(path.join(PROJECT_ROOT, 'schema/schema.graphql'), 'utf8');

const types = () =>
  Object.values(schema.getTypeMap()).filter((type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type));
const objects = () => types().filter((type) => isObjectType(type) || isInterfaceType(type));

/** Every field of every object, as `Type.field`. */
function fields(): [name: string, field: GraphQLField<unknown, unknown>][] {
  return objects().flatMap((type) =>
    Object.values(type.getFields()).map((field): [string, GraphQLField<unknown, unknown>] => [
      `${type.name}.${field.name}`,
      field,
    ]),
  );
}

test('the schema that is checked in is the one that is served', async () => {
  const kept = schemaFile();
  const served = await (await api.fetch('/schema.graphql')).text();

  expect(`${schemaText(schema)}\n`, 'run: npm run generate').toBe(kept);
  expect(served.trim()).toBe(kept.trim());
});

test('every type is described, but for results, which list what they can be, and the roots', () => {
  const silent = types()
    .filter((type) => !type.description)
    .map((type) => type.name)
    .filter((name) => !name.endsWith('Result') && !['Query', 'Mutation', 'Subscription'].includes(name));

  expect(silent).toEqual([]);
});

test('everything that can be asked or done is described', () => {
  const roots = [schema.getQueryType()!, schema.getMutationType()!, schema.getSubscriptionType()!];

  const silent = roots.flatMap((root) => Object.values(root.getFields())).filter((field) => !field.description);

  expect(silent.map((field) => field.name)).toEqual([]);
});

/** Fields whose name and type say all there is to say. */
const OBVIOUS = new Set([
  'id',
  'title',
  'name',
  'label',
  'kind',
  'status',
  'origin',
  'code',
  'message',
  'reason',
  'prompt',
  'source',
  'tag',
  'createdAt',
  'updatedAt',
  'completedAt',
  'checkedAt',
  'sealedAt',
  'expiresAt',
  'revokedAt',
  'attempts',
  'latencyMs',
  'mediaType',
  'sha256',
  'byteLength',
  'subject',
  'ok',
  'match',
  'mode',
  'issues',
  'tags',
  'imageBase64',
  'connections',
  'file',
  'asset',
  'node',
  'render',
  'partner',
  'partnerLink',
  'pageInfo',
]);

test('every field is described whose name does not say it all', () => {
  const inputs = types()
    .filter(isInputObjectType)
    .flatMap((type) => Object.values(type.getFields()).map((field) => [`${type.name}.${field.name}`, field] as const));

  const silent = [...fields(), ...inputs].filter(([, field]) => !field.description && !OBVIOUS.has(field.name));

  expect(silent.map(([name]) => name)).toEqual([]);
});

test('enum values are written in upper case', () => {
  const values = types()
    .filter(isEnumType)
    .flatMap((type) => type.getValues().map((value) => value.name));

  expect(values.length).toBeGreaterThan(20);
  expect(values.filter((value) => !/^[A-Z][A-Z0-9_]*$/.test(value))).toEqual([]);
});

/** How many tokens a model takes is no secret, and a number whose name says that it counts tokens is nothing else. */
const isCountOfTokens = ({ name, type }: GraphQLField<unknown, unknown>) =>
  /Tokens$/.test(name) && ['Int', 'NonNegativeInt', 'SafeInt'].includes(getNamedType(type).name);

test('no field gives a secret away, but for the tokens that are shown once', () => {
  const secrets = fields().filter(
    ([, field]) =>
      /secret|token|password|hash|digest/i.test(field.name) &&
      isLeafType(getNamedType(field.type)) &&
      !isCountOfTokens(field),
  );

  // A displayHash says which text its approver was shown. A thumbhash is a blurred picture, the chain is there to be shown, tokens of pictures are prices; `isSecret` is true or false; `unknownTags` and the like hold nothing of the kind.
  expect(secrets.map(([name]) => name).sort()).toEqual([
    'Approval.displayHash',
    'ApprovalDecision.displayHash',
    'Asset.thumbhash',
    'ChainEntry.digest',
    'ChainEntry.hash',
    'CreatedWebhook.secret',
    'ImagePrice.tokenMicros',
    'ImageTokens.tokens',
    'IssuedAgentKey.token',
    'IssuedCustomerKey.token',
    'IssuedOperatorToken.token',
    'IssuedPartnerLink.secret',
    'RotatedAgentKey.token',
    'RotatedCustomerKey.token',
    'RotatedIntegrationsInboundSecret.secret',
    'RotatedOperatorToken.token',
    'RotatedPartnerLink.secret',
    'RotatedWebhookSecret.secret',
    'SealedText.ownerToken',
    'Setting.isSecret',
    'Webhook.previousSecretUntil',
  ]);
});

test('a list is not null and has no null in it, but for objects by ids, results of mutations and refused fields', () => {
  const lax = fields().filter(([, field]) => {
    const isList = isListType(isNonNullType(field.type) ? field.type.ofType : field.type);
    return isList && !/^\[\w+!\]!$/.test(String(field.type)) && !isSemanticNonNull(field);
  });

  // What was done is answered, even where not all of it could be read; a partner is shown to who may not see its links, and a
  // person to who may not see what they sign in with.
  expect(lax.map(([name]) => name)).toEqual([
    'Operator.secondFactors',
    'Partner.links',
    'Query.nodes',
    'CreatedAsset.notApplied',
    'UpdatedAssets.results',
    'PurgedAssets.results',
    'UploadedDocuments.documents',
  ]);
});

test('a field of Query is nullable if a permission can refuse it, and a client can tell whether it is null otherwise', () => {
  const strict = Object.values(schema.getQueryType()!.getFields()).filter(({ type }) => isNonNullType(type));
  const marked = schemaFile().match(/@semanticNonNull/g)!.length;

  expect(strict.filter((field) => accessOf(field) !== EVERYONE).map(({ name }) => name)).toEqual([]);
  expect(fields().filter(([, field]) => isSemanticNonNull(field))).toHaveLength(marked - 1);
});

test('whatever is stored under an id is a Node, and is found again by it', () => {
  const nodes = schema.getPossibleTypes(schema.getType('Node') as never).map((type) => type.name);
  const withId = objects().filter((type) => isObjectType(type) && String(type.getFields().id?.type) === 'ID!');

  expect(withId.map((type) => type.name).sort()).toEqual([...nodes].sort());
});

test('every mutation gives a result that can be an expected failure, and every failure has a code', () => {
  const results = Object.values(schema.getMutationType()!.getFields()).map((field) => field.type);
  const problems = schema.getPossibleTypes(schema.getType('Problem') as never);

  for (const result of results) {
    const members = schema.getPossibleTypes(getNamedType(result) as never);
    expect(
      members.filter((member) => problems.includes(member)),
      String(result),
    ).not.toEqual([]);
  }
  for (const problem of problems) expect(String(problem.getFields().code!.type)).toBe('ProblemCode!');
});

/** Lists without an order to choose, each with the reason why. */
const UNORDERED: Readonly<Record<string, string>> = {};

test('every list that can grow is paged both ways and ordered, or says why not', () => {
  const pages = fields().filter(([, field]) => {
    const type = getNamedType(field.type);
    return isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Connection');
  });

  expect(pages.length).toBeGreaterThan(15);
  for (const [name, field] of pages) {
    const args = Object.fromEntries(field.args.map((argument) => [argument.name, argument]));
    const typeOf = (argument: string) => String(args[argument]?.type);
    expect(['first', 'last', 'after', 'before'].map(typeOf), name).toEqual(['Int', 'Int', 'String', 'String']);
    if (UNORDERED[name]) continue;
    const order = args.orderBy?.type;
    if (!isInputObjectType(order)) throw new Error(`${name} takes no \`orderBy\`: see page-order.ts, or give a reason`);
    const { field: by, direction } = order.getFields();
    expect(isNonNullType(by!.type) && isEnumType(by!.type.ofType), name).toBe(true);
    expect(String(direction!.type), name).toBe('OrderDirection!');
    expect(['ASC', 'DESC'], name).toContain(direction!.defaultValue);
  }
  expect(Object.keys(UNORDERED).filter((name) => !pages.some(([page]) => page === name))).toEqual([]);
});

test('nothing but those is called a connection, and no list is paged by offset', () => {
  for (const [name, field] of fields()) {
    expect(
      field.args.filter((argument) => /^(offset|skip|page)$/.test(argument.name)),
      name,
    ).toEqual([]);
    const type = getNamedType(field.type);
    if (type.name.endsWith('Connection')) {
      expect(isObjectType(type) && type.getInterfaces().map((one) => one.name), name).toContain('Connection');
    }
  }
});
