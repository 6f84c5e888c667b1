import type { Catalogue, Micros, PeakHours, PriceEntry, PriceTier, TokenUsage } from './catalogue.ts';

/**
 * Cost of calls. Pure functions: the same price and token counts always give the same amount. The start of a call decides its
 * price. Amounts are added as whole numbers and rounded up once.
 */

/**
 * Maximum duration of a call, so that a call reaches at most the next hour of the day. The catalogue check limits the deadlines
 * of tasks to this duration.
 */
export const LONGEST_CALL_MS = 3_600_000;

/** Prices are per million tokens; factors are in hundredths. */
const PER_MILLION = 1_000_000n;
const HUNDREDTHS = 100n;

/** Prices of each deployment of a catalogue, the latest start first, with their times in milliseconds. */
const indexes = new WeakMap<Catalogue, Map<string, DatedPrice[]>>();

interface DatedPrice {
  from: number;
  until: number;
  price: PriceEntry;
}

/** Price of a deployment at a time. Null if unknown. */
export function priceAt(catalogue: Catalogue, deployment: string, at: Date): PriceEntry | null {
  const time = at.getTime();
  // A price ends where the next price starts, so only the price that started last can apply.
  const begun = indexOf(catalogue)
    .get(deployment)
    ?.find(({ from }) => from <= time);
  return begun && time < begun.until ? begun.price : null;
}

/**
 * Cost of a call that started at `at`. Null without a price, or with a missing or invalid count of input or output. Cached tokens
 * are part of the input, reasoning tokens of the output. Without a valid count of cached tokens, no input is charged at the price
 * of cached tokens.
 */
export function costOf(price: PriceEntry | null, usage: TokenUsage, at: Date): Micros | null {
  const { inputTokens: input, outputTokens: output } = usage;
  if (!price || !isCount(input) || !isCount(output)) return null;
  const tier = tierFor(price, input);
  const perToken = inputCostOf(tier, input, usage) + BigInt(output) * BigInt(tier.outputMicros);
  return totalOf(perToken, 0n, price, factorAt(price, at));
}

/** Cost of the input, in millionths of micros: tokens read from the cache, tokens written into the cache, and the rest. */
export function inputCostOf(
  tier: PriceTier,
  input: number,
  { cachedInputTokens, cacheWriteTokens, hourCacheWriteTokens }: TokenUsage,
): bigint {
  const { inputMicros } = tier;
  const read = partOf(input, cachedInputTokens);
  const written = partOf(input - read, cacheWriteTokens);
  const forAnHour = partOf(written, hourCacheWriteTokens);
  const writeMicros = tier.cacheWriteMicros ?? inputMicros;
  return (
    BigInt(input - read - written) * BigInt(inputMicros) +
    BigInt(read) * BigInt(tier.cachedInputMicros ?? inputMicros) +
    BigInt(written - forAnHour) * BigInt(writeMicros) +
    BigInt(forAnHour) * BigInt(tier.hourCacheWriteMicros ?? writeMicros)
  );
}

/**
 * Reported part of a token count, at most the whole count. 0 if the part is unknown or invalid, so that all tokens are charged at
 * the rate of the rest.
 */
const partOf = (whole: number, part: number | null | undefined) => (isCount(part) ? Math.min(part, whole) : 0);

/** Highest price of an input token. @param isHourCached true if the request asks for a cache entry of one hour */
export function highestInputPrice(
  { inputMicros, cachedInputMicros, cacheWriteMicros, hourCacheWriteMicros }: PriceTier,
  isHourCached = false,
): number {
  const hourMicros = isHourCached ? hourCacheWriteMicros : null;
  return Math.max(inputMicros, cachedInputMicros ?? 0, cacheWriteMicros ?? 0, hourMicros ?? 0);
}

/** Maximum tokens of a call. */
export interface TokenLimits {
  readonly input: number;
  readonly output: number;
  /** True if the request asks for a cache entry of one hour. Default: false. */
  readonly isHourCached?: boolean | undefined;
}

