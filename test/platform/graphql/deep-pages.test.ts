import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Api, startApi } from '../../support/api.ts';

/** So many that looking at all of them shows, and few enough to be made in a second. */
const MANY = 6_000;
/** Rows that the plan of one page may look at, however many there are: its own, with what one step of an index reads besides. */
const MOST_LOOKED_AT = 150;

let api: Api;
beforeAll(async () => {
  api = await startApi({ works: false });
  const { database } = api;
  await database.query(
    `insert into render (id, title, prompt, seed, width, height, save_to_bank, request_hash, requested_by, status, created_at, completed_at)
     select 'rnd_' || lpad(n::text, 26, '0'), 'x', case when n % 2000 = 0 then 'a zebra at noon' else 'brief ' || md5(n::text) end, 1, 256, 256, false, '',
       case when n % 2 = 0 then 'integration:inbound' else 'operator:admin' end,
       case when n <= 300 then 'FAILED' else 'SUCCEEDED' end,
       '2026-01-01Z'::timestamptz + n * interval '1 second', '2026-01-01Z'::timestamptz + n * interval '1 second'
     from generate_series(1, $1) n`,
    [MANY],
  );
  await database.query(
    `insert into seal (id, subject, status, is_private, sha256, byte_length, media_type, statement, signature, key_id, log, log_index, sealed_at)
     select 'seal_' || lpad(n::text, 26, '0'), case when n <= 300 then 'ASSET' else 'TEXT' end,
       case when n <= 300 then 'REVOKED' else 'SEALED' end, false, md5(n::text), 1, 'text/plain', '{}', '',
       repeat(case when n <= 300 then 'a' else 'b' end, 64), 9, n, '2026-01-01Z'::timestamptz + n * interval '1 second'
     from generate_series(1, $1) n`,
    [MANY],
  );
  await database.query(
    `insert into tag (id, key, label, asset_count) select 'tag_' || lpad(n::text, 26, '0'), 'word ' || n, 'word ' || n, n
     from generate_series(1, $1) n`,
    [MANY],
  );
  await database.query('analyze render, seal, tag');
});
afterAll(() => api.stop());

interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Relation Name'?: string;
  Plans?: PlanNode[];
}

/** The most rows of a table that a page's statement reads or throws away. */
function lookedAt(plan: PlanNode): number {
  const own = plan['Relation Name']
    ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
    : 0;
  return (plan.Plans ?? []).reduce((sum, below) => sum + lookedAt(below), own);
}

/** Asks for a page, and has PostgreSQL tell what its statement has looked at. */
async function page(root: string, args: string) {
  const spy = vi.spyOn(api.services.platform.database, 'readRows');
  const { data, errors } = await api.graphql(
    `{ ${root}(first: 20${args}) { nodes { id } pageInfo { hasNextPage endCursor } } }`,
    { as: 'operator' },
  );
  expect(errors).toBeUndefined();
  const [statement, values] = spy.mock.calls.find(([{ text }]) => text.includes(`from ${root.slice(0, -1)} `))!;
  spy.mockRestore();
  const [row] = await api.database.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (analyze, costs off, timing off, format json) ${statement.text}`,
    values as unknown[],
  );
  return { ...data[root], rows: lookedAt(row!['QUERY PLAN'][0].Plan) };
}

test.each([
  ['renders', '', 3_000],
  ['renders', 'orderBy: { field: COMPLETED_AT }', 3_000],
  ['renders', 'filter: { status: FAILED }', 100],
  ['renders', 'filter: { status: FAILED }, orderBy: { field: COMPLETED_AT }', 100],
  ['renders', 'filter: { hasAsset: false }', 3_000],
  ['renders', 'filter: { createdBefore: "2026-01-01T01:00:00Z" }', 500],
  ['renders', 'filter: { createdBefore: "2026-01-01T01:00:00Z", status: SUCCEEDED }', 500],
  ['seals', '', 3_000],
  ['seals', 'filter: { subject: ASSET }', 100],
  ['seals', 'filter: { status: REVOKED }', 100],
  ['seals', `filter: { keyId: "${'a'.repeat(64)}" }`, 100],
  ['seals', 'filter: { sealedBefore: "2026-01-01T01:00:00Z" }', 500],
  ['tags', '', 3_000],
  ['tags', 'orderBy: { field: LABEL }', 3_000],
  ['tags', 'filter: { beginsWith: "word 1" }, orderBy: { field: LABEL }', 1_500],
  ['tags', 'filter: { minAssetCount: 100 }', 3_000],
])('a deep page looks at no more than the first one: %s %s', async (root, args, place) => {
  const asked = args && `, ${args}`;
  const first = await page(root, asked);
  const deep = await page(root, `${asked}, after: "${cursorAt(first.pageInfo.endCursor, place)}"`);

  expect([first.nodes.length, deep.nodes.length]).toEqual([20, 20]);
  expect(deep.nodes[0].id < first.nodes[0].id).toBe(true);
  expect({
    isFirstBounded: first.rows <= MOST_LOOKED_AT,
    isDeepBounded: deep.rows <= MOST_LOOKED_AT,
    first: first.rows,
    deep: deep.rows,
  }).toMatchObject({
    isFirstBounded: true,
    isDeepBounded: true,
  });
});

/** The cursor of a row further down, as the list would give it there. */
function cursorAt(cursor: string, place: number): string {
  const [order, value, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  const at = new Date(Date.UTC(2026, 0, 1, 0, 0, place)).toISOString().slice(0, 19).replace('T', ' ');
  const values: Record<string, string> = { ASSET_COUNT: `${place}`, LABEL: `word ${place}` };
  const there = `${id.split('_')[0]}_${String(place).padStart(26, '0')}`;
  expect(typeof value).toBe('string');
  return Buffer.from(JSON.stringify([order, values[order] ?? at, there])).toString('base64url');
}

test('what is looked for in prompts is found by an index', async () => {
  const { nodes, rows } = await page('renders', ', filter: { search: "ZEBRA" }');

  expect(nodes).toHaveLength(3);
  expect(rows).toBeLessThanOrEqual(MOST_LOOKED_AT);
});

test('what one agent has run is found without looking through what all others have', async () => {
  const messages = [{ role: 'user', content: 'Is it so?' }];
  await api.json('/v1/chat/completions', {
    as: 'integration',
    body: { model: 'fast-execution/redact-draft', messages },
  });
  await api.database.query(
    `insert into run select made.* from run, generate_series(1, $1) n, jsonb_populate_record(run, jsonb_build_object(
       'id', substr(first_id_at('run', now()), 1, 14) || lpad(n::text, 16, '0'),
       'requested_by', case when n % 150 = 0 then 'agent:agt_one' else 'agent:agt_many' end)) made`,
    [MANY],
  );
  await api.database.query('analyze run');

  const { nodes, rows } = await page('runs', ', filter: { requestedBy: "agent:agt_one" }');

  expect(nodes).toHaveLength(20);
  expect(rows).toBeLessThanOrEqual(MOST_LOOKED_AT);
});
