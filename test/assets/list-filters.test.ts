import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cellsNear } from '../../src/assets/near-color.ts';
import { type Api, type Json, startApi } from '../support/api.ts';

const TAGS = ['harbour', 'snow', 'quiet', 'rare'];
const STATUSES = ['LIVE', 'ARCHIVED', 'TRASHED', 'QUARANTINED'] as const;
const ORIGINS = ['RENDER', 'UPLOAD', 'IMPORT'] as const;
const COLORS = ['#ff0000', '#f01010', '#1e90ff', '#000000', '#808080'];
const TITLES = ['Harbour', 'harbour at dawn', 'Älpler', 'alpler', 'Zürich', '100% snow_', 'a'];
const SIZES = [100, 200, 200, 640];

interface Picture {
  id: string;
  status: string;
  origin: string;
  title: string;
  alt: string;
  tags: string[];
  width: number;
  height: number;
  color: string;
  licence: string | null;
  createdAt: Date;
  updatedAt: Date;
}

let api: Api;
let pictures: Picture[];

beforeAll(async () => {
  api = await startApi();
  pictures = Array.from({ length: 60 }, (_, at) => picture(at));
  await api.database.query(
    `insert into tag (id, key, label) select 'tag_' || lpad(key, 26, '0'), key, key from unnest($1::text[]) key`,
    [TAGS],
  );
  for (const one of pictures) {
    await api.database.query(
      `insert into asset (id, origin, status, title, alt, sha256, extension, media_type, byte_size, width, height, thumbhash,
         dominant_color, perceptual_hash, tag_labels, tag_keys, licence, created_at, updated_at)
       values (overlay(first_id_at('ast', $11) placing $1 from 15), $2, $3, $4, $5, encode(sha256($1::bytea), 'hex'), 'png', 'image/png',
         1, $6, $7, '', $8, '', $9, $10, $12, $11, $13)`,
      [
        one.id,
        one.origin,
        one.status,
        one.title,
        one.alt,
        one.width,
        one.height,
        one.color,
        one.tags,
        one.tags,
        one.createdAt,
        one.licence,
        one.updatedAt,
      ],
    );
  }
  await api.database.query(
    `insert into asset_tag select asset.id, tag.id, asset.pick_key from asset join tag on tag.key = any(asset.tag_keys)`,
  );
  await api.database.query(`update tag set asset_count = (select count(*) from asset_tag where tag_id = tag.id)`);
  const rows = await api.database.query<{ id: string; sha256: string }>('select id from asset order by id');
  for (const [at, { id }] of rows.entries()) pictures[at]!.id = id;
});
afterAll(() => api.stop());

/** They are made in the order of their place, by a rule that mixes everything with everything. */
function picture(at: number): Picture {
  const mixed = (at * 7919) % 1013;
  return {
    id: String(at).padStart(16, '0'),
    status: STATUSES[mixed % 7 < 4 ? 0 : mixed % 4]!,
    origin: ORIGINS[(mixed >> 2) % 3]!,
    title: TITLES[mixed % TITLES.length]!,
    alt: at % 3 === 0 ? 'Snow over the town' : 'no words',
    tags: TAGS.filter((_, place) => (mixed >> place) % (place + 2) === 0),
    width: SIZES[mixed % 4]!,
    height: SIZES[(mixed >> 3) % 4]!,
    color: COLORS[mixed % COLORS.length]!,
    licence: mixed % 2 === 0 ? 'CC BY 4.0' : null,
    createdAt: new Date(Date.UTC(2026, 0, 1 + at)),
    updatedAt: new Date(Date.UTC(2026, 5, 1 + (mixed % 90))),
  };
}

const tags = fc.subarray([...TAGS, 'SNOW ', 'unheard of'], { maxLength: 2 });
const time = (month: number) => fc.nat({ max: 90 }).map((day) => new Date(Date.UTC(2026, month, day)));
const FILTER = fc.record(
  {
    status: fc.subarray([...STATUSES]),
    origin: fc.subarray([...ORIGINS]),
    tags,
    anyOfTags: tags,
    noneOfTags: tags,
    createdAfter: time(0),
    updatedBefore: time(5),
    minWidth: fc.constantFrom(1, 150, 200, 700),
    minHeight: fc.constantFrom(1, 200),
    orientation: fc.subarray(['LANDSCAPE', 'PORTRAIT', 'SQUARE'] as const),
    color: fc.constantFrom(...COLORS),
    hasLicence: fc.boolean(),
    search: fc.constantFrom('snow', 'AR', '100%', '_', 'lpler', 'town', 'nothing at all'),
  },
  { requiredKeys: [] },
);
type Filter = typeof FILTER extends fc.Arbitrary<infer Value> ? Value : never;
const ORDER = fc.record({
  field: fc.constantFrom('CREATED_AT', 'UPDATED_AT', 'TITLE', 'SIZE'),
  direction: fc.constantFrom('ASC', 'DESC'),
});
type Order = typeof ORDER extends fc.Arbitrary<infer Value> ? Value : never;

