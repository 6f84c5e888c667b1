import type { LanguageModelV4Usage, SharedV4ProviderMetadata } from '@ai-sdk/provider';
import type { TokenUsage } from '../../models/index.ts';

/** In which fields providers count what came out: a package makes 0 of one that is missing. */
const OUTPUT_FIELDS = ['completion_tokens', 'output_tokens', 'candidatesTokenCount', 'thoughtsTokenCount'];

/** What a provider counted and said that it cost. What it did not say, and what cannot be a count, is null: never 0. */
export function tokenUsageOf(
  usage: LanguageModelV4Usage | undefined,
  metadata: SharedV4ProviderMetadata | undefined,
): TokenUsage {
  const inputTokens = count(usage?.inputTokens?.total);
  const outputTokens = count(usage?.outputTokens?.total);
  const saysOutput = outputTokens !== 0 || OUTPUT_FIELDS.some((field) => typeof usage?.raw?.[field] === 'number');
  const cacheWriteTokens = within(count(usage?.inputTokens?.cacheWrite), inputTokens);
  return {
    // There is no request without input.
    inputTokens: inputTokens === 0 ? null : inputTokens,
    cachedInputTokens: within(count(usage?.inputTokens?.cacheRead), inputTokens),
    outputTokens: saysOutput ? outputTokens : null,
    reasoningTokens: within(count(usage?.outputTokens?.reasoning), outputTokens),
    cacheWriteTokens,
    hourCacheWriteTokens: within(hourWrites(usage?.raw), cacheWriteTokens),
    reportedCostMicros: reportedCost(metadata),
  };
}

/** Anthropic counts the entries that it keeps for an hour apart. */
function hourWrites(raw: unknown): number | null {
  const { cache_creation: written } = (raw ?? {}) as {
    cache_creation?: { ephemeral_1h_input_tokens?: unknown } | null;
  };
  return count(written?.ephemeral_1h_input_tokens);
}

/** docs.x.ai, cost tracking: a USD has 10,000,000,000 ticks. */
const TICKS_PER_MICRO = 10_000;
const MICROS_PER_USD = 1_000_000;

/** xAI and Perplexity say what a call cost, with all discounts and charges in it. Rounded up to whole micros. */
function reportedCost(metadata: SharedV4ProviderMetadata | undefined): number | null {
  const ticks = metadata?.xai?.costInUsdTicks;
  if (ticks !== undefined) return microsOf(ticks, 1 / TICKS_PER_MICRO);
  const cost = metadata?.perplexity?.cost as { totalCost?: unknown } | null | undefined;
  return microsOf(cost?.totalCost, MICROS_PER_USD);
}

function microsOf(amount: unknown, factor: number): number | null {
  if (typeof amount !== 'number' || !Number.isFinite(amount) || amount < 0) return null;
  // A sum of decimal fractions is off by less than this.
  const micros = Math.ceil(amount * factor - 1e-6);
  return count(Math.max(0, micros));
}

/** Null for anything but a whole number that JSON and columns hold exactly. */
export function count(value: unknown): number | null {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null;
}

/** A part that is more than the whole is no count of it. */
function within(part: number | null, whole: number | null): number | null {
  return part !== null && whole !== null && part > whole ? null : part;
}
