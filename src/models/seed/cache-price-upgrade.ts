import { isDeepStrictEqual } from 'node:util';
import type { CatalogueDocument, PriceEntry } from '../catalogue.ts';
import { prices } from './prices.ts';

/**
 * Adds cache prices to an older catalogue. Prices that an operator has changed stay as they are.
 * @returns null if all of them were changed
 */
export function addCachePrices(document: CatalogueDocument): CatalogueDocument | null {
  const seeds = Map.groupBy(prices, ({ deployment }) => deployment);
  const known = Map.groupBy(document.prices, ({ deployment }) => deployment);
  const replaced = new Set<string>();
  for (const [deployment, rows] of known) {
    const seed = seeds.get(deployment);
    if (seed && rows.every((row) => seed.some((one) => isUnchanged(row, one)))) replaced.add(deployment);
  }
  if (replaced.size === 0) return null;
  return {
    ...document,
    prices: [
      ...document.prices.filter(({ deployment }) => !replaced.has(deployment)),
      ...prices.filter(({ deployment }) => replaced.has(deployment)),
    ],
  };
}

/** Compares everything except cache prices and the end of validity. */
function isUnchanged(row: PriceEntry, seed: PriceEntry): boolean {
  return (
    row.validFrom === seed.validFrom &&
    row.perRequestMicros === seed.perRequestMicros &&
    isDeepStrictEqual(row.peak, seed.peak) &&
    row.tiers.length === seed.tiers.length &&
    row.tiers.every((tier, at) => {
      const { aboveInputTokens, inputMicros, outputMicros, cachedInputMicros } = seed.tiers[at]!;
      return (
        tier.aboveInputTokens === aboveInputTokens &&
        tier.inputMicros === inputMicros &&
        tier.outputMicros === outputMicros &&
        (tier.cachedInputMicros === null || tier.cachedInputMicros === cachedInputMicros)
      );
    })
  );
}
