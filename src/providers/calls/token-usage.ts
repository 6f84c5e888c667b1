import type { LanguageModelV4Usage } from '@ai-sdk/provider';
import type { TokenUsage } from '../../models/index.ts';

/** In which fields providers count what came out: a package makes 0 of one that is missing. */
const OUTPUT_FIELDS = ['completion_tokens', 'output_tokens', 'candidatesTokenCount', 'thoughtsTokenCount'];

/** What a provider counted. What it did not say, and what cannot be a count, is null: never 0. */
export function tokenUsageOf(usage: LanguageModelV4Usage | undefined): TokenUsage {
  const inputTokens = count(usage?.inputTokens?.total);
  const outputTokens = count(usage?.outputTokens?.total);
  const saysOutput = outputTokens !== 0 || OUTPUT_FIELDS.some((field) => typeof usage?.raw?.[field] === 'number');
  return {
    // There is no request without input.
    inputTokens: inputTokens === 0 ? null : inputTokens,
    cachedInputTokens: within(count(usage?.inputTokens?.cacheRead), inputTokens),
    outputTokens: saysOutput ? outputTokens : null,
    reasoningTokens: within(count(usage?.outputTokens?.reasoning), outputTokens),
  };
}

function count(value: unknown): number | null {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null;
}

/** A part that is more than the whole is no count of it. */
function within(part: number | null, whole: number | null): number | null {
  return part !== null && whole !== null && part > whole ? null : part;
}
