import { afterAll, beforeAll, expect, test } from 'vitest';
import { upload } from '../rest/support.ts';
import { type Api, startApi } from '../support/api.ts';
import { statementsOf } from '../support/statements.ts';
import { assetOf, tag, update } from './curating-graph.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const NO_SUCH = 'ast_01m818k5q9er0az63q2g08xk2r';

/** How many pictures have each, as it is told; that it is true is looked at. */
async function counts(...keys: string[]): Promise<Record<string, number>> {
  const rows = await api.database.query<{ key: string; told: number; are: number }>(
    `select key, asset_count as told, (select count(*)::int from asset_tag where tag_id = tag.id) as are from tag where key = any($1)`,
    [keys],
  );
  for (const { told, are } of rows) expect(told).toBe(are);
  return Object.fromEntries(rows.map(({ key, told }) => [key, told]));
}

test('pictures are given tags and lose tags at once, each judged by itself', async () => {
  const full = await upload(api, { tags: Array.from({ length: 32 }, (_, n) => `full ${n}`) });
  const both = await upload(api, { tags: ['Noon', 'kept'] });
  const bare = await upload(api);
  const done = await upload(api, { tags: ['dusk'] });

  const answer = await tag(api, {
    ids: [full.id, NO_SUCH, both.id, bare.id, done.id],
    add: ['DUSK'],
    remove: ['noon', 'never there'],
  });

  expect(answer).toMatchObject({
    __typename: 'UpdatedAssets',
    changedCount: 2,
    results: [
      {
        assetId: full.id,
        isChanged: false,
        asset: { version: 1 },
        problem: { __typename: 'InputInvalid', issues: [{ pointer: '/add' }] },
      },
      { assetId: NO_SUCH, isChanged: false, asset: null, problem: { __typename: 'NotFound' } },
      { assetId: both.id, isChanged: true, asset: { tags: ['dusk', 'kept'], version: 2 }, problem: null },
      { assetId: bare.id, isChanged: true, asset: { tags: ['dusk'], version: 2 }, problem: null },
      { assetId: done.id, isChanged: false, asset: { tags: ['dusk'], version: 1 }, problem: null },
    ],
  });
  expect(await counts('dusk', 'noon', 'kept')).toEqual({ dusk: 3, noon: 0, kept: 1 });
  expect((await api.json('/api/marketing/image-bank/pick?tags=dusk,kept')).body.asset.id).toBe(both.id);
});

test('it stands in one row of the audit trail, and each picture that was changed is told of', async () => {
  const [one, other] = [await upload(api, { tags: ['one-b'] }), await upload(api, { tags: ['two-b'] })];

  await tag(api, { ids: [one.id, other.id], add: ['two-b'] });

  const entries = await api.database.query(
    `select subject_ids, changes from audit_entry where action = 'tagAssets' and $1 = any(subject_ids)`,
    [one.id],
  );
  expect(entries).toHaveLength(1);
  expect(entries[0]!.changes).toEqual([
    { subjectId: one.id, field: 'tags', before: ['one-b'], after: ['one-b', 'two-b'] },
  ]);
  const told = await api.database.query(
    `select payload->>'assetId' as id from outbox_event where type = 'asset.updated' and payload->>'assetId' = any($1)`,
    [[one.id, other.id]],
  );
  expect(told).toEqual([{ id: one.id }]);
});

test('an alias gives and takes the tag that it stands for; what is given and taken away is given', async () => {
  const { id } = await upload(api, { tags: ['sea-c'] });
  await api.database.query(
    `insert into tag (id, key, label, alias_of_id) select 'tag_alias_c', 'ocean-c', 'Ocean-c', id from tag where key = 'sea-c'`,
  );

  expect((await tag(api, { ids: [id], add: ['ocean-c'] })).changedCount).toBe(0);
  expect((await tag(api, { ids: [id], remove: ['Ocean-C'] })).results[0].asset.tags).toEqual([]);
  expect((await tag(api, { ids: [id], add: ['sea-c'], remove: ['ocean-c'] })).results[0].asset.tags).toEqual(['sea-c']);
});

test('as many statements for many as for one', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 6; n += 1) ids.push((await upload(api)).id);
  const statements = async (some: string[]) =>
    (await statementsOf(api, '/graphql', () => tag(api, { ids: some, add: ['few'] }))).statements;

  expect(await statements(ids.slice(1))).toBe(await statements(ids.slice(0, 1)));
});

test('many who tag the same pictures, one by one and together, never wait in a circle', async () => {
  const pictures = [await upload(api, { tags: ['w0-d'] }), await upload(api, { tags: ['w1-d'] })];
  const ids = pictures.map(({ id }) => id as string);
  const tags = ['w0-d', 'w1-d', 'w2-d', 'w3-d'];

  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => {
      const mine = n % 2 === 0 ? tags : tags.toReversed();
      if (n % 4 === 0) return update(api, { id: ids[n % 2], tags: { add: mine } });
      return tag(api, { ids: n % 2 === 0 ? ids : ids.toReversed(), [n % 3 === 0 ? 'remove' : 'add']: mine });
    }),
  );

  expect(new Set(answers.map(({ __typename }) => __typename))).toEqual(new Set(['UpdatedAsset', 'UpdatedAssets']));
  await counts(...tags);
});

test.each<[string, object, string]>([
  ['no tag', {}, '/add'],
  ['a tag that is none', { add: [','] }, '/add/0'],
  ['too many tags', { remove: Array.from({ length: 33 }, (_, n) => `t${n}`) }, '/remove'],
  ['no picture', { ids: [], add: ['a'] }, '/ids'],
  ['too many pictures', { ids: Array.from({ length: 101 }, () => NO_SUCH), add: ['a'] }, '/ids'],
])('%s is refused, and nothing is changed', async (_, wrong, pointer) => {
  const { id } = await upload(api, { tags: ['stays'] });

  expect(await tag(api, { ids: [id], ...wrong })).toMatchObject({ __typename: 'InputInvalid', issues: [{ pointer }] });

  expect(await assetOf(api, id)).toMatchObject({ tags: ['stays'], version: 1 });
});
