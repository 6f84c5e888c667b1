import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepared } from '../../../src/platform/database/prepared-statements.ts';
import { type Api, startApi } from '../../support/api.ts';
import { startThreadTime } from '../../support/processor-time.ts';
import { fillBank } from './bank.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ works: false });
  await fillBank(api.database, 20);
});
afterAll(() => api.stop());

const times = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, n) => write(n)).join(' ');
const nested = (depth: number) => `${'asset { seal { '.repeat(depth)}id${' } }'.repeat(depth)}`;

/** Fragments that would be `2 ** count` fields if anybody wrote them out. */
function bomb(count: number, field: string): string {
  const link = (n: number) => `fragment f${n} on Query { ...f${n + 1} ... { ...f${n + 1} } }`;
  return `{ ...f0 } ${times(count, link)} fragment f${count} on Query { ${field} }`;
}

/** Documents that are refused, each with what is said about it. */
const REFUSED: Record<string, [says: RegExp, query: string, variables?: object]> = {
  '1,001 tokens': [/more that 1000 tokens/, `{ ${times(999, () => 'a')} }`],
  'a megabyte of tokens': [/at most 100000/, `{ ${times(200_000, (n) => `f${n}`)} }`],
  '101 aliases': [/aliases is 101; at most 30/, `{ ${times(101, (n) => `a${n}: __typename`)} }`],
  '4,000 aliases': [/more that 1000 tokens/, `{ ${times(4_000, (n) => `a${n}: health { ok }`)} }`],
  'aliases hidden in fragments': [
    /aliases is 62; at most 30/,
    `{ a: health { ...F } b: health { ...F } } fragment F on HealthReport { ${times(30, (n) => `a${n}: ok`)} }`,
  ],
  'one field 500 times': [/repeated 500 times on one level; at most 50/, `{ ${times(500, () => '__typename')} }`],
  'one field 60 times, in fragments': [
    /repeated 60 times on one level; at most 50/,
    `{ health { ${times(6, (n) => `...F${n}`)} } } ${times(6, (n) => `fragment F${n} on HealthReport { ${times(10, () => 'ok')} }`)}`,
  ],
  'one field 60 times, in inline fragments': [
    /repeated 60 times on one level; at most 50/,
    `{ health { ${times(60, () => '... { ok }')} } }`,
  ],
  '300 unknown directives': [/directives is 300; at most 20/, `{ __typename ${times(300, () => '@aa')} }`],
  '21 directives, each on its field': [
    /directives is 21; at most 20/,
    `{ ${times(21, () => '__typename @skip(if: false)')} }`,
  ],
  '20 levels': [/depth is 22; at most 12/, `{ seal(id: "x") { ${nested(10)} } }`],
  '200 levels': [/depth is 202; at most 12/, `{ seal(id: "x") { ${nested(100)} } }`],
  'levels hidden in fragments': [
    /depth is 14; at most 12/,
    `{ seal(id: "x") { ...A } } fragment A on Seal { asset { seal { ...B } } } fragment B on Seal { asset { seal { ...C } } }
     fragment C on Seal { ${nested(4)} }`,
  ],
  'thirty large pages': [
    /cost is \d+; at most 5000/,
    `{ ${times(30, (n) => `a${n}: assets(first: 100) { nodes { id seal { id } } }`)} }`,
  ],
  'thirty large pages from the end': [
    /cost is \d+; at most 5000/,
    `{ ${times(30, (n) => `a${n}: assets(last: 100) { nodes { id seal { id } } }`)} }`,
  ],
  'thirty pages of one size or another, whichever is larger': [
    /cost is \d+; at most 5000/,
    `query ($last: Int) { ${times(30, (n) => `a${n}: assets(first: 1, last: $last) { nodes { id seal { id } } }`)} }`,
    { last: 100 },
  ],
  'thirty pages of a size in a variable': [
    /cost is \d+; at most 5000/,
    `query ($first: Int!) { ${times(30, (n) => `a${n}: assets(first: $first) { nodes { id seal { id } } }`)} }`,
    { first: 100 },
  ],
  'thirty pages of a size by default in a variable': [
    /cost is \d+; at most 5000/,
    `query ($first: Int! = 100) { ${times(30, (n) => `a${n}: assets(first: $first) { nodes { id seal { id } } }`)} }`,
  ],
  'a page that reads its things again and again': [
    /cost is \d+; at most 5000/,
    `{ assets(first: 100) { ${times(25, (n) => `n${n}: nodes { seal { id } }`)} } }`,
  ],
  'lists in pages, each at its longest': [
    /cost is 5556; at most 5000/,
    '{ customers(first: 55) { nodes { keys { id } } } }',
  ],
  'values in values in pages': [
    /most expensive field is `auditTrail\.nodes\.changes`/,
    `{ ${times(5, (n) => `a${n}: auditTrail(first: 100) { nodes { changes { field } } }`)} }`,
  ],
  'a list of all that there ever was': [
    /cost is \d+; at most 5000/,
    `{ ${times(12, (n) => `a${n}: partnerTokens { partner { name } }`)} }`,
  ],
  'a page size beyond all numbers': [/32-bit/, '{ assets(first: 99999999999999999999) { nodes { id } } }'],
  'a fragment in itself': [/Cannot spread fragment "A" within itself/, '{ ...A } fragment A on Query { ...A }'],
  'two fragments in each other': [
    /Cannot spread fragment "A" within itself via "B"/,
    '{ ...A } fragment A on Query { health { ok } ...B } fragment B on Query { ...A }',
  ],
  'depth in a fragment called __schema': [
    /depth is 22; at most 12/,
    `{ ...__schema } fragment __schema on Query { seal(id: "x") { ${nested(10)} } }`,
  ],
  'depth in an operation called __schema': [
    /depth is 22; at most 12/,
    `query __schema { seal(id: "x") { ${nested(10)} } }`,
  ],
  'depth under an alias called __schema': [/depth is 22; at most 12/, `{ __schema: seal(id: "x") { ${nested(10)} } }`],
  'a list in a list, 400 deep': [
    /String cannot represent|at most|tokens/,
    `{ assets(filter: { tags: ${'['.repeat(400)}"x"${']'.repeat(400)} }) { totalCount } }`,
  ],
  'a list in a list, 40,000 deep': [
    /more that 1000 tokens/,
    `{ assets(filter: { tags: ${'['.repeat(40_000)}"x"${']'.repeat(40_000)} }) { totalCount } }`,
  ],
  'a type in itself by introspection': [
    /Maximum introspection depth exceeded/,
    `{ __schema { types { ${'fields { type { '.repeat(6)}name${' } }'.repeat(6)} } } }`,
  ],
  'the whole schema again and again': [
    /introspections is 5; at most 4/,
    `{ ${times(5, (n) => `a${n}: __schema { queryType { name } }`)} }`,
  ],
  'introspection with many aliases': [
    /aliases is 40; at most 30/,
    `{ ${times(40, (n) => `a${n}: __schema { types { name fields { name } } }`)} }`,
  ],
  'a bomb of fragments': [/aliases is \d+; at most 30/, bomb(20, 'a: health { ok }')],
  'a bomb of fragments that is deep in the end': [
    /cost is \d+; at most 5000/,
    bomb(30, 'assets(first: 100) { nodes { id } }'),
  ],
};

