import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { customerWithKey } from '../customers/graph.ts';
import { agentOf } from '../support/agents.ts';
import { type Api, type Credential, startApi } from '../support/api.ts';

let api: Api;
let customer: Credential;
let agent: Credential;
/** By what stands in their prompts. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  api = await startApi({ works: false });
  const { as, customer: its } = await customerWithKey(api);
  customer = as;
  const made = await agentOf(api);
  agent = made.as;
  const renders: [prompt: string, asker: string, values: Record<string, unknown>][] = [
    [
      'sea at dawn',
      'integration:inbound',
      { status: 'SUCCEEDED', created_at: '2026-01-01Z', completed_at: '2026-01-05Z' },
    ],
    [
      'SEA at 100% noon',
      'integration:inbound',
      { status: 'FAILED', created_at: '2026-01-02Z', completed_at: '2026-01-03Z' },
    ],
    ['hills', 'operator:admin', { status: 'QUEUED', created_at: '2026-01-03Z' }],
    ['forest', `customer:${its.id}`, { status: 'SUCCEEDED', created_at: '2026-01-04Z', completed_at: '2026-01-04Z' }],
    ['desert', `agent:${made.agentId}`, { status: 'RUNNING', created_at: '2026-01-05Z' }],
    [
      'what a stranger drew',
      'anonymous',
      { status: 'SUCCEEDED', created_at: '2026-01-06Z', completed_at: '2026-01-06Z' },
    ],
  ];
  for (const [prompt, requestedBy, values] of renders) {
    const id = newId('render');
    ids[prompt] = id;
    const row = {
      id,
      title: prompt,
      prompt,
      seed: 1,
      width: 256,
      height: 256,
      save_to_bank: true,
      request_hash: '',
      requested_by: requestedBy,
      ...values,
    };
    await api.database.query(
      `insert into render (${Object.keys(row).join(', ')}) values (${Object.keys(row).map((_, n) => `$${n + 1}`)})`,
      Object.values(row),
    );
  }
});
afterAll(() => api.stop());

async function prompts(args: string, as: Credential = 'operator'): Promise<string[]> {
  const { data, errors } = await api.graphql(`{ renders${args && `(${args})`} { nodes { prompt } } }`, { as });
  expect(errors).toBeUndefined();
  return data.renders.nodes.map(({ prompt }: { prompt: string }) => prompt);
}

async function refusal(args: string, as: Credential = 'operator') {
  const { errors } = await api.graphql(`{ renders(${args}) { totalCount } }`, { as });
  return { code: errors?.[0]?.extensions.code, message: errors?.[0]?.message };
}

describe('who sees which renders:', () => {
  test('an operator everybody’s, the newest first', async () => {
    expect(await prompts('')).toEqual(Object.keys(ids).toReversed());
  });

  test.each([
    ['an integration', () => 'integration' as Credential, ['SEA at 100% noon', 'sea at dawn']],
    ['a customer', () => customer, ['forest']],
    ['an agent', () => agent, ['desert']],
  ])('%s its own', async (_name, as, own) => {
    expect(await prompts('', as())).toEqual(own);
    // Whatever it filters by.
    expect(await prompts('filter: { search: "hills" }', as())).toEqual([]);
    expect(await prompts('filter: { requestedBy: "operator:admin" }', as())).toEqual([]);
    const { data } = await api.graphql('{ renders { totalCount } }', { as: as() });
    expect(data.renders.totalCount).toBe(own.length);
  });

  test('another’s cursor shows nothing of the other', async () => {
    const all = await api.graphql('{ renders { edges { cursor node { prompt } } } }', { as: 'operator' });
    const { cursor } = all.data.renders.edges.find(
      (edge: { node: { prompt: string } }) => edge.node.prompt === 'hills',
    );

    expect(await prompts(`first: 5, after: "${cursor}"`, customer)).toEqual([]);
    expect(await prompts(`last: 5, before: "${cursor}"`, customer)).toEqual(['forest']);
  });

  test('a stranger none, though strangers draw, too', async () => {
    const { errors } = await api.graphql('{ renders { totalCount } }');
    expect(errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
  });
});

describe('renders are chosen by', () => {
  test.each([
    ['status: FAILED', ['SEA at 100% noon']],
    ['status: [QUEUED, RUNNING]', ['desert', 'hills']],
    ['search: "sea"', ['SEA at 100% noon', 'sea at dawn']],
    ['search: "100% n"', ['SEA at 100% noon']],
    ['search: "___"', []],
    ['createdAfter: "2026-01-05T00:00:00Z"', ['what a stranger drew', 'desert']],
    ['createdBefore: "2026-01-02T00:00:00Z"', ['sea at dawn']],
    ['createdAfter: "2026-01-02T00:00:00Z", createdBefore: "2026-01-04T00:00:00Z"', ['hills', 'SEA at 100% noon']],
    ['hasAsset: true', []],
    ['hasAsset: false, status: QUEUED', ['hills']],
    ['requestedBy: "operator:admin"', ['hills']],
    ['requestedBy: ["operator:admin", "anonymous"]', ['what a stranger drew', 'hills']],
    ['search: "sea", status: SUCCEEDED', ['sea at dawn']],
  ])('%s', async (filter, expected) => {
    const found = await prompts(`filter: { ${filter} }`);

    expect(found).toEqual(expected);
  });

  test.each([
    ['search: "se"', '`search` must have 3 to 200 characters; it has 2.'],
    [`search: "${'x'.repeat(201)}"`, '`search` must have 3 to 200 characters; it has 201.'],
    [
      'createdAfter: "2026-01-02T00:00:00Z", createdBefore: "2026-01-01T00:00:00Z"',
      '`createdBefore` must be later than `createdAfter`.',
    ],
  ])('nothing that cannot be: %s', async (filter, message) => {
    expect(await refusal(`filter: { ${filter} }`)).toEqual({ code: 'BAD_USER_INPUT', message });
  });
});

test('an empty list of statuses leaves none out', async () => {
  expect(await prompts('filter: { status: [] }')).toHaveLength(Object.keys(ids).length);
});

test('renders are ordered by when they ended, and those that go on end last', async () => {
  const ended = ['SEA at 100% noon', 'forest', 'sea at dawn', 'what a stranger drew', 'hills', 'desert'];

  expect(await prompts('orderBy: { field: COMPLETED_AT, direction: ASC }')).toEqual(ended);
  expect(await prompts('orderBy: { field: COMPLETED_AT }')).toEqual(ended.toReversed());
  expect(await prompts('orderBy: { field: CREATED_AT, direction: ASC }')).toEqual(Object.keys(ids));
});

test.each(['CREATED_AT', 'COMPLETED_AT'])('page by page there and back is the whole list: %s', async (field) => {
  const page = async (args: string) => {
    const { data, errors } = await api.graphql(
      `{ renders(${args}, orderBy: { field: ${field} }) {
        nodes { prompt } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
      { as: 'operator' },
    );
    expect(errors).toBeUndefined();
    return data.renders;
  };
  const all = await prompts(`orderBy: { field: ${field} }`);

  const there: string[] = [];
  let last = await page('first: 2');
  for (;;) {
    there.push(...last.nodes.map(({ prompt }: { prompt: string }) => prompt));
    if (!last.pageInfo.hasNextPage) break;
    last = await page(`first: 2, after: "${last.pageInfo.endCursor}"`);
  }
  const back: string[] = last.nodes.map(({ prompt }: { prompt: string }) => prompt);
  while (last.pageInfo.hasPreviousPage) {
    last = await page(`last: 2, before: "${last.pageInfo.startCursor}"`);
    back.unshift(...last.nodes.map(({ prompt }: { prompt: string }) => prompt));
  }

  expect(there).toEqual(all);
  expect(back).toEqual(all);
});
