import OpenAI, { APIError } from 'openai';
import { zodResponseFormat, zodTextFormat } from 'openai/helpers/zod';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CUSTOMER_KEY, OTHER_TASK, startV1, TASK, type V1 } from './support.ts';
import { TOOLS, useTools } from './tool-loop.ts';

let api: V1;
let client: OpenAI;
beforeAll(async () => {
  api = await startV1();
  client = new OpenAI({ baseURL: `${api.url}/v1`, apiKey: CUSTOMER_KEY });
});
afterAll(() => api.stop());
beforeEach(() => {
  api.runs.requests.length = 0;
  api.runs.script = () => ({ steps: [{ text: 'Hello' }, { text: ' there' }] });
});

const MESSAGES = [{ role: 'user' as const, content: 'Hi' }];
const Invoice = z.object({ number: z.string(), total: z.number() });

describe('chat completions', () => {
  test('runs tools until the model has all it needs', async () => {
    api.runs.script = useTools;
    const runner = client.chat.completions.runTools({
      model: TASK,
      messages: [{ role: 'user', content: 'What is the weather where I am?' }],
      tools: TOOLS.map(({ name, parameters, run }) => ({
        type: 'function' as const,
        function: { name, parameters, parse: JSON.parse, function: run, description: name },
      })),
    });

    expect(await runner.finalContent()).toBe('It is 21 degrees in Lisbon.');
    expect(api.runs.requests).toHaveLength(3);
    expect(api.runs.requests[2]!.prompt.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'tool',
    ]);
  });

  test('runs them in a stream as well', async () => {
    api.runs.script = useTools;
    const runner = client.chat.completions.runTools({
      model: TASK,
      stream: true,
      messages: [{ role: 'user', content: 'What is the weather where I am?' }],
      tools: TOOLS.map(({ name, parameters, run }) => ({
        type: 'function' as const,
        function: { name, parameters, parse: JSON.parse, function: run, description: name },
      })),
    });

    expect(await runner.finalContent()).toBe('It is 21 degrees in Lisbon.');
    expect(api.runs.requests).toHaveLength(3);
  });

  test('parses what fits a schema', async () => {
    api.runs.script = () => ({ steps: [{ text: '{"number":"17",' }, { text: '"total":120}' }] });
    const asked = { model: TASK, messages: MESSAGES, response_format: zodResponseFormat(Invoice, 'invoice') };

    const whole = await client.chat.completions.parse(asked);
    const streamed = await client.chat.completions.stream(asked).finalChatCompletion();

    for (const { choices } of [whole, streamed])
      expect(choices[0]!.message.parsed).toEqual({ number: '17', total: 120 });
    expect(api.runs.requests[0]!.json).toMatchObject({ name: 'invoice', schema: { type: 'object' } });
  });
});

describe('responses', () => {
  test('gives the text of a whole one', async () => {
    const response = await client.responses.create({ model: TASK, input: 'Hi', instructions: 'Be short.' });

    expect(response.output_text).toBe('Hello there');
    expect(response).toMatchObject({
      status: 'completed',
      store: false,
      usage: { total_tokens: 18 },
      model: 'gpt-6-luna',
    });
    expect(api.runs.requests[0]!.prompt).toEqual([
      { role: 'system', content: 'Be short.' },
      { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
    ]);
  });

  test('streams events in the documented order', async () => {
    api.runs.script = () => ({
      steps: [
        { reasoning: 'Hm.' },
        { text: 'See' },
        { citation: { url: 'https://law.example/1', title: 'Law' } },
        { text: ' there' },
        { call: { id: 'call_1', name: 'locate', argumentsText: '{"a":1}' } },
      ],
    });
    const events = [];
    const stream = await client.responses.create({ model: TASK, input: 'Hi', stream: true });
    for await (const event of stream) events.push(event);

    expect(events.map(({ type }) => type)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.reasoning_summary_part.added',
      'response.reasoning_summary_text.delta',
      'response.reasoning_summary_text.done',
      'response.reasoning_summary_part.done',
      'response.output_item.done',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.annotation.added',
      'response.output_text.delta',
      'response.output_item.added',
      'response.function_call_arguments.delta',
      'response.function_call_arguments.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.function_call_arguments.done',
      'response.output_item.done',
      'response.completed',
    ]);
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, at) => at));
    const last = events.at(-1);
    expect(last).toMatchObject({
      response: {
        status: 'completed',
        output: [
          { type: 'reasoning' },
          { type: 'message', content: [{ text: 'See there', annotations: [{ type: 'url_citation', title: 'Law' }] }] },
          { type: 'function_call', call_id: 'call_1', name: 'locate', arguments: '{"a":1}' },
        ],
        imprimatur: { cost_usd: 0.000042 },
      },
    });
  });

  test.each([
    ['length', 'max_output_tokens'],
    ['content-filter', 'content_filter'],
  ] as const)('one that ends for %s is incomplete, whole and streamed', async (finishReason, reason) => {
    api.runs.script = () => ({ steps: [{ text: 'Hal' }], end: { finishReason } });
    const whole = await client.responses.create({ model: TASK, input: 'Hi' });
    const streamed = await client.responses.stream({ model: TASK, input: 'Hi' }).finalResponse();

    for (const response of [whole, streamed]) {
      expect(response).toMatchObject({ status: 'incomplete', incomplete_details: { reason } });
      expect(response.output_text).toBe('Hal');
    }
  });

  test('one that breaks off ends with `response.failed`', async () => {
    api.runs.script = () => ({ steps: [{ text: 'Hal' }, { fail: 'TRUNCATED', message: 'It broke off.' }] });
    const events = [];
    const stream = await client.responses.create({ model: TASK, input: 'Hi', stream: true });
    for await (const event of stream) events.push(event);

    expect(events.at(-1)).toMatchObject({
      type: 'response.failed',
      response: { status: 'failed', error: { code: 'answer_truncated', message: 'It broke off.' } },
    });
  });

  test('goes on with results of tools', async () => {
    api.runs.script = useTools;
    const tools = TOOLS.map(({ name, parameters }) => ({ type: 'function' as const, name, parameters, strict: false }));
    const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'What is the weather where I am?' }];
    let text = '';
    for (let turn = 0; turn < 5 && text === ''; turn++) {
      const response = await client.responses.create({ model: TASK, input, tools });
      input.push(...(response.output as OpenAI.Responses.ResponseInputItem[]));
      for (const item of response.output) {
        if (item.type !== 'function_call') continue;
        const { run } = TOOLS.find(({ name }) => name === item.name)!;
        input.push({
          type: 'function_call_output',
          call_id: item.call_id,
          output: JSON.stringify(run(JSON.parse(item.arguments))),
        });
      }
      if (response.output.every(({ type }) => type !== 'function_call')) text = response.output_text;
    }

    expect(text).toBe('It is 21 degrees in Lisbon.');
    expect(api.runs.requests).toHaveLength(3);
  });

  test('parses what fits a schema', async () => {
    api.runs.script = () => ({ steps: [{ text: '{"number":"17","total":120}' }] });

    const { output_parsed: parsed } = await client.responses.parse({
      model: TASK,
      input: 'Hi',
      text: { format: zodTextFormat(Invoice, 'invoice') },
    });

    expect(parsed).toEqual({ number: '17', total: 120 });
  });
});

