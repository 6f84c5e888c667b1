import type { Micros, TokenUsage } from '../../models/index.ts';

export const NO_USAGE: TokenUsage = {
  inputTokens: null,
  cachedInputTokens: null,
  outputTokens: null,
  reasoningTokens: null,
};

/** What a provider said, as far as it can be: beyond this it is no count of a call, and no column of the log has room for it. */
export function plausible(usage: TokenUsage): TokenUsage {
  const { inputTokens, cachedInputTokens, outputTokens, reasoningTokens, cacheWriteTokens = null } = usage;
  if ([inputTokens, cachedInputTokens, outputTokens, reasoningTokens, cacheWriteTokens].every(isCount)) return usage;
  const count = (value: number | null) => (isCount(value) ? value : null);
  return {
    ...usage,
    inputTokens: count(inputTokens),
    cachedInputTokens: count(cachedInputTokens),
    outputTokens: count(outputTokens),
    reasoningTokens: count(reasoningTokens),
    cacheWriteTokens: count(cacheWriteTokens),
  };
}

const MOST_TOKENS = 2_000_000_000;

const isCount = (value: number | null) =>
  value === null || (Number.isSafeInteger(value) && value >= 0 && value <= MOST_TOKENS);

/** Where a cost comes from, the surest first. */
export const CostSource = { PROVIDER: 'PROVIDER', PRICE_LIST: 'PRICE_LIST', ESTIMATE: 'ESTIMATE' } as const;
export type CostSource = (typeof CostSource)[keyof typeof CostSource];

const BY_CERTAINTY = Object.values(CostSource);

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
  /** Of several attempts the least certain. Null, or left out: nothing was spent, or nobody knows the cost. */
  readonly costSource?: CostSource | null;
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
      cacheWriteTokens: known(({ usage }) => usage.cacheWriteTokens ?? null),
    },
    images: known(({ images }) => images ?? null),
    costMicros: all(({ costMicros }) => costMicros),
    chargedMicros: all(({ chargedMicros }) => chargedMicros),
    isEstimated: costs.some(({ isEstimated }) => isEstimated),
    costSource: leastCertain(costs),
  };
}

function leastCertain(costs: readonly Cost[]): CostSource | null {
  const places = costs.flatMap(({ costSource }) => (costSource ? [BY_CERTAINTY.indexOf(costSource)] : []));
  return places.length === 0 ? null : BY_CERTAINTY[Math.max(...places)]!;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
