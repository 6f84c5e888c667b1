import { describe, expect, test } from 'vitest';
import type { CalledProvider } from '../../src/providers/calls/packages.ts';
import type { Json } from '../support/api.ts';
import { calling, streamed, textOf } from '../support/providers/calling.ts';
import { FakeProvider } from '../support/providers/fake-provider.ts';
import { json, sse } from '../support/providers/protocols.ts';

const head = { id: 'chatcmpl-1', created: 1_790_000_000, model: 'answering-model', object: 'chat.completion.chunk' };
const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };
const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const chunk = (delta: Json, finish: string | null = null) =>
  data({ ...head, choices: [{ index: 0, delta, finish_reason: finish }] });
const piece = (call: Json) => chunk({ role: 'assistant', tool_calls: [call] });
const ending = (finish: string) => [chunk({}, finish), data({ ...head, choices: [], usage }), 'data: [DONE]\n\n'];
const call = (more: Json = {}, of: Json = {}) => ({
  index: 0,
  id: 'call_1',
  type: 'function',
  function: { name: 'look_up', arguments: '{"of":"it"}', ...of },
  ...more,
});
const without = (member: string, value: Json) => {
  const { [member]: _, ...rest } = value;
  return rest;
};

/** Providers whose packages speak the chat dialect and take tools. */
const WITH_TOOLS: readonly CalledProvider[] = ['openai', 'deepseek', 'mistral', 'own'];

const CALLS: Readonly<Record<string, { pieces: Json[]; calls: Json[] }>> = {
  'as documented': { pieces: [call()], calls: [{ input: '{"of":"it"}' }] },
  'no index': {
    pieces: [without('index', call({}, { arguments: '{"of":' })), { function: { arguments: '"it"}' } }],
    calls: [{ input: '{"of":"it"}' }],
  },
  'no index, two calls': {
    pieces: [without('index', call()), without('index', call({ id: 'call_2' }, { arguments: '{"of":"more"}' }))],
    calls: [
      { toolCallId: 'call_1', input: '{"of":"it"}' },
      { toolCallId: 'call_2', input: '{"of":"more"}' },
    ],
  },
  'no index, and id and name in every piece': {
    pieces: [without('index', call({}, { arguments: '{"of":' })), without('index', call({}, { arguments: '"it"}' }))],
    calls: [{ toolCallId: 'call_1', input: '{"of":"it"}' }],
  },
  'no id': { pieces: [without('id', call())], calls: [{ toolCallId: expect.stringMatching(/./) }] },
  'an empty id': { pieces: [call({ id: '' })], calls: [{ toolCallId: expect.stringMatching(/./) }] },
  'an empty type': { pieces: [call({ type: '' })], calls: [{ input: '{"of":"it"}' }] },
  'no arguments': { pieces: [call({ function: { name: 'look_up' } })], calls: [{ input: '' }] },
  'arguments: null': { pieces: [call({}, { arguments: null })], calls: [{ input: '' }] },
  'arguments: ""': { pieces: [call({}, { arguments: '' })], calls: [{ input: '' }] },
  'arguments that are an object': {
    pieces: [call({}, { arguments: { of: 'it' } })],
    calls: [{ input: '{"of":"it"}' }],
  },
  'a piece without a function': { pieces: [call(), { index: 0 }], calls: [{ input: '{"of":"it"}' }] },
};

describe.each(WITH_TOOLS)('a server that speaks like %s, streaming', (provider) => {
  test.each(Object.entries(CALLS))('tool calls: %s', async (_, { pieces, calls }) => {
    const fake = await FakeProvider.start(() => sse([...pieces.map(piece), ...ending('tool_calls')]));
    const { calls: provided, of } = calling(provider, fake);

    const { parts, failure } = await streamed(provided, of());

    expect(failure).toBeNull();
    expect(parts.filter(({ type }) => type === 'tool-call')).toMatchObject(
      calls.map((one) => ({ toolName: 'look_up', ...one })),
    );
    expect(parts.at(-1)).toMatchObject({ usage: { inputTokens: { total: 11 } } });
  });
});

