import type { Micros, TokenUsage } from '../../models/index.ts';

export const NO_USAGE: TokenUsage = {
  inputTokens: null,
  cachedInputTokens: null,
  outputTokens: null,
  reasoningTokens: null,
};

/** Usage as the provider reported it, with null for impossible values, which the columns of runs can't hold. */
export function plausible<Usage extends TokenUsage>(usage: Usage): Usage {
  const { inputTokens, cachedInputTokens, outputTokens, reasoningTokens, cacheWriteTokens = null } = usage;
  const { reportedCostMicros = null } = usage;
  const counts = [inputTokens, cachedInputTokens, outputTokens, reasoningTokens, cacheWriteTokens];
  const isCost = reportedCostMicros === null || reportedCostMicros <= MOST_COST_MICROS;
  if (isCost && counts.every(isCount)) return usage;
  const count = (value: number | null) => (isCount(value) ? value : null);
  return {
    ...usage,
    inputTokens: count(inputTokens),
    cachedInputTokens: count(cachedInputTokens),
    outputTokens: count(outputTokens),
    reasoningTokens: count(reasoningTokens),
    cacheWriteTokens: count(cacheWriteTokens),
    reportedCostMicros: isCost ? reportedCostMicros : null,
  };
}

const MOST_TOKENS = 2_000_000_000;
/** A report of more than 1,000 USD for one call is a mistake of the provider; the price list is used instead. */
const MOST_COST_MICROS = 1_000_000_000;

const isCount = (value: number | null) =>
  value === null || (Number.isSafeInteger(value) && value >= 0 && value <= MOST_TOKENS);

/** Source of a cost, the most certain first. */
export const CostSource = { PROVIDER: 'PROVIDER', PRICE_LIST: 'PRICE_LIST', ESTIMATE: 'ESTIMATE' } as const;
export type CostSource = (typeof CostSource)[keyof typeof CostSource];

const BY_CERTAINTY = Object.values(CostSource);

/** A provider's report beyond what the request could use or cost. At most the bound was charged. */
export interface UsageDiscrepancy {
  readonly deployment: string;
  readonly reportedInputTokens: number | null;
  readonly reportedOutputTokens: number | null;
  readonly reportedImages: number | null;
  /** Cost reported by the provider, or else of the reported usage at the catalogue's price. Null if no price is known. */
  readonly reportedCostMicros: Micros | null;
  readonly chargedInputTokens: number | null;
  readonly chargedOutputTokens: number | null;
  readonly chargedImages: number | null;
  readonly chargedMicros: Micros | null;
}

/** Known usage and cost of an attempt or a run. */
export interface Cost {
  readonly usage: TokenUsage;
  /** Number of returned images. Omitted for text. */
  readonly images?: number | null;
  /** Cost at the provider, also if a customer's own key pays it. Null if unknown. */
  readonly costMicros: Micros | null;
  /** Part of the cost charged to the account. */
  readonly chargedMicros: Micros | null;
  /**
   * Maximum amount that the provider can bill in addition to the charge. Never charged to the account; counts against hard
   * limits. 0 if the provider can't bill more. Null if no maximum is known.
   */
  readonly possibleCostMicros: Micros | null;
  /** True if a part of the usage or cost was counted by this service. */
  readonly isEstimated: boolean;
  /** Report of the provider beyond the bound, and the amount charged instead. Omitted if the report is plausible. */
  readonly discrepancy?: UsageDiscrepancy | undefined;
  /** Source of the cost, the least certain of several attempts. Null or omitted: nothing was spent, or the cost is unknown. */
  readonly costSource?: CostSource | null;
}

/** Cost of an attempt that costs nothing, such as one that reached no provider or was rejected by it. */
export const FREE: Cost = {
  usage: NO_USAGE,
  costMicros: 0,
  chargedMicros: 0,
  possibleCostMicros: 0,
  isEstimated: false,
};

/**
 * Sums usage and cost over the attempts of a run. Token counts are summed over the attempts that have them. The cost is null if
 * an attempt's cost is unknown, unless its `possibleCostMicros` is known and another attempt has a cost above 0.
 */
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
    costMicros: costOfKnown(costs),
    chargedMicros: all(({ chargedMicros }) => chargedMicros),
    possibleCostMicros: all(({ possibleCostMicros }) => possibleCostMicros),
    isEstimated: costs.some(({ isEstimated }) => isEstimated),
    discrepancy: costs.find(({ discrepancy }) => discrepancy)?.discrepancy,
    costSource: leastCertain(costs),
  };
}

function costOfKnown(costs: readonly Cost[]): Micros | null {
  const known = costs.filter(
    ({ costMicros, possibleCostMicros }) => costMicros !== null || possibleCostMicros === null,
  );
  if (known.some(({ costMicros }) => costMicros === null)) return null;
  const total = sum(known.map(({ costMicros }) => costMicros!));
  // A total of 0 would be wrong if only the free attempts have a known cost.
  return total === 0 && known.length < costs.length ? null : total;
}

function leastCertain(costs: readonly Cost[]): CostSource | null {
  const places = costs.flatMap(({ costSource }) => (costSource ? [BY_CERTAINTY.indexOf(costSource)] : []));
  return places.length === 0 ? null : BY_CERTAINTY[Math.max(...places)]!;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
