import type { LanguageModelV4Usage } from '@ai-sdk/provider';
import type { Micros, TokenUsage } from '../../models/index.ts';

export const NO_USAGE: TokenUsage = {
  inputTokens: null,
  cachedInputTokens: null,
  outputTokens: null,
  reasoningTokens: null,
};

/** What the SDK says was counted, in our words. What is no count at all, as NaN or a negative number, was not said. */
export function usageOf({ inputTokens, outputTokens }: LanguageModelV4Usage): TokenUsage {
  return {
    inputTokens: countOf(inputTokens?.total),
    cachedInputTokens: countOf(inputTokens?.cacheRead),
    outputTokens: countOf(outputTokens?.total),
    reasoningTokens: countOf(outputTokens?.reasoning),
  };
}

/** No call has more; the columns of the log do not either. */
const MOST_TOKENS = 2_000_000_000;

function countOf(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= MOST_TOKENS ? Math.round(value) : null;
}

/** What a try or a run took, as far as it is known. */
export interface Cost {
  readonly usage: TokenUsage;
  /** At the provider, whoever pays there; null where nobody knows. */
  readonly costMicros: Micros | null;
  /** Of that, what the account is charged. */
  readonly chargedMicros: Micros | null;
  /** Whether any of it is our own count. */
  readonly isEstimated: boolean;
}

/** A try that took nothing at all: nobody heard it, or it was turned away. */
export const FREE: Cost = { usage: NO_USAGE, costMicros: 0, chargedMicros: 0, isEstimated: false };

/** All tries of a run together. A count that only some of them have is that of those; a cost that one lacks is not known. */
export function sumOf(costs: readonly Cost[]): Cost {
  if (costs.length === 1) return costs[0]!;
  const known = (of: (cost: Cost) => number | null) => {
    const values = costs.map(of).filter((value) => value !== null);
    return values.length === 0 ? null : sum(values);
  };
  const all = (of: (cost: Cost) => number | null) => {
    const values = costs.map(of);
    return values.includes(null) ? null : sum(values as number[]);
  };
  return {
    usage: {
      inputTokens: known(({ usage }) => usage.inputTokens),
      cachedInputTokens: known(({ usage }) => usage.cachedInputTokens),
      outputTokens: known(({ usage }) => usage.outputTokens),
      reasoningTokens: known(({ usage }) => usage.reasoningTokens),
    },
    costMicros: all(({ costMicros }) => costMicros),
    chargedMicros: all(({ chargedMicros }) => chargedMicros),
    isEstimated: costs.some(({ isEstimated }) => isEstimated),
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
