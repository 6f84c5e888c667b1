import { beforeAll, expect, test, vi } from 'vitest';
import { customerWithKey } from '../../customers/graph.ts';
import { type Gate, startGate } from '../../publishing/support.ts';

const ROWS = 100_000;
const MINUTES = 60_000;
/** Pages of 8 KB for fifty rows, each on a page of its own at the worst, with the way down the indexes. Sorting would be thousands. */
const MOST_BUFFERS = 400;

interface Grown {
  table: string;
  /** Columns that differ from row to row, as SQL over `n`. */
  varied: Readonly<Record<string, string>>;
  orders: readonly string[];
}

const LISTS: Readonly<Record<string, Grown>> = {
  agents: { table: 'agent', varied: { name: `md5(n::text)` }, orders: ['CREATED_AT', 'NAME'] },
  customers: {
    ...{ table: 'customer', orders: ['CREATED_AT', 'UPDATED_AT', 'NAME'] },
    varied: { name: `md5(n::text)`, updated_at: `now() - make_interval(secs => (n * 7919) % ${ROWS})` },
  },
  operators: {
    ...{ table: 'operator', orders: ['CREATED_AT', 'NAME'] },
    varied: { name: `md5(n::text)`, email: `md5(n::text) || '@example.org'` },
  },
  partners: { table: 'partner', varied: { name: `md5(n::text)` }, orders: ['CREATED_AT', 'NAME'] },
  partnerLinks: {
    ...{ table: 'partner_token', orders: ['CREATED_AT', 'EXPIRES_AT'] },
    varied: {
      token_hash: `'\\x' || encode(sha256(n::text::bytea), 'hex')`,
      expires_at: `now() + make_interval(secs => (n * 7919) % ${ROWS})`,
    },
  },
  approvals: {
    ...{ table: 'approval', orders: ['CREATED_AT', 'EXPIRES_AT'] },
    varied: { subject_id: `'pub_' || n`, expires_at: `now() + make_interval(secs => 3600 + (n * 7919) % ${ROWS})` },
  },
  publishRequests: {
    ...{ table: 'publish_request', orders: ['CREATED_AT', 'TARGET_COUNT'] },
    varied: {
      // Of the copies of its approval, which come before.
      approval_id: `split_part(one.approval_id, '_', 1) || '_' || lpad(n::text, 26, '0')`,
      idempotency_key: 'null',
      target_count: '1 + n % 1000',
    },
  },
};

let gate: Gate;
beforeAll(async () => {
  gate = await startGate({ works: false });
  const { as: customer } = await customerWithKey(gate, { plan: 'PRO' });
  await gate.approver();
  await gate.file((await gate.machine(customer)).as);
  await gate.graph('mutation { issuePartnerToken(input: { partnerName: "Agency" }) { __typename } }', 'operator');
  for (const { table, varied } of Object.values(LISTS)) await grow(table, varied);
}, 10 * MINUTES);

/** Copies of the row that is there, older than it. No trigger tells anybody of them. */
async function grow(table: string, varied: Readonly<Record<string, string>>): Promise<void> {
  const members = Object.entries(varied).map(([column, sql]) => `'${column}', ${sql}`);
  await gate.database.query(
    `begin; set local session_replication_role = replica;
     insert into "${table}" select made.*
     from (select * from "${table}" order by id desc limit 1) one, generate_series(1, ${ROWS}) n,
       jsonb_populate_record(null::"${table}", to_jsonb(one) || jsonb_build_object(
         'id', split_part(one.id, '_', 1) || '_' || lpad(n::text, 26, '0'), ${members.join(', ')})) made; commit`,
  );
  await gate.database.query(`vacuum analyze "${table}"`);
}

/** Asks for a page, and has PostgreSQL tell what its statements look at. */
async function page(list: string, args: string) {
  const { database } = gate.services.platform;
  const spy = vi.spyOn(database, 'readRows');
  const { data, errors } = await gate.graphql(
    `{ list: ${list}(${args}) { edges { cursor } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
    { as: 'operator' },
  );
  const { table } = LISTS[list]!;
  const statements = spy.mock.calls.filter(([{ text }]) => text.includes(`from ${table}`));
  spy.mockRestore();
  expect(errors).toBeUndefined();
  expect(statements.length).toBeGreaterThan(0);
  let buffers = 0;
  for (const [{ text }, values] of statements) {
    const [row] = await gate.database.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      `explain (analyze, buffers, costs off, timing off, format json) ${text}`,
      values as unknown[],
    );
    const { Plan } = row!['QUERY PLAN'][0];
    buffers += Plan['Shared Hit Blocks']! + Plan['Shared Read Blocks']!;
  }
  return { list: data.list, buffers };
}

const asked = Object.entries(LISTS).flatMap(([list, { orders }]) => orders.map((order) => [list, order] as const));

test.each(asked)(
  '%s in the order %s looks at a bounded part of them, from either end and a page further',
  async (list, order) => {
    for (const direction of ['ASC', 'DESC']) {
      const orderBy = `orderBy: { field: ${order}, direction: ${direction} }`;
      const first = await page(list, `first: 50, ${orderBy}`);
      const next = await page(list, `first: 50, after: "${first.list.pageInfo.endCursor}", ${orderBy}`);
      const last = await page(list, `last: 50, ${orderBy}`);
      const before = await page(list, `last: 50, before: "${last.list.pageInfo.startCursor}", ${orderBy}`);

      expect([first, next, last, before].map((one) => one.list.edges.length)).toEqual([50, 50, 50, 50]);
      const beyond = [first, next, last, before].map(({ buffers }) => buffers).filter((one) => one > MOST_BUFFERS);
      expect(beyond).toEqual([]);
    }
  },
  2 * MINUTES,
);
