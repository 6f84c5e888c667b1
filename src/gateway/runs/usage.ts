import type { Micros, TokenUsage } from '../../models/index.ts';

export const NO_USAGE: TokenUsage = {
  inputTokens: null,
  cachedInputTokens: null,
  outputTokens: null,
  reasoningTokens: null,
};

/** What a provider said, as far as it can be: beyond this it is no count of a call, and no column of the log has room for it. */
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
/** More than a thousand USD for one call is a mistake of the provider's: the price list counts. */
const MOST_COST_MICROS = 1_000_000_000;

const isCount = (value: number | null) =>
  value === null || (Number.isSafeInteger(value) && value >= 0 && value <= MOST_TOKENS);

/** Where a cost comes from, the surest first. */
export const CostSource = { PROVIDER: 'PROVIDER', PRICE_LIST: 'PRICE_LIST', ESTIMATE: 'ESTIMATE' } as const;
export type CostSource = (typeof CostSource)[keyof typeof CostSource];

const BY_CERTAINTY = Object.values(CostSource);

/** More than the request could use or cost, as a provider reported it: no more than the bound was charged. */
export interface UsageDiscrepancy {
  readonly deployment: string;
  readonly reportedInputTokens: number | null;
  readonly reportedOutputTokens: number | null;
  readonly reportedImages: number | null;
  /** As the provider reported it, or else of the reported usage at our price; null where no price is known. */
  readonly reportedCostMicros: Micros | null;
  readonly chargedInputTokens: number | null;
  readonly chargedOutputTokens: number | null;
  readonly chargedImages: number | null;
  readonly chargedMicros: Micros | null;
}

/** What an attempt or a run took, as far as it is known. */
export interface Cost {
  readonly usage: TokenUsage;
  /** Pictures that came; left out of texts. */
  readonly images?: number | null;
  /** At the provider, whoever pays there; null where nobody knows. */
  readonly costMicros: Micros | null;
  /** Of that, what the account is charged. */
  readonly chargedMicros: Micros | null;
  /**
   * What the provider may have billed the service beyond the charge, at most: never charged, and counted against a hard limit.
   * 0 where the charge is all of it; null where no upper bound is known.
   */
  readonly possibleCostMicros: Micros | null;
  /** Whether any of it is our own count. */
  readonly isEstimated: boolean;
  /** Left out where the report is possible. */
  readonly discrepancy?: UsageDiscrepancy | undefined;
  /** Of several attempts the least certain. Null, or left out: nothing was spent, or nobody knows the cost. */
  readonly costSource?: CostSource | null;
}

/** A try that took nothing at all: nobody heard it, or it was turned away. */
export const FREE: Cost = {
  usage: NO_USAGE,
  costMicros: 0,
  chargedMicros: 0,
  possibleCostMicros: 0,
  isEstimated: false,
};

/**
 * All attempts of a run together. A count that only some of them have is that of those. A cost that one lacks isn't known, unless
 * `possibleCostMicros` says how much it can be.
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
  // Beside a cost that nobody knows, an attempt that was free doesn't make the whole free.
  return total === 0 && known.length < costs.length ? null : total;
}

function leastCertain(costs: readonly Cost[]): CostSource | null {
  const places = costs.flatMap(({ costSource }) => (costSource ? [BY_CERTAINTY.indexOf(costSource)] : []));
  return places.length === 0 ? null : BY_CERTAINTY[Math.max(...places)]!;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
