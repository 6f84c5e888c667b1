import { afterAll, beforeAll, expect, test } from 'vitest';
import { upload } from '../rest/support.ts';
import { type Api, startApi } from '../support/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ works: false, compileAfter: 1 });
});
afterAll(() => api.stop());

const PAGE = `query ($first: Int, $after: String, $last: Int, $before: String, $filter: AssetFilter, $direction: OrderDirection! = DESC) {
  assets(first: $first, after: $after, last: $last, before: $before, filter: $filter, orderBy: { field: RELEVANCE, direction: $direction }) {
    totalCount nodes { id title } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;

async function page(variables: object) {
  const { data, errors } = await api.graphql(PAGE, { as: 'operator', variables });
  return { titles: data?.assets?.nodes.map(({ title }: { title: string }) => title), ...data?.assets, errors };
}

const fill = (word: string, many: number) =>
  api.database.query(
    `insert into asset (id, origin, title, alt, sha256, extension, media_type, byte_size, width, height, thumbhash,
       dominant_color, perceptual_hash, pick_key)
     select 'ast_0' || left(md5($1 || n), 25), origin, $1 || ' ' || n, 'None.', md5($1 || n), extension, media_type,
       byte_size, width, height, thumbhash, dominant_color, perceptual_hash, random()
     from (select * from asset limit 1) asset, generate_series(1, $2) n`,
    [word, many],
  );

test('whole words come before parts, the title before the description, the closer title before the longer, then the newest', async () => {
  const pictures = [
    { title: 'A harbourmaster at work', alt: 'None.' },
    { title: 'Boats', alt: 'In the harbour.' },
    { title: 'Harbour', alt: 'None.' },
    { title: 'The old harbour in the evening', alt: 'None.' },
    { title: 'Harbour', alt: 'None.' },
    { title: 'Elsewhere', alt: 'None.' },
  ];
  const ids: string[] = [];
  for (const picture of pictures) ids.push((await upload(api, picture)).id);

  const { nodes, totalCount } = await page({ first: 10, filter: { search: 'harbour' } });
  const backwards = await page({ first: 10, filter: { search: 'HARBOUR' }, direction: 'ASC' });

  const expected = [ids[4], ids[2], ids[3], ids[0], ids[1]];
  expect(nodes.map(({ id }: { id: string }) => id)).toEqual(expected);
  expect(backwards.nodes.map(({ id }: { id: string }) => id)).toEqual(expected.toReversed());
  expect(totalCount).toBe(5);
});

test.each(['pier', 'pi', '"pier" & (1:*', "'", '%', 'pier \\ '])(
  'pages both ways hold the same as all at once: %j',
  async (search) => {
    await fill('pier', 23);
    await fill("it's 100% \\ ", 3);
    const filter = { search, status: ['LIVE'] };
    const all = (await page({ first: 100, filter })).titles;

    const forward: string[] = [];
    for (
      let at = await page({ first: 10, filter });
      ;
      at = await page({ first: 10, filter, after: at.pageInfo.endCursor })
    ) {
      forward.push(...at.titles);
      expect(at.pageInfo.hasPreviousPage).toBe(forward.length > at.titles.length);
      if (!at.pageInfo.hasNextPage) break;
    }
    const back: string[] = [];
    for (
      let at = await page({ last: 10, filter });
      ;
      at = await page({ last: 10, filter, before: at.pageInfo.startCursor })
    ) {
      back.unshift(...at.titles);
      if (!at.pageInfo.hasPreviousPage) break;
    }

    expect(forward).toEqual(all);
    expect(back).toEqual(all);
    await api.database.query(
      `delete from asset where alt = 'None.' and source is null and id not in (select asset_id from rendition)`,
    );
  },
);

test('of a word that many have the newest 500 are ranked, and the end of those is told', async () => {
  await fill('jetty', 501);
  const filter = { search: 'jetty' };

  const first = await page({ first: 100, filter });
  let at = first;
  for (let n = 0; n < 4; n++) at = await page({ first: 100, filter, after: at.pageInfo.endCursor });
  const beyond = await page({ first: 100, filter, after: at.pageInfo.endCursor });

  expect([first, at].map(({ titles }) => titles.length)).toEqual([100, 100]);
  expect(at.pageInfo.hasNextPage).toBe(true);
  expect(beyond.errors).toMatchObject([
    { message: expect.stringContaining('only the newest 500'), extensions: { code: 'BAD_USER_INPUT' } },
  ]);
});

test('without a search it is refused, and says so', async () => {
  for (const filter of [null, {}, { search: '' }, { status: ['LIVE'] }]) {
    const { errors } = await page({ first: 10, filter });
    expect(errors).toMatchObject([
      {
        message: expect.stringContaining('Set `filter.search`'),
        extensions: { issues: [{ pointer: '/orderBy/field' }] },
      },
    ]);
  }
});

test('a cursor of another order is refused', async () => {
  const list = '{ assets(first: 1, orderBy: { field: TITLE }) { pageInfo { endCursor } } }';
  const { data } = await api.graphql(list, { as: 'operator' });

  const { errors } = await page({ first: 1, filter: { search: 'harbour' }, after: data.assets.pageInfo.endCursor });

  expect(errors[0].message).toContain('cursor of the order TITLE');
});
