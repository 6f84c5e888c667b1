import { expect, test } from 'vitest';
import type { ProviderName } from '../../../src/models/index.ts';
import { fitted, type ModelRequest, withBreakpoint } from '../../../src/providers/index.ts';
import { deployment } from '../../support/providers/calling.ts';

const system = (content: string, lifetime: '5m' | '1h' | null = null) =>
  withBreakpoint({ role: 'system' as const, content }, lifetime);
const user = (text: string, lifetime: '5m' | '1h' | null = null) => ({
  role: 'user' as const,
  content: [withBreakpoint({ type: 'text' as const, text }, lifetime)],
});

const request = (prompt: ModelRequest['prompt'], cacheKey: string | null = null): ModelRequest => ({
  prompt,
  maxOutputTokens: 100,
  temperature: null,
  topP: null,
  frequencyPenalty: null,
  presencePenalty: null,
  seed: null,
  stopSequences: [],
  reasoningEffort: null,
  verbosity: null,
  tools: [],
  toolChoice: null,
  isOneToolAtATime: false,
  format: null,
  cacheKey,
});
const sent = (provider: ProviderName, model: string, asked: ModelRequest) =>
  fitted(asked, deployment(provider, { model }));

test('an hour after five minutes becomes five minutes, with a warning', () => {
  const prompt = [system('a', '1h'), user('b', '5m'), { role: 'assistant' as const, content: [] }, user('c', '1h')];
  const { options, warnings } = sent('anthropic', 'claude-opus-5-5', request(prompt.toSpliced(2, 1)));

  expect(JSON.stringify(options.prompt).match(/"cacheControl":\{[^}]*\}/g)).toEqual([
    '"cacheControl":{"type":"ephemeral","ttl":"1h"}',
    '"cacheControl":{"type":"ephemeral"}',
    '"cacheControl":{"type":"ephemeral"}',
  ]);
  expect(warnings).toEqual([expect.stringContaining('1 hour was sent with 5 minutes')]);
});

test('texts that are joined stay apart at a breakpoint', () => {
  const { options } = sent('anthropic', 'claude-opus-5-5', request([user('a', '5m'), user('b')]));

  expect(options.prompt).toMatchObject([{ content: [{ text: 'a' }, { text: '\n\nb' }] }]);
});

test('OpenAI’s newer models get breakpoints and a key, older ones the key alone', () => {
  const asked = request([system('a', '5m'), user('b', '5m')], 'key');
  const newer = sent('openai', 'gpt-6-luna', asked).options;
  const older = sent('openai', 'gpt-4.1', asked).options;

  expect(JSON.stringify(newer.prompt).match(/"promptCacheBreakpoint":\{"mode":"explicit"\}/g)).toHaveLength(2);
  expect(JSON.stringify(older.prompt)).not.toMatch(/reakpoint/);
  for (const { providerOptions } of [newer, older]) expect(providerOptions?.openai?.promptCacheKey).toBe('key');
});

test.each([
  ['mistral', 'mistral-large-2512', 'key', []],
  ['xai', 'grok-4.20-reasoning', 'key', []],
  ['google', 'gemini-3.8-flash', undefined, []],
  ['deepseek', 'deepseek-v4-pro', undefined, []],
  ['perplexity', 'sonar-pro', undefined, ['prompt_cache_key', 'cache_control']],
  ['own', 'any', undefined, ['prompt_cache_key', 'cache_control']],
] as const)('%s gets no breakpoints, and a key where it takes one', (provider, model, key, leftOut) => {
  const { options, warnings } = sent(provider, model, request([system('a', '1h'), user('b', '5m')], 'key'));

  expect(JSON.stringify(options.prompt)).not.toMatch(/reakpoint|cacheControl/);
  expect(options.providerOptions?.[provider]?.promptCacheKey).toBe(key);
  expect(warnings).toEqual(leftOut.map((name) => expect.stringMatching(new RegExp(`^${name} was left out`))));
});
