import { afterAll, beforeAll, expect, test } from 'vitest';
import { SEED } from '../../src/models/seed/seed-catalogue.ts';
import { documentDigest } from '../../src/proof/document-digest.ts';
import { type Json, startApi } from '../support/api.ts';
import { cloneDatabase, type TestDatabase } from '../support/database.ts';

const SONNET = 'anthropic/claude-sonnet-5-5';
const HAIKU = 'anthropic/claude-haiku-5-5';

/** As it was before caches had prices, with one that an operator has changed. */
const OLD: Json = structuredClone(SEED);
OLD.prices = OLD.prices
  .filter(({ deployment, validFrom }: Json) => deployment !== SONNET || validFrom.startsWith('2026-01'))
  .map((price: Json) => ({
    ...price,
    validUntil: price.deployment === SONNET ? null : price.validUntil,
    tiers: price.tiers.map(({ cacheWriteMicros: _, hourCacheWriteMicros: __, ...tier }: Json) => ({
      ...tier,
      cachedInputMicros: price.images !== null || price.deployment.includes('opus') ? tier.cachedInputMicros : null,
      inputMicros: price.deployment === HAIKU ? tier.inputMicros + 1 : tier.inputMicros,
    })),
  }));

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
  await database.query(
    `insert into catalogue_version (id, number, document, sha256, reason, published_by, published_at)
     values ('cat_00000000000000000000000001', 1, $1, $2, 'Long ago.', 'service', now())`,
    [JSON.stringify(OLD), documentDigest(OLD)],
  );
});
afterAll(() => database.drop());

test('an older installation gets the prices of caches once, but for what an operator has changed', async () => {
  for (const _start of [1, 2]) {
    const api = await startApi({ works: false, database });
    await api.stop();
  }

  const versions = await database.query<Json>(
    'select number, reason, published_by, document from catalogue_version order by number',
  );
  expect(versions).toMatchObject([
    { number: 1 },
    { number: 2, reason: expect.stringContaining('caches'), published_by: 'service' },
  ]);
  const before = versions[0]!.document.prices as Json[];
  const after = versions[1]!.document.prices as Json[];
  const of = (prices: Json[], deployment: string) => prices.filter((price) => price.deployment === deployment);

  expect(of(after, HAIKU)).toEqual(of(before, HAIKU));
  expect(of(after, SONNET).map(({ validFrom, tiers }) => [validFrom.slice(0, 10), tiers[0].cachedInputMicros])).toEqual(
    [
      ['2026-01-01', 200_000],
      ['2026-10-07', 100_000],
    ],
  );
  for (const { id } of SEED.deployments) {
    if (id === HAIKU) continue;
    expect(of(after, id), id).toEqual(of(structuredClone(SEED.prices) as Json[], id));
  }
});