/**
 * Maximum cost of a call that starts at `at`, has at most these tokens and takes at most an hour. Assumes the highest price of an
 * input token, such as that of cache writes, the highest price of an output token, and the highest multiplier that can apply.
 * Null if the price or a limit is unknown.
 */
export function maxCostOf(
  price: PriceEntry | null,
  { input, output, isHourCached }: TokenLimits,
  at: Date,
): Micros | null {
  if (!price || !isCount(input) || !isCount(output)) return null;
  let inputMicros = 0;
  let outputMicros = 0;
  for (const tier of price.tiers) {
    // A call with fewer tokens falls into a lower tier, which isn't always cheaper.
    if (tier.aboveInputTokens > 0 && tier.aboveInputTokens >= input) continue;
    inputMicros = Math.max(inputMicros, highestInputPrice(tier, isHourCached));
    outputMicros = Math.max(outputMicros, tier.outputMicros);
  }
  const perToken = BigInt(input) * BigInt(inputMicros) + BigInt(output) * BigInt(outputMicros);
  return totalOf(perToken, 0n, price, mostFactor(price, at));
}

function indexOf(catalogue: Catalogue): Map<string, DatedPrice[]> {
  let index = indexes.get(catalogue);
  if (!index) {
    const dated = catalogue.prices.map((price) => ({
      price,
      from: Date.parse(price.validFrom),
      until: price.validUntil === null ? Number.POSITIVE_INFINITY : Date.parse(price.validUntil),
    }));
    dated.sort((one, other) => other.from - one.from);
    index = Map.groupBy(dated, ({ price }) => price.deployment);
    indexes.set(catalogue, index);
  }
  return index;
}

/** True if a reported value is a count: a whole number, 0 or more. Providers can report anything. */
export function isCount(tokens: number | null | undefined): tokens is number {
  return Number.isSafeInteger(tokens) && tokens! >= 0;
}

export function tierFor({ tiers }: PriceEntry, inputTokens: number): PriceTier {
  return tiers.findLast(({ aboveInputTokens }) => inputTokens > aboveInputTokens) ?? tiers[0]!;
}

/**
 * Adds the price per request, multiplies the sum by the factor, and rounds up to whole micros.
 * @param perToken cost of tokens, in millionths of micros
 * @param perImage cost of images, in micros
 */
export function totalOf(perToken: bigint, perImage: bigint, { perRequestMicros }: PriceEntry, factor: number): Micros {
  const whole = perToken + (perImage + BigInt(perRequestMicros)) * PER_MILLION;
  const exact = whole * BigInt(Math.round(factor * 100));
  const unit = PER_MILLION * HUNDREDTHS;
  return Number((exact + unit - 1n) / unit);
}

/** Price multiplier at this time. */
export function factorAt({ peak }: PriceEntry, at: Date): number {
  return peak && isPeak(peak, at) ? peak.factor : 1;
}

/** Highest price multiplier during a call that starts at this time. */
export function mostFactor({ peak }: PriceEntry, at: Date): number {
  return peak && meetsPeak(peak, at) ? Math.max(1, peak.factor) : 1;
}

function isPeak({ windows, isWeekdaysOnly }: PeakHours, at: Date): boolean {
  if (isWeekdaysOnly && (at.getUTCDay() === 0 || at.getUTCDay() === 6)) return false;
  const hour = at.getUTCHours();
  return windows.some(({ fromHour, toHour }) =>
    fromHour < toHour ? hour >= fromHour && hour < toHour : hour >= fromHour || hour < toHour,
  );
}

/**
 * True if a call that starts at this time can reach a peak hour. Windows start and end on the hour, and a call of at most one
 * hour touches at most two hours of the day.
 */
function meetsPeak(peak: PeakHours, at: Date): boolean {
  return isPeak(peak, at) || isPeak(peak, new Date(at.getTime() + LONGEST_CALL_MS));
}
