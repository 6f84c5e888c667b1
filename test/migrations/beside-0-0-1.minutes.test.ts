import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { fillBankOf001 } from './bank-of-0-0-1.ts';
import { serveAs001, watchBlocks } from './load-of-0-0-1.ts';
import { bringUp, databaseOf001 } from './release-0-0-1.ts';

/** A million is the size at which it was measured; it takes half an hour and 10 GB. */
const PICTURES = Number(process.env.MIGRATION_PICTURES ?? 20_000);
const LONGEST_BLOCK_MS = 1_000;

test('two processes of release 0.0.1 go on while the database is migrated, and nobody waits for a second', async () => {
  const database = await databaseOf001();
  onTestFinished(() => database.drop());
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await fillBankOf001(client, { pictures: PICTURES, seals: PICTURES / 5, renders: PICTURES / 10 });
  await client.end();
  const stop = new AbortController();
  const load = serveAs001(database.url, stop.signal);
  const watched = watchBlocks(database.url, stop.signal);
  const began = performance.now();

  await bringUp(database.url).finally(() => stop.abort());
  await Promise.all([load.done, watched.done]);

  const seconds = (performance.now() - began) / 1_000;
  console.info(`${PICTURES} pictures in ${seconds.toFixed(1)} s`, watched.longest, load.requests);
  for (const [table, { read, write }] of Object.entries(watched.longest)) {
    expect(Math.max(read, write), `longest block of one row of ${table}`).toBeLessThan(LONGEST_BLOCK_MS);
  }
  expect(load.requests.made).toBeGreaterThan(0);
  expect(load.requests.failed.filter((code) => code !== '40P01' && code !== '55P03')).toEqual([]);
  expect(load.requests.failed.length).toBeLessThanOrEqual(load.requests.made / 1_000);
  // Everything that came in meanwhile was brought along as well.
  const [left] = await database.query(`select
    (select count(*)::int from asset where facets <> facets_of(tag_keys, status, origin, width, height, licence, dominant_color)) as facets,
    (select count(*)::int from render where understood is not null and not understood ? 'palette') as understood,
    (select count(*)::int from render where sha256 is not null and image_width is null) as sizes,
    (select count(*)::int from pg_index where not indisvalid) as indexes`);
  expect(left).toEqual({ facets: 0, understood: 0, sizes: 0, indexes: 0 });
});
