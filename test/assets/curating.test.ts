import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, settled, stored, upload } from '../rest/support.ts';
import { type Api, type Json, startApi } from '../support/api.ts';
import { statementsOf } from '../support/statements.ts';
import { assetOf, move, update } from './curating-graph.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const NO_SUCH = 'ast_01m818k5q9er0az63q2g08xk2r';
const pathOf = ({ url }: Json) => new URL(url).pathname;

async function counts(...keys: string[]): Promise<Record<string, number>> {
  const rows = await api.database.query<{ key: string; told: number; are: number }>(
    `select key, asset_count as told, (select count(*)::int from asset_tag where tag_id = tag.id) as are from tag where key = any($1)`,
    [keys],
  );
  for (const { told, are } of rows) expect(told).toBe(are);
  return Object.fromEntries(rows.map(({ key, told }) => [key, told]));
}

describe('what is said of a picture', () => {
  test('is changed as far as it is given, and the version rises', async () => {
    const { id } = await upload(api, { title: 'Lake', alt: 'A lake', tags: ['Seen', 'kept'] });

    const first = await update(api, { id, title: ' Sea ', licence: 'CC BY 4.0', validUntil: '2030-01-01T00:00:00Z' });
    expect(first).toMatchObject({
      __typename: 'UpdatedAsset',
      isChanged: true,
      asset: { title: 'Sea', alt: 'A lake', tags: ['kept', 'Seen'], licence: 'CC BY 4.0', credit: null, version: 2 },
    });
    expect(first.asset.validUntil).toBe('2030-01-01T00:00:00.000Z');

    const second = await update(api, { id, licence: null, credit: 'Ada', validUntil: null });
    expect(second.asset).toMatchObject({ licence: null, credit: 'Ada', validUntil: null, version: 3 });
  });

  test('stays as it is when it is so already, whatever version was seen', async () => {
    const { id } = await upload(api, { title: 'Calm', tags: ['one', 'two'] });
    await update(api, { id, title: 'Calmer' });

    const again = await update(api, { id, ifVersion: 1, title: 'Calmer', tags: { set: ['TWO', 'One'] } });

    expect(again).toMatchObject({ isChanged: false, asset: { title: 'Calmer', tags: ['one', 'two'], version: 2 } });
  });

  test('tags are set, added and removed in any spelling, and counted', async () => {
    const { id } = await upload(api, { tags: ['Zürich-a', 'gone-a'] });

    const { asset } = await update(api, {
      id,
      tags: { add: ['ZÜRICH-A', 'new-a'], remove: ['Gone-A', 'never there'] },
    });
    expect(asset.tags).toEqual(['new-a', 'Zürich-a']);
    expect(await counts('zürich-a', 'gone-a', 'new-a')).toEqual({ 'zürich-a': 1, 'gone-a': 0, 'new-a': 1 });

    expect((await update(api, { id, tags: { set: [] } })).asset.tags).toEqual([]);
    expect(await counts('zürich-a', 'new-a')).toEqual({ 'zürich-a': 0, 'new-a': 0 });
    expect((await update(api, { id, tags: { set: ['again'] } })).asset.tags).toEqual(['again']);
    const { body } = await api.json('/api/marketing/image-bank/pick?tags=again');
    expect(body.asset.id).toBe(id);
    expect((await api.json('/api/marketing/image-bank/pick?tags=new-a')).status).toBe(404);
  });

  test('an alias gives and takes the tag that it stands for', async () => {
    const { id } = await upload(api, { tags: ['sea-b'] });
    await api.database.query(
      `insert into tag (id, key, label, alias_of_id) select 'tag_alias_b', 'ocean-b', 'Ocean-b', id from tag where key = 'sea-b'`,
    );

    expect((await update(api, { id, tags: { add: ['ocean-b'] } })).isChanged).toBe(false);
    expect((await update(api, { id, tags: { remove: ['Ocean-B'] } })).asset.tags).toEqual([]);
    expect((await update(api, { id, tags: { set: ['ocean-b'] } })).asset.tags).toEqual(['sea-b']);
  });

  test('what somebody else has changed is shown beside what was wanted', async () => {
    const { id } = await upload(api, { title: 'First', tags: ['c1'] });
    await update(api, { id, ifVersion: 1, title: 'Second', tags: { add: ['c2'] } });

    const late = await update(api, { id, ifVersion: 1, title: 'Third', alt: 'Other', tags: { add: ['c3'] } });

    expect(late).toMatchObject({
      __typename: 'AssetConflict',
      code: 'CONFLICT',
      ifVersion: 1,
      version: 2,
      changedBy: expect.stringMatching(/^operator:/),
      changedAt: expect.any(String),
      asset: { title: 'Second', version: 2 },
      differences: [
        { field: 'TITLE', requested: ['Third'], current: ['Second'] },
        { field: 'ALT', requested: ['Other'], current: ['First'] },
        { field: 'TAGS', requested: ['c1', 'c2', 'c3'], current: ['c1', 'c2'] },
      ],
    });
    expect(await assetOf(api, id)).toMatchObject({ title: 'Second', version: 2 });
    expect((await update(api, { id, ifVersion: 2, title: 'Third' })).asset.version).toBe(3);
  });

  test('of many who saw the same version, one writes and the others are shown what it wrote', async () => {
    const { id } = await upload(api, { title: 'Raced' });

    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        update(api, { id, ifVersion: 1, title: `By ${n}`, tags: { add: [`r${n}`] } }),
      ),
    );

    const written = answers.filter(({ __typename }) => __typename === 'UpdatedAsset');
    expect(written).toHaveLength(1);
    const now = await assetOf(api, id);
    expect(now).toMatchObject({ title: written[0].asset.title, version: 2 });
    for (const { __typename, version, asset } of answers.filter((one) => one !== written[0])) {
      expect({ __typename, version, title: asset.title }).toEqual({
        __typename: 'AssetConflict',
        version: 2,
        title: now.title,
      });
    }
    await counts(...Array.from({ length: 8 }, (_, n) => `r${n}`));
  });

  test('many who add and remove the same tags of several pictures never wait in a circle', async () => {
    const pictures = await Promise.all([upload(api, { tags: ['w0'] }), upload(api, { tags: ['w1'] })]);
    const tags = ['w0', 'w1', 'w2', 'w3'];

    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => {
        const mine = n % 2 === 0 ? tags : tags.toReversed();
        return update(api, { id: pictures[n % 2].id, tags: n % 3 === 0 ? { remove: mine } : { add: mine } });
      }),
    );

    expect(new Set(answers.map(({ __typename }) => __typename))).toEqual(new Set(['UpdatedAsset']));
    await counts(...tags);
  });

  test.each<[string, object, string]>([
    ['an empty title', { title: ' ' }, '/title'],
    ['no title', { title: null }, '/title'],
    ['an endless title', { title: 'x'.repeat(201) }, '/title'],
    ['an empty description', { alt: '' }, '/alt'],
    ['an endless description', { alt: 'x'.repeat(1_001) }, '/alt'],
    ['an endless licence', { licence: 'x'.repeat(201) }, '/licence'],
    ['an endless credit', { credit: 'x'.repeat(201) }, '/credit'],
    ['a version that none has', { ifVersion: 0, title: 'x' }, '/ifVersion'],
    ['too many tags', { tags: { set: Array.from({ length: 33 }, (_, n) => `t${n}`) } }, '/tags/set'],
    ['tags beyond the limit', { tags: { add: Array.from({ length: 32 }, (_, n) => `t${n}`) } }, '/tags/add'],
    ['a tag that is none', { tags: { add: [','] } }, '/tags/add/0'],
    ['tags in both ways', { tags: { set: ['a'], add: ['b'] } }, '/tags/set'],
    [
      'an end before the beginning',
      { validFrom: '2030-01-02T00:00:00Z', validUntil: '2030-01-01T00:00:00Z' },
      '/validUntil',
    ],
    ['a beginning at the end that it has', { validFrom: '2031-01-01T00:00:00Z' }, '/validFrom'],
  ])('%s is refused, and nothing is changed', async (_, wrong, pointer) => {
    const { id } = await upload(api, { title: 'Stays', tags: ['stays'] });
    await update(api, { id, validUntil: '2031-01-01T00:00:00Z' });
    await settled(api);
    const before = await stored(api);

    const answer = await update(api, { id, ...wrong });

    expect(answer).toMatchObject({ __typename: 'InputInvalid', issues: [{ pointer }] });
    expect(answer.issues[0].message).toMatch(/\S/);
    expect(await stored(api)).toEqual(before);
  });

  test('half of a character is refused', async () => {
    const { id } = await upload(api);

    expect(await update(api, { id, title: 'half \ud83d' })).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(await update(api, { id, tags: { add: ['half \ud83d'] } })).toMatchObject({ code: 'BAD_USER_INPUT' });
  });

  test('of no picture is refused', async () => {
    expect(await update(api, { id: NO_SUCH, title: 'x' })).toMatchObject({ __typename: 'NotFound' });
    expect(await update(api, { id: 'nonsense', title: 'x' })).toMatchObject({ __typename: 'NotFound' });
  });
});

