import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { RunFailed } from '../../../src/gateway/runs/run-task.ts';
import { Refusal } from '../../../src/platform/errors/errors.ts';
import type { FailureClass } from '../../../src/providers/index.ts';
import type { Json } from '../../support/api.ts';
import { CUSTOMER_KEY, dataOf, NARROW_KEY, OTHER_TASK, startV1, TASK } from './support.ts';

const HEARTBEAT_MS = 100;
const api = await startV1({ streams: { heartbeatMs: HEARTBEAT_MS } });
const { runs } = api;
afterAll(() => api.stop());
beforeEach(() => {
  runs.requests.length = 0;
  runs.contexts.length = 0;
  runs.canceled = 0;
  runs.script = () => ({ steps: [{ text: 'Hello' }, { text: ' there' }] });
});

const CHAT = '/v1/chat/completions';
const RESPONSES = '/v1/responses';
const MESSAGES = [{ role: 'user', content: 'Hi' }];
const as = { bearer: CUSTOMER_KEY };

const ask = (body: object, path = CHAT) =>
  api.json(path, { as, body: { model: TASK, ...(path === CHAT ? { messages: MESSAGES } : { input: 'Hi' }), ...body } });

async function stream(body: object = {}, path = CHAT) {
  const response = await api.fetch(path, {
    as,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      model: TASK,
      ...(path === CHAT ? { messages: MESSAGES } : { input: 'Hi' }),
      stream: true,
      ...body,
    }),
  });
  const text = await response.text();
  const data = dataOf(text);
  return { response, text, data, chunks: data.filter((one) => one !== '[DONE]').map((one): Json => JSON.parse(one)) };
}

