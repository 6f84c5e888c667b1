import pg from 'pg';
import { TAGS } from './bank-seed.ts';
import type { AnswerKind } from './repeat-requests.ts';

/** A row of the table: a request and the number of concurrent callers. */
export interface Question {
  name: string;
  callers: number;
  /** @throws if the response isn't successful: a fast error isn't a fast response */
  ask(turn: number): Promise<AnswerKind>;
}

/** Filters by name. They are measured alone and in pairs. */
export const FILTERS: Readonly<Record<string, object>> = {
  'status archived': { status: ['ARCHIVED'] },
  'origin upload': { origin: ['UPLOAD'] },
  'a frequent tag': { tags: ['word2'] },
  'a middling tag': { tags: ['word100'] },
  'a rare tag': { tags: ['word3000'] },
  'one of three tags': { anyOfTags: ['word50', 'word60', 'word70'] },
  'none of two tags': { noneOfTags: ['word1', 'word2'] },
  'a year of long ago': { createdAfter: '2022-06-01T00:00:00Z', createdBefore: '2023-06-01T00:00:00Z' },
  'at least 2000 by 1000': { minWidth: 2_000, minHeight: 1_000 },
  portrait: { orientation: ['PORTRAIT'] },
  'near a blue': { color: '#1e90ff' },
  'licence known': { hasLicence: true },
};
export const ORDERS = ['CREATED_AT', 'UPDATED_AT', 'TITLE', 'SIZE'];
export const SEARCHES: Readonly<Record<string, string>> = {
  'in every seventh': 'arbou',
  'in few': 'a1b2',
  'in none': 'zzyzx',
  'two words': 'quiet bakery 7',
};

const PAGE = `query ($filter: AssetFilter, $orderBy: AssetOrder, $after: String) {
  assets(first: 50, filter: $filter, orderBy: $orderBy, after: $after) {
    nodes { id title alt status thumbhash dominantColor createdAt updatedAt } pageInfo { endCursor hasNextPage } } }`;
const BARE = `query { assets(first: 20) { nodes { id title alt tags thumbnailUrl createdAt file { url } } pageInfo { endCursor } } }`;

interface PageVariables {
  filter?: object;
  orderBy?: object;
  after?: string;
}

/** Requests to a bank, in the order of the table. */
export async function questions(url: string, token: string, databaseUrl: string): Promise<Question[]> {
  const headers = { Authorization: `Bearer ${token}` };
  const answered = async (response: Response): Promise<AnswerKind> => {
    const text = await response.text();
    if (response.status === 200 && !text.startsWith('{"errors"')) return 'ANSWERED';
    if (text.includes('Too few pictures fit')) return 'REFUSED';
    throw new Error(`HTTP ${response.status}: ${text}`);
  };
  const got = async (path: string, extra?: Record<string, string>) =>
    answered(await fetch(url + path, { headers: extra }));
  const graphql = (body: object) =>
    fetch(`${url}/graphql`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...headers, 'Content-Type': 'application/json' },
    }).then(answered);
  const page = async (variables: PageVariables) => graphql({ query: PAGE, variables });
  // An empty result is valid: in a small bank, no picture has the rare tags.
  const pick = async (words: readonly string[], campaign: string): Promise<AnswerKind> => {
    const tags = words.join(',');
    const response = await fetch(`${url}/api/marketing/image-bank/pick?tags=${tags}&match=best&campaign=${campaign}`);
    if (response.status !== 404) return answered(response);
    await response.text();
    return 'ANSWERED';
  };

  const list: Question[] = [];
  const names = Object.keys(FILTERS);
  const pairs = names.flatMap((one, at) => names.slice(at + 1).map((other) => [one, other] as const));
  for (const field of ORDERS) {
    const orderBy = { field, direction: 'DESC' };
    const ask = (name: string, filter?: object) =>
      list.push({ name: `${field}: ${name}`, callers: 1, ask: () => page({ filter, orderBy }) });
    ask('all');
    for (const name of names) ask(name, FILTERS[name]);
    // All pairs of filters in turn, in one row: a row for each pair would make the table unreadable.
    list.push({
      name: `${field}: each pair of filters`,
      callers: 1,
      ask: (turn) => {
        const [one, other] = pairs[turn % pairs.length]!;
        return page({ filter: { ...FILTERS[one], ...FILTERS[other] }, orderBy });
      },
    });
    const after = await deepCursor(databaseUrl, field);
    list.push({ name: `${field}: all, in the middle`, callers: 1, ask: () => page({ orderBy, after }) });
  }
  const all: Question[] = [
    { name: 'pick, one to three tags by Zipf', callers: 1, ask: (turn) => pick(zipfTags(turn), `c${turn % 50}`) },
    { name: 'pick, one to three tags by Zipf', callers: 16, ask: (turn) => pick(zipfTags(turn), `c${turn % 50}`) },
    { name: 'pick, one hot campaign', callers: 64, ask: () => pick(['word3', 'word5'], 'hot') },
    ...list,
    ...Object.entries(SEARCHES).map(([name, search]) => ({
      name: `search ${name}`,
      callers: 1,
      ask: () => page({ filter: { search } }),
    })),
    ...Object.entries(SEARCHES).map(([name, search]) => ({
      name: `search ${name}, ranked`,
      callers: 1,
      ask: () => page({ filter: { search }, orderBy: { field: 'RELEVANCE', direction: 'DESC' } }),
    })),
    { name: 'totalCount', callers: 1, ask: async () => graphql({ query: '{ assets { totalCount } }' }) },
    { name: 'REST list with its total', callers: 16, ask: () => got('/api/admin/image-bank?limit=20', headers) },
    { name: 'the same page without a total', callers: 16, ask: async () => graphql({ query: BARE }) },
  ];
  return all.map((question) => ({
    ...question,
    name: question.callers > 1 ? `${question.name} (${question.callers})` : question.name,
  }));
}

/**
 * Selects one to three tags by Zipf's law: the n-th tag is selected about 1/n times as often as the first. A turn always gives
 * the same tags.
 */
function zipfTags(turn: number): string[] {
  const random = (at: number) => {
    const mixed = Math.imul((turn * 3 + at + 1) ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
    return (Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) >>> 0) / 2 ** 32;
  };
  const many = 1 + (turn % 3);
  return Array.from({ length: many }, (_, at) => `word${Math.floor(Math.exp(random(at) * Math.log(TAGS + 1)))}`);
}

/** The cursor of the picture in the middle of an order. */
async function deepCursor(databaseUrl: string, field: string): Promise<string> {
  const column = { UPDATED_AT: 'updated_at', TITLE: 'title_key', SIZE: 'pixels' }[field];
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; value: string }>(
      `select id, ${field === 'UPDATED_AT' ? `to_char(updated_at at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS.MS')` : `(${column ?? 'id'})::text`} as value
       from asset order by ${column ? `${column} desc, ` : ''}id desc offset (select count(*) / 2 from asset) limit 1`,
    );
    const [{ id, value }] = rows as [{ id: string; value: string }];
    return column ? Buffer.from(JSON.stringify([field, value, id])).toString('base64url') : id;
  } finally {
    await client.end();
  }
}
