import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Catalogue, PeakHours, PriceEntry, PriceTier, TokenUsage } from '../../src/models/index.ts';
import { costOf, LONGEST_CALL_MS, maxCostOf, priceAt } from '../../src/models/price.ts';
import { SEED } from '../../src/models/seed/seed-catalogue.ts';

const NOON = new Date('2026-11-18T12:00:00Z');

function price(known: Partial<PriceEntry> = {}): PriceEntry {
  return {
    deployment: 'openai/one',
    currency: 'USD',
    validFrom: '2026-01-01T00:00:00Z',
    validUntil: null,
    tiers: [{ aboveInputTokens: 0, inputMicros: 2_000_000, cachedInputMicros: 200_000, outputMicros: 10_000_000 }],
    peak: null,
    perRequestMicros: 0,
    images: null,
    source: 'made up',
    ...known,
  };
}

function used(known: Partial<TokenUsage>): TokenUsage {
  return { inputTokens: 0, cachedInputTokens: null, outputTokens: 0, reasoningTokens: null, ...known };
}

function catalogueWith(...prices: PriceEntry[]): Catalogue {
  return { ...SEED, prices, version: 1, sha256: '0'.repeat(64) };
}

/** Beginning with 0, in ascending order. */
const tiers = fc.uniqueArray(fc.integer({ min: 1, max: 2_000_000 }), { maxLength: 4 }).chain((borders) =>
  fc.tuple(
    ...[0, ...borders.sort((one, other) => one - other)].map((aboveInputTokens) =>
      fc
        .record({
          inputMicros: fc.nat(100_000_000),
          outputMicros: fc.nat(500_000_000),
          discount: fc.option(fc.nat(100)),
        })
        .map(
          ({ inputMicros, outputMicros, discount }): PriceTier => ({
            aboveInputTokens,
            inputMicros,
            cachedInputMicros: discount === null ? null : Math.floor((inputMicros * discount) / 100),
            outputMicros,
          }),
        ),
    ),
  ),
);
const peak: fc.Arbitrary<PeakHours> = fc.record({
  windows: fc.array(
    fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 24 }))
      .filter(([from, to]) => from !== to)
      .map(([fromHour, toHour]) => ({ fromHour, toHour })),
    { minLength: 1, maxLength: 3 },
  ),
  isWeekdaysOnly: fc.boolean(),
  factor: fc.integer({ min: 100, max: 1_000 }).map((hundredths) => hundredths / 100),
});
const prices = fc
  .record({ tiers, peak: fc.option(peak), perRequestMicros: fc.nat(100_000) })
  .map((known) => price(known));
const times = fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true });
const counts = fc.nat(3_000_000);

describe('the cost of a call', () => {
  test('is its tokens at their rates', () => {
    const cost = costOf(price(), used({ inputTokens: 1_000, outputTokens: 500 }), NOON);

    expect(cost).toBe(2_000 + 5_000);
  });

  test('counts cached tokens as a part of the input, and reasoning as a part of the output', () => {
    const usage = { inputTokens: 1_000, cachedInputTokens: 800, outputTokens: 500, reasoningTokens: 400 };

    expect(costOf(price(), usage, NOON)).toBe(200 * 2 + 800 * 0.2 + 500 * 10);
  });

  test('is rounded up to whole micros, once', () => {
    const tiers = [{ aboveInputTokens: 0, inputMicros: 1, cachedInputMicros: null, outputMicros: 1 }];

    expect(costOf(price({ tiers }), used({ inputTokens: 1, outputTokens: 1 }), NOON)).toBe(1);
    expect(costOf(price({ tiers }), used({ inputTokens: 999_999, outputTokens: 1 }), NOON)).toBe(1);
    expect(costOf(price({ tiers }), used({ inputTokens: 1_000_000, outputTokens: 1 }), NOON)).toBe(2);
  });

  test.each([
    [272_000, 272_000 * 2],
    [272_001, 272_001 * 4],
  ])('of %i tokens of input comes under one tier, all of it', (inputTokens, cost) => {
    const two = price({
      tiers: [
        { aboveInputTokens: 0, inputMicros: 2_000_000, cachedInputMicros: null, outputMicros: 10_000_000 },
        { aboveInputTokens: 272_000, inputMicros: 4_000_000, cachedInputMicros: null, outputMicros: 15_000_000 },
      ],
    });

    expect(costOf(two, used({ inputTokens }), NOON)).toBe(cost);
  });

  test('has what each request costs in it', () => {
    expect(costOf(price({ perRequestMicros: 14_000 }), used({ inputTokens: 1 }), NOON)).toBe(14_002);
  });

  test('is nothing where it is known to be nothing', () => {
    const free = price({ tiers: [{ aboveInputTokens: 0, inputMicros: 0, cachedInputMicros: null, outputMicros: 0 }] });

    expect(costOf(free, used({ inputTokens: 5_000, outputTokens: 900 }), NOON)).toBe(0);
  });

  test('is unknown without a price, and without a count, whatever is sent in the place of one', () => {
    const none = [null, Number.NaN, -1, 0.5, Number.POSITIVE_INFINITY, 2 ** 60, '12' as unknown as number];

    expect(costOf(null, used({ inputTokens: 1, outputTokens: 1 }), NOON)).toBeNull();
    for (const count of none) {
      expect(costOf(price(), used({ inputTokens: count, outputTokens: 1 }), NOON)).toBeNull();
      expect(costOf(price(), used({ inputTokens: 1, outputTokens: count }), NOON)).toBeNull();
      // Nobody said that anything was cached: so nothing is cheaper.
      expect(costOf(price(), used({ inputTokens: 1_000, cachedInputTokens: count }), NOON)).toBe(2_000);
    }
  });

  test('never counts more tokens as cached than there are', () => {
    expect(costOf(price(), used({ inputTokens: 1_000, cachedInputTokens: 5_000 }), NOON)).toBe(200);
  });

  test('is a whole number, exact where floating point is not', () => {
    fc.assert(
      fc.property(prices, counts, counts, times, (one, inputTokens, outputTokens, at) => {
        const cost = costOf(one, used({ inputTokens, outputTokens }), at)!;
        expect(Number.isSafeInteger(cost)).toBe(true);
        expect(cost).toBeGreaterThanOrEqual(0);
      }),
    );
    const dear = [{ aboveInputTokens: 0, inputMicros: 999_999_999, cachedInputMicros: null, outputMicros: 0 }];
    expect(costOf(price({ tiers: dear }), used({ inputTokens: 90_000_001 }), NOON)).toBe(90_000_000_910);
  });

  test('never falls when more is cached less, or more comes out', () => {
    fc.assert(
      fc.property(prices, counts, counts, counts, times, (one, inputTokens, cached, outputTokens, at) => {
        const cachedInputTokens = Math.min(cached, inputTokens);
        const cost = costOf(one, used({ inputTokens, cachedInputTokens, outputTokens }), at)!;
        const uncached = costOf(one, used({ inputTokens, outputTokens }), at)!;
        const longer = costOf(one, used({ inputTokens, cachedInputTokens, outputTokens: outputTokens + 1 }), at)!;
        expect(uncached).toBeGreaterThanOrEqual(cost);
        expect(longer).toBeGreaterThanOrEqual(cost);
      }),
    );
  });
});

