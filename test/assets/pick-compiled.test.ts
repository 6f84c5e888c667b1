import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PickAssetDocument } from '../../src/rest/generated/graphql.ts';
import { fillBank } from '../platform/graphql/bank.ts';
import { startTwoWays, type TwoWays } from '../platform/graphql/two-ways.ts';
import type { Credential } from '../support/api.ts';

let ways: TwoWays;
/** How often the executor of the service that compiles has picked. */
let resolved = 0;
let restore: () => void;

beforeAll(async () => {
  ways = await startTwoWays();
  await fillBank(ways.database, 14);
  const { schema } = ways.compiling.services;
  const field = schema.getMutationType()!.getFields().pickAsset!;
  const resolve = field.resolve!;
  // Services of one process share their types: only what this one is asked counts.
  field.resolve = (...args) => {
    if (args[3].schema === schema) resolved += 1;
    return resolve(...args);
  };
  restore = () => {
    field.resolve = resolve;
  };
});
afterAll(async () => {
  restore();
  await ways.stop();
});
beforeEach(() => {
  resolved = 0;
});

const ALL = `... on PickedAsset { __typename m: matchedTags match mode asset { ...asset again: title seal { id verificationUrl } } }
  ... on Problem { code message } ... on NoMatch { unknownTags without { tag matches } }`;
const ASSET = `fragment asset on Asset { id title alt kind status source tags thumbnailUrl createdAt licence credit version
  file { url small: url(width: 320) sha256 width } }`;
const QUERY = `mutation ($input: PickAssetInput!) { picked: pickAsset(input: $input) { ${ALL} } } ${ASSET}`;
const WHOS: [string, Credential | undefined][] = [
  ['an operator', 'operator'],
  ['an integration', 'integration'],
  ['a stranger, who is not told where it comes from', undefined],
];

describe.each(WHOS)('a pick that is compiled is answered as by the executor: for %s', (_who, as) => {
  test.each([
    { tags: ['common'] },
    { tags: ['every second', 'COMMON'], match: 'ALL' },
    { tags: ['every second', 'every other'], match: 'BEST' },
    { tags: ['every second', 'absent'], match: 'ANY', not: ['every other'] },
    { tags: ['common'], mode: 'NEWEST' },
    { tags: ['common'], sticky: 'ada' },
  ])('%j', async (input) => {
    const { body, status } = await ways.ask({ query: QUERY, variables: { input: { ...input, peek: true } }, as });

    expect(status).toBe(200);
    expect(body.data.picked).toMatchObject({ __typename: 'PickedAsset', asset: { id: expect.any(String) } });
    expect(resolved).toBe(0);
  });
});

test.each([
  { tags: ['every second', 'every other'] },
  { tags: ['absent', 'common'] },
  { tags: [] },
  { tags: ['common'], campaign: 'x'.repeat(300) },
])('a pick that comes to nothing is told by the executor, in its words: %j', async (input) => {
  const { body } = await ways.ask({ query: QUERY, variables: { input: { ...input, peek: true } }, as: 'operator' });

  expect(body.data.picked).toMatchObject({ code: expect.stringMatching(/NO_MATCH|INPUT_INVALID/) });
  expect(resolved).toBe(1);
});

test('several in one request are done one after the other, by the executor', async () => {
  const input = '{ tags: ["common"], peek: true }';
  const query = `mutation { a: pickAsset(input: ${input}) { __typename } b: pickAsset(input: ${input}) { __typename } }`;

  expect((await ways.ask({ query, as: 'operator' })).body.data.b.__typename).toBe('PickedAsset');
  expect(resolved).toBe(2);
});

test('each is one turn, by GraphQL and by REST, and none is taken by an address alone', async () => {
  const { url } = ways.compiling;
  const variables = { input: { tags: ['common'], campaign: 'turns' } };
  const ids: string[] = [];
  for (let n = 0; n < 14; n++) {
    const { data } = await ways.compiling.graphql(PickAssetDocument.toString(), { variables });
    ids.push(data.pickAsset.asset.id);
    const { body } = await ways.compiling.json('/api/marketing/image-bank/pick?tags=common&campaign=turns');
    ids.push(body.asset.id);
  }
  const address = new URLSearchParams({ query: PickAssetDocument.toString(), variables: JSON.stringify(variables) });
  const byAddress = await fetch(`${url}/graphql?${address}`, { headers: { 'apollo-require-preflight': 'yes' } });

  // Five of the fourteen may be shown.
  expect(
    [...Map.groupBy(ids, (id) => id).values()]
      .map((same) => same.length)
      .toSorted()
      .toReversed(),
  ).toEqual([6, 6, 6, 5, 5]);
  expect(byAddress.status).toBe(405);
  const [{ picks }] = (await ways.database.query<{ picks: string }>('select picks from pick_cursor')) as [
    { picks: string },
  ];
  expect(Number(picks)).toBe(28);
  expect(resolved).toBe(0);
});
