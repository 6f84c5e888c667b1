import { isDeepStrictEqual } from 'node:util';
import type { CatalogueDocument, PriceEntry } from '../catalogue.ts';
import { prices } from './prices.ts';

/**
 * Adds cache prices to an older catalogue. If an operator has changed a price of a deployment, all prices of the deployment stay
 * as they are.
 * @returns null if no deployment has unchanged prices
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

/**
 * True if the price starts at the same time and has the same rates as the initial price. A missing price of cached input counts
 * as the same, and the prices of cache writes are ignored.
 */
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