describe('peak hours', () => {
  const rates: PriceTier[] = [
    { aboveInputTokens: 0, inputMicros: 1_000_000, cachedInputMicros: null, outputMicros: 0 },
  ];
  const factorAt = (hours: Partial<PeakHours>, at: string) =>
    costOf(
      price({ tiers: rates, peak: { windows: [], isWeekdaysOnly: false, factor: 2, ...hours } }),
      used({ inputTokens: 1_000 }),
      new Date(at),
    )! / 1_000;

  test.each([
    ['2026-11-18T00:59:59.999Z', 1],
    ['2026-11-18T01:00:00Z', 2],
    ['2026-11-18T03:59:59.999Z', 2],
    ['2026-11-18T04:00:00Z', 1],
    ['2026-11-18T06:00:00Z', 2],
    ['2026-11-18T10:00:00Z', 1],
  ])('at %s everything costs %i times as much', (at, factor) => {
    const windows = [
      { fromHour: 1, toHour: 4 },
      { fromHour: 6, toHour: 10 },
    ];

    expect(factorAt({ windows }, at)).toBe(factor);
  });

  test.each([
    ['2026-11-18T21:59:59.999Z', 1],
    ['2026-11-18T22:00:00Z', 2],
    ['2026-11-18T23:59:59.999Z', 2],
    ['2026-11-19T00:00:00Z', 2],
    ['2026-11-19T01:59:59.999Z', 2],
    ['2026-11-19T02:00:00Z', 1],
  ])('go on past midnight: %s', (at, factor) => {
    expect(factorAt({ windows: [{ fromHour: 22, toHour: 2 }] }, at)).toBe(factor);
  });

  test('end with the day where they say 24', () => {
    const windows = [{ fromHour: 20, toHour: 24 }];

    expect(factorAt({ windows }, '2026-11-18T23:59:59Z')).toBe(2);
    expect(factorAt({ windows }, '2026-11-19T00:00:00Z')).toBe(1);
  });

  test.each([
    ['2026-11-20T02:00:00Z', 'Friday', 2],
    ['2026-11-21T02:00:00Z', 'Saturday', 1],
    ['2026-11-22T02:00:00Z', 'Sunday', 1],
    ['2026-11-23T02:00:00Z', 'Monday', 2],
  ])('of weekdays: %s, a %s', (at, _day, factor) => {
    expect(factorAt({ windows: [{ fromHour: 1, toHour: 4 }], isWeekdaysOnly: true }, at)).toBe(factor);
  });

  test('have factors with a fraction', () => {
    expect(factorAt({ windows: [{ fromHour: 0, toHour: 24 }], factor: 1.15 }, '2026-11-18T02:00:00Z')).toBe(1.15);
  });
});

