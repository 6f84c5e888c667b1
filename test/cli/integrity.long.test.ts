import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { ask, settled, stored } from '../rest/support.ts';
import { type Api, DECISION_PRIVATE_KEY, LOG_PRIVATE_KEY, SEAL_PRIVATE_KEY, startApi } from '../support/api.ts';
import { DAMAGES, fileOf, filesOfAsset, removed } from '../support/broken-bank.ts';
import { imprimatur } from '../support/command.ts';
import { sealText } from '../support/seals.ts';
import { startService } from '../support/service-process.ts';
import { integrity, reportOf } from './integrity.ts';

const MINUTES = 60_000;
const HOURS = 60 * MINUTES;

async function picture(width = 500): Promise<string> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const png = sharp({ create: { width, height: 300, channels: 3, background: '#888', noise } }).png();
  return (await png.toBuffer()).toString('base64');
}

async function upload(api: Api, imageBase64: string) {
  const { body } = await api.json('/api/admin/image-bank', { as: 'operator', body: { imageBase64, tags: ['n'] } });
  return { asset: body.asset, ...(await filesOfAsset(api, body.asset.id)) };
}

/** As if it had been written so long ago. */
function aged(file: string, ms: number): void {
  const then = new Date(Date.now() - ms);
  utimesSync(file, then, then);
}

/** A file of the store that nobody has a row for. */
async function unnamed(api: Api, content: string, ms: number): Promise<string> {
  const { key } = await api.services.platform.store.put(Buffer.from(content), 'png');
  const file = path.join(api.dataDir, 'blobs', key);
  aged(file, ms);
  return file;
}

