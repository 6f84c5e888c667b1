import type { PeakHours, PriceEntry, PriceTier } from '../catalogue.ts';

/** Source of prices whose start isn't recorded. Without another start, these prices start at `SINCE`. */
const READ = 'Read on 2026-11-21; the date from which it applied is not recorded.';
const SINCE = '2026-01-01T00:00:00Z';
const DEEPSEEK_SINCE = '2026-08-16T16:00:00Z';

/** 9 to 12 and 14 to 18 o'clock in Beijing, Monday to Friday. Chinese holidays count as working days. */
const DEEPSEEK_PEAK: PeakHours = {
  windows: [
    { fromHour: 1, toHour: 4 },
    { fromHour: 6, toHour: 10 },
  ],
  isWeekdaysOnly: true,
  factor: 2,
};
const DEEPSEEK_SOURCE =
  'api-docs.deepseek.com, quick_start/pricing, off-peak rates. On Chinese holidays the provider charges off-peak rates, and this service assumes peak rates, so a cost is never too low.';

const ANTHROPIC_SOURCE = `${READ} Cache: platform.claude.com, prompt-caching, read on 2026-11-24; a write costs 1.25 times the input, 2 times for an hour.`;
const OPENAI_SOURCE = `${READ} Cache: developers.openai.com, prompt-caching and the model's page, read on 2026-11-24; a write costs 1.25 times the input.`;
/** From this date on, reading Sonnet's cache costs half. */
const SONNET_CACHE_SINCE = '2026-10-07T00:00:00Z';

/** Prices of deployments. A deployment without a row has an unknown price, which isn't 0. */
export const prices: readonly PriceEntry[] = [
  price('openai/gpt-6.1-sol', [tier(2, 10, openAiCache(0.1)), tier(4, 15, { ...openAiCache(0.2), above: 272_000 })], {
    source: OPENAI_SOURCE,
  }),
  price('openai/gpt-6-luna', [tier(0.1, 0.5, openAiCache(0.01))], { source: OPENAI_SOURCE }),
  price('anthropic/claude-opus-5-5', [tier(4, 20, anthropicCache(0.2))], { source: ANTHROPIC_SOURCE }),
  price('anthropic/claude-sonnet-5-5', [tier(2, 10, anthropicCache(0.2))], {
    validUntil: SONNET_CACHE_SINCE,
    source: ANTHROPIC_SOURCE,
  }),
  price('anthropic/claude-sonnet-5-5', [tier(2, 10, anthropicCache(0.1))], {
    validFrom: SONNET_CACHE_SINCE,
    source: ANTHROPIC_SOURCE,
  }),
  price(
    'anthropic/claude-haiku-5-5',
    [tier(0.1, 0.5, anthropicCache(0.01)), tier(0.5, 2.5, { ...anthropicCache(0.05), above: 100_000 })],
    { source: ANTHROPIC_SOURCE },
  ),
  price('deepseek/deepseek-v4-pro', [tier(0.435, 0.87, { cached: 0.003625 })], {
    validUntil: DEEPSEEK_SINCE,
    source: 'api-docs.deepseek.com, quick_start/pricing, before peak hours were introduced.',
  }),
  price('deepseek/deepseek-v4-pro', [tier(0.66, 1.98, { cached: 0.022 })], {
    validFrom: DEEPSEEK_SINCE,
    peak: DEEPSEEK_PEAK,
    source: DEEPSEEK_SOURCE,
  }),
  price('deepseek/deepseek-v4-flash', [tier(0.22, 0.66, { cached: 0.007 })], {
    validFrom: DEEPSEEK_SINCE,
    peak: DEEPSEEK_PEAK,
    source: `${DEEPSEEK_SOURCE} A later page lists lower prices for the model's successor, also under this name, from a date that is not recorded.`,
  }),
  price('mistral/mistral-large-2512', [tier(0.5, 1.5, { cached: 0.05 })], {
    source: `${READ} Cache: docs.mistral.ai, prompt-caching, read on 2026-11-24; a tenth of the input.`,
  }),
  price('xai/grok-4.20-reasoning', [tier(1.25, 2.5, { cached: 0.2 }), tier(2.5, 5, { cached: 0.4, above: 200_000 })], {
    source: `${READ} Cache: docs.x.ai, grok-4.20, read on 2026-11-24. A cost that xAI reports with an answer is used instead.`,
  }),
  price('google/gemini-3.8-flash', [tier(0.75, 3.75, { cached: 0.075 })], {
    validUntil: '2027-01-01T00:00:00Z',
    source: `${READ} Announced until the end of 2026. Cache: ai.google.dev, read on 2026-11-24.`,
  }),
  price('google/gemini-3.8-flash', [tier(1.5, 7.5, { cached: 0.15 })], {
    validFrom: '2027-01-01T00:00:00Z',
    source: 'Announced for the beginning of 2027; read on 2026-11-21. Cache: a tenth of the input, as before.',
  }),
  price('google/gemini-4-hydrogen', [tier(1.5, 7.5, { cached: 0.15 })], {
    source: `${READ} Cache: a tenth of the input, as for the vendor's gemini-3.8-flash.`,
  }),
  price('perplexity/sonar-pro', [tier(3, 15)], {
    perRequestMicros: 14_000,
    source: `${READ} 14 USD per thousand requests, at the largest search context. No cache is documented. A cost that Perplexity reports with an answer is used instead.`,
  }),
  // sonar-deep-research also charges for searches and citations, whose number is unknown in advance: no row.
  price('own/openai/gpt-oss-120b', [tier(0, 0)], {
    source: "The customer's own server: calls cost the service nothing.",
  }),
];

function price(deployment: string, tiers: PriceTier[], known: Partial<PriceEntry> = {}): PriceEntry {
  return {
    deployment,
    currency: 'USD',
    validFrom: SINCE,
    validUntil: null,
    tiers,
    peak: null,
    perRequestMicros: 0,
    images: null,
    source: READ,
    ...known,
  };
}

/**
 * Options of a price tier. `above` is the number of input tokens above which the tier applies. `cached` is the price of a cache
 * read in USD per million tokens. The write factors are multiples of the input price.
 */
interface TierOptions {
  above?: number;
  cached?: number | null;
  writeFactor?: number | null;
  hourWriteFactor?: number | null;
}

function openAiCache(cached: number): TierOptions {
  return { cached, writeFactor: 1.25 };
}

function anthropicCache(cached: number): TierOptions {
  return { cached, writeFactor: 1.25, hourWriteFactor: 2 };
}

function tier(
  input: number,
  output: number,
  { above = 0, cached = null, writeFactor = null, hourWriteFactor = null }: TierOptions = {},
): PriceTier {
  return {
    aboveInputTokens: above,
    inputMicros: micros(input),
    cachedInputMicros: cached === null ? null : micros(cached),
    cacheWriteMicros: writeFactor === null ? null : micros(input * writeFactor),
    hourCacheWriteMicros: hourWriteFactor === null ? null : micros(input * hourWriteFactor),
    outputMicros: micros(output),
  };
}

function micros(usd: number): number {
  return Math.round(usd * 1_000_000);
}