describe('pictures are moved together', () => {
  test('each as far as it may be, in the order asked', async () => {
    const [live, archived, held, trashed] = await Promise.all(Array.from({ length: 4 }, () => upload(api)));
    await move(api, 'archiveAssets', [archived.id]);
    await move(api, 'quarantineAssets', [held.id]);
    await move(api, 'trashAssets', [trashed.id]);

    const answer = await move(api, 'archiveAssets', [trashed.id, NO_SUCH, live.id, held.id, archived.id]);

    expect(answer.changedCount).toBe(1);
    expect(answer.results).toMatchObject([
      {
        assetId: trashed.id,
        isChanged: false,
        asset: { status: 'TRASHED' },
        problem: { code: 'CONFLICT', status: 'TRASHED' },
      },
      { assetId: NO_SUCH, isChanged: false, asset: null, problem: { __typename: 'NotFound' } },
      { assetId: live.id, isChanged: true, asset: { status: 'ARCHIVED', version: 2 }, problem: null },
      {
        assetId: held.id,
        isChanged: false,
        problem: { status: 'QUARANTINED', message: expect.stringContaining('Release') },
      },
      { assetId: archived.id, isChanged: false, asset: { status: 'ARCHIVED', version: 2 }, problem: null },
    ]);
  });

  test.each<[string[], string]>([
    [['archiveAssets'], 'ARCHIVED'],
    [['archiveAssets', 'restoreAssets'], 'LIVE'],
    [['trashAssets', 'restoreAssets'], 'LIVE'],
    [['archiveAssets', 'trashAssets', 'restoreAssets'], 'ARCHIVED'],
    [['quarantineAssets', 'trashAssets', 'restoreAssets'], 'QUARANTINED'],
    [['archiveAssets', 'quarantineAssets', 'releaseAssets'], 'LIVE'],
    [['quarantineAssets', 'restoreAssets'], 'QUARANTINED'],
    [['trashAssets', 'releaseAssets'], 'TRASHED'],
    [['trashAssets', 'quarantineAssets'], 'TRASHED'],
    [['archiveAssets', 'releaseAssets'], 'ARCHIVED'],
  ])('%s leaves it %s', async (moves, status) => {
    const { id } = await upload(api);

    for (const one of moves) await move(api, one as 'archiveAssets', [id]);

    expect((await assetOf(api, id)).status).toBe(status);
  });

  test('by as many statements for a hundred as for one, and written down once', async () => {
    const ids: string[] = [];
    const { id } = await upload(api);
    await api.database.query(
      `insert into asset (id, origin, title, alt, sha256, extension, media_type, byte_size, width, height, thumbhash,
         dominant_color, perceptual_hash)
       select 'ast_' || lpad(n::text, 26, '0'), origin, title, alt, md5(n::text) || md5('x' || n), extension, media_type, byte_size,
         width, height, thumbhash, dominant_color, perceptual_hash
       from asset, generate_series(1, 100) n where id = $1`,
      [id],
    );
    for (let n = 1; n <= 100; n++) ids.push(`ast_${String(n).padStart(26, '0')}`);
    const changed = async (some: string[]) => {
      const { result, statements } = await statementsOf(api, '/graphql', () => move(api, 'trashAssets', some));
      expect(result.changedCount).toBe(some.length);
      return statements;
    };

    expect(await changed(ids.slice(0, 99))).toBe(await changed(ids.slice(99)));

    const [first] = await api.database.query(
      `select action, subject_ids, changes from audit_entry where $1 = any(subject_ids) order by id desc limit 1`,
      [ids[0]],
    );
    expect(first!.action).toBe('trashAssets');
    expect([...first!.subject_ids].sort()).toEqual(ids.slice(0, 99));
    expect(first!.changes).toHaveLength(99);
    expect(first!.changes[0]).toEqual({
      subjectId: expect.any(String),
      field: 'status',
      before: 'LIVE',
      after: 'TRASHED',
    });
  });

  test('of many who move the same ones at once, each change is made by one', async () => {
    const ids = (await Promise.all(Array.from({ length: 4 }, () => upload(api)))).map(({ id }) => id);

    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => move(api, 'archiveAssets', n % 2 === 0 ? ids : ids.toReversed())),
    );

    expect(answers.reduce((sum, { changedCount }) => sum + changedCount, 0)).toBe(ids.length);
    for (const id of ids) expect(await assetOf(api, id)).toMatchObject({ status: 'ARCHIVED', version: 2 });
  });

  test.each<[string, (id: string) => string[], string]>([
    ['none', () => [], '/ids'],
    ['too many', () => Array.from({ length: 101 }, (_, n) => `ast_${String(n).padStart(26, '0')}`), '/ids'],
    ['the same twice', (id) => [id, NO_SUCH, id], '/ids/2'],
  ])('%s is refused, and nothing is changed', async (_, ids, pointer) => {
    const { id } = await upload(api);

    expect(await move(api, 'trashAssets', ids(id))).toMatchObject({
      __typename: 'InputInvalid',
      issues: [{ pointer }],
    });
    expect((await assetOf(api, id)).status).toBe('LIVE');
  });

  test('lists of the graph leave out the trash unless it is asked for, and the list of REST has it', async () => {
    const [kept, trashed] = [await upload(api, { tags: ['trash-list'] }), await upload(api, { tags: ['trash-list'] })];
    await move(api, 'trashAssets', [trashed.id]);
    const listed = async (status?: string[]) => {
      const { data } = await api.graphql('query ($filter: AssetFilter) { assets(filter: $filter) { nodes { id } } }', {
        variables: { filter: { tags: ['trash-list'], status } },
        as: 'operator',
      });
      return data.assets.nodes.map((one: Json) => one.id);
    };
    const { body } = await api.json('/api/admin/image-bank?tags=trash-list', { as: 'operator' });

    expect(await listed()).toEqual([kept.id]);
    expect(await listed([])).toEqual([kept.id]);
    expect(await listed(['TRASHED'])).toEqual([trashed.id]);
    expect(await listed(['LIVE', 'ARCHIVED', 'QUARANTINED', 'TRASHED'])).toEqual([trashed.id, kept.id]);
    expect(body.items.map((one: Json) => one.id)).toEqual([trashed.id, kept.id]);
  });

  test('an id that can name no picture is answered by itself', async () => {
    const { id } = await upload(api);
    const others = ['nonsense', 'rnd_01m818k3xne7cr4w9e6scbkb5d', NO_SUCH];

    const { results } = await move(api, 'trashAssets', [...others, id]);

    expect(results.map((one: Json) => one.problem?.__typename ?? null)).toEqual([
      ...others.map(() => 'NotFound'),
      null,
    ]);
    expect((await assetOf(api, id)).status).toBe('TRASHED');
  });

  test('what is not in use is neither picked nor shown to partners', async () => {
    const asset = await upload(api, { tags: ['only-one'] });
    const picked = async () => (await api.json('/api/marketing/image-bank/pick?tags=only-one')).status;
    const { data } = await api.graphql(
      `mutation { issuePartnerLink(input: { partnerName: "Agency" }) { ... on IssuedPartnerLink { secret } } }`,
      { as: 'operator' },
    );
    const shown = async () =>
      (await api.json(`/api/media-desk/${data.issuePartnerLink.secret}/bank?tags=only-one`)).body.items.length;
    expect([await picked(), await shown()]).toEqual([200, 1]);

    for (const [away, back] of [
      ['archiveAssets', 'restoreAssets'],
      ['trashAssets', 'restoreAssets'],
      ['quarantineAssets', 'releaseAssets'],
    ] as const) {
      await move(api, away, [asset.id]);
      expect([away, await picked(), await shown()]).toEqual([away, 404, 0]);
      await move(api, back, [asset.id]);
      expect([back, await picked(), await shown()]).toEqual([back, 200, 1]);
    }
  });

  test('strangers find nothing at the links of what is held back or thrown away', async () => {
    const asset = await upload(api);
    const status = async (path: string) => (await ask(api, { path })).status;

    for (const [away, back] of [
      ['trashAssets', 'restoreAssets'],
      ['quarantineAssets', 'releaseAssets'],
    ] as const) {
      await move(api, away, [asset.id]);
      expect(await status(pathOf(asset))).toBe(404);
      expect(await status(new URL(asset.thumbnailUrl).pathname)).toBe(404);
      await move(api, back, [asset.id]);
      expect(await status(pathOf(asset))).toBe(200);
    }
    await move(api, 'archiveAssets', [asset.id]);
    expect(await status(pathOf(asset))).toBe(200);
  });
});

test('a change says in the audit trail what it was, and of a description only that it changed', async () => {
  const { id } = await upload(api, { title: 'Told', alt: 'Nobody is to read this twice', tags: ['t'] });

  await update(api, { id, title: 'Said', alt: 'Nor this', tags: { add: ['u'] } });

  const [entry] = await api.database.query(
    `select changes from audit_entry where action = 'updateAsset' and $1 = any(subject_ids)`,
    [id],
  );
  expect(entry!.changes).toEqual([
    { subjectId: id, field: 'title', before: 'Told', after: 'Said' },
    { subjectId: id, field: 'alt', before: '28 characters', after: '8 characters' },
    { subjectId: id, field: 'tags', before: ['t'], after: ['t', 'u'] },
  ]);
});