describe('a document beyond the limits is refused at once:', () => {
  test.each(Object.entries(REFUSED))('%s', async (_name, [says, query, variables]) => {
    const { workedMs, answer } = await timed(query, variables);
    const { status, errors, data, headers } = answer;

    expect(status).toBe(400);
    expect(data).toBeUndefined();
    expect(errors?.map((error) => error.message).join('\n')).toMatch(says);
    for (const { extensions } of errors!) {
      expect(extensions.code).toMatch(/^GRAPHQL_(PARSE|VALIDATION)_FAILED$/);
      expect(extensions.requestId).toBe(headers.get('x-request-id'));
    }
    expect(workedMs).toBeLessThan(200);
  });
});

/** The most that one document may ask for without being refused. */
const TAKEN: Record<string, string> = {
  '50 times one field': `{ ${times(50, () => '__typename')} }`,
  '30 aliases': `{ ${times(30, (n) => `a${n}: __typename`)} }`,
  '20 directives': `{ ${times(20, () => '__typename @skip(if: false)')} }`,
  '12 levels': `{ seal(id: "x") { ${nested(5)} } }`,
  'a bomb of fragments with a harmless end': bomb(60, '__typename'),
  'two dozen large pages': `{ ${times(24, (n) => `a${n}: assets(first: 100) { nodes { id title tags } }`)} }`,
  'every type, field and argument, four times': `{ ${times(
    4,
    (n) => `a${n}: __schema { types { ...T } }`,
  )} } fragment T on __Type { name kind description fields { name description args { name type { ...R } } type { ...R } }
    inputFields { name type { ...R } } enumValues { name } possibleTypes { name } }
    fragment R on __Type { name kind ofType { name kind ofType { name kind ofType { name kind } } } }`,
};

