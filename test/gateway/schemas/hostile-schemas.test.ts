import { afterAll, expect, test } from 'vitest';
import { INBOUND_SECRET, type Json, startApi } from '../../support/api.ts';
import { leastThreadTime } from '../../support/processor-time.ts';
import { type AnySchema, HOSTILE_SCHEMAS } from '../../support/schemas.ts';

const TASK = 'fast-execution/field-extraction';
/** Processor time of the thread that answers requests, for all that a refused request takes. */
const MAX_MS = 250;

const api = await startApi({ env: { SANDBOX: 'true', DEMO: 'false' } });
afterAll(() => api.stop());

const RUN_TASK = `mutation ($input: RunTaskInput!) { runTask(input: $input) { __typename
  ... on RanTask { answer { text } } ... on TaskFailed { failure } ... on Problem { code message }
  ... on InputInvalid { issues { pointer message } } } }`;
const MESSAGES = [{ role: 'USER', content: 'Call record with invoice 7 of 3 May' }];

async function runTask(more: object): Promise<Json> {
  const { data, errors } = await api.graphql(RUN_TASK, {
    variables: { input: { task: TASK, messages: MESSAGES, ...more } },
  });
  expect(errors).toBeUndefined();
  return data.runTask;
}

const named = Object.entries(HOSTILE_SCHEMAS).map(([name, [schema, words]]) => [name, schema, words] as const);

const nothingRun = async () => {
  expect(await api.database.query('select from run')).toEqual([]);
  expect(await api.database.query('select from reservation')).toEqual([]);
};

test.each(named)('an anonymous caller’s output schema is refused, and names why: %s', async (_, schema, words) => {
  const { result: answer, tookMs } = await leastThreadTime(MAX_MS, () => runTask({ outputSchema: schema }));

  expect(tookMs).toBeLessThan(MAX_MS);
  expect(answer).toMatchObject({ __typename: 'InputInvalid', code: 'INPUT_INVALID' });
  expect(answer.issues[0].pointer).toMatch(/^\/outputSchema/);
  expect(answer.issues[0].message).toContain(words);
  await nothingRun();
});

test.each(named)('so is what a tool takes: %s', async (_, schema, words) => {
  const { result: answer, tookMs } = await leastThreadTime(MAX_MS, () =>
    runTask({ tools: [{ name: 'record', parameters: schema }] }),
  );

  expect(tookMs).toBeLessThan(MAX_MS);
  expect(answer).toMatchObject({ __typename: 'InputInvalid' });
  expect(answer.issues[0].pointer).toMatch(/^\/tools\/0\/parameters/);
  expect(answer.issues[0].message).toContain(words);
  await nothingRun();
});

const messages = [{ role: 'user', content: 'Call record with invoice 7' }];
const DOORS: readonly (readonly [door: string, path: string, body: (schema: AnySchema) => object, param: string])[] = [
  [
    'chat completions, for the answer',
    '/v1/chat/completions',
    (schema) => ({
      model: TASK,
      messages,
      response_format: { type: 'json_schema', json_schema: { name: 'a', schema } },
    }),
    'response_format.json_schema.schema',
  ],
  [
    'chat completions, for a tool',
    '/v1/chat/completions',
    (parameters) => ({
      model: TASK,
      messages,
      tools: [{ type: 'function', function: { name: 'record', parameters } }],
    }),
    'tools[0].function.parameters',
  ],
  [
    'responses, for the answer',
    '/v1/responses',
    (schema) => ({ model: TASK, input: 'Invoice 7', text: { format: { type: 'json_schema', name: 'a', schema } } }),
    'text.format.schema',
  ],
  [
    'responses, for a tool',
    '/v1/responses',
    (parameters) => ({ model: TASK, input: 'Call record', tools: [{ type: 'function', name: 'record', parameters }] }),
    'tools[0].parameters',
  ],
];

test.each(DOORS)(
  '%s: each is refused with 422, which names the bound and the parameter',
  async (_, path, body, param) => {
    for (const [, schema, words] of named) {
      const { result, tookMs } = await leastThreadTime(MAX_MS, () =>
        api.json(path, { as: 'integration', body: body(schema) }),
      );
      const { status, body: answer } = result;

      expect(tookMs).toBeLessThan(MAX_MS);
      expect({ status, ...answer.error }).toMatchObject({ status: 422, code: 'invalid_json_schema', param });
      expect(answer.error.message).toContain(words);
    }
    await nothingRun();
  },
);

/** Deeper than anything recurses to without harm, in fewer bytes than a body needs to be looked at for it. */
const DEEP = `${'{"items":'.repeat(700)}{}${'}'.repeat(700)}`;

test('a schema that is nested 700 levels deep is refused by each door', async () => {
  const send = (path: string, body: string) =>
    fetch(`${api.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${INBOUND_SECRET}` },
      body,
    });
  const chat = `{"model":"${TASK}","messages":${JSON.stringify(messages)},"response_format":{"type":"json_schema","json_schema":{"name":"a","schema":${DEEP}}}}`;
  const graphql = `{"query":${JSON.stringify(RUN_TASK)},"variables":{"input":{"task":"${TASK}","messages":${JSON.stringify(MESSAGES)},"outputSchema":${DEEP}}}}`;

  const refused = await send('/v1/chat/completions', chat);
  expect([refused.status, ((await refused.json()) as Json).error.message]).toEqual([
    422,
    expect.stringContaining('64 levels'),
  ]);
  expect(JSON.stringify(await (await send('/graphql', graphql)).json())).toContain('64 levels');
  await nothingRun();
});

test('patterns that take for ever, malformed keywords and huge choices are answered by the sandbox', async () => {
  const harmless: readonly AnySchema[] = [
    { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } }, required: ['a'] },
    { allOf: [{ const: `${'a'.repeat(60)}!` }, { type: 'string', pattern: '^(a+)+$' }] },
    { type: 'string', pattern: '(((a{1000}){1000}){1000}){1000}' },
    { type: 'string', pattern: '(?<=a)b' },
    { type: 'string', pattern: `${'('.repeat(2_000)}a${')'.repeat(2_000)}` },
    { type: 'string', pattern: '[^\\q]\\' },
    { enum: Array.from({ length: 4_000 }, (_, at) => `choice ${at}`) },
    { type: 'array', uniqueItems: true, prefixItems: Array.from({ length: 1_500 }, () => ({})) },
    { type: 'number', multipleOf: 1e-300, minimum: 1e300 },
    { type: 'string', format: 'constructor' },
    { $id: 'https://example.org/root', $ref: '#/$defs/a', $defs: { a: { type: 'integer' } } },
    JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}'),
  ];
  for (const schema of harmless) {
    const { result: answer, tookMs } = await leastThreadTime(MAX_MS, () => runTask({ outputSchema: schema }));

    expect(tookMs).toBeLessThan(MAX_MS);
    expect(['RanTask', 'OutputWithMismatch']).toContain(answer.__typename);
  }
  const malformed: readonly AnySchema[] = [
    { allOf: 'x', properties: 3, required: 5, enum: {}, items: null, prefixItems: 'x', minItems: 'x', type: 7 },
    { type: 'object', required: 'abc', properties: [] },
    { anyOf: [null, 3, []], $defs: 4, pattern: {}, format: [] },
  ];
  for (const schema of malformed) {
    expect(await runTask({ outputSchema: schema })).toMatchObject({ __typename: 'InputInvalid' });
    const tools = [{ name: 'record', parameters: schema }];
    expect(await runTask({ tools })).toMatchObject({ __typename: 'RanTask' });
  }
});
