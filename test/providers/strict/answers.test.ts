import type { JSONSchema7, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { describe, expect, test } from 'vitest';
import type { CalledProvider } from '../../../src/providers/calls/packages.ts';
import type { Answer } from '../../support/providers/answers/index.ts';
import { calling, deployment, streamed, textOf } from '../../support/providers/calling.ts';
import { FakeProvider } from '../../support/providers/fake-provider.ts';
import { json, PROTOCOLS, sse } from '../../support/providers/protocols.ts';
import { answering } from '../../support/providers/stand-ins.ts';

// What the stand-ins say, as the packages that call the real providers read it.

const MODELS: Readonly<Record<CalledProvider, string>> = {
  openai: 'gpt-6-luna',
  anthropic: 'claude-sonnet-5-5',
  deepseek: 'deepseek-v4-flash',
  mistral: 'mistral-large-2512',
  xai: 'grok-4.20-reasoning',
  google: 'gemini-3.5-flash',
  perplexity: 'sonar-pro',
  own: 'gpt-oss:20b',
};
const ALL = Object.keys(MODELS) as CalledProvider[];
const WITH_TOOLS = ALL.filter((provider) => provider !== 'perplexity');

const user = (text: string): LanguageModelV4CallOptions['prompt'][number] => ({
  role: 'user',
  content: [{ type: 'text', text }],
});
const CITY = {
  type: 'object' as const,
  properties: { city: { type: 'string' as const } },
  required: ['city'],
  additionalProperties: false,
} satisfies JSONSchema7;
const WEATHER = {
  type: 'function' as const,
  name: 'weather',
  description: 'Weather of a city.',
  inputSchema: CITY,
};

/** One answer, whole and streamed: the contents of the first, and the parts of the second. */
async function both(
  provider: CalledProvider,
  given: Answer | 'AS_ASKED',
  options: Partial<LanguageModelV4CallOptions> = {},
) {
  const { answer, events } = PROTOCOLS[provider];
  const fake = await FakeProvider.start((asked) => {
    if (given === 'AS_ASKED') return answering(provider, asked);
    const isStreamed = asked.body.stream === true || asked.path.includes('alt=sse');
    return isStreamed ? sse(events(given)) : json(answer(given));
  });
  const { calls, of } = calling(provider, fake);
  const call = of({
    deployment: deployment(provider, { model: MODELS[provider] }),
    options: { prompt: [user('Hi')], maxOutputTokens: 2_000, ...options },
  });
  const whole = await calls.call(call);
  const { parts, failure } = await streamed(calls, call);
  expect(failure).toBeNull();
  return { whole, parts };
}

const callsIn = (parts: readonly { type: string }[]) =>
  parts.filter(({ type }) => type === 'tool-call') as Extract<LanguageModelV4StreamPart, { type: 'tool-call' }>[];
const joined = (parts: readonly LanguageModelV4StreamPart[], type: 'reasoning-delta') =>
  parts.map((part) => (part.type === type ? part.delta : '')).join('');

describe.each(WITH_TOOLS)('calls of tools by %s', (provider) => {
  test('are read, whole and in parts', async () => {
    const given: Answer = {
      calls: [
        { name: 'weather', arguments: { city: 'Köln' } },
        { name: 'weather', arguments: { city: '東京' } },
      ],
    };

    const { whole, parts } = await both(provider, given, { tools: [WEATHER] });

    for (const calls of [callsIn(whole.content), callsIn(parts)]) {
      expect(calls.map(({ toolName, input }) => [toolName, JSON.parse(input)])).toEqual([
        ['weather', { city: 'Köln' }],
        ['weather', { city: '東京' }],
      ]);
      expect(new Set(calls.map(({ toolCallId }) => toolCallId)).size).toBe(2);
    }
    expect(whole.finishReason).toBe('tool-calls');
  });

  test('come where the user names a tool, and not without', async () => {
    const prompt = [user('What does weather say of Bonn?')];

    const { whole, parts } = await both(provider, 'AS_ASKED', { prompt, tools: [WEATHER] });
    const plain = await both(provider, 'AS_ASKED', { tools: [WEATHER] });

    for (const [call] of [callsIn(whole.content), callsIn(parts)]) {
      expect(call!.toolName).toBe('weather');
      expect(JSON.parse(call!.input)).toEqual({ city: expect.any(String) });
    }
    expect(callsIn(plain.whole.content)).toEqual([]);
  });
});

describe.each(ALL)('what %s says', (provider) => {
  test('is prose where nothing else was asked for, with a usage', async () => {
    const { whole, parts } = await both(provider, 'AS_ASKED');

    const text = textOf(parts);
    expect(text).toMatch(/^Good day\. .*\.$/);
    expect(whole.content).toContainEqual(expect.objectContaining({ type: 'text', text }));
    expect(whole.usage!.inputTokens).toBeGreaterThan(5);
    expect(whole.usage!.outputTokens).toBeGreaterThan(10);
    expect(parts.at(-1)).toMatchObject({
      type: 'finish',
      usage: { inputTokens: { total: expect.any(Number) }, outputTokens: { total: whole.usage!.outputTokens } },
    });
  });

  test('can be cut at the limit', async () => {
    const { whole, parts } = await both(provider, { text: 'Half of a', ending: 'LENGTH' });

    // xAI's package reads no reason in a whole answer.
    expect(whole.finishReason).toBe(provider === 'xai' ? 'other' : 'length');
    expect(parts.at(-1)).toMatchObject({ finishReason: { unified: 'length' } });
  });
});

test.each(['openai', 'anthropic', 'google', 'mistral', 'xai', 'perplexity', 'own'] as const)(
  '%s keeps to a schema',
  async (provider) => {
    const responseFormat = { type: 'json', schema: CITY, name: 'city' } as const;

    const { whole, parts } = await both(provider, 'AS_ASKED', { prompt: [user('As JSON: Bonn')], responseFormat });

    const [said] = whole.content.filter(({ type }) => type === 'text') as { text: string }[];
    for (const text of [said?.text ?? callsIn(whole.content)[0]!.input, textOf(parts)].filter((one) => one !== '')) {
      expect(JSON.parse(text)).toEqual({ city: expect.any(String) });
    }
  },
);

test.each(['anthropic', 'deepseek', 'google', 'mistral', 'xai', 'own'] as const)(
  '%s thinks before it speaks',
  async (provider) => {
    const { whole, parts } = await both(provider, { reasoning: 'The file says it.', text: ['The ', 'fourth.'] });

    expect(whole.content[0]).toMatchObject({ type: 'reasoning', text: 'The file says it.' });
    expect(joined(parts, 'reasoning-delta')).toBe('The file says it.');
    expect(textOf(parts)).toBe('The fourth.');
  },
);

test('thoughts of Anthropic are signed, and the first call of Google is', async () => {
  const anthropic = await both('anthropic', { reasoning: 'Hm.', text: 'Yes.' });
  const google = await both(
    'google',
    { calls: [{ name: 'weather', arguments: { city: 'Bonn' } }] },
    { tools: [WEATHER] },
  );

  expect(anthropic.whole.content[0]).toMatchObject({
    providerMetadata: { anthropic: { signature: expect.any(String) } },
  });
  expect(callsIn(google.parts)[0]).toMatchObject({
    providerMetadata: { google: { thoughtSignature: expect.any(String) } },
  });
});

test.each(['openai', 'anthropic', 'google', 'xai'] as const)('%s may decline', async (provider) => {
  const { whole } = await both(provider, { refusal: 'I cannot help with that.' });

  expect(['content-filter', 'stop', 'refusal', 'other']).toContain(whole.finishReason);
});

test.each([
  ['openai', { input: 100, cachedInput: 60, output: 30, reasoning: 20 }],
  ['anthropic', { input: 100, cachedInput: 60, cacheWrite: 30, output: 30 }],
  ['deepseek', { input: 100, cachedInput: 60, output: 30, reasoning: 20 }],
  ['mistral', { input: 100, cachedInput: 60, output: 30 }],
  ['xai', { input: 100, cachedInput: 60, output: 30, reasoning: 20 }],
  ['google', { input: 100, cachedInput: 60, output: 30, reasoning: 20 }],
  ['own', { input: 100, cachedInput: 60, output: 30 }],
] as const)('%s counts what was cached and thought', async (provider, usage) => {
  const { parts } = await both(provider, { text: 'Yes.', usage });

  const { cachedInput, output, ...more } = usage;
  expect(parts.at(-1)).toMatchObject({
    usage: {
      inputTokens: { total: 100, cacheRead: cachedInput, ...('cacheWrite' in more && { cacheWrite: more.cacheWrite }) },
      outputTokens: { total: output, ...('reasoning' in more && { reasoning: more.reasoning }) },
    },
  });
});

test('Perplexity names its sources', async () => {
  const { whole, parts } = await both('perplexity', 'AS_ASKED');

  const source = expect.objectContaining({ type: 'source', url: 'https://example.org/law' });
  expect(whole.content).toContainEqual(source);
  expect(parts).toContainEqual(source);
});
