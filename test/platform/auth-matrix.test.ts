import {
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Access } from '../../src/platform/auth/access.ts';
import { settled, stored } from '../rest/support.ts';
import { type Api, type Credential, startApi } from '../support/api.ts';

let api: Api;
let credentials: Record<Who, Credential | undefined>;
beforeAll(async () => {
  api = await startApi();
  await api.render();
  const { data } = await api.graphql(
    `mutation { issuePartnerToken(input: { partnerName: "Agency" }) { ... on IssuedPartnerToken { secret } } }`,
    { as: 'operator' },
  );
  const bearer = data.issuePartnerToken.secret;
  await api.graphql('{ mediaDesk { partner { id } } }', { as: { bearer } });
  credentials = { anonymous: undefined, integration: 'integration', operator: 'operator', partner: { bearer } };
  await settled(api);
});
afterAll(() => api.stop());

const WHO = ['anonymous', 'integration', 'operator', 'partner'] as const;
type Who = (typeof WHO)[number];

/**
 * Who may use which field, written down a second time. A field that is missing here fails the first test: whoever adds one
 * has to say who it is for.
 */
const TABLE: Record<string, readonly Who[] | 'everybody'> = {
  'Query.asset': ['integration', 'operator'],
  'Query.assets': ['operator'],
  'Query.disclaimer': 'everybody',
  'Query.health': 'everybody',
  'Query.integrationsInboundSecret': ['operator'],
  'Query.mediaDesk': ['partner'],
  'Query.node': 'everybody',
  'Query.partnerTokens': ['operator'],
  'Query.render': ['integration', 'operator'],
  // The next one asks for a token of the seal itself, as the mutations do that end a seal.
  'Query.retainedText': 'everybody',
  'Query.seal': 'everybody',
  'Query.sealsByDigest': 'everybody',
  'Mutation.createAsset': ['operator'],
  'Mutation.eraseSeal': 'everybody',
  'Mutation.issuePartnerToken': ['operator'],
  'Mutation.pickAsset': 'everybody',
  'Mutation.publishDisclaimer': ['operator'],
  'Mutation.requestRender': ['integration', 'operator'],
  'Mutation.revokePartnerToken': ['operator'],
  'Mutation.revokeSeal': 'everybody',
  'Mutation.sealAsset': ['operator'],
  'Mutation.sealText': 'everybody',
  'Mutation.setIntegrationsInboundSecret': ['operator'],
  'Mutation.supersedeSeal': 'everybody',
};

/** Guarded fields of other types. */
const INNER: Record<string, readonly Who[]> = { 'Seal.asset': ['integration', 'operator'] };

function rootFields() {
  const { schema } = api.services;
  return [schema.getQueryType()!, schema.getMutationType()!].flatMap((type) =>
    Object.values(type.getFields()).map((field) => ({ name: `${type.name}.${field.name}`, field })),
  );
}

const kindsOf = (access: readonly Access[] | undefined) =>
  access ? access.map((one) => one.split(':')[0]!.toLowerCase()).sort() : 'everybody';

describe('the table', () => {
  test('says of every query and mutation who it is for, as the schema does', () => {
    const declared = Object.fromEntries(
      rootFields().map(({ name, field }) => [name, kindsOf(field.extensions.access as Access[] | undefined)]),
    );

    expect(declared).toEqual(TABLE);
  });

  test('names every other field that is guarded', () => {
    const guarded = Object.values(api.services.schema.getTypeMap())
      .filter((type) => isObjectType(type) && !['Query', 'Mutation'].includes(type.name))
      .flatMap((type) => Object.values(isObjectType(type) ? type.getFields() : {}).map((field) => ({ type, field })))
      .filter(({ field }) => field.extensions.access)
      .map(({ type, field }) => [`${type.name}.${field.name}`, kindsOf(field.extensions.access as Access[])]);

    expect(Object.fromEntries(guarded)).toEqual(INNER);
  });
});

describe.each(Object.entries(TABLE))('%s', (name, allowed) => {
  test.each(WHO)('for %s', async (who) => {
    const before = await stored(api);

    const { status, data, errors } = await api.graphql(operationFor(name), { as: credentials[who] });

    const codes = (errors ?? []).map((error) => error.extensions.code);
    const refused = codes.filter((code) => code === 'UNAUTHENTICATED' || code === 'FORBIDDEN');
    if (allowed === 'everybody' || allowed.includes(who)) {
      expect(refused).toEqual([]);
      expect(codes).not.toContain('INTERNAL_SERVER_ERROR');
      await settled(api);
    } else {
      expect(codes).toEqual([who === 'anonymous' ? 'UNAUTHENTICATED' : 'FORBIDDEN']);
      expect(status).toBe(who === 'anonymous' ? 401 : 200);
      expect(Object.values(data ?? {}).filter((value) => value !== null)).toEqual([]);
      expect(errors![0]!.extensions.requestId).toEqual(expect.any(String));
      expect(await stored(api)).toEqual(before);
    }
  });
});

test('a refused field leaves the others of the same query their answers', async () => {
  const { status, data, errors } = await api.graphql('{ health { ok } render(id: "x") { id } }', {
    as: credentials.partner,
  });

  expect(status).toBe(200);
  expect(data).toEqual({ health: { ok: true }, render: null });
  expect(errors).toMatchObject([{ path: ['render'], extensions: { code: 'FORBIDDEN' } }]);
});

test('a guard comes before the arguments: who may not ask learns nothing of what is wrong', async () => {
  const { errors } = await api.graphql('{ assets(first: 101, after: "a\\u0000b") { totalCount } }', {
    as: 'integration',
  });

  expect(errors?.map((error) => error.extensions.code)).toEqual(['FORBIDDEN']);
});

test('a mistaken credential is refused, not served as a stranger', async () => {
  const { status, errors } = await api.graphql('{ health { ok } }', { as: { bearer: 'nobody-knows-this-one' } });

  expect(status).toBe(401);
  expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
});

test('the same field refuses the same way once it is compiled', async () => {
  for (let n = 0; n < 12; n++) {
    const { status, errors } = await api.graphql('{ assets(first: 1) { nodes { id } } }');
    expect({ status, code: errors?.[0]?.extensions.code }).toEqual({ status: 401, code: 'UNAUTHENTICATED' });
    expect((await api.graphql('{ assets(first: 1) { nodes { id } } }', { as: 'operator' })).errors).toBeUndefined();
  }
});

/** The smallest document that uses a field, with made-up values for what it requires. */
function operationFor(name: string): string {
  const [type, fieldName] = name.split('.');
  const field = rootFields().find((one) => one.name === name)!.field;
  return `${type!.toLowerCase()} { ${fieldName}${argumentsFor(field)}${isCompositeType(getNamedType(field.type)) ? ' { __typename }' : ''} }`;
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
  const examples: Record<string, string> = { Boolean: 'true', Int: '1', Float: '1', Sha256: `"${'0'.repeat(64)}"` };
  return examples[type.name] ?? '"calm sea"';
}
