import fc from 'fast-check';
import { buildSchema, type GraphQLResolveInfo, graphql } from 'graphql';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ANONYMOUS } from '../../../src/platform/auth/principal.ts';
import type { Context } from '../../../src/platform/context.ts';
import { CompiledReads, type StoredRead } from '../../../src/platform/graphql/reads/compiled-reads.ts';
import type { PageOrder } from '../../../src/platform/graphql/reads/page-order.ts';
import { PageProjection } from '../../../src/platform/graphql/reads/page-projection.ts';
import type { PageRequest } from '../../../src/platform/graphql/reads/page-window.ts';
import { isoTime, Projection } from '../../../src/platform/graphql/reads/projection.ts';
import { newId } from '../../../src/platform/ids.ts';
import { type Api, type Json, startApi } from '../../support/api.ts';
import { contextOn } from '../../support/context.ts';

const SCHEMA = buildSchema(`
  type Query { parcels(first: Int, after: String, last: Int, before: String, orderBy: ParcelOrder, shelf: Int): ParcelConnection! }
  input ParcelOrder { field: ParcelOrderField! direction: OrderDirection! = DESC }
  enum ParcelOrderField { MADE NAME SENT WEIGHT PIECES NOTE }
  enum OrderDirection { ASC DESC }
  type ParcelConnection { nodes: [Parcel!]! edges: [ParcelEdge!]! pageInfo: PageInfo! totalCount: Int! }
  type ParcelEdge { cursor: String! node: Parcel! }
  type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
  type Parcel { id: ID! name: String! sentAt: String }
`);
const TABLE = `create table parcel (id text primary key, shelf int not null, name text not null, note text, sent_at timestamptz,
  weight float8 not null, pieces int not null); create index on parcel (pieces, id);
  grant select on parcel to public`;
