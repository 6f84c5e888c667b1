import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { fillBank } from '../platform/graphql/bank.ts';
import { type Api, type Credential, startApi } from '../support/api.ts';

let api: Api;
const tagIds = new Map<string, string>();
let assetIds: string[];
beforeAll(async () => {
  api = await startApi({ works: false });
  const counts: [label: string, count: number, aliasOf?: string][] = [
    ['Zürich', 12],
    ['Sea', 30],
    ['Seaside', 5],
    ['season', 30],
    ['empty', 0],
    ['Ocean', 0, 'Sea'],
    ['The deep', 0, 'Sea'],
    ['100% wool', 1],
  ];
  for (const [label, count, aliasOf] of counts) {
    const id = newId('tag');
    tagIds.set(label, id);
    await api.database.query('insert into tag (id, key, label, asset_count, alias_of_id) values ($1, $2, $3, $4, $5)', [
      id,
      label.toLowerCase(),
      label,
      count,
      aliasOf === undefined ? null : tagIds.get(aliasOf),
    ]);
  }
  ({ assetIds } = await fillBank(api.database, 12));
  await api.database.query('delete from tag where id <> all($1)', [[...tagIds.values()]]);
  for (const assetId of assetIds) {
    await api.database.query('insert into asset_tag (asset_id, tag_id, pick_key) values ($1, $2, random())', [
      assetId,
      tagIds.get('Sea'),
    ]);
  }
});
afterAll(() => api.stop());

async function labels(args: string, as: Credential = 'operator'): Promise<string[]> {
  const { data, errors } = await api.graphql(`{ tags${args && `(${args})`} { nodes { label } } }`, { as });
  expect(errors).toBeUndefined();
  return data.tags.nodes.map(({ label }: { label: string }) => label);
}

describe('tags', () => {
  test('come with their counts, those first that most pictures have', async () => {
    const { data } = await api.graphql('{ tags(first: 4) { totalCount nodes { __typename key label assetCount } } }', {
      as: 'integration',
    });

    expect(data.tags).toEqual({
      totalCount: 8,
      nodes: [
        { __typename: 'Tag', key: 'season', label: 'season', assetCount: 30 },
        { __typename: 'Tag', key: 'sea', label: 'Sea', assetCount: 30 },
        { __typename: 'Tag', key: 'zürich', label: 'Zürich', assetCount: 12 },
        { __typename: 'Tag', key: 'seaside', label: 'Seaside', assetCount: 5 },
      ],
    });
  });

  test.each([
    ['filter: { beginsWith: "SEA" }, orderBy: { field: LABEL, direction: ASC }', ['Sea', 'Seaside', 'season']],
    ['filter: { beginsWith: "ZU" }', []],
    ['filter: { beginsWith: "ZÜ" }', ['Zürich']],
    ['filter: { beginsWith: "100%" }', ['100% wool']],
    ['filter: { beginsWith: "_" }', []],
    ['filter: { minAssetCount: 12 }', ['season', 'Sea', 'Zürich']],
    ['filter: { minAssetCount: 6, beginsWith: "se" }', ['season', 'Sea']],
    ['filter: { isAlias: true }, orderBy: { field: LABEL, direction: ASC }', ['Ocean', 'The deep']],
    ['filter: { isAlias: false, minAssetCount: 13 }', ['season', 'Sea']],
    ['first: 3, orderBy: { field: LABEL, direction: ASC }', ['100% wool', 'empty', 'Ocean']],
    ['last: 2, orderBy: { field: LABEL, direction: ASC }', ['The deep', 'Zürich']],
  ])('by %s', async (args, expected) => {
    expect(await labels(args)).toEqual(expected);
  });

  test('know what they stand for, what stands for them, and pictures that have them', async () => {
    const { data, errors } = await api.graphql(
      `{ tags(filter: { beginsWith: "o" }) { nodes { label aliases { label } aliasOf { label aliases { label } assets { id } } assets { id } } } }`,
      { as: 'operator' },
    );

    expect(errors).toBeUndefined();
    const [ocean] = data.tags.nodes;
    expect(ocean).toMatchObject({ label: 'Ocean', aliases: [], assets: [] });
    expect(ocean.aliasOf).toMatchObject({ label: 'Sea', aliases: [{ label: 'Ocean' }, { label: 'The deep' }] });
    expect(ocean.aliasOf.assets).toHaveLength(10);
    expect(assetIds).toEqual(expect.arrayContaining(ocean.aliasOf.assets.map(({ id }: { id: string }) => id)));
  });

  test('show their pictures only to who may go through the bank', async () => {
    const { data, errors } = await api.graphql('{ tags { nodes { label assets { id } } } }', { as: 'integration' });

    expect(data?.tags ?? null).toBeNull();
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });

  test('too long a beginning is refused', async () => {
    const { errors } = await api.graphql(`{ tags(filter: { beginsWith: "${'x'.repeat(700)}" }) { totalCount } }`, {
      as: 'operator',
    });

    expect(errors?.[0]).toMatchObject({
      extensions: { code: 'BAD_USER_INPUT', issues: [{ pointer: '/filter/beginsWith' }] },
    });
  });
});
