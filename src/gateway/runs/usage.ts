import type { Micros, TokenUsage } from '../../models/index.ts';

export const NO_USAGE: TokenUsage = {
  inputTokens: null,
  cachedInputTokens: null,
  outputTokens: null,
  reasoningTokens: null,
};

/** What a provider said, as far as it can be: beyond this it is no count of a call, and no column of the log has room for it. */
export function plausible(usage: TokenUsage): TokenUsage {
  const { inputTokens, cachedInputTokens, outputTokens, reasoningTokens } = usage;
  if (isCount(inputTokens) && isCount(cachedInputTokens) && isCount(outputTokens) && isCount(reasoningTokens))
    return usage;
  const count = (value: number | null) => (isCount(value) ? value : null);
  return {
    inputTokens: count(inputTokens),
    cachedInputTokens: count(cachedInputTokens),
    outputTokens: count(outputTokens),
    reasoningTokens: count(reasoningTokens),
  };
}

const MOST_TOKENS = 2_000_000_000;

const isCount = (value: number | null) =>
  value === null || (Number.isSafeInteger(value) && value >= 0 && value <= MOST_TOKENS);

/** What a try or a run took, as far as it is known. */
export interface Cost {
  readonly usage: TokenUsage;
  /** Pictures that came; left out of texts. */
  readonly images?: number | null;
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
    images: known(({ images }) => images ?? null),
    costMicros: all(({ costMicros }) => costMicros),
    chargedMicros: all(({ chargedMicros }) => chargedMicros),
    isEstimated: costs.some(({ isEstimated }) => isEstimated),
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
