import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { costOfImages, maxCostOfImages } from '../../src/models/image-price.ts';
import { type ImagePrice, type ImageUsage, type PriceEntry, requestedSizeFor } from '../../src/models/index.ts';
import { imageDeployments, imagePrices } from '../../src/models/seed/images.ts';

const NOON = new Date('2026-11-18T12:00:00Z');
const NOTHING: ImagePrice = { each: [], tokenMicros: null, most: [], confidence: 'HIGH' };

function price(images: Partial<ImagePrice> | null, known: Partial<PriceEntry> = {}): PriceEntry {
  return {
    deployment: 'openai/draws',
    currency: 'USD',
    validFrom: '2026-01-01T00:00:00Z',
    validUntil: null,
    tiers: [{ aboveInputTokens: 0, inputMicros: 0, cachedInputMicros: null, outputMicros: 0 }],
    peak: null,
    perRequestMicros: 0,
    images: images && { ...NOTHING, ...images },
    source: 'made up',
    ...known,
  };
}

function used(known: Partial<ImageUsage> = {}): ImageUsage {
  const none = { inputTokens: null, cachedInputTokens: null, outputTokens: null, reasoningTokens: null };
  return { ...none, imageTokens: null, images: 1, pixels: 1_000_000, ...known };
}

const TOKENS = {
  tiers: [{ aboveInputTokens: 0, inputMicros: 1_500_000, cachedInputMicros: null, outputMicros: 7_500_000 }],
};

