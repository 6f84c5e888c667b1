import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { CUSTOMER_KEY, startV1, TASK } from './support.ts';

const api = await startV1();
const { runs } = api;
afterAll(() => api.stop());
beforeEach(() => {
  runs.requests.length = 0;
});

const CHAT = '/v1/chat/completions';
const RESPONSES = '/v1/responses';
const as = { bearer: CUSTOMER_KEY };
const USER = { role: 'user', content: 'Hi' };

const ask = (body: object, path = CHAT) =>
  api.json(path, { as, body: { model: TASK, ...(path === CHAT ? { messages: [USER] } : { input: 'Hi' }), ...body } });

const called = (id: string, args?: unknown) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'f', ...(args !== undefined && { arguments: args }) } }],
});
const result = (id: string, content = 'done') => ({ role: 'tool', tool_call_id: id, content });

describe('parameters that reach the run', () => {
  test('of a chat', async () => {
    await ask({
      reasoning_effort: 'low',
      verbosity: 'high',
      frequency_penalty: 0.5,
      presence_penalty: -2,
      prompt_cache_key: 'lease-3',
    });

    expect(runs.requests).toEqual([
      expect.objectContaining({
        reasoningEffort: 'low',
        verbosity: 'high',
        frequencyPenalty: 0.5,
        presencePenalty: -2,
        cacheKey: 'lease-3',
      }),
    ]);
  });

  test('of a response', async () => {
    const { headers } = await ask(
      { reasoning: { effort: 'xhigh', summary: null }, text: { verbosity: 'low' }, prompt_cache_key: 'lease-3' },
      RESPONSES,
    );

    expect(runs.requests).toEqual([
      expect.objectContaining({ reasoningEffort: 'xhigh', verbosity: 'low', cacheKey: 'lease-3' }),
    ]);
    expect(headers.has('x-imprimatur-warnings')).toBe(false);
  });

  test.each([
    [CHAT, { reasoning_effort: 'much' }, 'reasoning_effort', 'invalid_value'],
    [CHAT, { verbosity: 'max' }, 'verbosity', 'invalid_value'],
    [CHAT, { frequency_penalty: 3 }, 'frequency_penalty', 'integer_above_max_value'],
    [CHAT, { presence_penalty: -3 }, 'presence_penalty', 'integer_below_min_value'],
    [CHAT, { prompt_cache_key: 5 }, 'prompt_cache_key', 'invalid_type'],
    [RESPONSES, { reasoning: { effort: 'much' } }, 'reasoning.effort', 'invalid_value'],
    [RESPONSES, { reasoning: { depth: 1 } }, 'reasoning.depth', 'unknown_parameter'],
    [RESPONSES, { text: { verbosity: 'max' } }, 'text.verbosity', 'invalid_value'],
  ])('are refused when they are wrong: %s %j', async (path, body, param, code) => {
    const { status, body: answer } = await ask(body, path);

    expect([status, answer.error.param, answer.error.code]).toEqual([400, param, code]);
    expect(runs.requests).toEqual([]);
  });

  test.each([
    [CHAT, (of: object) => ({ response_format: { type: 'json_schema', json_schema: { name: 's', ...of } } })],
    [RESPONSES, (of: object) => ({ text: { format: { type: 'json_schema', name: 's', ...of } } })],
  ])('say whether the schema is strict, and describe it: %s', async (path, body) => {
    const schema = { type: 'object' };
    await ask(body({ schema, description: 'An invoice.', strict: true }), path);
    await ask(body({ schema, strict: false }), path);
    await ask(body({ schema, strict: null, description: null }), path);

    expect(runs.requests.map(({ json }) => json)).toEqual([
      { schema, name: 's', description: 'An invoice.', isStrict: true },
      { schema, name: 's' },
      { schema, name: 's' },
    ]);
  });

  test.each([
    [CHAT, (of: object) => [{ type: 'function', function: { name: 'f', ...of } }]],
    [RESPONSES, (of: object) => [{ type: 'function', name: 'f', ...of }]],
  ])('say of a tool whether it is strict: %s', async (path, tools) => {
    for (const strict of [true, false, null, undefined]) await ask({ tools: tools({ strict }) }, path);

    expect(runs.requests.map(({ tools: [tool] }) => tool!.strict)).toEqual([true, false, undefined, undefined]);
    expect((await ask({ tools: tools({ strict: 'yes' }) }, path)).body.error.code).toBe('invalid_type');
  });
});

