import { p } from '@mikro-orm/core';
import { describeEnum } from '../../platform/graphql/schema/graph-enum.ts';
import { CostSource } from './usage.ts';

describeEnum(CostSource, 'CostSource', 'Source of a cost.', {
  PROVIDER: 'The provider reported the cost with its answer.',
  PRICE_LIST: 'The provider’s count of tokens or pictures, at the prices of the catalogue.',
  ESTIMATE:
    'The provider didn’t report all tokens or pictures. This service counted the missing ones, at the prices of the catalogue.',
});

/** Tokens and cost of a run or an attempt. Null means unknown, which isn't 0. */
export const usageColumns = () => ({
  inputTokens: p.integer().nullable(),
  cachedInputTokens: p.integer().nullable(),
  outputTokens: p.integer().nullable(),
  reasoningTokens: p.integer().nullable(),
  images: p.integer().nullable(),
  // Cost at the provider, also if the customer's own key pays it.
  costMicros: p.bigint('number').nullable(),
  // Part of the cost charged to the account: 0 if the key was the customer's own.
  chargedMicros: p.bigint('number').nullable(),
  // Maximum additional bill of the provider beyond the charge. Null: no upper bound is known, or the row is older than this
  // column.
  possibleCostMicros: p.bigint('number').nullable(),
  isEstimated: p.boolean(),
  // This column and `costSource` are null if unknown, and in rows older than the columns.
  cacheWriteTokens: p.integer().nullable(),
  costSource: p.string().$type<CostSource>().nullable(),
});

export const INPUT_TOKENS =
  'Input tokens, as the provider reports them or this service counts them. Null if unknown, which isn’t 0.';
export const OUTPUT_TOKENS = 'Output tokens, including reasoning. Null if unknown, which isn’t 0.';
export const CACHED_TOKENS = 'Input tokens read from the provider’s cache. Null if unknown.';
export const REASONING_TOKENS = 'Output tokens used for reasoning. Null if unknown.';
export const IMAGES = 'Number of pictures that were returned. Null for text tasks, and if unknown.';
export const CHARGED =
  'Part of the cost charged to the account, in micros of USD. 0 if the key was the customer’s own. Null if unknown.';
export const CACHE_WRITES =
  'Input tokens that the provider wrote into its cache. Null if the provider doesn’t report them, and in runs from before they were recorded.';
export const COST_SOURCE =
  'Source of the cost; with several attempts, the least certain source. Null if nothing was spent, the cost is unknown, or the run is from before sources were recorded.';
export const FIRST_PART = 'Milliseconds from the start to the first part of the answer.';
export const NOT_STREAMED = 'Null if the answer wasn’t streamed, or didn’t begin.';
