import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  buildSchema,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLInputObjectType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isObjectType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROJECT_ROOT } from '../../../src/platform/program/project-root.ts';
import { customerWithKey } from '../../customers/graph.ts';
import { createCase, uploadFiles } from '../../documents/support.ts';
import { type Api, type Credential, startApi } from '../../support/api.ts';
import { fillBank } from './bank.ts';

const schema = buildSchema(readFileSync(path.join(PROJECT_ROOT, 'schema/schema.graphql'), 'utf8'));
type Field = GraphQLField<unknown, unknown>;

const ARGUMENTS = ['after', 'before', 'filter', 'first', 'last', 'orderBy'];

/** Lists that lack one of these arguments, and why. */
const LACKING: Readonly<Record<string, [arguments_: readonly string[], why: string]>> = {
  'MediaDesk.assets': [
    ['filter'],
    'A partner sees what is usable, and chooses by `tags`: how the bank is kept is not told by what can be looked for.',
  ],
};

/** Things that have ids of their own and are listed without pages, and why. */
const WITHOUT_PAGES: Readonly<Record<string, string>> = {
  'Query.mySessions': 'As many as one person has signed in, at most a hundred.',
  'Query.nodes': 'As many as are named.',

  'Query.partnerTokens': 'Deprecated: `partnerLinks` has pages.',
  'Query.sealsByDigest': 'Of the same bytes, at most 20: for who holds a copy and looks for its seal.',
};

const fields = Object.values(schema.getTypeMap()).flatMap((type) =>
  isObjectType(type) && !type.name.startsWith('__')
    ? Object.values(type.getFields()).map((field): [string, Field] => [`${type.name}.${field.name}`, field])
    : [],
);
const connections = fields.filter(([, { type }]) => {
  const named = getNamedType(type);
  return isObjectType(named) && named.getInterfaces().some(({ name }) => name === 'Connection');
});

describe('every list', () => {
  test.each(connections)('%s is paged both ways, ordered and filtered', (name, { args }) => {
    const [lacking = []] = LACKING[name] ?? [];
    const has = args.map((arg) => arg.name).filter((arg) => ARGUMENTS.includes(arg));

    expect([...has, ...lacking].toSorted()).toEqual(ARGUMENTS);
  });

  test('of things with ids of their own has pages, or a reason why not', () => {
    const plain = fields.flatMap(([name, { type }]) => {
      const named = getNamedType(type);
      const isOfNodes =
        (isObjectType(named) && named.getInterfaces().some((one) => one.name === 'Node')) ||
        (isInterfaceType(named) && named.name === 'Node');
      return name.startsWith('Query.') && isListType(getNullableType(type)) && isOfNodes ? [name] : [];
    });

    expect(plain.toSorted()).toEqual(Object.keys(WITHOUT_PAGES).toSorted());
  });

  test('is none that is excepted and not there', () => {
    const names = new Set(connections.map(([name]) => name));

    expect(Object.keys(LACKING).filter((name) => !names.has(name))).toEqual([]);
  });
});

describe('every list of the graph, asked for', () => {
  let api: Api;
  let customer: Credential;
  /** Arguments that a list needs besides its page. */
  const scopes: Record<string, string> = {};
  beforeAll(async () => {
    api = await startApi({ works: false });
    await fillBank(api.database, 9);
    customer = (await customerWithKey(api)).as;
    const { case: ofDocuments } = await createCase(api, {});
    await uploadFiles(api, ofDocuments.id, { 'lease.txt': 'The lease.', 'letter.txt': 'The letter.' });
    scopes.documents = `caseId: "${ofDocuments.id}", `;
    for (const name of ['Agency', 'Printer']) {
      await api.graphql(`mutation { issuePartnerLink(input: { partnerName: "${name}" }) { __typename } }`, {
        as: 'operator',
      });
    }
  });
  afterAll(() => api.stop());

  const ofQuery = connections.flatMap(([name, field]) => (name.startsWith('Query.') ? [field] : []));

  test.each(ofQuery.map((field) => [field.name, field] as const))(
    '%s: a page forth and back again is the same page, in each order',
    async (name, field) => {
      const as = name.startsWith('own') ? customer : 'operator';
      const page = async (args: string) => {
        // Only what is looked for has a relevance.
        const filter = args.includes('RELEVANCE') ? '{ search: "sea" }' : emptyFilter(field);
        const query = `{ list: ${name}(${scopes[name] ?? ''}${args}, filter: ${filter}) { edges { cursor node { __typename } }
          pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;
        const { data, errors } = await api.graphql(query, { as });
        expect(errors, `${name}(${args})`).toBeUndefined();
        return data.list;
      };

      for (const order of ordersOf(field)) {
        for (const direction of ['ASC', 'DESC']) {
          const orderBy = `orderBy: { field: ${order}, direction: ${direction} }`;
          const first = await page(`first: 1, ${orderBy}`);
          const last = await page(`last: 1, ${orderBy}`);
          expect([first.pageInfo.hasPreviousPage, last.pageInfo.hasNextPage]).toEqual([false, false]);
          expect(first.edges.length).toBe(last.edges.length);
          if (!first.pageInfo.hasNextPage) continue;
          const second = await page(`first: 1, after: "${first.pageInfo.endCursor}", ${orderBy}`);
          const back = await page(`last: 1, before: "${second.pageInfo.startCursor}", ${orderBy}`);

          expect(second.pageInfo.hasPreviousPage).toBe(true);
          expect(back).toEqual(first);
        }
      }
    },
  );
});

/** What a list can be ordered by. */
function ordersOf({ args }: Field): string[] {
  const orderBy = getNamedType(args.find(({ name }) => name === 'orderBy')!.type) as GraphQLInputObjectType;
  return (getNamedType(orderBy.getFields().field!.type) as GraphQLEnumType).getValues().map(({ name }) => name);
}

/** A filter that asks for nothing, with each of its members named. */
function emptyFilter({ args }: Field): string {
  const filter = getNamedType(args.find(({ name }) => name === 'filter')!.type);
  if (!isInputObjectType(filter)) throw new Error('A filter is an input');
  return `{ ${Object.keys(filter.getFields())
    .map((name) => `${name}: null`)
    .join(', ')} }`;
}
