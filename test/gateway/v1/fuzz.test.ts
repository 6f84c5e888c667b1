import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { propertyRuns } from '../../support/property-runs.ts';
import { CUSTOMER_KEY, startV1, TASK } from './support.ts';

const api = await startV1();
const { runs } = api;
afterAll(() => api.stop());
const as = { bearer: CUSTOMER_KEY };

const GOOD_TOOL = { type: 'function', function: { name: 'f', parameters: { type: 'object' } } };
/** Bodies that are taken, with all that can be said. */
const GOOD: Record<string, object> = {
  '/v1/chat/completions': {
    model: TASK,
    messages: [
      { role: 'system', content: 'Be short.' },
      { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c', content: 'x' },
    ],
    max_tokens: 5,
    temperature: 1,
    stop: ['a'],
    seed: 1,
    tools: [GOOD_TOOL],
    tool_choice: { type: 'function', function: { name: 'f' } },
    response_format: { type: 'json_schema', json_schema: { name: 's', schema: { type: 'object' } } },
    metadata: { a: 'b' },
    stream: false,
  },
  '/v1/responses': {
    model: TASK,
    instructions: 'Be short.',
    input: [
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] },
      { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c', output: 'x' },
    ],
    max_output_tokens: 5,
    temperature: 1,
    tools: [{ type: 'function', name: 'f', parameters: { type: 'object' } }],
    tool_choice: { type: 'function', name: 'f' },
    text: { format: { type: 'json_schema', name: 's', schema: { type: 'object' } } },
    metadata: { a: 'b' },
    stream: false,
  },
};

/** Ways to everything inside a value. */
function placesIn(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const inside = Array.isArray(value) ? value.map((one, at) => [at, one] as const) : Object.entries(value);
  return [...(path.length > 0 ? [path] : []), ...inside.flatMap(([key, one]) => placesIn(one, [...path, key]))];
}

function replaced(value: unknown, [first, ...rest]: (string | number)[], by: unknown): unknown {
  if (first === undefined) return by;
  const copy: Record<string | number, unknown> = Array.isArray(value)
    ? ([...value] as never)
    : { ...(value as Record<string, unknown>) };
  copy[first] = replaced(copy[first], rest, by);
  return copy;
}

const hostile = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(
    '',
    '\u0000',
    '\ud800',
    '__proto__',
    'constructor',
    -1,
    0,
    1e300,
    2 ** 53,
    [],
    {},
    [[]],
    [null],
    true,
    null,
  ),
  fc.string({ unit: 'grapheme', maxLength: 50 }),
  fc.constant('x'.repeat(30_000)),
);

test.each(Object.entries(GOOD))('%s takes its good body', async (path, body) => {
  expect((await api.json(path, { as, body })).status).toBe(200);
});

test.each(Object.entries(GOOD))(
  '%s answers any value anywhere, or refuses it by name and runs nothing',
  async (path, good) => {
    const places = placesIn(good);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), hostile, async (place, value) => {
        // That is no wrong value, and answered otherwise.
        fc.pre(!(place[0] === 'stream' && value === true));
        const before = runs.requests.length;
        const { status, body, headers } = await api.json(path, { as, body: replaced(good, place, value) });
        const ran = runs.requests.length - before;
        if (status === 200) {
          expect(ran).toBe(1);
          return;
        }
        expect([400, 404]).toContain(status);
        expect(ran).toBe(0);
        expect(body.error).toEqual({
          message: expect.stringMatching(/\S/),
          type: 'invalid_request_error',
          param: body.error.param,
          code: expect.stringMatching(/^[a-z_]+$/),
        });
        expect(headers.get('x-should-retry')).toBe('false');
        // What it says stays readable, however long the value is.
        expect(JSON.stringify(body).length).toBeLessThan(4_000);
      }),
      propertyRuns(100),
    );
  },
);

test.each(Object.keys(GOOD))('%s takes no garbage', async (path) => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('latin1')),
      ),
      async (body) => {
        const before = runs.requests.length;
        const { status, body: answer } = await api.json(path, {
          as,
          body,
          headers: { 'content-type': 'application/json' },
        });

        expect([400, 404]).toContain(status);
        expect(answer.error.type).toBe('invalid_request_error');
        expect(runs.requests.length).toBe(before);
      },
    ),
    propertyRuns(50),
  );
});