describe('what makes no difference is named in the warnings', () => {
  test.each<[string, object, string]>([
    [
      CHAT,
      {
        user: 'u',
        metadata: { a: 'b' },
        safety_identifier: 's',
        service_tier: 'flex',
        prompt_cache_retention: '24h',
        prompt_cache_options: { mode: 'explicit' },
        logit_bias: { 1: 5 },
      },
      'user, safety_identifier, prompt_cache_retention, service_tier, metadata, logit_bias, prompt_cache_options',
    ],
    [
      CHAT,
      {
        messages: [
          { ...USER, name: 'Ada' },
          { ...USER, name: 'Bob' },
        ],
      },
      'messages[].name',
    ],
    [
      RESPONSES,
      {
        user: 'u',
        metadata: { a: 'b' },
        service_tier: 'flex',
        include: ['reasoning.encrypted_content'],
        reasoning: { effort: 'low', summary: 'auto' },
      },
      'user, service_tier, metadata, include, reasoning.summary',
    ],
  ])('%s %j', async (path, body, names) => {
    const { headers, body: answer } = await ask(body, path);

    const [, named = ''] = /^Not applied: (.*)\.$/.exec(decodeURIComponent(headers.get('x-imprimatur-warnings')!))!;
    expect(named.split(', ').toSorted()).toEqual(names.split(', ').toSorted());
    expect(answer.imprimatur.warnings).toHaveLength(1);
  });

  test.each([CHAT, RESPONSES])('but not what is empty: %s', async (path) => {
    const { headers } = await ask({ user: '', metadata: {}, service_tier: null }, path);

    expect(headers.has('x-imprimatur-warnings')).toBe(false);
  });
});

describe('a conversation', () => {
  test('may use an id again once the call before has its result', async () => {
    const { status } = await ask({
      messages: [
        USER,
        called('call_0', '{"a":1}'),
        result('call_0', 'one'),
        { role: 'assistant', content: 'So.' },
        USER,
        { ...called('call_0'), tool_calls: [{ ...called('call_0').tool_calls[0], function: { name: 'g' } }] },
        result('call_0', 'two'),
      ],
    });

    expect(status).toBe(200);
    expect(runs.requests[0]!.prompt.flatMap(({ role, content }) => (role === 'tool' ? content : []))).toEqual([
      { type: 'tool-result', toolCallId: 'call_0', toolName: 'f', output: { type: 'text', value: 'one' } },
      { type: 'tool-result', toolCallId: 'call_0', toolName: 'g', output: { type: 'text', value: 'two' } },
    ]);
  });

  test('of responses as well', async () => {
    const call = { type: 'function_call', call_id: 'call_0', name: 'f', arguments: '{}' };
    const output = { type: 'function_call_output', call_id: 'call_0', output: 'x' };

    expect((await ask({ input: [USER, call, output, call, output] }, RESPONSES)).status).toBe(200);
    expect((await ask({ input: [USER, call, output, output] }, RESPONSES)).body.error).toMatchObject({
      param: 'input[3].call_id',
      message: 'The tool call `call_0` has a result already.',
    });
    expect((await ask({ input: [USER, call, call, output, output] }, RESPONSES)).body.error).toMatchObject({
      param: 'input[2].call_id',
      message: 'Two tool calls without a result have the id `call_0`.',
    });
  });

  test.each([undefined, null, '', '  ', 'null', '{}'])('has {} for a call with the arguments %j', async (args) => {
    await ask({ messages: [USER, called('c', args), result('c')] });
    await ask(
      {
        input: [
          USER,
          { type: 'function_call', call_id: 'c', name: 'f', arguments: args },
          { type: 'function_call_output', call_id: 'c', output: 'x' },
        ],
      },
      RESPONSES,
    );

    for (const { prompt } of runs.requests) {
      expect(prompt[1]).toEqual({
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'f', input: {} }],
      });
    }
    expect(runs.requests).toHaveLength(2);
  });

  test('takes back a refusal', async () => {
    await ask({ messages: [USER, { role: 'assistant', content: null, refusal: 'I can’t do that.' }, USER] });
    await ask({
      messages: [USER, { role: 'assistant', content: [{ type: 'refusal', refusal: 'I can’t do that.' }] }, USER],
    });
    const refusal = { type: 'message', role: 'assistant', content: [{ type: 'refusal', refusal: 'I can’t do that.' }] };
    await ask({ input: [USER, refusal, USER] }, RESPONSES);

    expect(runs.requests.map(({ prompt }) => prompt[1])).toEqual(
      Array(3).fill({ role: 'assistant', content: [{ type: 'text', text: 'I can’t do that.' }] }),
    );
  });

  test('may end with the assistant', async () => {
    expect((await ask({ messages: [USER, { role: 'assistant', content: '{"a":' }] })).status).toBe(200);
    expect(runs.requests[0]!.prompt.at(-1)!.role).toBe('assistant');
  });
});