test.each(Object.entries(TAKEN))('the most that is taken is answered in under a second: %s', async (_name, query) => {
  const { workedMs, answer } = await timed(query);

  expect(answer.errors).toBeUndefined();
  expect(workedMs).toBeLessThan(1_000);
});

test('what GraphiQL asks of a schema is within the limits', async () => {
  const everything = { descriptions: true, specifiedByUrl: true, directiveIsRepeatable: true, schemaDescription: true };

  const { status, errors, data } = await api.graphql(
    getIntrospectionQuery({ ...everything, inputValueDeprecation: true, oneOf: true }),
  );

  expect({ status, errors }).toEqual({ status: 200, errors: undefined });
  expect(data.__schema.types.length).toBeGreaterThan(30);
});

test('several operations in one request are refused, executed is none of them', async () => {
  const seal = { query: 'mutation { sealText(input: { text: "x", disclaimerAcknowledged: true }) { __typename } }' };

  const { status, body } = await api.json('/graphql', { body: [seal, seal] });

  expect(status).toBe(400);
  expect(body.errors[0]).toMatchObject({
    message: expect.stringMatching(/batching/i),
    extensions: { code: 'BAD_REQUEST' },
  });
  expect(await api.database.query('select id from seal where subject = $1', ['TEXT'])).toEqual([]);
});

test('values nested beyond all measure are refused', async () => {
  const deep = JSON.parse(`${'['.repeat(2_000)}"x"${']'.repeat(2_000)}`);

  const { status, errors } = await api.graphql(
    'query ($tags: [String!]!) { pickAsset: assets(filter: { tags: $tags }) { totalCount } }',
    {
      as: 'operator',
      variables: { tags: deep },
    },
  );

  expect(status).toBe(400);
  expect(errors![0]!.extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
});

test('a faulty document is refused with a short list of its faults', async () => {
  const { status, errors } = await api.graphql(`{ ${times(400, (n) => `nothing${n}`)} }`);

  expect(status).toBe(400);
  expect(errors!.length).toBeLessThanOrEqual(101);
});

test('of the statements that callers make us write, only so many are kept by every connection', () => {
  const nameOf = (index: number) => prepared(`select ${index}`).name;
  const named = Array.from({ length: 2_000 }, (_, index) => nameOf(index)).filter((name) => name !== undefined);

  expect(named.length).toBeLessThanOrEqual(1_000);
  expect(new Set(named).size).toBe(named.length);
  expect([nameOf(0), nameOf(1_999)]).toEqual([named[0], undefined]);
});

async function timed(query: string, variables?: object) {
  const workedMs = startThreadTime();
  const answer = await api.graphql(query, { variables, as: 'operator' });
  return { answer, workedMs: workedMs() };
}