describe('a stream', () => {
  test('has usage in exactly one last chunk without choices when it is asked for, and none otherwise', async () => {
    const withUsage = await stream({ stream_options: { include_usage: true } });
    const without = await stream();

    expect(withUsage.chunks.filter(({ usage }) => usage)).toHaveLength(1);
    expect(withUsage.chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 18 } });
    expect(withUsage.data.at(-1)).toBe('[DONE]');
    expect(without.chunks.filter((chunk) => 'usage' in chunk)).toEqual([]);
    expect(without.data.at(-1)).toBe('[DONE]');
    for (const { chunks } of [withUsage, without])
      expect(chunks.every(({ choices }) => Array.isArray(choices))).toBe(true);
  });

  test('does not make up what nobody counted', async () => {
    const usage = { inputTokens: null, cachedInputTokens: null, outputTokens: null, reasoningTokens: null };
    runs.script = () => ({ steps: [{ text: 'x' }], end: { usage, costMicros: null, isEstimated: true } });

    const { chunks } = await stream({ stream_options: { include_usage: true } });
    const whole = await ask({});

    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: null, imprimatur: { cost_usd: null, estimated: true } });
    expect(whole.body).not.toHaveProperty('usage');
    expect(whole.headers.get('x-imprimatur-cost-usd')).toBe('unknown');
    expect((await ask({}, RESPONSES)).body.usage).toBeNull();
  });

  test('has the same id, time and model in each chunk, a role in the first, and a reason only at the end', async () => {
    const { chunks } = await stream();

    expect(
      new Set(chunks.map(({ id, created, model, object }) => JSON.stringify([id, created, model, object]))).size,
    ).toBe(1);
    expect(chunks.map(({ choices: [{ delta }] }) => delta.role)).toEqual([
      'assistant',
      undefined,
      undefined,
      undefined,
    ]);
    expect(chunks.map(({ choices: [{ finish_reason }] }) => finish_reason)).toEqual([null, null, null, 'stop']);
  });

  test('tells calls of tools by index, their id and name once, and ends for them', async () => {
    runs.script = () => ({
      steps: [
        { call: { id: 'call_1', name: 'one', argumentsText: '{"a":1}' } },
        { call: { id: 'call_2', name: 'two', argumentsText: '{}' }, pieces: 1 },
      ],
      end: { finishReason: 'stop' },
    });
    const { chunks } = await stream();
    const deltas = chunks.flatMap(({ choices: [{ delta }] }) => delta.tool_calls ?? []);

    expect(deltas).toEqual([
      { index: 0, id: 'call_1', type: 'function', function: { name: 'one', arguments: '' } },
      { index: 0, function: { arguments: '{"a"' } },
      { index: 0, function: { arguments: ':1}' } },
      { index: 1, id: 'call_2', type: 'function', function: { name: 'two', arguments: '' } },
      { index: 1, function: { arguments: '{}' } },
    ]);
    expect(chunks.at(-1).choices[0].finish_reason).toBe('tool_calls');
    expect((await ask({})).body.choices[0]).toMatchObject({ finish_reason: 'tool_calls', message: { content: null } });
  });

  test('has the headers of one', async () => {
    const { response } = await stream();

    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'x-request-id': expect.any(String),
      'x-imprimatur-run-id': expect.any(String),
    });
    expect(response.headers.has('content-encoding')).toBe(false);
  });

  test.each([CHAT, RESPONSES])('that fails before its first part is an error with a status, on %s', async (path) => {
    runs.script = () => ({ steps: [{ fail: 'RATE_LIMITED', retryAfterSeconds: 7 }] });
    const { response, text } = await stream({}, path);

    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('7');
    expect(response.headers.get('x-should-retry')).toBe('false');
    expect(JSON.parse(text).error).toMatchObject({ code: 'rate_limit_exceeded', type: 'rate_limit_error' });
  });

  test('that breaks off says so and does not end', async () => {
    runs.script = () => ({ steps: [{ text: 'Hal' }, { fail: 'TRUNCATED', message: 'It broke off.' }] });
    const { data } = await stream();

    expect(data).not.toContain('[DONE]');
    expect(JSON.parse(data.at(-1)!)).toEqual({
      error: { message: 'It broke off.', type: 'server_error', param: null, code: 'answer_truncated' },
      imprimatur: expect.objectContaining({ deployment: 'openai/gpt-6-luna', simulated: false, status: 502 }),
    });
    expect(data.some((one) => JSON.parse(one).choices?.[0].finish_reason)).toBe(false);
  });

  test('that fails for a reason of ours says nothing of it', async () => {
    runs.script = () => ({ steps: [{ text: 'Hal' }, { throws: new Error('password=hunter2') }] });

    for (const path of [CHAT, RESPONSES]) {
      const { text } = await stream({}, path);
      expect(text).not.toContain('hunter2');
      expect(text).toContain('internal_server_error');
      expect(text).not.toContain('[DONE]');
    }
  });

  test('that is silent is kept open by comments', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    runs.script = () => ({ steps: [{ text: 'Hal' }, { wait: promise }, { text: 'lo' }] });
    const response = await fetch(api.url + CHAT, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${CUSTOMER_KEY}` },
      body: JSON.stringify({ model: TASK, messages: MESSAGES, stream: true }),
    });
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (text.split(': still here\n\n').length > 3) resolve();
    }

    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
    expect(dataOf(text).length).toBe(5);
  });

  test.each([CHAT, RESPONSES])('whose client goes is given up at once, on %s', async (path) => {
    runs.script = () => ({ steps: [{ text: 'Hal' }, { wait: new Promise(() => {}) }] });
    const going = new AbortController();
    const response = await fetch(api.url + path, {
      signal: going.signal,
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${CUSTOMER_KEY}` },
      body: JSON.stringify({
        model: TASK,
        ...(path === CHAT ? { messages: MESSAGES } : { input: 'Hi' }),
        stream: true,
      }),
    });
    await response.body!.getReader().read();
    going.abort();

    await expect.poll(() => runs.contexts[0]!.signal.aborted).toBe(true);
  });

  test('ends a run whose client goes between two parts', async () => {
    runs.script = () => ({ steps: Array.from({ length: 100_000 }, () => ({ text: 'x'.repeat(1_000) })) });
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    const body = JSON.stringify({ model: TASK, messages: MESSAGES, stream: true });
    socket.write(
      `POST ${CHAT} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${CUSTOMER_KEY}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    await once(socket, 'data');
    socket.pause();
    // What is not read is not asked for.
    let before = -1;
    await expect
      .poll(() => {
        const isStill = runs.taken === before;
        before = runs.taken;
        return isStill;
      })
      .toBe(true);
    expect(runs.taken).toBeLessThan(50_000);
    socket.destroy();

    await expect.poll(() => runs.canceled).toBe(1);
  });
});

describe('an answer', () => {
  test('names the model that has answered, and one that is made up never by the name of one', async () => {
    runs.script = () => ({
      steps: [{ text: 'x' }],
      begun: { model: 'gpt-6.1-sol', deployment: 'openai/gpt-6.1-sol', attempts: 2 },
    });
    expect((await ask({})).body.model).toBe('gpt-6.1-sol');

    runs.script = () => ({
      steps: [{ text: 'x' }],
      begun: { isSimulated: true, isNotFinal: true, isPastSoftCap: true },
    });
    for (const path of [CHAT, RESPONSES]) {
      const { body, headers } = await ask({}, path);
      expect(body).toMatchObject({
        model: 'sandbox/openai/gpt-6-luna',
        imprimatur: { simulated: true, not_final: true, past_soft_cap: true },
      });
      expect(headers.get('x-imprimatur-model')).toBe('sandbox/openai/gpt-6-luna');
      for (const name of ['simulated', 'not-final', 'past-soft-cap']) {
        expect(headers.get(`x-imprimatur-${name}`)).toBe('true');
      }
    }
  });

  test('says what of the request made no difference', async () => {
    runs.script = () => ({ steps: [{ text: 'x' }], begun: { warnings: ['The temperature was left out.'] } });
    const { headers, body } = await ask({ logit_bias: { 50256: -100 }, prediction: {} });

    expect(headers.get('x-imprimatur-warnings')).toBe('Not applied: logit_bias. The temperature was left out.');
    expect(body.imprimatur.warnings).toHaveLength(2);
  });

  test.each([CHAT, RESPONSES])('asks for one tool at a time where that is wanted: %s', async (path) => {
    for (const parallel of [false, true, null, undefined]) await ask({ parallel_tool_calls: parallel }, path);

    expect(runs.requests.map(({ isOneToolAtATime }) => isOneToolAtATime)).toEqual([true, false, false, false]);
    expect((await ask({ parallel_tool_calls: 'no' }, path)).body.error.param).toBe('parallel_tool_calls');
  });

  test('has sources as annotations', async () => {
    runs.script = () => ({ steps: [{ text: 'So.' }, { citation: { url: 'https://law.example/1', title: null } }] });
    const annotation = { url: 'https://law.example/1', title: 'https://law.example/1', start_index: 0, end_index: 3 };

    expect((await ask({})).body.choices[0].message.annotations).toEqual([
      { type: 'url_citation', url_citation: annotation },
    ]);
    expect((await ask({}, RESPONSES)).body.output[0].content[0].annotations).toEqual([
      { type: 'url_citation', ...annotation },
    ]);
    const { chunks } = await stream();
    expect(chunks.flatMap(({ choices: [choice] }) => choice?.delta.annotations ?? [])).toEqual([
      { type: 'url_citation', url_citation: annotation },
    ]);
  });

  test.each([
    ['stop', 'stop'],
    ['length', 'length'],
    ['content-filter', 'content_filter'],
    ['other', 'stop'],
  ] as const)('that ends for %s says %s', async (finishReason, said) => {
    runs.script = () => ({ steps: [{ text: 'x' }], end: { finishReason } });

    expect((await ask({})).body.choices[0].finish_reason).toBe(said);
    expect((await stream()).chunks.at(-1).choices[0].finish_reason).toBe(said);
  });
});

describe('a request', () => {
  test('is handed on as it was meant', async () => {
    const parameters = { type: 'object', properties: { a: { type: 'string' } } };
    await ask({
      messages: [
        { role: 'developer', content: 'Be short.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Hi' },
            { type: 'text', text: ' you' },
          ],
        },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{"a":"b"}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'done' },
        { role: 'assistant', content: 'So.', refusal: null, annotations: [] },
        { role: 'user', content: 'And?' },
      ],
      max_tokens: 5,
      max_completion_tokens: 6,
      temperature: 0.5,
      top_p: 0.9,
      stop: 'END',
      seed: 7,
      n: 1,
      tools: [{ type: 'function', function: { name: 'f', description: 'd', parameters, strict: true } }],
      tool_choice: { type: 'function', function: { name: 'f' } },
      response_format: { type: 'json_schema', json_schema: { name: 's', schema: parameters, strict: true } },
      user: 'u',
      metadata: { a: 'b' },
    });

    expect(runs.requests).toEqual([
      {
        task: TASK,
        prompt: [
          { role: 'system', content: 'Be short.' },
          {
            role: 'user',
            content: [
              { type: 'text', text: 'Hi' },
              { type: 'text', text: ' you' },
            ],
          },
          { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'f', input: { a: 'b' } }] },
          {
            role: 'tool',
            content: [
              { type: 'tool-result', toolCallId: 'c1', toolName: 'f', output: { type: 'text', value: 'done' } },
            ],
          },
          { role: 'assistant', content: [{ type: 'text', text: 'So.' }] },
          { role: 'user', content: [{ type: 'text', text: 'And?' }] },
        ],
        maxOutputTokens: 6,
        temperature: 0.5,
        topP: 0.9,
        stopSequences: ['END'],
        seed: 7,
        tools: [{ type: 'function', name: 'f', description: 'd', inputSchema: parameters, strict: true }],
        toolChoice: { type: 'tool', toolName: 'f' },
        json: { schema: parameters, name: 's', isStrict: true },
        preference: null,
        surface: 'CHAT_COMPLETIONS',
        isStreamed: false,
        isSealed: false,
        idempotencyKey: null,
        restoresRedacted: null,
        isOneToolAtATime: false,
      },
    ]);
  });

  test('leaves out what it leaves out, and what it says is nothing', async () => {
    const nothing = {
      maxOutputTokens: null,
      temperature: null,
      topP: null,
      stopSequences: [],
      seed: null,
      tools: [],
      toolChoice: null,
      json: null,
    };
    await ask({});
    await ask({
      max_tokens: null,
      temperature: null,
      top_p: null,
      stop: null,
      seed: null,
      tools: null,
      tool_choice: null,
      response_format: null,
      n: null,
      stream: null,
    });
    await ask({ response_format: { type: 'text' } });

    for (const request of runs.requests) expect(request).toMatchObject(nothing);
  });

  const wrong: [string, object, string, string][] = [
    ['no messages', { messages: [] }, 'messages', 'empty_array'],
    ['messages that are none', { messages: undefined }, 'messages', 'missing_required_parameter'],
    ['messages of nothing', { messages: [{ role: 'user', content: '' }] }, 'messages', 'empty_array'],
    ['a role that is none', { messages: [{ role: 'robot', content: 'x' }] }, 'messages[0].role', 'invalid_value'],
    [
      'a role of old',
      { messages: [{ role: 'function', name: 'f', content: 'x' }] },
      'messages[0].role',
      'invalid_value',
    ],
    [
      'a picture',
      { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://x.example/1.png' } }] }] },
      'messages[0].content[0].type',
      'unsupported_value',
    ],
    [
      'a result of no call',
      { messages: [{ role: 'tool', tool_call_id: 'c', content: 'x' }] },
      'messages[0].tool_call_id',
      'invalid_value',
    ],
    [
      'arguments that are no JSON',
      {
        messages: [
          { role: 'assistant', tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{' } }] },
        ],
      },
      'messages[0].tool_calls[0].function.arguments',
      'invalid_value',
    ],
    ['max_tokens 0', { max_tokens: 0 }, 'max_tokens', 'integer_below_min_value'],
    [
      'max_completion_tokens below 0',
      { max_completion_tokens: -1 },
      'max_completion_tokens',
      'integer_below_min_value',
    ],
    ['more tokens than the task allows', { max_tokens: 5_000 }, 'max_tokens', 'integer_above_max_value'],
    ['tokens in parts', { max_tokens: 1.5 }, 'max_tokens', 'invalid_type'],
    ['tokens as a text', { max_tokens: '5' }, 'max_tokens', 'invalid_type'],
    ['a temperature above all', { temperature: 3 }, 'temperature', 'integer_above_max_value'],
    ['several answers', { n: 2 }, 'n', 'unsupported_value'],
    ['a parameter that nobody knows', { nope: 1 }, 'nope', 'unknown_parameter'],
    [
      'a member that nobody knows',
      { messages: [{ role: 'user', content: 'x', ownerId: 'y' }] },
      'messages[0].ownerId',
      'unknown_parameter',
    ],
    ['functions of old', { functions: [] }, 'functions', 'unsupported_parameter'],
    ['probabilities', { logprobs: true }, 'logprobs', 'unsupported_parameter'],
    ['to be kept', { store: true }, 'store', 'unsupported_parameter'],
    ['a choice among no tools', { tool_choice: 'required' }, 'tool_choice', 'invalid_value'],
    ['a tool of another kind', { tools: [{ type: 'web_search' }] }, 'tools[0].type', 'unsupported_value'],
    [
      'two tools of one name',
      { tools: [1, 2].map(() => ({ type: 'function', function: { name: 'f' } })) },
      'tools[1]',
      'invalid_value',
    ],
    ['a format that is none', { response_format: { type: 'xml' } }, 'response_format.type', 'invalid_value'],
    [
      'a schema that is none',
      { response_format: { type: 'json_schema', json_schema: { name: 's' } } },
      'response_format.json_schema.schema',
      'invalid_type',
    ],
    ['stream options without a stream', { stream_options: { include_usage: true } }, 'stream_options', 'invalid_value'],
    ['too many texts to stop at', { stop: ['a', 'b', 'c', 'd', 'e'] }, 'stop', 'invalid_value'],
    ['no model', { model: undefined }, 'model', 'missing_required_parameter'],
    ['a model that is no text', { model: 5 }, 'model', 'invalid_type'],
  ];

  test.each(wrong)('with %s is refused, and nothing is run', async (_, body, param, code) => {
    const { status, body: answer, headers } = await ask(body);

    expect([status, answer.error]).toEqual([
      400,
      { message: expect.any(String), type: 'invalid_request_error', param, code },
    ]);
    expect(headers.get('x-should-retry')).toBe('false');
    expect(runs.requests).toEqual([]);
  });

  test.each<[string, object, string]>([
    ['an earlier response', { previous_response_id: 'resp_1' }, 'previous_response_id'],
    ['a conversation', { conversation: 'conv_1' }, 'conversation'],
    ['to be kept', { store: true }, 'store'],
    ['to be done later', { background: true }, 'background'],
    ['no input', { input: [] }, 'input'],
    ['an item that is none', { input: [{ type: 'nope' }] }, 'input[0].type'],
    ['a picture', { input: [{ role: 'user', content: [{ type: 'input_image' }] }] }, 'input[0].content[0].type'],
    [
      'a result of no call',
      { input: [{ type: 'function_call_output', call_id: 'c', output: 'x' }] },
      'input[0].call_id',
    ],
    ['no tokens', { max_output_tokens: 0 }, 'max_output_tokens'],
    ['a parameter of the other surface', { messages: [] }, 'messages'],
  ])('for a response with %s is refused, and nothing is run', async (_, body, param) => {
    const { status, body: answer } = await ask(body, RESPONSES);

    expect([status, answer.error.param]).toEqual([400, param]);
    expect(runs.requests).toEqual([]);
  });

  test('says in a header what counts', async () => {
    const preferring = (wanted: string) =>
      api.json(CHAT, {
        as,
        body: { model: TASK, messages: MESSAGES },
        headers: { 'X-Imprimatur-Preference': wanted },
      });

    for (const wanted of ['cost', 'latency']) expect((await preferring(wanted)).status).toBe(200);
    expect(runs.requests.map(({ preference }) => preference)).toEqual(['COST', 'LATENCY']);
    expect((await preferring('beauty')).body.error.message).toContain('X-Imprimatur-Preference');
  });

  test('numbers beyond all numbers are refused', async () => {
    for (const [name, text] of [
      ['temperature', '1e400'],
      ['max_tokens', '1e400'],
      ['seed', '12345678901234567890'],
    ]) {
      const { status, body } = await api.json(CHAT, {
        as,
        body: `{"model":"${TASK}","messages":[{"role":"user","content":"x"}],"${name}":${text}}`,
      });
      expect([status, body.error.param]).toEqual([400, name]);
    }
  });

  test('calls without results are refused before anything is run', async () => {
    const called = {
      role: 'assistant',
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
    };

    for (const messages of [
      [...MESSAGES, called],
      [...MESSAGES, called, ...MESSAGES],
    ]) {
      const { status, body } = await ask({ messages });
      expect([status, body.error.message]).toEqual([400, expect.stringContaining('`c` has no result')]);
    }
    expect(runs.requests).toEqual([]);
  });

  test.each(['gpt-6.1-sol', 'fast-execution', `${TASK}/`, `${TASK.toUpperCase()}`, '', '__proto__'])(
    'for the model %j is told which tasks there are',
    async (model) => {
      const { status, body } = await ask({ model });

      expect([status, body.error.code, body.error.param]).toEqual([404, 'model_not_found', 'model']);
      expect(body.error.message).toContain(`\`${TASK}\``);
      expect(body.error.message).toContain(`\`${OTHER_TASK}\``);
    },
  );
});

