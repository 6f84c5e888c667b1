import type { LanguageModelV4Usage, SharedV4ProviderMetadata } from '@ai-sdk/provider';
import type { TokenUsage } from '../../models/index.ts';

/** Fields in which providers count output. A package turns a missing count into 0. */
const OUTPUT_FIELDS = ['completion_tokens', 'output_tokens', 'candidatesTokenCount', 'thoughtsTokenCount'];

/** Token counts and cost reported by a provider. Missing or invalid values are null, never 0. */
export function tokenUsageOf(
  usage: LanguageModelV4Usage | undefined,
  metadata: SharedV4ProviderMetadata | undefined,
): TokenUsage {
  const inputTokens = count(usage?.inputTokens?.total);
  const outputTokens = count(usage?.outputTokens?.total);
  const saysOutput = outputTokens !== 0 || OUTPUT_FIELDS.some((field) => typeof usage?.raw?.[field] === 'number');
  const cacheWriteTokens = within(count(usage?.inputTokens?.cacheWrite), inputTokens);
  return {
    // Every request has input, so 0 means missing.
    inputTokens: inputTokens === 0 ? null : inputTokens,
    cachedInputTokens: within(count(usage?.inputTokens?.cacheRead), inputTokens),
    outputTokens: saysOutput ? outputTokens : null,
    reasoningTokens: within(count(usage?.outputTokens?.reasoning), outputTokens),
    cacheWriteTokens,
    hourCacheWriteTokens: within(hourWrites(usage?.raw), cacheWriteTokens),
    reportedCostMicros: reportedCost(metadata),
  };
}

/** Tokens written into Anthropic's cache for one hour, which its usage lists separately. */
function hourWrites(raw: unknown): number | null {
  const { cache_creation: written } = (raw ?? {}) as {
    cache_creation?: { ephemeral_1h_input_tokens?: unknown } | null;
  };
  return count(written?.ephemeral_1h_input_tokens);
}

/** xAI's unit of cost: one USD has 10,000,000,000 ticks. Source: docs.x.ai, cost tracking. */
const TICKS_PER_MICRO = 10_000;
const MICROS_PER_USD = 1_000_000;

/** Cost reported by xAI or Perplexity, including all discounts and charges. Rounded up to whole micros. */
function reportedCost(metadata: SharedV4ProviderMetadata | undefined): number | null {
  const ticks = metadata?.xai?.costInUsdTicks;
  if (ticks !== undefined) return microsOf(ticks, 1 / TICKS_PER_MICRO);
  const cost = metadata?.perplexity?.cost as { totalCost?: unknown } | null | undefined;
  return microsOf(cost?.totalCost, MICROS_PER_USD);
}

function microsOf(amount: unknown, factor: number): number | null {
  if (typeof amount !== 'number' || !Number.isFinite(amount) || amount < 0) return null;
  // The subtracted 1e-6 exceeds the rounding error of a sum of decimal fractions, so that the error doesn't add a micro.
  const micros = Math.ceil(amount * factor - 1e-6);
  return count(Math.max(0, micros));
}

/** Count from a provider's report. Null for anything but a safe integer of at least 0. */
export function count(value: unknown): number | null {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null;
}

/** Count that is part of another. Null if it is larger than the whole, which is an error of the provider. */
function within(part: number | null, whole: number | null): number | null {
  return part !== null && whole !== null && part > whole ? null : part;
}
