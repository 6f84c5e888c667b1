import type { ImagePrice, ImageRate, ImageTokens, ImageUsage, Micros, PriceEntry } from './catalogue.ts';
import { factorAt, highestInputPrice, inputCostOf, isCount, mostFactor, tierFor, totalOf } from './price.ts';

/** Cost of images, per image by size, by tokens, or both. Pure functions: exact, and rounded once, as in `price.ts`. */

/** Cost of an image call that started at `at`. Null if the price or a count that it depends on is unknown, never 0. */
export function costOfImages(price: PriceEntry | null, usage: ImageUsage, at: Date): Micros | null {
  if (!price?.images || !isCount(usage.images)) return null;
  const each = eachOf(price.images, usage.images, usage.pixels);
  const tokens = tokensOf(price, price.images, usage);
  return each === null || tokens === null ? null : totalOf(tokens, each, price, factorAt(price, at));
}

/** Maximum cost of a call for this number and size of images. Null if unknown. */
export function maxCostOfImages(
  price: PriceEntry | null,
  { inputTokens, images, pixels }: Pick<ImageUsage, 'images' | 'pixels'> & { inputTokens: number },
  at: Date,
): Micros | null {
  if (!price?.images || !isCount(images) || !isCount(inputTokens)) return null;
  const each = eachOf(price.images, images, pixels);
  const outputTokens = maxTokensOf(price, { images, pixels });
  if (each === null || outputTokens === null) return null;
  const inputMicros = Math.max(...price.tiers.map((tier) => highestInputPrice(tier)));
  const tokens = BigInt(inputTokens) * BigInt(inputMicros) + BigInt(outputTokens) * BigInt(highestOutputPrice(price));
  return totalOf(tokens, each, price, mostFactor(price, at));
}

/** Maximum output tokens of images of this number and size. Null if unknown, 0 if output tokens are free. */
export function maxTokensOf(
  price: PriceEntry | null,
  { images, pixels }: Pick<ImageUsage, 'images' | 'pixels'>,
): number | null {
  if (!price?.images) return null;
  if (highestOutputPrice(price) === 0) return 0;
  const row = rowFor(price.images.most, pixels);
  return row === null ? null : row.tokens * images;
}

function eachOf({ each }: ImagePrice, images: number, pixels: number): bigint | null {
  if (each.length === 0) return 0n;
  const rate = rowFor(each, pixels);
  return rate === null ? null : BigInt(images) * BigInt(rate.micros);
}

function tokensOf(price: PriceEntry, { tokenMicros }: ImagePrice, usage: ImageUsage): bigint | null {
  const { inputTokens: input, outputTokens: output } = usage;
  // The number of tokens doesn't matter if tokens are free.
  if (price.tiers.every(({ inputMicros }) => inputMicros === 0) && highestOutputPrice(price) === 0) return 0n;
  if (!isCount(input) || !isCount(output)) return null;
  const tier = tierFor(price, input);
  // If image tokens aren't reported separately, all output tokens are charged at the higher rate.
  const dearer = Math.max(tokenMicros ?? tier.outputMicros, tier.outputMicros);
  const pictures = isCount(usage.imageTokens) ? Math.min(usage.imageTokens, output) : null;
  const outputCost =
    pictures === null
      ? BigInt(output) * BigInt(dearer)
      : BigInt(pictures) * BigInt(tokenMicros ?? tier.outputMicros) +
        BigInt(output - pictures) * BigInt(tier.outputMicros);
  return inputCostOf(tier, input, usage) + outputCost;
}

/** Highest price of a million output tokens, whether of text or of images. */
export function highestOutputPrice({
  tiers,
  images,
}: Pick<PriceEntry, 'images'> & { tiers: readonly { outputMicros: Micros }[] }): number {
  return Math.max(images?.tokenMicros ?? 0, ...tiers.map(({ outputMicros }) => outputMicros));
}

function rowFor<Row extends ImageRate | ImageTokens>(rows: readonly Row[], pixels: number): Row | null {
  return rows.find(({ maxPixels }) => maxPixels === null || pixels <= maxPixels) ?? null;
}
