import type { Catalogue, Micros, PeakHours, PriceEntry, PriceTier, TokenUsage } from './catalogue.ts';

/**
 * What calls cost. Pure functions: a price and a count of tokens give the same amount for ever. A call is priced by the moment
 * when it began. Amounts are exact: they are added up as whole numbers and rounded once, up.
 */

/**
 * No call takes longer, so none runs into hours that are further away. The check of a catalogue holds the deadlines of its tasks
 * to it.
 */
export const LONGEST_CALL_MS = 3_600_000;

/** Prices are per million tokens, factors in hundredths. */
const PER_MILLION = 1_000_000n;
const HUNDREDTHS = 100n;

/** The prices of each deployment of a catalogue, the newest first, with their times as numbers. */
const indexes = new WeakMap<Catalogue, Map<string, DatedPrice[]>>();

interface DatedPrice {
  from: number;
  until: number;
  price: PriceEntry;
}

/** What holds for a deployment at a time; null where no price is known. */
export function priceAt(catalogue: Catalogue, deployment: string, at: Date): PriceEntry | null {
  const time = at.getTime();
  // A price ends where the next one begins, so the newest that has begun is the only one that can hold.
  const begun = indexOf(catalogue)
    .get(deployment)
    ?.find(({ from }) => from <= time);
  return begun && time < begun.until ? begun.price : null;
}

/**
 * What a call cost that began at `at`. Cached tokens are a part of the input, reasoning tokens of the output. A count that was
 * not told, or is none, makes the cost unknown; of cached tokens, it makes all of the input cost the full price.
 */
export function costOf(price: PriceEntry | null, usage: TokenUsage, at: Date): Micros | null {
  const { inputTokens: input, outputTokens: output } = usage;
  if (!price || !isCount(input) || !isCount(output)) return null;
  const tier = tierFor(price, input);
  const perToken = inputCostOf(tier, input, usage) + BigInt(output) * BigInt(tier.outputMicros);
  return totalOf(perToken, 0n, price, factorAt(price, at));
}

/** Of the input, in millionths of micros: what was read from the provider's cache, what was written into it, and the rest. */
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

/** A part that isn't known, or is none, is charged as the rest. */
const partOf = (whole: number, part: number | null | undefined) => (isCount(part) ? Math.min(part, whole) : 0);

/** The dearest that a token of the input can be. @param isHourCached true if the request asks for a cache entry of an hour */
export function dearestInput(
  { inputMicros, cachedInputMicros, cacheWriteMicros, hourCacheWriteMicros }: PriceTier,
  isHourCached = false,
): number {
  const hourMicros = isHourCached ? hourCacheWriteMicros : null;
  return Math.max(inputMicros, cachedInputMicros ?? 0, cacheWriteMicros ?? 0, hourMicros ?? 0);
}

/** The most tokens that a call can have. */
export interface TokenLimits {
  readonly input: number;
  readonly output: number;
  /** True if the request asks for a cache entry of an hour. Left out: it doesn't. */
  readonly isHourCached?: boolean | undefined;
}

/**
 * The most that a call can cost that begins at `at`, has at most so many tokens and takes at most an hour: nothing of the input
 * read from a cache, all of it written into one where that costs more, every rate the dearest of those that it can come under.
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
    // Fewer tokens than were thought of can come under any tier below, which need not be the cheaper one.
    if (tier.aboveInputTokens > 0 && tier.aboveInputTokens >= input) continue;
    inputMicros = Math.max(inputMicros, dearestInput(tier, isHourCached));
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

/** What a provider counts may be anything: a count is a whole number that is not negative. */
export function isCount(tokens: number | null | undefined): tokens is number {
  return Number.isSafeInteger(tokens) && tokens! >= 0;
}

export function tierFor({ tiers }: PriceEntry, inputTokens: number): PriceTier {
  return tiers.findLast(({ aboveInputTokens }) => inputTokens > aboveInputTokens) ?? tiers[0]!;
}

/**
 * @param perToken in millionths of micros
 * @param perImage in micros
 */
export function totalOf(perToken: bigint, perImage: bigint, { perRequestMicros }: PriceEntry, factor: number): Micros {
  const whole = perToken + (perImage + BigInt(perRequestMicros)) * PER_MILLION;
  const exact = whole * BigInt(Math.round(factor * 100));
  const unit = PER_MILLION * HUNDREDTHS;
  return Number((exact + unit - 1n) / unit);
}

/** So many times as much at that moment. */
export function factorAt({ peak }: PriceEntry, at: Date): number {
  return peak && isPeak(peak, at) ? peak.factor : 1;
}

/** The most at any moment of a call that begins then. */
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

/** Windows begin and end with an hour, so a call of at most one hour lies in two of them. */
function meetsPeak(peak: PeakHours, at: Date): boolean {
  return isPeak(peak, at) || isPeak(peak, new Date(at.getTime() + LONGEST_CALL_MS));
}
