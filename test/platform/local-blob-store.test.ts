import { spawn, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { open, rename, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LocalBlobStore } from '../../src/platform/storage/local-blob-store.ts';
import { describeBlobStore } from '../support/blob-store-contract.ts';

const STORE_MODULE = new URL('../../src/platform/storage/local-blob-store.ts', import.meta.url).href;

let folder: string;
let root: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'blob-store-'));
  root = join(folder, 'media');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const wasUsed = async () => true;

describeBlobStore('a local folder', () => new LocalBlobStore(root));

describe('a local folder', () => {
  test('holds a blob as a plain file under its key, and nothing else', async () => {
    const store = new LocalBlobStore(root);

    const { key } = await store.put(Buffer.from('plain'), 'txt');

    expect(filesIn(root)).toEqual(['.imprimatur-store', key].sort());
  });

  test('the same bytes again make the file young for a sweep', async () => {
    const store = new LocalBlobStore(root);
    const { key } = await store.put(Buffer.from('once'), 'txt');
    const before = statSync(join(root, key));
    await sleep(20);

    await store.put(Buffer.from('once'), 'txt');

    expect(statSync(join(root, key)).mtimeMs).toBeGreaterThan(before.mtimeMs);
    expect(filesIn(root)).toEqual(['.imprimatur-store', key].sort());
  });

  test.each([
    ['was cut short', 'wh'],
    ['was flipped', 'wHole'],
    ['was emptied', ''],
  ])('the same bytes again replace a file that %s', async (_, spoilt) => {
    const store = new LocalBlobStore(root);
    const { key } = await store.put(Buffer.from('whole'), 'txt');
    await writeFile(join(root, key), spoilt);

    await store.put(Buffer.from('whole'), 'txt');

    expect(await store.verify(key)).toBe('INTACT');
  });

  test('who reads a file goes on with it when it is replaced', async () => {
    const store = new LocalBlobStore(root);
    const { key } = await store.put(Buffer.alloc(300_000, 'old'), 'txt');
    const read = (await store.read(key))!;

    await store.put(Buffer.alloc(300_000, 'old'), 'txt');

    expect(await buffer(read.stream)).toEqual(Buffer.alloc(300_000, 'old'));
    const replaced = (await store.read(key))!;
    replaced.stream.destroy();
    expect(replaced.revision).not.toBe(read.revision);
  });

  test('bytes that were put between the look at their age and the move are not set aside', async () => {
    const store = new LocalBlobStore(root);
    const keys = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => (await store.put(Buffer.from(`text ${n}`), 'txt')).key),
    );
    const old = new Date('2020-01-01');
    for (const key of keys) await utimes(join(root, key), old, old);

    const before = new Date('2021-01-01');
    const [aside] = await Promise.all([
      Promise.all(keys.map((key) => store.moveAside(key, before))),
      Promise.all(keys.map((_, n) => store.put(Buffer.from(`text ${n}`), 'txt'))),
    ]);

    // Whichever came first: what was put last is there.
    for (const key of keys) expect(await store.verify(key)).toBe('INTACT');
    expect(aside).toHaveLength(40);
  });

  test('one flipped bit is found', async () => {
    const store = new LocalBlobStore(root);
    const { key } = await store.put(Buffer.alloc(100_000, 7), 'bin');
    const file = await open(join(root, key), 'r+');
    await file.write(Buffer.of(6), 0, 1, 70_000);
    await file.close();

    expect(await store.verify(key)).toBe('DAMAGED');
  });
});

describe('a mount that is not there', () => {
  test('an empty folder is refused when the store was used before, and stays empty', async () => {
    const store = new LocalBlobStore(folder, { wasUsed });

    const refused = { name: 'StorageUnavailable', message: expect.stringContaining(folder) };
    await expect(store.probe()).rejects.toMatchObject(refused);
    await expect(store.put(Buffer.from('lost'), 'txt')).rejects.toMatchObject(refused);
    await expect(store.has(`ff/ff/${'f'.repeat(64)}.txt`)).rejects.toMatchObject(refused);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a folder that does not exist is not made when the store was used before', async () => {
    const store = new LocalBlobStore(root, { wasUsed });

    await expect(store.put(Buffer.from('lost'), 'txt')).rejects.toMatchObject({ name: 'StorageUnavailable' });
    expect(existsSync(root)).toBe(false);
  });

  test('a store that was used before is taken', async () => {
    const { key } = await new LocalBlobStore(root).put(Buffer.from('kept'), 'txt');

    expect(await new LocalBlobStore(root, { wasUsed }).has(key)).toBe(true);
  });

  test('one that comes up late is found without a restart', async () => {
    await new LocalBlobStore(root).put(Buffer.from('kept'), 'txt');
    await rename(root, `${root}.away`);
    const store = new LocalBlobStore(root, { wasUsed });
    await expect(store.probe()).rejects.toMatchObject({ name: 'StorageUnavailable' });

    await rename(`${root}.away`, root);

    await expect(store.probe()).resolves.toBeUndefined();
  });

  test('one that goes while in use is reported, not taken for an empty store', async () => {
    const store = new LocalBlobStore(root);
    const { key } = await store.put(Buffer.from('kept'), 'txt');
    await rename(root, `${root}.away`);

    await expect(store.read(key)).rejects.toMatchObject({ name: 'StorageUnavailable' });
    await expect(store.put(Buffer.from('more'), 'txt')).rejects.toMatchObject({ name: 'StorageUnavailable' });
    await expect(store.probe()).rejects.toMatchObject({ name: 'StorageUnavailable' });
    expect(existsSync(root)).toBe(false);

    await rename(`${root}.away`, root);
    expect(await store.has(key)).toBe(true);
  });
});

