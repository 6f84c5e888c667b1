import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.ts';
import { freePort } from '../support/service-process.ts';
import { mutate } from '../upgrades/support/mutate.ts';
import { Program } from '../upgrades/support/program.ts';
import { fillBankOf001 } from './bank-of-0-0-1.ts';
import { builtRelease } from './built-release.ts';
import { callAll } from './requests-of-0-0-1.ts';
import { watchBlocks } from './watch-blocks.ts';

/** A million takes eleven minutes and 10 GB on two cores. */
const PICTURES = Number(process.env.MIGRATION_PICTURES ?? 20_000);
const LONGEST_BLOCK_MS = 1_000;
/** How long the processes serve before the migration begins, and after it has ended. */
const AROUND_MS = 30_000;
const PRESENT = path.resolve(import.meta.dirname, '../..');

test('two processes of release 0.0.1 serve over HTTP while `imprimatur migrate` runs, and no row is blocked for a second', async () => {
  const root = builtRelease('7dd01a2');
  const dataDir = mkdtempSync(path.join(tmpdir(), 'imprimatur-beside-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  chmodSync(dataDir, 0o755);
  const server = await openEmbeddedPostgres({ dataDir: path.join(dataDir, 'database') });
  onTestFinished(() => server.stop());
  const env = { DATABASE_URL: server.url, SEALS_PER_MINUTE: '100000' };
  const start = async () => new Program(root, dataDir, { env, port: await freePort() });
  {
    await using first = await start();
    await first.ready();
    await first.stop();
  }
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  onTestFinished(() => client.end());
  await fillBankOf001(client, { pictures: PICTURES, seals: PICTURES / 5, renders: PICTURES / 10 });
  await client.query('checkpoint').catch(() => {});

  await using one = await start();
  await one.ready();
  await using other = await start();
  await other.ready();
  // By the name that the mutation has in release 0.0.1.
  const { secret: partnerToken } = await mutate(
    one,
    'issuePartnerToken',
    { partnerName: 'Lakeside Agency' },
    one.secret('admin-token'),
    {
      IssuedPartnerToken: 'secret',
    },
  );
  const stop = new AbortController();
  const load = callAll([one, other], { partnerToken, stop: stop.signal, perSecond: 10 });
  const watched = watchBlocks(server.url, stop.signal);
  const longest: Record<string, unknown> = {};
  const phase = async (name: string, work: () => Promise<unknown>) => {
    const began = performance.now();
    const { made } = load.served;
    await work();
    longest[name] = {
      seconds: Math.round((performance.now() - began) / 1_000),
      requests: load.served.made - made,
      failed: load.served.failed.length,
      blocks: structuredClone(watched.longest),
      longestMs: { ...load.served.longestMs },
    };
    for (const blocks of Object.values(watched.longest)) blocks.read = blocks.write = 0;
    load.served.longestMs = {};
  };

  let migrated = '';
  try {
    await phase('before', () => sleep(AROUND_MS));
    await phase('migrate', async () => {
      migrated = await Program.run(PRESENT, dataDir, ['migrate'], env);
    });
    await phase('after', () => sleep(AROUND_MS));
  } finally {
    stop.abort();
    await Promise.all([load.done, watched.done]);
    console.info(
      `${PICTURES} pictures`,
      JSON.stringify(longest, null, 1),
      load.served.failed.slice(0, 30),
      migrated.slice(-3_000),
    );
  }

  const { blocks } = longest.migrate as { blocks: typeof watched.longest };
  for (const [table, { read, write }] of Object.entries(blocks)) {
    expect(Math.max(read, write), `longest block of one row of ${table}`).toBeLessThan(LONGEST_BLOCK_MS);
  }
  expect(load.served.made).toBeGreaterThan(0);
  expect(load.served.failed.length).toBeLessThanOrEqual(load.served.made / 1_000);
  await one.stop();
  await other.stop();
  // The rows that came in during the migration were migrated as well.
  const { rows } = await client.query(`select
    (select count(*)::int from asset where facets <> facets_of(tag_keys, status, origin, width, height, licence, dominant_color)) as facets,
    (select count(*)::int from render where understood is not null and not understood ? 'palette') as understood,
    (select count(*)::int from render where sha256 is not null and image_width is null) as sizes,
    (select count(*)::int from pg_index where not indisvalid) as indexes`);
  expect(rows).toEqual([{ facets: 0, understood: 0, sizes: 0, indexes: 0 }]);
});