const PAGE = `query ($first: Int, $after: String, $last: Int, $before: String, $orderBy: ParcelOrder, $shelf: Int) {
  parcels(first: $first, after: $after, last: $last, before: $before, orderBy: $orderBy, shelf: $shelf) {
    nodes { id name } edges { cursor node { id sentAt } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;

const FIELDS = ['MADE', 'NAME', 'SENT', 'WEIGHT', 'PIECES', 'NOTE'] as const;
/** What PostgreSQL is asked, without any of what is tested, for the order that a list has to come in. */
const COLUMNS = { MADE: 'id', NAME: 'name', SENT: 'sent_at', WEIGHT: 'weight', PIECES: 'pieces', NOTE: 'note' };
/** Few values for many rows, so that most are equal to others; and such as are hard to write down. */
const NAMES = ['', 'a', 'A', 'ä', 'ab', '"quoted"', String.raw`\u0041`, '👩‍🚀', "'", 'x'.repeat(300)];
const TIMES = [
  null,
  '2026-01-01Z',
  '2026-01-01 00:00:00.000001Z',
  '2026-01-01 00:00:00.1+02',
  '0999-12-31Z',
  'infinity',
];
const WEIGHTS = [0, -1.5, 0.1, 1e21, 5e-7, 0.30000000000000004];

interface Asked extends PageRequest {
  orderBy?: PageOrder<(typeof FIELDS)[number]> | null;
  shelf?: number | null;
}

let api: Api;
let context: Context;
let pages: PageProjection<Asked, { id: string }>;
let compiled: StoredRead;
beforeAll(async () => {
  api = await startApi({ works: false });
  await api.database.query(TABLE);
  context = contextOn(api.services.platform.database, ANONYMOUS);
  const parcel = new Projection({
    typeName: 'Parcel',
    row: 'parcel',
    fields: { id: 'parcel.id', name: 'parcel.name', sentAt: isoTime(`nullif(parcel.sent_at, 'infinity')`) },
  });
  pages = new PageProjection<Asked, { id: string }>({
    typeName: 'ParcelConnection',
    node: parcel,
    ids: 'asset',
    orders: {
      MADE: 'id',
      NAME: { sql: 'parcel.name', type: 'text' },
      SENT: { sql: 'parcel.sent_at', type: 'time', isNullable: true },
      WEIGHT: { sql: 'parcel.weight', type: 'number' },
      PIECES: { sql: 'parcel.pieces', type: 'integer' },
      NOTE: { sql: 'parcel.note', type: 'text', isNullable: true },
    },
    filter: ({ shelf }) =>
      shelf === undefined || shelf === null
        ? { conditions: [], values: [] }
        : { conditions: ['parcel.shelf = $1'], values: [shelf] },
  });
  compiled = new CompiledReads(
    SCHEMA,
    { reads: { parcels: pages.compilable }, compiledMutations: {} },
    { seenOften: 1 },
  ).stored(PAGE);
  for (let row = 0; row < 90; row++) await put(Math.floor(Math.sqrt(row)));
});
afterAll(() => api.stop());

/** A parcel of any kind on a shelf: on shelf 0 there is one, on each next one two more, on shelf 99 none. */
async function put(shelf: number): Promise<string> {
  const id = newId('asset');
  const oneOf = <Value>(values: readonly Value[]) => values[Math.floor(Math.random() * values.length)];
  await api.database.query('insert into parcel values ($1, $2, $3, $4, $5::timestamptz, $6, $7)', [
    id,
    shelf,
    oneOf(NAMES),
    oneOf([null, ...NAMES]),
    oneOf(TIMES),
    oneOf(WEIGHTS),
    oneOf([-(2 ** 31), 0, 1, 2 ** 31 - 1]),
  ]);
  return id;
}

/** All ids of a shelf, as PostgreSQL puts them. */
async function inOrder({ field, direction }: PageOrder, shelf: number): Promise<string[]> {
  const column = COLUMNS[field as keyof typeof COLUMNS];
  const rows = await api.database.query<{ id: string }>(
    `select id from parcel where shelf = $1 order by ${column} ${direction} nulls last, id ${direction}`,
    [shelf],
  );
  return rows.map(({ id }) => id);
}

interface Answer {
  nodes: { id: string }[];
  edges: { cursor: string; node: { id: string } }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
}

/** A page, asked for both ways, which have to agree. */
async function page(asked: Asked): Promise<Answer> {
  const fieldByField = await byFields(PAGE, asked);
  expect(fieldByField.errors).toBeUndefined();
  const atOnce = await compiled.read({ ...asked }, context);

  expect(atOnce).toEqual(fieldByField.data);
  return (fieldByField.data as Json).parcels;
}

async function byFields(source: string, variableValues: object): Promise<Json> {
  const parcels = (args: Asked, ctx: Context, info: GraphQLResolveInfo) => pages.read(ctx, args, info);
  const answer = await graphql({
    schema: SCHEMA,
    source,
    contextValue: context,
    rootValue: { parcels },
    variableValues: { ...variableValues },
  });
  return JSON.parse(JSON.stringify(answer));
}

const orders = fc.record({
  field: fc.constantFrom(...FIELDS),
  direction: fc.constantFrom('ASC' as const, 'DESC' as const),
});
const shelves = fc.constantFrom(0, 1, 3, 6, 9, 99);
const sizes = fc.array(fc.constantFrom(1, 2, 3, 5, 10, 100), { minLength: 1, maxLength: 5 });

describe('a list in any order', () => {
  test('gives each thing once, whichever way it is walked and in pages of whatever size', async () => {
    await fc.assert(
      fc.asyncProperty(orders, shelves, sizes, fc.boolean(), async (orderBy, shelf, wanted, isBackward) => {
        const expected = await inOrder(orderBy, shelf);
        const seen: string[] = [];
        let cursor: string | null = null;
        for (let turn = 0; ; turn++) {
          const size = wanted[turn % wanted.length]!;
          const window: Asked = isBackward ? { last: size, before: cursor } : { first: size, after: cursor };
          const { nodes, edges, pageInfo } = await page({ ...window, orderBy, shelf });

          const ids = nodes.map(({ id }) => id);
          seen.splice(isBackward ? 0 : seen.length, 0, ...ids);
          const [begin, end] = isBackward
            ? [expected.length - seen.length, expected.length - seen.length + ids.length]
            : [seen.length - ids.length, seen.length];
          expect(ids).toEqual(expected.slice(begin, end));
          expect(edges.map(({ node }) => node.id)).toEqual(ids);
          expect(pageInfo).toEqual({
            hasNextPage: end < expected.length,
            hasPreviousPage: begin > 0,
            startCursor: edges[0]?.cursor ?? null,
            endCursor: edges.at(-1)?.cursor ?? null,
          });
          cursor = isBackward ? pageInfo.startCursor : pageInfo.endCursor;
          if (!(isBackward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) break;
        }
        expect(seen).toEqual(expected);
      }),
      { numRuns: 25 },
    );
  });

  test('goes on from any place, and back from it, in the other direction of the same order, too', async () => {
    await fc.assert(
      fc.asyncProperty(orders, fc.nat(12), fc.nat(3), async ({ field }, at, size) => {
        const all = await page({ first: 100, orderBy: { field, direction: 'ASC' }, shelf: 6 });
        const { cursor, node } = all.edges[at]!;
        for (const direction of ['ASC', 'DESC'] as const) {
          const expected = await inOrder({ field, direction }, 6);
          const place = expected.indexOf(node.id);
          const after = await page({ first: size + 1, after: cursor, orderBy: { field, direction }, shelf: 6 });
          const before = await page({ last: size + 1, before: cursor, orderBy: { field, direction }, shelf: 6 });

          expect(after.nodes.map(({ id }) => id)).toEqual(expected.slice(place + 1, place + size + 2));
          expect(after.pageInfo).toMatchObject({ hasPreviousPage: true });
          expect(before.nodes.map(({ id }) => id)).toEqual(expected.slice(Math.max(0, place - size - 1), place));
          expect(before.pageInfo).toMatchObject({ hasNextPage: true });
        }
      }),
      { numRuns: 8 },
    );
  });

  test('neither loses nor doubles what was there throughout, whatever comes and goes between pages', async () => {
    let shelf = 1_000;
    await fc.assert(
      fc.asyncProperty(
        orders,
        fc.integer({ min: 1, max: 3 }),
        fc.boolean(),
        fc.infiniteStream(fc.nat(3)),
        async (orderBy, size, isBackward, deeds) => {
          const here = shelf++;
          const lasting = new Set<string>();
          for (let row = 0; row < 8; row++) lasting.add(await put(here));
          const seen: string[] = [];
          let cursor: string | null = null;
          for (let turn = 0; turn < 30; turn++) {
            const window: Asked = isBackward ? { last: size, before: cursor } : { first: size, after: cursor };
            const { nodes, pageInfo } = await page({ ...window, orderBy, shelf: here });
            seen.push(...(isBackward ? nodes.toReversed() : nodes).map(({ id }) => id));
            cursor = isBackward ? pageInfo.startCursor : pageInfo.endCursor;
            if (!cursor || !(isBackward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) break;
            const deed = deeds.next().value;
            if (deed < 2) await put(here);
            if (deed === 2) {
              // The very one that the cursor is of.
              lasting.delete(seen.at(-1)!);
              await api.database.query('delete from parcel where id = $1', [seen.at(-1)]);
            }
          }

          expect(new Set(seen).size).toBe(seen.length);
          const kept = seen.filter((id) => lasting.has(id));
          const expected = (await inOrder(orderBy, here)).filter((id) => lasting.has(id));
          expect(isBackward ? kept.toReversed() : kept).toEqual(expected);
        },
      ),
      { numRuns: 8 },
    );
  });
});

describe('what a page costs', () => {
  async function statementsOf(query: string): Promise<string[]> {
    const spy = vi.spyOn(context.database, 'readRows');
    const { errors } = await byFields(query, {});
    const byField = spy.mock.calls.map(([{ text }]) => text);
    spy.mockClear();
    const stored = new CompiledReads(
      SCHEMA,
      { reads: { parcels: pages.compilable }, compiledMutations: {} },
      { seenOften: 1 },
    ).stored(query);
    await stored.read({}, context);
    const atOnce = spy.mock.calls.map(([{ text }]) => text);
    spy.mockRestore();
    expect(errors).toBeUndefined();
    expect(atOnce.length).toBe(byField.length);
    return atOnce;
  }
  const cursorOf = async () => (await page({ first: 1 })).pageInfo.endCursor;

  test('one statement, of as many rows as are shown, and nothing else is looked up', async () => {
    const [text, ...others] = await statementsOf(
      '{ parcels(first: 10) { nodes { id } pageInfo { startCursor endCursor } } }',
    );

    expect(others).toEqual([]);
    expect(text).toBe(
      'select parcel.id from (select * from parcel order by parcel.id desc limit 10) parcel order by parcel.id desc',
    );
  });

  test('one row more for each of the ends that is asked about, in the same statement', async () => {
    const after = `after: "${await cursorOf()}"`;

    const [next, ...a] = await statementsOf(
      `{ parcels(first: 10, ${after}) { nodes { id } pageInfo { hasNextPage } } }`,
    );
    const [previous, ...b] = await statementsOf(`{ parcels(first: 10, ${after}) { pageInfo { hasPreviousPage } } }`);
    const [atFirst, ...c] = await statementsOf('{ parcels(first: 10) { pageInfo { hasPreviousPage } } }');

    expect([...a, ...b, ...c]).toEqual([]);
    expect(next!.match(/limit \d+/g)).toEqual(['limit 11']);
    expect(previous!.match(/limit \d+/g)).toEqual(['limit 1', 'limit 10']);
    expect(atFirst!.match(/limit \d+/g)).toEqual(['limit 10']);
  });

  test('a second statement for the total, when it is asked for', async () => {
    const texts = await statementsOf('{ parcels(last: 10) { nodes { id } totalCount } }');

    expect(texts).toHaveLength(2);
    expect(texts.filter((text) => text.includes('count(*)'))).toHaveLength(1);
  });

  test('no more rows than it shows are looked at, however deep it is, where an index has the order', async () => {
    await api.database.query(
      `insert into parcel select 'ast_' || lpad(n::text, 26, '0'), 5000, 'n', null, null, 0, n / 7 from generate_series(1, 5000) n`,
    );
    await api.database.query('analyze parcel');
    const orderBy = { field: 'PIECES', direction: 'DESC' } as const;
    const { edges } = await page({ first: 100, orderBy });
    const [order, , id] = JSON.parse(Buffer.from(edges[50]!.cursor, 'base64url').toString());
    const deep = Buffer.from(JSON.stringify([order, '350', id])).toString('base64url');

    for (const window of [
      { first: 20, after: deep },
      { last: 20, before: deep },
    ]) {
      const spy = vi.spyOn(context.database, 'readRows');
      await compiled.read({ ...window, orderBy }, context);
      const [{ text }, values] = spy.mock.calls[0]!;
      spy.mockRestore();
      const [explained] = await api.database.query<Json>(`explain (analyze, format json) ${text}`, values as unknown[]);
      const scans = scansOf(explained['QUERY PLAN'][0].Plan);
      expect(scans.map((scan) => scan['Node Type'])).toEqual(scans.map(() => expect.stringMatching(/^Index/)));
      expect(scans.every((scan) => /ROW\(/.test(scan['Index Cond']))).toBe(true);
      expect(scans.reduce((sum, scan) => sum + scan['Actual Rows'], 0)).toBeLessThanOrEqual(22);
    }
    await api.database.query('delete from parcel where shelf = 5000');
  });

  function scansOf(plan: Json): Json[] {
    return [
      ...(/Scan/.test(plan['Node Type']) && plan['Relation Name'] ? [plan] : []),
      ...(plan.Plans ?? []).flatMap(scansOf),
    ];
  }
});

describe('a cursor that is none of this list in this order is refused with what to do', () => {
  const encoded = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
  const id = newId('asset');
  const REFUSED: Record<string, [field: (typeof FIELDS)[number], cursor: string]> = {
    nothing: ['MADE', ''],
    'of another list': ['MADE', newId('seal')],
    'in base64 and nothing more': ['NAME', 'AAAA'],
    'of an order that there is not': ['NAME', encoded('toString', 'x', id)],
    'with an id of another list': ['NAME', encoded('NAME', 'x', newId('seal'))],
    'with a null where there is none': ['NAME', encoded('NAME', null, id)],
    'with a NUL in its text': ['NAME', encoded('NAME', 'a\0b', id)],
    'with a number where there is text': ['NAME', encoded('NAME', 1, id)],
    'with a day that there is not': ['SENT', encoded('SENT', '2026-02-30 00:00:00', id)],
    'with a year that there is not': ['SENT', encoded('SENT', '0000-01-01 00:00:00', id)],
    'with words for a time': ['SENT', encoded('SENT', 'now', id)],
    'with a number that is too large': ['PIECES', encoded('PIECES', '9'.repeat(19), id)],
    'with a number that is too small': ['WEIGHT', encoded('WEIGHT', '1e-999', id)],
    'with a number that is none': ['WEIGHT', encoded('WEIGHT', 'NaN', id)],
  };
  const asked = async (window: Asked) => (await byFields(PAGE, window)).errors?.[0];

  test.each(Object.entries(REFUSED))('%s', async (_name, [field, cursor]) => {
    const forward = await asked({ first: 1, after: cursor, orderBy: { field, direction: 'ASC' } });
    const back = await asked({ last: 1, before: cursor, orderBy: { field, direction: 'ASC' } });

    expect(forward.message).toBe("`after` isn't a cursor of this list. Use the `endCursor` of the previous page.");
    expect(back.message).toBe("`before` isn't a cursor of this list. Use the `startCursor` of the next page.");
  });

  test('one of another order, which is named', async () => {
    const byName = (await page({ first: 1, orderBy: { field: 'NAME', direction: 'ASC' } })).pageInfo.endCursor;

    const error = await asked({ first: 1, after: byName, orderBy: { field: 'WEIGHT', direction: 'ASC' } });

    expect(error.message).toBe(
      '`after` is a cursor of the order NAME, and this list is in the order WEIGHT. Request the first page in this order, and continue with its cursors.',
    );
    expect((await asked({ first: 1, after: byName })).message).toContain('in the order MADE');
    expect((await asked({ first: 1, after: id, orderBy: { field: 'NAME', direction: 'ASC' } })).message).toContain(
      'of the order MADE',
    );
  });
});
