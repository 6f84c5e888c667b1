import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Api, startApi } from '../support/api.ts';
import { cloneDatabase } from '../support/database.ts';

/** A picture of noise, which hardly shrinks: about as many bytes as `side` squared, times three. */
async function noise(side: number): Promise<string> {
  const png = await sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer();
  return png.toString('base64');
}

const upload = async (api: Api, side: number) =>
  api.json('/api/admin/image-bank', { as: 'operator', body: { title: 'Noise', imageBase64: await noise(side) } });

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

const isRoot = process.getuid?.() === 0;

describe.runIf(isRoot)('on a disk of two megabytes', () => {
  let disk: string;
  beforeEach(() => {
    disk = mkdtempSync(path.join(tmpdir(), 'imprimatur-disk-'));
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk]);
  });
  afterEach(() => {
    execFileSync('/bin/umount', ['--lazy', disk]);
    rmSync(disk, { recursive: true });
  });

  test('what does not fit is refused with 507 and leaves nothing; when there is room again it is taken', async () => {
    const api = await startApi({ env: { STORAGE_URL: `file://${disk}/blobs` }, works: false });
    const ballast = path.join(disk, 'ballast');
    expect((await upload(api, 64)).status).toBe(201);
    const before = filesIn(path.join(disk, 'blobs'));
    writeFileSync(ballast, Buffer.alloc(1_500_000));

    const full = await upload(api, 600);
    const query = 'mutation ($in: CreateAssetInput!) { createAsset(input: $in) { ... on Problem { code } } }';
    const graphql = await api.graphql(query, {
      as: 'operator',
      variables: { in: { imageBase64: await noise(600) } },
    });

    expect(full).toMatchObject({ status: 507, body: { ok: false, code: 'STORAGE_FULL' } });
    expect(graphql.data.createAsset).toEqual({ code: 'STORAGE_FULL' });
    expect(await api.database.query('select id from asset')).toHaveLength(1);
    expect(filesIn(path.join(disk, 'blobs'))).toEqual(before);
    expect((await api.fetch('/livez')).status).toBe(200);

    rmSync(ballast);
    expect((await upload(api, 600)).status).toBe(201);
    expect(await api.database.query('select id from asset')).toHaveLength(2);
  });
});

test('a folder that cannot be made is named at the start', async () => {
  await expect(startApi({ env: { STORAGE_URL: 'file:///dev/null/nowhere' }, works: false })).rejects.toThrow(
    'STORAGE_URL',
  );
});

test('a store that may not be written to is away, and says so', async () => {
  const api = await startApi({ works: false });
  const blobs = path.join(api.dataDir, 'blobs');
  rmSync(blobs, { recursive: true, force: true });
  writeFileSync(blobs, 'no folder');

  expect(await upload(api, 64)).toMatchObject({ status: 503, body: { ok: false, code: 'SERVICE_UNAVAILABLE' } });
  expect(await api.database.query('select id from asset')).toEqual([]);
});

test('a store that vanishes under the service is away, not empty, and comes back with what it had', async () => {
  const api = await startApi({ works: false });
  const { body } = await upload(api, 64);
  const blobs = path.join(api.dataDir, 'blobs');
  const status = async () => (await api.json('/api/health/architecture')).body.status;
  renameSync(blobs, `${blobs}.away`);

  expect(await upload(api, 100)).toMatchObject({ status: 503, body: { ok: false, code: 'SERVICE_UNAVAILABLE' } });
  expect((await fetch(body.asset.url)).status).toBe(503);
  await expect.poll(status).toBe('fail');
  expect((await api.fetch('/readyz')).status).toBe(503);
  expect(existsSync(blobs)).toBe(false);
  // Somebody makes the folder: it is still not the store.
  mkdirSync(blobs);
  expect((await upload(api, 100)).status).toBe(503);
  expect(readdirSync(blobs)).toEqual([]);
  rmSync(blobs, { recursive: true });

  renameSync(`${blobs}.away`, blobs);
  await expect.poll(status).toBe('pass');
  expect((await fetch(body.asset.url)).status).toBe(200);
  expect((await upload(api, 100)).status).toBe(201);
});

test('a folder that is empty at the start, though there are pictures, is not taken for the store', async () => {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  const earlier = await startApi({ database, works: false });
  await upload(earlier, 64);
  await earlier.stop();
  const mountPoint = mkdtempSync(path.join(tmpdir(), 'imprimatur-mount-'));
  onTestFinished(() => rmSync(mountPoint, { recursive: true }));

  const api = await startApi({ database, works: false, env: { STORAGE_URL: `file://${mountPoint}` } });

  expect(await upload(api, 100)).toMatchObject({ status: 503, body: { ok: false, code: 'SERVICE_UNAVAILABLE' } });
  expect((await api.fetch('/readyz')).status).toBe(503);
  expect(readdirSync(mountPoint)).toEqual([]);
});

test('bytes that were stored before a crash, but got no row, do no harm when they are sent again', async () => {
  const api = await startApi({ works: false });
  const picture = await noise(64);
  const send = () =>
    api.json('/api/admin/image-bank', { as: 'operator', body: { title: 'Noise', imageBase64: picture } });
  await send();
  // As a crash between the bytes and the commit leaves it.
  await api.database.query('delete from asset');

  const [first, twin] = await Promise.all([send(), send()]);

  expect([first.status, twin.status].sort()).toEqual([200, 201]);
  expect(first.body.asset.id).toBe(twin.body.asset.id);
  expect(await api.database.query('select id from asset')).toHaveLength(1);
  const bytes = await fetch(first.body.asset.url).then((answer) => answer.arrayBuffer());
  expect(bytes.byteLength).toBe(first.body.asset.byteSize);
});
