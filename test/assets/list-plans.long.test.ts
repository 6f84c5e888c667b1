import { beforeAll, expect, test, vi } from 'vitest';
import { FILTERS, ORDERS, SEARCHES } from '../../bench/bank-questions.ts';
import { seedBank } from '../../bench/bank-seed.ts';
import { type Api, startApi } from '../support/api.ts';
import { cloneDatabase } from '../support/database.ts';

const PICTURES = 100_000;
const MINUTES = 60_000;
/**
 * Pages of 8 KB that one page of the list may look at, with everything that was tried before. To walk along all the places of
 * one order is up to 5,200 of them at this size: as far as it goes where two filters exclude each other.
 */
const MOST_BUFFERS = 6_000;
/** What is rare by what PostgreSQL knows of it is gathered at once. To walk until a page is full would be over a thousand. */
const MOST_BUFFERS_IF_RARE = 500;
/**
 * The words are in the table and not in the indexes of the orders: where one in seven pictures has the word and one in fourteen of
 * those what else is asked for, the newest 500 are found in some 50,000, which stand on 7,100 pages.
 */
const MOST_BUFFERS_OF_SEARCH = 20_000;

let api: Api;
beforeAll(async () => {
  const database = await cloneDatabase();
  await seedBank(database.url, PICTURES);
  api = await startApi({ works: false, database });
}, 10 * MINUTES);

interface Explained {
  Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number };
}

/** Asks for a page as an operator does, and has PostgreSQL tell what each of its statements looks at. */
async function lookedAt(filter: object, field: string) {
  const { database } = api.services.platform;
  const spy = vi.spyOn(database, 'readRows');
  const { errors } = await api.graphql(
    `query ($filter: AssetFilter, $orderBy: AssetOrder) {
       assets(first: 50, filter: $filter, orderBy: $orderBy) { nodes { id title } pageInfo { endCursor hasNextPage } } }`,
    { as: 'operator', variables: { filter, orderBy: { field, direction: 'DESC' } } },
  );
  const statements = spy.mock.calls.filter(([{ text }]) => /\basset\b/.test(text) && !text.includes('pg_class'));
  spy.mockRestore();
  expect(statements.length).toBeGreaterThan(0);
  let buffers = 0;
  for (const [{ text }, values] of statements) {
    const [row] = await api.database.query<{ 'QUERY PLAN': [Explained] }>(
      `explain (analyze, buffers, costs off, timing off, format json) ${text}`,
      values as unknown[],
    );
    const { Plan } = row!['QUERY PLAN'][0];
    buffers += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
  }
  return { buffers, problem: errors?.[0]?.message ?? null, statements: statements.length };
}

const names = Object.keys(FILTERS);
const asked = [
  ...names.map((name) => [name, FILTERS[name]!] as const),
  ...names.flatMap((one, at) =>
    names.slice(at + 1).map((other) => [`${one}, ${other}`, { ...FILTERS[one], ...FILTERS[other] }] as const),
  ),
];

test.each(ORDERS)(
  'each filter and each pair of them in the order %s looks at a bounded part of the bank, or says what to narrow',
  async (field) => {
    const beyond = [];
    for (const [name, filter] of asked) {
      const { buffers, problem, statements } = await lookedAt(filter, field);
      if (problem !== null) expect(problem).toContain('Narrow it');
      if (buffers > MOST_BUFFERS) beyond.push({ name, buffers, statements });
    }
    expect(beyond).toEqual([]);
  },
  10 * MINUTES,
);

test.each(Object.entries(SEARCHES))(
  'what is searched for is ranked with a bounded look at the bank, with each filter: %s',
  async (_name, search) => {
    const beyond = [];
    for (const filter of [{}, ...Object.values(FILTERS)]) {
      const { buffers, problem } = await lookedAt({ search, ...filter }, 'RELEVANCE');
      expect(problem).toBeNull();
      if (buffers > MOST_BUFFERS_OF_SEARCH) beyond.push({ filter, buffers });
    }
    expect(beyond).toEqual([]);
  },
  10 * MINUTES,
);

test.each([
  { status: ['QUARANTINED'] },
  { status: ['QUARANTINED'], orientation: ['PORTRAIT'] },
  { color: '#1e90ff', orientation: ['PORTRAIT'], hasLicence: true, origin: ['UPLOAD'], status: ['TRASHED'] },
])('what is rare is gathered at once, in any order: %j', async (filter) => {
  for (const field of ORDERS) {
    const { buffers, statements, problem } = await lookedAt(filter, field);
    expect({ field, statements, problem }).toEqual({ field, statements: 1, problem: null });
    expect(buffers).toBeLessThan(MOST_BUFFERS_IF_RARE);
  }
});

/** How it is picked, by what, and how many turns at once. */
const PICKS: [mode: string, match: string, tags: string[], many: number][] = [
  ['TAKE', 'ALL', ['word3', 'word5'], 1],
  ['TAKE', 'ALL', ['word3', 'word5'], 64],
  ['PLACE', 'ALL', ['word30'], 16],
  ['PLACE', 'ALL', ['word3000'], 16],
  ['PEEK', 'BEST', ['word1', 'word30', 'word3000'], 1],
  // Of which no picture has all, nor any two.
  ['TAKE', 'BEST', ['word100', 'word101', 'word102', 'word103', 'word104'], 1],
  ['TAKE', 'ANY', ['word1', 'word30', 'word3000'], 1],
  ['PEEK', 'ANY', ['word3000', 'word5000'], 1],
  ['NEWEST', 'ALL', ['word5', 'word30'], 1],
  ['NEWEST', 'ALL', ['word50', 'word300'], 1],
  ['NEWEST', 'ANY', ['word5000'], 1],
];
/** The walk along the rarest of the tags, with each picture looked up by its key, would be over two thousand. */
const MOST_BUFFERS_OF_PICK = 400;
/** That many turns at once are given from all that fit, gathered: some 1,140 pages, eighteen a turn. */
const MOST_BUFFERS_OF_64_PICKS = 1_500;

test.each(PICKS)(
  'a pick looks at a bounded part of the bank: %s, %s of %j, %i at once',
  async (...[mode, match, tags, many]) => {
    const values = [mode, match, tags, [], 'plans', 0.3, many];
    const explained = async () => {
      const [row] = await api.database.query<{ 'QUERY PLAN': [Explained] }>(
        'explain (analyze, buffers, costs off, timing off, format json) select pick_pictures($1, $2, $3, $4, $5, $6, $7)',
        values,
      );
      return row!['QUERY PLAN'][0].Plan;
    };
    const [{ picked }] = (await api.database.query<{ picked: { key?: string } }>(
      'select pick_pictures($1, $2, $3, $4, $5, $6, $7) as picked',
      values,
    )) as [{ picked: { key?: string } }];
    if (picked.key) await api.database.query('insert into pick_cursor (key, position) values ($1, 0)', [picked.key]);
    // A connection plans each step when it comes to it for the first time.
    await explained();

    const { 'Shared Hit Blocks': hit, 'Shared Read Blocks': read } = await explained();

    expect(hit + read).toBeLessThan(many === 64 ? MOST_BUFFERS_OF_64_PICKS : MOST_BUFFERS_OF_PICK);
  },
);