describe('models', () => {
  test('are the tasks', async () => {
    const { data } = await client.models.list();

    expect(data.map(({ id }) => id)).toEqual([TASK, OTHER_TASK]);
    expect(data[0]).toMatchObject({ object: 'model', owned_by: 'imprimatur', created: expect.any(Number) });
  });

  test('are had by their names, though those have a slash', async () => {
    expect(await client.models.retrieve(TASK)).toMatchObject({ id: TASK, object: 'model' });
    expect((await api.json(`/v1/models/${TASK}`)).body).toMatchObject({ id: TASK });
  });

  test('any other is none', async () => {
    const error = await client.models.retrieve('gpt-6.1-sol').catch((error: unknown) => error);

    expect(error).toMatchObject({ status: 404, code: 'model_not_found', param: 'model' });
    expect((error as APIError).message).toContain(`\`${TASK}\``);
  });
});

describe('an error', () => {
  /** How often the service was asked. */
  async function asked(what: () => Promise<unknown>): Promise<{ error: APIError; times: number }> {
    let times = 0;
    const counting = new OpenAI({
      baseURL: `${api.url}/v1`,
      apiKey: CUSTOMER_KEY,
      fetch: (...args) => {
        times += 1;
        return fetch(...args);
      },
    });
    client = counting;
    const error = await what().catch((error: unknown) => error);
    expect(error).toBeInstanceOf(APIError);
    return { error: error as APIError, times };
  }

  test('after all tries is not tried again by the client', async () => {
    api.runs.script = () => ({ steps: [{ fail: 'PROVIDER_ERROR' }] });

    for (const stream of [false, true]) {
      const { error, times } = await asked(() =>
        client.chat.completions.create({ model: TASK, messages: MESSAGES, stream }),
      );
      expect([error.status, error.code, error.type, times]).toEqual([502, 'provider_error', 'server_error', 1]);
      expect(error.requestID).toMatch(/\S/);
    }
    expect((await asked(() => client.responses.create({ model: TASK, input: 'Hi' }))).times).toBe(1);
  });

  test('in the middle of a stream is one to the client', async () => {
    api.runs.script = () => ({ steps: [{ text: 'Hal' }, { fail: 'TRUNCATED', message: 'It broke off.' }] });
    const seen: string[] = [];
    const { error } = await asked(async () => {
      const stream = await client.chat.completions.create({ model: TASK, messages: MESSAGES, stream: true });
      for await (const { choices } of stream) seen.push(choices[0]?.delta.content ?? '');
    });

    expect(seen.join('')).toBe('Hal');
    expect([error.code, error.message]).toEqual(['answer_truncated', expect.stringContaining('It broke off.')]);
  });

  test('of a wrong key is one of authentication', async () => {
    const stranger = new OpenAI({ baseURL: `${api.url}/v1`, apiKey: 'imck_nobody-has-this-one' });
    const error = await stranger.chat.completions.create({ model: TASK, messages: MESSAGES }).catch((error) => error);

    expect(error).toBeInstanceOf(OpenAI.AuthenticationError);
    expect(error.code).toBe('invalid_api_key');
  });
});