describe('an error', () => {
  const EVERYWHERE = [CHAT, RESPONSES];

  test.each<[FailureClass, number, string]>([
    ['RATE_LIMITED', 429, 'rate_limit_exceeded'],
    ['QUOTA', 429, 'insufficient_quota'],
    ['KEY_REFUSED', 502, 'provider_key_refused'],
    ['FORBIDDEN', 502, 'provider_refused_access'],
    ['INVALID_REQUEST', 400, 'provider_refused_request'],
    ['CONTEXT_LENGTH', 400, 'context_length_exceeded'],
    ['CONTENT_FILTER', 400, 'content_filter'],
    ['PROVIDER_ERROR', 502, 'provider_error'],
    ['UNREACHABLE', 502, 'provider_unreachable'],
    ['FIRST_TOKEN_TIMEOUT', 504, 'provider_timeout'],
    ['TOTAL_TIMEOUT', 504, 'provider_timeout'],
    ['BREAKER_OPEN', 503, 'no_provider_available'],
    ['GARBAGE', 502, 'provider_answer_unreadable'],
    ['OUTPUT_INVALID', 502, 'output_invalid'],
  ])('of a run that came to %s has status %i and the code %s, and the run’s id', async (failure, status, code) => {
    runs.script = () => ({ steps: [{ fail: failure, message: 'Said so.' }] });

    for (const path of EVERYWHERE) {
      const { status: answered, body, headers } = await ask({}, path);
      expect([answered, body.error.code, body.error.message]).toEqual([status, code, 'Said so.']);
      expect(headers.get('x-should-retry')).toBe('false');
      expect(headers.get('x-imprimatur-run-id')).toBe('run_failed');
      expect(headers.get('x-imprimatur-attempts')).toBe('3');
      // Nobody knows how long, so nothing is made up.
      expect(headers.get('retry-after')).toBeNull();
    }
  });

  test.each<[string, number, string, string | null]>([
    ['BUDGET_EXCEEDED', 429, 'insufficient_quota', 'false'],
    ['PRICE_UNKNOWN', 503, 'price_unknown', 'false'],
    ['CONTEXT_LENGTH_EXCEEDED', 400, 'context_length_exceeded', 'false'],
    ['PLAN_NOT_SUFFICIENT', 403, 'plan_not_sufficient', 'false'],
    ['FORBIDDEN', 403, 'forbidden', 'false'],
    ['CAPABILITY_NOT_AVAILABLE', 501, 'capability_not_available', 'false'],
    ['NO_PROVIDER_AVAILABLE', 503, 'no_provider_available', null],
    ['SERVICE_UNAVAILABLE', 503, 'service_unavailable', null],
    ['RATE_LIMITED', 429, 'rate_limit_exceeded', null],
    ['INPUT_INVALID', 400, 'invalid_value', 'false'],
  ])('%s before a run has status %i and the code %s', async (refused, status, code, shouldRetry) => {
    const refusal = new Refusal(refused as 'FORBIDDEN', 'Said so.', {
      ...(shouldRetry === null && { retryAfterSeconds: 3 }),
    });
    runs.script = () => ({ steps: [{ throws: refusal }] });

    for (const path of EVERYWHERE) {
      const { status: answered, body, headers } = await ask({}, path);
      expect([answered, body.error.code, body.error.message]).toEqual([status, code, 'Said so.']);
      expect(headers.get('x-should-retry')).toBe(shouldRetry);
      expect(headers.get('retry-after')).toBe(shouldRetry === null ? '3' : null);
    }
  });

  test('names the value that it is about', async () => {
    const issues = [{ pointer: '/messages/0/content', detail: 'Too long.' }];
    runs.script = () => ({ steps: [{ throws: new Refusal('INPUT_INVALID', 'Wrong.', { issues }) }] });

    expect((await ask({})).body.error).toMatchObject({ param: 'messages[0].content', message: 'Wrong. Too long.' });
  });

  test('that nobody foresaw says nothing of itself', async () => {
    runs.script = () => ({ steps: [{ throws: new Error('password=hunter2') }] });
    const { status, body } = await ask({});

    expect([status, body.error.code, body.error.type]).toEqual([500, 'internal_server_error', 'server_error']);
    expect(JSON.stringify(body)).not.toContain('hunter2');
  });

  test('of a database that is away asks to come again', async () => {
    const lost = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
    runs.script = () => ({ steps: [{ throws: lost }] });
    const { status, body, headers } = await ask({});

    expect([status, body.error.code, headers.get('retry-after')]).toEqual([503, 'service_unavailable', '2']);
    expect(headers.has('x-should-retry')).toBe(false);
    expect(JSON.stringify(body)).not.toContain('5432');
  });

  const shaped = { message: expect.any(String), type: expect.any(String), code: expect.any(String) };
  test.each<[string, string, RequestInit, number, string]>([
    ['an unknown path', '/v1/embeddings', { method: 'POST' }, 404, 'not_found'],
    ['a deeper one', '/v1/chat/completions/x', {}, 404, 'not_found'],
    ['one that cannot be decoded', '/v1/models/%ff', {}, 400, 'invalid_request'],
    ['another method', CHAT, { method: 'DELETE' }, 405, 'method_not_allowed'],
    ['a GET', RESPONSES, {}, 405, 'method_not_allowed'],
    ['a body that breaks off', CHAT, { method: 'POST', body: '{"model":' }, 400, 'invalid_json'],
    ['no body', CHAT, { method: 'POST' }, 400, 'invalid_json'],
    ['a list', CHAT, { method: 'POST', body: '[]' }, 400, 'invalid_json'],
    ['nothing', CHAT, { method: 'POST', body: 'null' }, 400, 'invalid_json'],
    ['what is no UTF-8', CHAT, { method: 'POST', body: Buffer.from([0x22, 0xff, 0x22]) }, 400, 'invalid_json'],
    ['a body too deep', CHAT, { method: 'POST', body: `{"messages":${'['.repeat(20_000)}` }, 400, 'invalid_value'],
    [
      'another type',
      CHAT,
      { method: 'POST', body: '{}', headers: { 'content-type': 'text/plain' } },
      415,
      'unsupported_media_type',
    ],
    [
      'a wrong key',
      CHAT,
      { method: 'POST', body: '{}', headers: { authorization: 'Bearer nobody-has-this' } },
      401,
      'invalid_api_key',
    ],
    [
      'no bearer',
      CHAT,
      { method: 'POST', body: '{}', headers: { authorization: 'Basic eDp5' } },
      401,
      'invalid_api_key',
    ],
    [
      'a body too large',
      CHAT,
      { method: 'POST', body: ' '.repeat(16_000_001), headers: { authorization: `Bearer ${CUSTOMER_KEY}` } },
      413,
      'payload_too_large',
    ],
    ['a stranger’s body of that size', CHAT, { method: 'POST', body: ' '.repeat(64_001) }, 413, 'payload_too_large'],
  ])('for %s is worded as all others', async (_, path, init, status, code) => {
    const response = await api.fetch(path, {
      ...init,
      headers: { 'content-type': 'application/json', ...(init.headers as Record<string, string>) },
    });
    const { error } = (await response.json()) as Json;

    expect([response.status, error.code]).toEqual([status, code]);
    expect(error).toEqual({ ...shaped, param: null });
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('x-request-id')).toMatch(/\S/);
    expect(response.headers.get('x-should-retry')).toBe('false');
    expect(runs.requests).toEqual([]);
  });

  test.each([
    ['/v1', '`POST /v1/chat/completions`'],
    ['/v1/completions', 'The closest endpoint is `POST /v1/chat/completions`.'],
    ['/v1/chat', 'The closest endpoint is `POST /v1/chat/completions`.'],
    ['/v1/chat/completions/x', 'The closest endpoint is `POST /v1/chat/completions`.'],
    ['/v1/messages', 'The closest endpoint is `POST /v1/chat/completions`.'],
    ['/chat/completions', 'Use `POST /v1/chat/completions`. The base URL must end in a single `/v1`.'],
    ['/v1/v1/chat/completions', 'Use `POST /v1/chat/completions`. The base URL must end in a single `/v1`.'],
    ['/v1//chat/completions/', 'Use `POST /v1/chat/completions`. The base URL must end in a single `/v1`.'],
    ['/openai/v1/responses', 'Use `POST /v1/responses`. The base URL must end in a single `/v1`.'],
    ['/models', 'Use `GET /v1/models`. The base URL must end in a single `/v1`.'],
    ['/images/generations', 'Use `POST /v1/images/generations`. The base URL must end in a single `/v1`.'],
    ['/v1/images/edits', 'The closest endpoint is `POST /v1/images/generations`.'],
    ['/v1/responses/resp_1', 'Responses are not stored. Send the whole conversation to `POST /v1/responses`.'],
    ['/v1/threads/runs', 'Conversations are not stored'],
    ['/v1/embeddings', 'No task returns embeddings. Endpoints: `POST /v1/chat/completions`,'],
    ['/v1/files', 'This path does not exist. Endpoints: `POST /v1/chat/completions`,'],
  ])('for %s names the right path', async (path, advice) => {
    const { status, body } = await api.json(path, { as, body: {} });

    expect([status, body.error]).toEqual([
      404,
      { message: expect.stringContaining(advice), type: 'not_found_error', param: null, code: 'not_found' },
    ]);
  });

  test('for a wrong path elsewhere is no error of this API', async () => {
    for (const path of ['/nope', '/api/nope', '/api/models', '/v2/chat', '/v1x']) {
      expect((await api.json(path, { as, body: {} })).body).not.toHaveProperty('error');
    }
  });

  test('is never a success', async () => {
    runs.script = () => ({ steps: [{ throws: new RunFailed('run_1', 'UNKNOWN', 'No.', 1, null) }] });

    for (const path of EVERYWHERE) expect((await ask({}, path)).status).toBe(502);
  });
});