const cellOf = (color: string) =>
  [1, 3, 5].reduce((cell, at) => (cell << 3) | (Number.parseInt(color.slice(at, at + 2), 16) >> 5), 0);
const shapeOf = ({ width, height }: Picture) => (width > height ? 'LANDSCAPE' : width < height ? 'PORTRAIT' : 'SQUARE');

/** The filter as one would write it in a sentence. */
function fits(one: Picture, filter: Filter): boolean {
  const has = (tag: string) => one.tags.includes(tag.trim().toLowerCase());
  const isOneOf = (wanted: readonly string[] | undefined, value: string) => !wanted?.length || wanted.includes(value);
  const words = filter.search && plainText(filter.search);
  return (
    (filter.status?.length ? filter.status.includes(one.status as never) : one.status !== 'TRASHED') &&
    isOneOf(filter.origin, one.origin) &&
    isOneOf(filter.orientation, shapeOf(one)) &&
    (filter.tags ?? []).every(has) &&
    (!filter.anyOfTags?.length || filter.anyOfTags.some(has)) &&
    !(filter.noneOfTags ?? []).some(has) &&
    (!filter.createdAfter || one.createdAt >= filter.createdAfter) &&
    (!filter.updatedBefore || one.updatedAt < filter.updatedBefore) &&
    one.width >= (filter.minWidth ?? 0) &&
    one.height >= (filter.minHeight ?? 0) &&
    (!filter.color || cellsNear(filter.color).includes(cellOf(one.color))) &&
    (filter.hasLicence === undefined || filter.hasLicence === (one.licence !== null)) &&
    (!words || plainText(one.title).includes(words) || plainText(one.alt).includes(words))
  );
}

const plainText = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();
const KEYS: Record<string, (one: Picture) => string | number> = {
  CREATED_AT: () => 0,
  UPDATED_AT: ({ updatedAt }) => updatedAt.getTime(),
  TITLE: ({ title }) => plainText(title),
  SIZE: ({ width, height }) => width * height,
};

function inOrder({ field, direction }: Order): (one: Picture, other: Picture) => number {
  const key = KEYS[field]!;
  const compared = (one: Picture, other: Picture) => {
    if (key(one) !== key(other)) return key(one) < key(other) ? -1 : 1;
    return one.id < other.id ? -1 : 1;
  };
  return (one, other) => compared(one, other) * (direction === 'ASC' ? 1 : -1);
}

const PAGE = `query ($filter: AssetFilter, $orderBy: AssetOrder, $after: String, $before: String, $first: Int, $last: Int) {
  assets(filter: $filter, orderBy: $orderBy, after: $after, before: $before, first: $first, last: $last) {
    nodes { id } totalCount totalIsExact pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;

test('every filter in every order gives what reading the whole bank would, page by page and both ways', async () => {
  await fc.assert(
    fc.asyncProperty(FILTER, ORDER, fc.constantFrom(7, 10, 100), async (filter, orderBy, size) => {
      const expected = pictures
        .filter((one) => fits(one, filter))
        .sort(inOrder(orderBy))
        .map(({ id }) => id);

      const forward: string[] = [];
      for (let after: string | null = null, more = true; more; ) {
        const variables: object = { filter, orderBy, first: size, after };
        const answer: Json = await api.graphql(PAGE, { as: 'operator', variables });
        const { assets } = answer.data;
        expect(assets).toMatchObject({ totalCount: expected.length, totalIsExact: true });
        forward.push(...assets.nodes.map(({ id }: { id: string }) => id));
        ({ hasNextPage: more, endCursor: after } = assets.pageInfo);
      }
      const { data } = await api.graphql(PAGE, { as: 'operator', variables: { filter, orderBy, last: size } });

      expect(forward).toEqual(expected);
      expect(data.assets.nodes.map(({ id }: { id: string }) => id)).toEqual(expected.slice(-size));
    }),
    { numRuns: 20 },
  );
});

test('what is written to a picture is found at once, whoever writes it', async () => {
  const [first] = pictures;
  const found = async (filter: object) => {
    const { data } = await api.graphql(PAGE, { as: 'operator', variables: { filter, first: 100 } });
    return data.assets.nodes.some(({ id }: { id: string }) => id === first!.id);
  };

  await api.database.query(
    `update asset set status = 'QUARANTINED', licence = 'all rights reserved', tag_keys = '{rare,snow}', title = 'Übersee' where id = $1`,
    [first!.id],
  );

  expect(await found({ status: ['QUARANTINED'], tags: ['rare', 'snow'], hasLicence: true, search: 'bersee' })).toBe(
    true,
  );
  expect(await found({ noneOfTags: ['rare'] })).toBe(false);
});

test('a colour that is none is refused, with how one is written', async () => {
  const { errors } = await api.graphql(PAGE, { as: 'operator', variables: { filter: { color: 'blue' } } });

  expect(errors).toMatchObject([
    { message: expect.stringContaining('#rrggbb'), extensions: { code: 'BAD_USER_INPUT' } },
  ]);
});
