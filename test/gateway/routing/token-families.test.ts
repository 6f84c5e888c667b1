import { describe, expect, test } from 'vitest';
import { countedInput, inputTokensAtMost } from '../../../src/gateway/routing/token-families.ts';
import { ProviderName } from '../../../src/models/index.ts';
import { countTexts } from '../../../src/platform/tokens/index.ts';
import { MEASURED } from '../../support/tokens/measured.ts';
import { TEXTS } from '../../support/tokens/texts.ts';

/** The vendor's own figure for how many more tokens its newer tokenizers count. */
const NEWER_CLAUDE = 1.35;

describe.each(TEXTS)('%s', (name, text) => {
  const atMost = async (provider: ProviderName) =>
    inputTokensAtMost(provider, { ...countedInput(await countTexts([text])), needsTools: false });
  const measured = MEASURED[name]!;

  test.each(['google', 'mistral', 'deepseek', 'perplexity'] as const)(
    '%s counts no more than the bound',
    async (provider) => {
      expect(await atMost(provider)).toBeGreaterThanOrEqual(measured[provider]);
    },
  );

  test('Claude counts no more than the bound, with room for its newer tokenizers', async () => {
    expect(await atMost('anthropic')).toBeGreaterThanOrEqual(measured.anthropic * NEWER_CLAUDE);
  });

  test('what nothing is published of has the bound of the others', async () => {
    const others = await Promise.all((['google', 'mistral', 'deepseek', 'perplexity'] as const).map(atMost));

    expect(await atMost('xai')).toBeGreaterThanOrEqual(Math.max(...others));
  });

  test("OpenAI's bound is the count itself", async () => {
    expect(await atMost('openai')).toBe((await countTexts([text])).tokens);
  });
});

test('a record from before counts were exact keeps its number for every provider', () => {
  for (const provider of Object.values(ProviderName)) {
    expect(inputTokensAtMost(provider, { inputTokens: 1_000, needsTools: true })).toBe(1_000);
  }
});
