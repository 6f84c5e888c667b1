import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import {
  APICallError,
  generateObject,
  generateText,
  jsonSchema,
  type LanguageModel,
  stepCountIs,
  streamText,
  tool,
} from 'ai';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CUSTOMER_KEY, startV1, TASK, type V1 } from './support.ts';
import { TOOLS, useTools } from './tool-loop.ts';

const api: V1 = await startV1();
const base = { baseURL: `${api.url}/v1`, apiKey: CUSTOMER_KEY };
const openai = createOpenAI(base);
const compatible = createOpenAICompatible({
  ...base,
  name: 'imprimatur',
  includeUsage: true,
  supportsStructuredOutputs: true,
});
afterAll(() => api.stop());
beforeEach(() => {
  api.runs.requests.length = 0;
  api.runs.script = () => ({ steps: [{ text: 'Hello' }, { text: ' there' }] });
});

/** Nothing is kept here, so the client has to send what was said itself. */
const providerOptions = { openai: { store: false } };
const tools = Object.fromEntries(
  TOOLS.map(({ name, parameters, run }) => [
    name,
    tool({
      description: name,
      inputSchema: jsonSchema(parameters as object),
      execute: async (input: unknown) => run(input as object),
    }),
  ]),
);

const MODELS: [string, (name: string) => LanguageModel][] = [
  ['openai.chat', openai.chat],
  ['openai.responses', openai.responses],
  ['openai-compatible', compatible],
];

describe.each(MODELS)('%s of the AI SDK', (_, named) => {
  const model = named(TASK);

  test('gets a text with what it took', async () => {
    const { text, usage, finishReason, response } = await generateText({ model, prompt: 'Hi', providerOptions });

    expect([text, finishReason]).toEqual(['Hello there', 'stop']);
    expect(usage).toMatchObject({ inputTokens: 11, outputTokens: 7, totalTokens: 18 });
    expect(response.modelId).toBe('gpt-6-luna');
  });

  test('gets it as a stream', async () => {
    const result = streamText({ model, prompt: 'Hi', providerOptions });
    const pieces = [];
    for await (const piece of result.textStream) pieces.push(piece);

    expect(pieces).toEqual(['Hello', ' there']);
    expect(await result.finishReason).toBe('stop');
    expect(await result.usage).toMatchObject({ inputTokens: 11, outputTokens: 7 });
  });

  test('goes on with two tools until it knows', async () => {
    api.runs.script = useTools;

    const { text, steps } = await generateText({
      model,
      tools,
      stopWhen: stepCountIs(5),
      prompt: 'What is the weather where I am?',
      providerOptions,
    });

    expect(text).toBe('It is 21 degrees in Lisbon.');
    expect(steps.map(({ finishReason }) => finishReason)).toEqual(['tool-calls', 'tool-calls', 'stop']);
    expect(api.runs.requests.map(({ tools }) => tools.map(({ name }) => name))).toEqual(
      Array.from({ length: 3 }, () => ['locate', 'measure']),
    );
  });

  test('does so in a stream as well', async () => {
    api.runs.script = useTools;

    const result = streamText({
      model,
      tools,
      stopWhen: stepCountIs(5),
      prompt: 'What is the weather where I am?',
      providerOptions,
    });

    await result.consumeStream();
    expect(await result.text).toBe('It is 21 degrees in Lisbon.');
    expect(api.runs.requests).toHaveLength(3);
  });

  test('gets an object that fits a schema', async () => {
    api.runs.script = () => ({ steps: [{ text: '{"number":"17"}' }] });
    const schema = jsonSchema<{ number: string }>({
      type: 'object',
      properties: { number: { type: 'string' } },
      required: ['number'],
      additionalProperties: false,
    });

    const { object } = await generateObject({ model, schema, prompt: 'Hi', providerOptions });

    expect(object).toEqual({ number: '17' });
    expect(api.runs.requests[0]!.json?.schema).toMatchObject({ required: ['number'] });
  });

  test('learns that a stream broke off', async () => {
    api.runs.script = () => ({ steps: [{ text: 'Hal' }, { fail: 'TRUNCATED', message: 'It broke off.' }] });
    const errors: unknown[] = [];
    const result = streamText({
      model,
      prompt: 'Hi',
      providerOptions,
      onError: ({ error }) => void errors.push(error),
    });
    await result.consumeStream();

    expect(errors).toHaveLength(1);
    expect(await result.finishReason).toBe('error');
  });

  test('is told which tasks there are', async () => {
    const other = named('gpt-6');
    const error = await generateText({ model: other, prompt: 'Hi', providerOptions }).catch((error: unknown) => error);

    expect(error).toBeInstanceOf(APICallError);
    expect(error).toMatchObject({ statusCode: 404, message: expect.stringContaining(TASK) });
  });
});

test('sources of a provider are sources', async () => {
  api.runs.script = () => ({
    steps: [{ text: 'So says the law.' }, { citation: { url: 'https://law.example/1', title: 'Law' } }],
  });
  const source = expect.objectContaining({ sourceType: 'url', url: 'https://law.example/1', title: 'Law' });

  for (const model of [openai.chat(TASK), openai.responses(TASK)]) {
    expect((await generateText({ model, prompt: 'Hi', providerOptions })).sources).toEqual([source]);
    const streamed = streamText({ model, prompt: 'Hi', providerOptions });
    await streamed.consumeStream();
    expect(await streamed.sources).toEqual([source]);
  }
});

test('what was thought on the way is told apart from what was said', async () => {
  api.runs.script = () => ({ steps: [{ reasoning: 'Hm.' }, { text: 'Yes.' }] });

  for (const model of [compatible(TASK), openai.responses(TASK)]) {
    const whole = await generateText({ model, prompt: 'Hi', providerOptions });
    const streamed = streamText({ model, prompt: 'Hi', providerOptions });
    await streamed.consumeStream();

    expect([whole.reasoningText, whole.text]).toEqual(['Hm.', 'Yes.']);
    expect([await streamed.reasoningText, await streamed.text]).toEqual(['Hm.', 'Yes.']);
  }
});

test('a reference to what is not kept is refused with what to do', async () => {
  const error = await generateText({
    model: openai.responses(TASK),
    messages: [
      { role: 'user', content: 'Hi' },
      {
        role: 'assistant',
        content: [{ type: 'text', text: 'Hello', providerOptions: { openai: { itemId: 'msg_1' } } }],
      },
      { role: 'user', content: 'And now?' },
    ],
  }).catch((error: unknown) => error);

  expect(error).toMatchObject({ statusCode: 400, message: expect.stringContaining('store: false') });
});

beforeAll(() => {
  // It warns of what it leaves out of requests.
  (globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;
});
