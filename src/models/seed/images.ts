import type {
  ImageDeployment,
  ImagePrice,
  ImageSizes,
  ImageTask,
  PriceEntry,
  PriceTier,
  ProviderName,
  SlotEntry,
} from '../catalogue.ts';

/**
 * Images: one task outside the clusters, and its deployments. Figures as of 2026-11-22, from the packages' model tables and from
 * each `source`.
 */

const NAME = 'media/image';

export const imageSlot: SlotEntry = {
  name: NAME,
  cluster: null,
  purpose: 'Images of what a text describes. The embedded engine is the last fallback and always available.',
  preferred: 'openai/gpt-image-2.6-sunburst',
  alternates: ['openai/gpt-image-2', 'google/gemini-nano-banana-2.1', 'own/image-model', 'embedded/renderer'],
  economy: 'google/gemini-nano-banana-2.1',
};

export const imageTask: ImageTask = {
  kind: 'IMAGE',
  name: NAME,
  version: 1,
  slot: NAME,
  title: 'Picture',
  description:
    'Draws images from a text. Without a key for a model, the embedded engine draws; it only knows landscapes, skies, cities and patterns. Not for photographs of real people, nor for evidence.',
  images: { maxCount: 10, maxPromptCharacters: 32_000 },
  gates: [],
  labels: [],
  dataClass: 'HOSTED',
  // An image model sends nothing until it has finished, which can take two minutes.
  timeouts: { connectMs: 5_000, firstTokenMs: 240_000, idleMs: 60_000, totalMs: 300_000 },
  content: { keep: false, retentionDays: null },
};

/**
 * Size limits of the GPT image models, as published by several resellers. The vendor only shows the first four figures in its
 * tool.
 */
const GPT_IMAGE_SIZES: ImageSizes = {
  by: 'BOUNDS',
  stepPx: 16,
  minSidePx: 16,
  maxSidePx: 3_840,
  minPixels: 655_360,
  maxPixels: 8_294_400,
  maxRatio: 3,
};

const GEMINI_SIZES: ImageSizes = {
  by: 'SHAPE',
  shapes: ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'],
  resolutions: [
    { name: '1K', pixels: 1_048_576 },
    { name: '2K', pixels: 4_194_304 },
    { name: '4K', pixels: 16_777_216 },
  ],
};

export const imageDeployments: readonly ImageDeployment[] = [
  deployment('openai', 'gpt-image-2.6-sunburst', {
    images: { sizes: GPT_IMAGE_SIZES, takesSeed: false, maxPerCall: 10, quality: 'medium' },
    confidence: 'MEDIUM',
  }),
  deployment('openai', 'gpt-image-2', {
    images: { sizes: GPT_IMAGE_SIZES, takesSeed: false, maxPerCall: 10, quality: 'medium' },
    confidence: 'MEDIUM',
  }),
  deployment('google', 'gemini-nano-banana-2.1', {
    images: { sizes: GEMINI_SIZES, takesSeed: true, maxPerCall: 1, quality: null },
    confidence: 'MEDIUM',
  }),
  // The sizes of the model on a customer's own server are unknown. Most models require multiples of eight.
  deployment('own', 'image-model', {
    images: { sizes: anySize(8, 64, 4_096), takesSeed: false, maxPerCall: 10, quality: null },
    confidence: 'LOW',
    dataClass: 'LOCAL_ONLY',
  }),
  deployment('embedded', 'renderer', {
    images: { sizes: anySize(1, 16, 4_096), takesSeed: true, maxPerCall: 10, quality: null },
    confidence: 'HIGH',
    mixtureOfExperts: false,
    dataClass: 'LOCAL_ONLY',
  }),
];

/**
 * Maximum output tokens of an image at quality `medium`: the figures published for gpt-image-2, plus more than half as a reserve.
 */
const GPT_IMAGE_MOST = [
  { maxPixels: 1_600_000, tokens: 3_000 },
  { maxPixels: 4_200_000, tokens: 6_000 },
  { maxPixels: null, tokens: 8_000 },
];
const GPT_IMAGE = {
  tiers: [tier(5, 30, 1.25)],
  images: { each: [], tokenMicros: 30_000_000, most: GPT_IMAGE_MOST, confidence: 'MEDIUM' },
} satisfies Partial<PriceEntry>;

/** Neither images nor tokens are charged. */
const FREE: ImagePrice = { each: [], tokenMicros: null, most: [], confidence: 'HIGH' };

export const imagePrices: readonly PriceEntry[] = [
  price('openai/gpt-image-2.6-sunburst', {
    ...GPT_IMAGE,
    source:
      'developers.openai.com, the model’s page, read on 2026-11-22. The maximum tokens per image are taken from gpt-image-2.',
  }),
  price('openai/gpt-image-2', {
    ...GPT_IMAGE,
    source:
      'Published alike by several resellers of the vendor’s price list, read on 2026-11-22. The maximum tokens per image are from the vendor’s calculator, as reported by its users.',
  }),
  price('google/gemini-nano-banana-2.1', {
    tiers: [tier(1.5, 7.5)],
    images: {
      each: [],
      tokenMicros: 30_000_000,
      // 1,120 tokens are published for an image of 1K. The model reasons before it draws, for an unknown number of tokens.
      most: [
        { maxPixels: 1_048_576, tokens: 2_000 },
        { maxPixels: 4_194_304, tokens: 3_000 },
        { maxPixels: null, tokens: 5_000 },
      ],
      confidence: 'MEDIUM',
    },
    source:
      "Published alike by two gateways at the model's release, read on 2026-11-22: 0.0336 USD for an image of 1K.",
  }),
  price('own/image-model', { source: "The customer's own server: calls cost the service nothing." }),
  price('embedded/renderer', { source: 'Drawn by this service, free of charge.' }),
];

function price(deploymentId: string, known: Partial<PriceEntry> & Pick<PriceEntry, 'source'>): PriceEntry {
  return {
    deployment: deploymentId,
    currency: 'USD',
    validFrom: '2026-01-01T00:00:00Z',
    validUntil: null,
    tiers: [tier(0, 0)],
    peak: null,
    perRequestMicros: 0,
    images: FREE,
    ...known,
  };
}

/** Rates of a price. All parameters are in USD per million tokens, as vendors publish them. */
function tier(input: number, output: number, cached: number | null = null): PriceTier {
  const micros = (usd: number) => Math.round(usd * 1_000_000);
  return {
    aboveInputTokens: 0,
    inputMicros: micros(input),
    cachedInputMicros: cached === null ? null : micros(cached),
    outputMicros: micros(output),
  };
}

function deployment(
  provider: ProviderName,
  model: string,
  known: Pick<ImageDeployment, 'images' | 'confidence'> & Partial<ImageDeployment>,
): ImageDeployment {
  return {
    kind: 'IMAGE',
    id: `${provider}/${model}`,
    provider,
    model,
    mixtureOfExperts: null,
    dataClass: 'HOSTED',
    ...known,
  };
}

function anySize(stepPx: number, minSidePx: number, maxSidePx: number): ImageSizes {
  return {
    by: 'BOUNDS',
    stepPx,
    minSidePx,
    maxSidePx,
    minPixels: minSidePx * minSidePx,
    maxPixels: maxSidePx * maxSidePx,
    maxRatio: maxSidePx / minSidePx,
  };
}