describe('the most that a call can cost', () => {
  test('is never less than what it costs, whatever of it is used, and whenever within the hour', () => {
    fc.assert(
      fc.property(
        prices,
        fc.tuple(counts, counts),
        fc.tuple(counts, counts, counts),
        times,
        fc.nat(LONGEST_CALL_MS),
        (one, [input, output], [a, b, c], at, laterMs) => {
          const inputTokens = Math.min(a, input);
          const usage = used({
            inputTokens,
            cachedInputTokens: Math.min(b, inputTokens),
            outputTokens: Math.min(c, output),
          });

          const most = maxCostOf(one, { input, output }, at)!;

          expect(most).toBeGreaterThanOrEqual(costOf(one, usage, at)!);
          expect(most).toBeGreaterThanOrEqual(costOf(one, usage, new Date(at.getTime() + laterMs))!);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test('is what it costs where nothing is left open', () => {
    expect(maxCostOf(price(), { input: 1_000, output: 500 }, NOON)).toBe(7_000);
  });

  test('has the dearer of the tiers in it that it may come under', () => {
    const odd = price({
      tiers: [
        { aboveInputTokens: 0, inputMicros: 9_000_000, cachedInputMicros: null, outputMicros: 0 },
        { aboveInputTokens: 100, inputMicros: 1_000_000, cachedInputMicros: null, outputMicros: 0 },
        { aboveInputTokens: 1_000, inputMicros: 99_000_000, cachedInputMicros: null, outputMicros: 0 },
      ],
    });

    expect(maxCostOf(odd, { input: 1_000, output: 0 }, NOON)).toBe(9_000);
  });

  test('has the peak in it that it may run into', () => {
    const one = price({ peak: { windows: [{ fromHour: 13, toHour: 14 }], isWeekdaysOnly: false, factor: 2 } });

    expect(maxCostOf(one, { input: 1_000, output: 500 }, new Date('2026-11-18T11:59:59Z'))).toBe(7_000);
    expect(maxCostOf(one, { input: 1_000, output: 500 }, NOON)).toBe(14_000);
  });

  test('is unknown without a price, and never nothing', () => {
    expect(maxCostOf(null, { input: 1_000, output: 500 }, NOON)).toBeNull();
    expect(maxCostOf(price(), { input: Number.NaN, output: 500 }, NOON)).toBeNull();
    expect(maxCostOf(price(), { input: 1_000, output: -1 }, NOON)).toBeNull();
  });
});

describe('the price that holds', () => {
  const first = price({ validFrom: '2026-01-01T00:00:00Z', validUntil: '2026-06-01T00:00:00Z' });
  const second = price({ validFrom: '2026-08-01T00:00:00Z' });
  const third = price({ validFrom: '2027-01-01T00:00:00Z' });
  const other = price({ deployment: 'openai/other' });
  const catalogue = catalogueWith(third, first, other, second);

  test.each([
    ['2025-12-31T23:59:59.999Z', null],
    ['2026-01-01T00:00:00.000Z', first],
    ['2026-05-31T23:59:59.999Z', first],
    ['2026-06-01T00:00:00.000Z', null],
    ['2026-07-31T23:59:59.999Z', null],
    ['2026-08-01T00:00:00.000Z', second],
    ['2026-12-31T23:59:59.999Z', second],
    ['2027-01-01T00:00:00.000Z', third],
  ])('at %s', (at, expected) => {
    expect(priceAt(catalogue, 'openai/one', new Date(at))).toBe(expected);
  });

  test('is unknown for a deployment that has none', () => {
    expect(priceAt(catalogue, 'openai/none', NOON)).toBeNull();
    expect(priceAt(catalogue, '__proto__', NOON)).toBeNull();
  });

  test('is found as by looking at all of them', () => {
    const day = 86_400_000;
    const begin = Date.parse('2026-01-01T00:00:00Z');
    const spans = fc.uniqueArray(fc.record({ from: fc.nat(50), lasts: fc.option(fc.integer({ min: 1, max: 20 })) }), {
      selector: ({ from }) => from,
      maxLength: 6,
    });
    const iso = (days: number) => new Date(begin + days * day).toISOString();
    fc.assert(
      fc.property(spans, fc.nat(60 * 24), (given, hours) => {
        const begins = given.map(({ from }) => from);
        // As a catalogue may have them: none reaches beyond the beginning of the next.
        const dated = given.map(({ from, lasts }) => {
          const next = Math.min(...begins.filter((one) => one > from), Number.POSITIVE_INFINITY);
          const until = lasts === null ? null : Math.min(from + lasts, next);
          return price({ validFrom: iso(from), validUntil: until === null ? null : iso(until) });
        });
        const at = new Date(begin + hours * 3_600_000);
        const holding = dated
          .filter(({ validFrom }) => Date.parse(validFrom) <= at.getTime())
          .sort((one, another) => Date.parse(another.validFrom) - Date.parse(one.validFrom))
          .slice(0, 1)
          .filter(({ validUntil }) => validUntil === null || at.getTime() < Date.parse(validUntil));

        expect(priceAt(catalogueWith(...dated), 'openai/one', at)).toBe(holding[0] ?? null);
      }),
    );
  });
});