describe('a crash in mid-write', () => {
  test('leaves a stage file, no blob, and the sweep removes it', async () => {
    const writer = runNode(`
      const store = new LocalBlobStore(${JSON.stringify(root)});
      await store.put((async function* () {
        yield Buffer.alloc(100_000);
        console.log('half way');
        await new Promise((resolve) => setTimeout(resolve, 60_000));
      })(), 'png');
    `);
    await new Promise((resolve) => writer.stdout.once('data', resolve));
    writer.kill('SIGKILL');
    await new Promise((resolve) => writer.once('exit', resolve));

    const store = new LocalBlobStore(root, { wasUsed });

    expect(filesIn(root)).toEqual(['.imprimatur-store', expect.stringMatching(/^\.staging\/.+\.part$/)]);
    expect(await store.sweepStaging(60_000)).toBe(0); // it could be an upload under way
    expect(await store.sweepStaging(0)).toBe(1);
    expect(filesIn(root)).toEqual(['.imprimatur-store']);
  });
});

/** A mount of our own in a mount namespace of our own: it goes with the child, whatever happens. */
const UNSHARE = process.getuid?.() === 0 ? ['unshare', '-m'] : ['unshare', '-rm'];
const canMount =
  spawnSync(UNSHARE[0]!, [...UNSHARE.slice(1), 'sh', '-c', 'mount -t tmpfs -o size=1m none /mnt']).status === 0;

describe.skipIf(!canMount)('a disk in trouble', () => {
  test('a full one is reported as full, keeps no half file, and takes bytes again when there is room', async () => {
    const report = await onSmallDisk(`
      await store.put(Buffer.alloc(100_000, 1), 'bin');
      const ballast = await store.put(Buffer.alloc(1_000_000, 2), 'bin');

      const full = await store.put(Buffer.alloc(1_500_000, 3), 'bin').catch((error) => error);
      const left = readdirSync(root, { recursive: true }).filter((path) => path.endsWith('.part'));
      const others = await store.verify(ballast.key);
      await store.delete(ballast.key);
      const retried = await store.put(Buffer.alloc(1_500_000, 3), 'bin');

      report({ name: full.name, cause: full.cause?.code, left, others, retried: await store.verify(retried.key) });
    `);

    expect(report).toEqual({ name: 'StorageFull', cause: 'ENOSPC', left: [], others: 'INTACT', retried: 'INTACT' });
  });

  test('a read-only one is reported as unavailable and still read', async () => {
    const report = await onSmallDisk(`
      const { key } = await store.put(Buffer.from('kept'), 'bin');
      execFileSync('mount', ['-o', 'remount,ro', root]);

      const write = await store.put(Buffer.from('more'), 'bin').catch((error) => error);
      const probe = await store.probe().catch((error) => error);

      report({ write: [write.name, write.cause?.code], probe: probe.name, read: await store.verify(key) });
    `);

    expect(report).toEqual({ write: ['StorageUnavailable', 'EROFS'], probe: 'StorageUnavailable', read: 'INTACT' });
  });
});

function runNode(body: string, command = [process.execPath]) {
  const script = `
    import { execFileSync } from 'node:child_process';
    import { readdirSync } from 'node:fs';
    import { LocalBlobStore } from ${JSON.stringify(STORE_MODULE)};
    ${body}`;
  return spawn(command[0]!, [...command.slice(1), '--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Runs `body` with a `store` on a file system of two megabytes and returns what it passes to `report`. */
async function onSmallDisk(body: string): Promise<unknown> {
  const mountAndRun = `mount -t tmpfs -o size=2m none "$0" && exec "$@"`;
  const child = runNode(
    `const root = ${JSON.stringify(folder)};
     const store = new LocalBlobStore(root);
     const report = (value) => console.log(JSON.stringify(value));
     ${body}`,
    [...UNSHARE, 'sh', '-c', mountAndRun, folder, process.execPath],
  );
  let output = '';
  for await (const chunk of child.stdout) output += chunk;
  return JSON.parse(output);
}

function filesIn(directory: string): string[] {
  return globSync(['**/*', '.*', '.*/*'], { cwd: directory })
    .filter((path) => statSync(join(directory, path)).isFile())
    .sort();
}