describe('who may ask', () => {
  const body = { model: TASK, messages: MESSAGES };

  test('is a customer, an operator, an integration; what nobody’s key allows is for the run to say', async () => {
    for (const who of [as, 'operator', 'integration', undefined] as const) {
      expect((await api.json(CHAT, { ...(who && { as: who }), body })).status).toBe(200);
    }
    expect(runs.contexts.map(({ principal }) => principal.kind)).toEqual([
      'CUSTOMER',
      'OPERATOR',
      'INTEGRATION',
      'ANONYMOUS',
    ]);
  });

  test('is a partner as it is a stranger: what it may run is for the run to say, and a large body is not taken', async () => {
    const { data } = await api.graphql(
      `mutation { issuePartnerLink(input: { partnerName: "Lakeside" }) { ... on IssuedPartnerLink { secret } } }`,
      { as: 'operator' },
    );
    const partner = { bearer: data.issuePartnerLink.secret };
    const large = { ...body, messages: [{ role: 'user', content: 'x'.repeat(70_000) }] };

    expect((await api.json(CHAT, { as: partner, body })).status).toBe(200);
    expect((await api.json(CHAT, { as: partner, body: large })).status).toBe(413);
    expect(runs.contexts.map(({ principal }) => principal.kind)).toEqual(['PARTNER']);
  });

  test('sees the tasks that a key is good for', async () => {
    const ids = async (who?: { bearer: string }) => {
      return (await api.json('/v1/models', who && { as: who })).body.data.map(({ id }: Json) => id);
    };

    expect(await ids(as)).toEqual([TASK, OTHER_TASK]);
    expect(await ids()).toEqual([TASK, OTHER_TASK]);
    expect(await ids({ bearer: NARROW_KEY })).toEqual([TASK]);
    expect((await api.json(`/v1/models/${OTHER_TASK}`, { as: { bearer: NARROW_KEY } })).status).toBe(404);
    expect((await api.json('/v1/models', { as: { bearer: 'wrong' } })).body.error.code).toBe('invalid_api_key');
  });

  test('keeps the id of a request that it gives', async () => {
    const { headers } = await api.json(CHAT, { as, body, headers: { 'x-request-id': 'mine-1' } });

    expect(headers.get('x-request-id')).toBe('mine-1');
  });
});