describe('what pictures cost', () => {
  test('each of them, by its size', () => {
    const each = [
      { maxPixels: 1_048_576, micros: 40_000 },
      { maxPixels: 4_000_000, micros: 90_000 },
    ];

    expect(costOfImages(price({ each }), used({ images: 3 }), NOON)).toBe(120_000);
    expect(costOfImages(price({ each }), used({ pixels: 1_048_577 }), NOON)).toBe(90_000);
    // Of a size that nobody has a price for nobody knows what it costs.
    expect(costOfImages(price({ each }), used({ pixels: 4_000_001 }), NOON)).toBeNull();
  });

  test('by tokens, those of pictures dearer than those of thoughts', () => {
    const drawn = price({ tokenMicros: 30_000_000 }, TOKENS);
    const usage = used({ inputTokens: 10, outputTokens: 1_420, imageTokens: 1_120 });

    expect(costOfImages(drawn, usage, NOON)).toBe(10 * 1.5 + 1_120 * 30 + 300 * 7.5);
    // Where nobody tells them apart all of it costs as pictures do.
    expect(costOfImages(drawn, { ...usage, imageTokens: null }, NOON)).toBe(10 * 1.5 + 1_420 * 30);
    expect(costOfImages(drawn, used(), NOON)).toBeNull();
  });

  test('nothing, where nothing is charged, whether or not anybody counted', () => {
    expect(costOfImages(price({}), used(), NOON)).toBe(0);
    expect(maxCostOfImages(price({}), { inputTokens: 100, images: 4, pixels: 9 }, NOON)).toBe(0);
  });

  test('is not known of what has no price, and never 0 for that', () => {
    for (const unknown of [null, price(null)]) {
      expect(costOfImages(unknown, used(), NOON)).toBeNull();
      expect(maxCostOfImages(unknown, { inputTokens: 1, images: 1, pixels: 1 }, NOON)).toBeNull();
    }
    const unbounded = price({ tokenMicros: 30_000_000 }, TOKENS);
    expect(maxCostOfImages(unbounded, { inputTokens: 1, images: 1, pixels: 1 }, NOON)).toBeNull();
  });

  test('never more than the most, as long as no picture has more tokens than was said', () => {
    const most = [{ maxPixels: 2_000_000, tokens: 2_000 }];
    const drawn = price({ tokenMicros: 30_000_000, most, each: [{ maxPixels: null, micros: 10 }] }, TOKENS);
    fc.assert(
      fc.property(
        fc.nat({ max: 10_000 }),
        fc.integer({ min: 1, max: 10 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (inputTokens, images, share, drawnShare) => {
          const outputTokens = Math.floor(2_000 * images * share);
          const usage = used({ inputTokens, outputTokens, images, imageTokens: Math.floor(outputTokens * drawnShare) });
          const bound = maxCostOfImages(drawn, { inputTokens, images, pixels: usage.pixels }, NOON)!;
          expect(costOfImages(drawn, usage, NOON)).toBeLessThanOrEqual(bound);
        },
      ),
    );
  });

  test('is known at the most of everything that the service begins with', () => {
    for (const { id, images } of imageDeployments) {
      const entry = imagePrices.find(({ deployment }) => deployment === id)!;
      const { pixels } = requestedSizeFor(images, { widthPx: 1_600, heightPx: 900 })!;
      const isFree = id.startsWith('own/') || id.startsWith('embedded/');
      const most = maxCostOfImages(entry, { inputTokens: 1_000, images: 1, pixels }, NOON)!;
      expect(most > 0, id).toBe(!isFree);
    }
  });
});

describe('the size that a model is asked for', () => {
  const sizesOf = (id: string) => imageDeployments.find((one) => one.id === id)!.images;
  const openai = sizesOf('openai/gpt-image-2');
  const google = sizesOf('google/gemini-nano-banana-2.1');

  test.each([
    [1_024, 1_024, '1024x1024'],
    [1_600, 900, '1600x912'],
    [512, 512, '816x816'],
    [2_048, 2_048, '2048x2048'],
    [3_840, 2_160, '3840x2160'],
    [3_841, 2_160, null],
    [3_000, 999, null],
  ])('%i × %i is asked of OpenAI as %s', (widthPx, heightPx, asked) => {
    const sides = requestedSizeFor(openai, { widthPx, heightPx })?.sides;
    expect(sides ? `${sides.widthPx}x${sides.heightPx}` : null).toBe(asked);
  });

  test.each([
    [1_024, 1_024, '1:1 1K'],
    [1_600, 900, '16:9 2K'],
    [900, 1_600, '9:16 2K'],
    [2_048, 2_048, '1:1 2K'],
    [1_100, 1_000, null],
    [9_000, 9_000, null],
  ])('%i × %i is asked of Google as %s', (widthPx, heightPx, asked) => {
    const shape = requestedSizeFor(google, { widthPx, heightPx })?.shape;
    expect(shape ? `${shape.aspectRatio} ${shape.resolution}` : null).toBe(asked);
  });

  test('of a list is the smallest that covers it', () => {
    const sizes = [1_024, 512, 256].map((side) => ({ widthPx: side, heightPx: side }));
    const asked = requestedSizeFor({ sizes: { by: 'LIST', sizes } }, { widthPx: 300, heightPx: 300 });

    expect(asked).toMatchObject({ sides: { widthPx: 512, heightPx: 512 }, pixels: 262_144 });
    expect(requestedSizeFor({ sizes: { by: 'LIST', sizes } }, { widthPx: 2_000, heightPx: 2_000 })).toBeNull();
    // A picture of 512 × 512 has about the same shape, but not the height.
    const taller = requestedSizeFor({ sizes: { by: 'LIST', sizes } }, { widthPx: 512, heightPx: 520 });
    expect(taller).toMatchObject({ sides: { widthPx: 1_024, heightPx: 1_024 } });
    expect(requestedSizeFor({ sizes: { by: 'LIST', sizes } }, { widthPx: 1_024, heightPx: 1_050 })).toBeNull();
  });

  test('by bounds always covers what is wanted, within the bounds', () => {
    const side = fc.integer({ min: 1, max: 5_000 });
    fc.assert(
      fc.property(side, side, (widthPx, heightPx) => {
        const asked = requestedSizeFor(openai, { widthPx, heightPx });
        if (!asked) return;
        expect(asked.sides!.widthPx).toBeGreaterThanOrEqual(widthPx);
        expect(asked.sides!.heightPx).toBeGreaterThanOrEqual(heightPx);
        expect(asked.sides!.widthPx % 16).toBe(0);
        expect(asked.pixels).toBeGreaterThanOrEqual(655_360);
        expect(asked.pixels).toBeLessThanOrEqual(8_294_400);
      }),
    );
  });
});