describe.each(['openai', 'deepseek', 'mistral', 'perplexity', 'own'] as const)(
  'a server that speaks like %s',
  (provider) => {
    test.each([
      ['role: ""', [chunk({ role: '', content: 'Hello' }), ...ending('stop')]],
      [
        'a refusal that is no text',
        [chunk({ role: 'assistant', content: 'Hello', refusal: false }), ...ending('stop')],
      ],
      [
        'a choice without an index',
        [data({ ...head, choices: [{ delta: { role: 'assistant', content: 'Hello' } }] }), ...ending('stop')],
      ],
      [
        'a count without choices',
        [
          chunk({ role: 'assistant', content: 'Hello' }),
          chunk({}, 'stop'),
          data({ ...head, usage }),
          'data: [DONE]\n\n',
        ],
      ],
    ] as const)('streams %s', async (_, events) => {
      // Cut anywhere, in the middle of a line and of a character.
      const bytes = Buffer.from(events.join('').replace('Hello', 'Hellö'));
      const middle = Math.min(bytes.indexOf('ö') + 1, bytes.length);
      const fake = await FakeProvider.start(() => ({
        ...sse([]),
        chunks: [bytes.subarray(0, middle), bytes.subarray(middle)],
      }));
      const { calls, of } = calling(provider, fake);

      const { parts, failure } = await streamed(calls, of());

      expect(failure).toBeNull();
      expect(textOf(parts)).toBe('Hellö');
      expect(parts.at(-1)).toMatchObject({ usage: { outputTokens: { total: 7 } } });
    });

    test('an error in the middle of a stream is still one', async () => {
      const fake = await FakeProvider.start(() =>
        sse([
          chunk({ role: 'assistant', content: 'Hello' }),
          data({ error: { message: 'Overloaded', type: 'server_error' } }),
        ]),
      );
      const { calls, of } = calling(provider, fake);

      const { failure } = await streamed(calls, of());

      expect(failure).not.toBeNull();
    });
  },
);

describe.each(WITH_TOOLS)('a whole answer of a server that speaks like %s', (provider) => {
  const answered = (message: Json, choice: Json = { index: 0 }) =>
    json({ ...head, object: 'chat.completion', choices: [{ ...choice, message, finish_reason: 'tool_calls' }], usage });
  const calledWith = (one: Json) => answered({ role: 'assistant', content: '', tool_calls: [without('index', one)] });

  test.each([
    ['no arguments', calledWith(call({ function: { name: 'look_up' } })), { input: '{}' }],
    ['arguments: null', calledWith(call({}, { arguments: null })), { input: '{}' }],
    ['arguments that are an object', calledWith(call({}, { arguments: { of: 'it' } })), { input: '{"of":"it"}' }],
    ['no type', calledWith(without('type', call())), { input: '{"of":"it"}' }],
    ['no id', calledWith(without('id', call())), { toolCallId: expect.stringMatching(/./) }],
    ['an empty id', calledWith(call({ id: '' })), { toolCallId: expect.stringMatching(/./) }],
    ['role: ""', answered({ role: '', content: '', tool_calls: [call()] }), { toolCallId: 'call_1' }],
    [
      'a choice without an index',
      answered({ role: 'assistant', content: '', tool_calls: [call()] }, {}),
      { toolCallId: 'call_1' },
    ],
  ] as const)('with %s', async (_, reply, expected) => {
    const fake = await FakeProvider.start(() => reply);
    const { calls, of } = calling(provider, fake);

    const { content } = await calls.call(of());

    expect(content).toMatchObject([{ type: 'tool-call', toolName: 'look_up', ...expected }]);
  });
});

test('a server that only speaks like OpenAI is sent instructions as `system`', async () => {
  const fake = await FakeProvider.start(() => json({}, 500));
  const prompt = [
    { role: 'system' as const, content: 'Be brief.' },
    { role: 'user' as const, content: [{ type: 'text' as const, text: 'Hi' }] },
  ];
  const { calls, of } = calling('openai', fake);
  const deployment = { ...of().deployment, model: 'gpt-6-luna' };

  await calls.call(of({ deployment, options: { prompt } })).catch(() => {});

  expect(fake.asked[0]!.body.messages[0].role).toBe('system');
});

test('the provider itself is read by its word', async () => {
  const fake = await FakeProvider.start(() => sse([chunk({ role: '', content: 'Hello' }), ...ending('stop')]));
  const { calls, of } = calling('openai', fake, { isBaseUrlGiven: false });

  const { failure } = await streamed(calls, of());

  expect(failure).toMatchObject({ failure: 'GARBAGE' });
});