/** Names and contents. */
const filesIn = (api: Api) =>
  readdirSync(path.join(api.dataDir, 'blobs'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
    .map((file) => [file, readFileSync(file, 'base64')]);

const statusOf = async (api: Api, url: string) => (await ask(api, { path: new URL(url).pathname })).status;

test('a bank that is broken in every way is told of, left alone, repaired where it can be, and then in order', async () => {
  const api = await startApi();
  const { store } = api.services.platform;
  const lost = await picture();
  const original = await upload(api, lost);
  DAMAGES.flipped(original.original);
  const thumbnails = await upload(api, await picture());
  removed(thumbnails.renditions[0]!.file);
  DAMAGES.flipped(thumbnails.renditions[1]!.file);
  const drawn = await api.render({ seed: 2 });
  const drawnFiles = await filesOfAsset(api, drawn.asset.id);
  removed(drawnFiles.original);
  DAMAGES.cut(drawnFiles.renditions[0]!.file);
  const unbanked = await api.render({ seed: 3, saveToBank: false });
  DAMAGES.emptied(fileOf(api.dataDir, unbanked.render.image.sha256, 'png'));
  const aside = await upload(api, await picture());
  await store.moveAside(path.relative(path.join(api.dataDir, 'blobs'), aside.original), new Date(Date.now() + HOURS));
  const encodedAnew = await upload(api, await picture(300));
  await api.database.query('update rendition set sha256 = $2 where asset_id = $1', [
    encodedAnew.asset.id,
    'e'.repeat(64),
  ]);
  const resized = await upload(api, await picture(200));
  await api.database.query('update asset set byte_size = byte_size + 1 where id = $1', [resized.asset.id]);
  const orphan = await unnamed(api, 'of an upload that was killed', 25 * HOURS);
  const young = await unnamed(api, 'of one that is under way', 5 * MINUTES);
  const staging = path.join(api.dataDir, 'blobs/.staging');
  for (const [name, ms] of [
    ['old', 25 * HOURS],
    ['new', 5 * MINUTES],
  ] as const) {
    writeFileSync(path.join(staging, `${name}.part`), 'half');
    aged(path.join(staging, `${name}.part`), ms);
  }
  await settled(api);
  const before = { rows: await stored(api), files: filesIn(api) };

  const dry = await reportOf(api, '--only', 'bytes');

  expect(dry).toMatchObject({
    code: 1,
    result: 'NOT_CLEAN',
    checks: [{ name: 'bytes', isComplete: true }],
    counts: {
      BYTES_MISSING: { found: 4, repaired: 0 },
      BYTES_DAMAGED: { found: 4, repaired: 0 },
      SIZE_WRONG: { found: 1, repaired: 0 },
      BYTES_ORPHANED: { found: 1, repaired: 0 },
      FILE_LEFT_OVER: { found: 1, repaired: 0 },
    },
  });
  const rowsOf = (kind: string) =>
    dry.findings
      .filter((one) => one.kind === kind)
      .flatMap(({ rows }) => rows)
      .sort();
  expect(rowsOf('BYTES_MISSING')).toEqual(
    [
      `asset ${aside.asset.id}`,
      `asset ${drawn.asset.id}`,
      `render ${drawn.render.id}`,
      `rendition ${encodedAnew.asset.id} 300`,
      `rendition ${thumbnails.asset.id} 320`,
    ].sort(),
  );
  expect(rowsOf('BYTES_DAMAGED')).toEqual(
    [
      `asset ${original.asset.id}`,
      `render ${unbanked.render.id}`,
      `rendition ${drawn.asset.id} 256`,
      `rendition ${thumbnails.asset.id} 500`,
    ].sort(),
  );
  expect({ rows: await stored(api), files: filesIn(api) }).toEqual(before);

  const repair = await reportOf(api, '--only', 'bytes', '--repair');

  expect(repair).toMatchObject({
    code: 1,
    result: 'NOT_CLEAN',
    counts: {
      BYTES_MISSING: { found: 4, repaired: 4 },
      BYTES_DAMAGED: { found: 4, repaired: 3 },
      SIZE_WRONG: { found: 1, repaired: 0 },
      BYTES_ORPHANED: { found: 1, repaired: 1 },
      FILE_LEFT_OVER: { found: 1, repaired: 1 },
    },
  });
  for (const healed of [thumbnails, aside, encodedAnew]) {
    expect(await statusOf(api, healed.asset.url)).toBe(200);
    for (const width of [320, 640])
      expect(await statusOf(api, `${api.url}/media/${healed.asset.id}/${width}.webp`)).toBe(200);
  }
  for (const { image } of [drawn.render, unbanked.render]) expect(await statusOf(api, image.url)).toBe(200);
  expect(await statusOf(api, `${api.url}/media/${drawn.asset.id}/320.webp`)).toBe(200);
  expect(await statusOf(api, original.asset.url)).toBe(500);
  expect(readdirSync(staging)).toEqual(['new.part']);
  expect(readFileSync(young, 'utf8')).toBe('of one that is under way');
  expect(() => readFileSync(orphan)).toThrow('ENOENT');

  // The right bytes are sent again, and what was set aside a week ago is deleted.
  await upload(api, lost);
  await api.database.query('update asset set byte_size = byte_size - 1 where id = $1', [resized.asset.id]);
  const kept = path.join(api.dataDir, 'blobs/.set-aside');
  expect(readdirSync(kept)).toEqual([path.basename(orphan)]);
  for (const name of readdirSync(kept)) aged(path.join(kept, name), 8 * 24 * HOURS);
  const later = await reportOf(api, '--only', 'bytes', '--repair');
  const last = await reportOf(api);

  expect(later).toMatchObject({ code: 0, result: 'REPAIRED', counts: { BYTES_SET_ASIDE: { found: 1, repaired: 1 } } });
  expect(readdirSync(kept)).toEqual([]);
  expect(last).toMatchObject({ code: 0, result: 'CLEAN', counts: {}, findings: [] });
});

test('a service at work is in order at every moment, and loses nothing to a repair', async () => {
  const api = await startApi();
  const acknowledged: string[] = [];
  let isOver = false;
  const atWork = Promise.all([
    (async () => {
      for (let seed = 100; !isOver; seed++) acknowledged.push((await api.render({ seed })).render.image.url);
    })(),
    (async () => {
      while (!isOver) acknowledged.push((await upload(api, await picture(64))).asset.url);
    })(),
    (async () => {
      for (let n = 0; !isOver; n++) await sealText(api, `text ${n}`);
    })(),
  ]);

  const reports = [await reportOf(api, '--repair'), await reportOf(api, '--repair', '--grace', '10m')];
  isOver = true;
  await atWork;

  for (const report of reports) expect(report).toMatchObject({ code: 0, result: 'CLEAN', findings: [] });
  expect(acknowledged.length).toBeGreaterThan(2);
  for (const url of acknowledged) expect(await statusOf(api, url)).toBe(200);
});

test('a store that is not there is not taken for an empty one', async () => {
  const api = await startApi();
  await upload(api, await picture(64));
  const elsewhere = path.join(api.dataDir, 'elsewhere');
  mkdirSync(elsewhere);

  const { code, stdout, stderr } = await imprimatur(['integrity', '--repair'], {
    DATABASE_URL: api.database.url,
    DATA_DIR: api.dataDir,
    STORAGE_URL: `file://${elsewhere}`,
    LOG_PRIVATE_KEY,
    SEAL_PRIVATE_KEY,
    DECISION_PRIVATE_KEY,
  });

  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('The integrity check could not run');
  expect(readdirSync(elsewhere)).toEqual([]);
});

test('one that is stopped in between says so, and calls nothing clean that it has not seen', async () => {
  const api = await startApi({ works: false });
  await upload(api, await picture(64));
  const client = new pg.Client({ connectionString: api.database.url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin; lock table asset in access exclusive mode');
  await using command = await startService({
    args: ['integrity', '--json', '--only', 'bytes'],
    env: {
      DATABASE_URL: api.database.url,
      LOG_PRIVATE_KEY,
      SEAL_PRIVATE_KEY,
      DECISION_PRIVATE_KEY,
      STORAGE_URL: `file://${api.dataDir}/blobs`,
    },
  });
  const waiting = `select 1 from pg_locks where relation = 'asset'::regclass and not granted`;
  await expect.poll(async () => (await client.query(waiting)).rowCount).toBeGreaterThan(0);

  process.kill(command.pid, 'SIGTERM');
  await client.query('commit');
  const { code } = await command.exited;

  expect(code).toBe(2);
  expect(command.stderr).toContain('bytes: not finished: stopped');
  expect(JSON.parse(command.stdout)).toMatchObject({ result: 'NOT_FINISHED', findings: [] });
});

test('what takes too long ends in time, says how far it came, and calls nothing clean that it has not seen', async () => {
  const api = await startApi({ works: false });
  await upload(api, await picture(64));

  const { code, stdout, stderr } = await integrity(api, '--for', '0s', '--json');

  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({ result: 'NOT_FINISHED', findings: [] });
  expect(stderr).toContain('bytes: not finished: time limit reached');
});
