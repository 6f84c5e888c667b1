import { describe, expect, test } from 'vitest';
import type { ImageDemand, RoutingRequest, RoutingSnapshot } from '../../../src/gateway/routing/decision.ts';
import { decisionFor, POLICY, policyWithRule, READY, reasonsOf, WITHOUT_KEY } from '../../support/routing.ts';

const IMAGE = 'media/image';
const SUNBURST = 'openai/gpt-image-2.6-sunburst';
const OLDER = 'openai/gpt-image-2';
const GOOGLE = 'google/gemini-nano-banana-2.1';
const OWN = 'own/image-model';
const EMBEDDED = 'embedded/renderer';

const ENGINE = { ...READY, credential: { source: 'EMBEDDED', keyId: null }, mostMicros: 0 } as const;
const NO_SERVER = { ...WITHOUT_KEY, whyNot: 'NO_OWN_SERVER' } as const;

/** What is decided where the service has a key for everybody, but for what is said. */
function decided(
  image: Partial<ImageDemand> = {},
  snapshot: Partial<RoutingSnapshot> = {},
  request: Partial<RoutingRequest> = {},
  policy = POLICY,
) {
  const wanted = { widthPx: 1_024, heightPx: 1_024, count: 1, isCovered: true, maySpend: true, ...image };
  return decisionFor(IMAGE, {
    policy,
    request: { maxOutputTokens: 0, image: wanted, ...request },
    snapshot: { ...snapshot, deployments: { [EMBEDDED]: ENGINE, [OWN]: NO_SERVER, ...snapshot.deployments } },
  });
}

const NO_KEYS = { [SUNBURST]: WITHOUT_KEY, [OLDER]: WITHOUT_KEY, [GOOGLE]: WITHOUT_KEY };

describe('where pictures are drawn', () => {
  test('models come first, in the order of the policy, and the engine of the service last', () => {
    expect(decided().path).toEqual([SUNBURST, OLDER, GOOGLE, EMBEDDED]);
  });

  test('without a key the engine draws whatever it is, and nothing is simulated, sandbox or not', () => {
    for (const isSandboxOn of [true, false]) {
      const decision = decided({ isCovered: false }, { isSandboxOn, deployments: NO_KEYS });
      expect(decision).toMatchObject({ path: [EMBEDDED], isSimulated: false, refusal: null });
    }
  });

  test('the engine is no stand-in for a model where it would draw something else', () => {
    const decision = decided({ isCovered: false });

    expect(decision.path).not.toContain(EMBEDDED);
    expect(reasonsOf(decision)[EMBEDDED]).toBe('NOT_COVERED');
  });

  test('and is none either while every model has a pause', () => {
    const paused = { ...READY, breaker: 'OPEN' } as const;
    const deployments = { [SUNBURST]: paused, [OLDER]: paused, [GOOGLE]: paused };

    expect(decided({ isCovered: false }, { deployments })).toMatchObject({
      path: [],
      refusal: { code: 'NO_DEPLOYMENT', sentence: expect.stringContaining('too many failures') },
    });
    expect(decided({}, { deployments }).path).toEqual([EMBEDDED]);
  });

  test('who would rather pay less still gets a model before the engine', () => {
    const { path } = decided({}, {}, { preference: 'COST' });

    expect(path.at(-1)).toBe(EMBEDDED);
    expect(path).toHaveLength(4);
  });

  test('and past the soft cap, a model that comes first anyway isn’t called the cheaper one', () => {
    const policy = policyWithRule(IMAGE, { pathPastSoftCap: [OLDER] });
    const costs = { [SUNBURST]: 3, [OLDER]: 1, [GOOGLE]: 2 };
    const deployments = Object.fromEntries(
      Object.entries(costs).map(([id, micros]) => [id, { ...READY, mostMicros: micros }]),
    );
    const decision = decided({}, { isPastSoftCap: true, deployments }, { preference: 'COST' }, policy);

    expect(decision.path).toEqual([OLDER, GOOGLE, SUNBURST, EMBEDDED]);
    expect(decision).toMatchObject({ isPastSoftCap: true, isMovedByCap: false });
  });

  test('strangers have the engine, whatever keys there are', () => {
    const decision = decided({ maySpend: false, isCovered: false });

    expect(decision.path).toEqual([EMBEDDED]);
    expect(reasonsOf(decision)[SUNBURST]).toBe('NOT_FOR_STRANGERS');
  });

  test.each([
    ['a strip', { widthPx: 4_000, heightPx: 500 }, { [SUNBURST]: 'SIZE_NOT_TAKEN', [GOOGLE]: 'SIZE_NOT_TAKEN' }],
    [
      'a shape that is none of the list',
      { widthPx: 1_100, heightPx: 1_000 },
      { [SUNBURST]: 'TAKEN', [GOOGLE]: 'SIZE_NOT_TAKEN' },
    ],
    ['four at once', { count: 4 }, { [SUNBURST]: 'TAKEN', [GOOGLE]: 'COUNT_NOT_TAKEN' }],
  ])('%s goes to who takes it', (_, image, reasons) => {
    expect(reasonsOf(decided(image))).toMatchObject(reasons);
  });

  test('a picture that nobody takes is refused as such', () => {
    expect(decided({ widthPx: 9_000, heightPx: 9_000 })).toMatchObject({
      path: [],
      refusal: { code: 'UNSUPPORTED', sentence: expect.stringContaining('9,000 × 9,000') },
    });
  });

  test('a customer’s own key or server is taken alone, and the engine is no other’s key', () => {
    const own = { ...READY, credential: { source: 'CUSTOMER', keyId: 'osv_1' } } as const;

    expect(decided({}, { deployments: { [OWN]: own } }).path).toEqual([OWN, EMBEDDED]);
  });

  test('what nobody knows the price of is not called under a hard limit', () => {
    const deployments = { [SUNBURST]: { ...READY, mostMicros: null } };
    const decision = decided({}, { hasHardLimit: true, leftMicros: 1_000_000, deployments });

    expect(reasonsOf(decision)[SUNBURST]).toBe('PRICE_UNKNOWN');
    expect(decision.path[0]).toBe(OLDER);
  });
});
