import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BlobStore, blobKey } from '../../src/platform/storage/blob-store.ts';

const MISSING_KEY = blobKey('f'.repeat(64), 'png');

/** What every store must do, whatever it stores into. `makeStore` gives a fresh, empty one for each test. */
export function describeBlobStore(name: string, makeStore: () => BlobStore | Promise<BlobStore>): void {
  describe(`${name} as a blob store`, () => {
    let store: BlobStore;

    beforeEach(async () => {
      store = await makeStore();
    });

    afterEach(() => store.close());

    test('what was put is read back under a key made of its digest', async () => {
      const bytes = Buffer.from('a picture, say');
      const sha256 = createHash('sha256').update(bytes).digest('hex');

      const stored = await store.put(bytes, 'png');

      expect(stored).toEqual({
        key: `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}.png`,
        sha256,
        byteSize: bytes.length,
      });
      expect(await store.has(stored.key)).toBe(true);
      expect(await contentOf(store, stored.key)).toEqual(bytes);
    });

    test('a stream is stored as the same bytes in one piece would be', async () => {
      const whole = await store.put(Buffer.from('one two three'), 'txt');

      const streamed = await store.put(chunks('one ', 'two ', 'three'), 'txt');

      expect(streamed).toEqual(whole);
    });

    test('nothing at all is a blob of no bytes', async () => {
      const stored = await store.put(chunks(), 'bin');

      expect(stored.byteSize).toBe(0);
      expect(await contentOf(store, stored.key)).toEqual(Buffer.alloc(0));
    });

    test('a range gives its bytes and the size of the whole', async () => {
      const { key } = await store.put(Buffer.from('0123456789'), 'txt');

      const middle = await store.read(key, { start: 2, end: 4 });
      const tail = await store.read(key, { start: 7 });
      const beyond = await store.read(key, { start: 8, end: 99 });

      expect(middle?.byteSize).toBe(10);
      expect(await text(middle)).toBe('234');
      expect(await text(tail)).toBe('789');
      expect(await text(beyond)).toBe('89');
    });

    test('a range that begins past the end is refused with the size', async () => {
      const { key } = await store.put(Buffer.from('0123456789'), 'txt');

      await expect(store.read(key, { start: 10 })).rejects.toMatchObject({ name: 'RangeOutsideBlob', byteSize: 10 });
    });

    test('what is not there is absent, not an error', async () => {
      expect(await store.read(MISSING_KEY)).toBeNull();
      expect(await store.has(MISSING_KEY)).toBe(false);
      expect(await store.verify(MISSING_KEY)).toBe('MISSING');
      await expect(store.delete(MISSING_KEY)).resolves.toBeUndefined();
    });

    test('what was deleted is gone and can be put again', async () => {
      const { key } = await store.put(Buffer.from('now and again'), 'txt');

      await store.delete(key);

      expect(await store.has(key)).toBe(false);
      expect((await store.put(Buffer.from('now and again'), 'txt')).key).toBe(key);
      expect(await store.has(key)).toBe(true);
    });

    test('the same bytes twice are one blob', async () => {
      const first = await store.put(Buffer.from('twice'), 'txt');
      const second = await store.put(Buffer.from('twice'), 'txt');

      expect(second).toEqual(first);
      expect(await keysOf(store)).toEqual([first.key]);
    });

    test('the same bytes from twenty writers at once are one whole blob', async () => {
      const bytes = Buffer.alloc(300_000, 'twenty');

      const stored = await Promise.all(Array.from({ length: 20 }, () => store.put(slices(bytes, 20_000), 'bin')));

      expect(new Set(stored.map((blob) => blob.key)).size).toBe(1);
      expect(await keysOf(store)).toEqual([stored[0]!.key]);
      expect(await store.verify(stored[0]!.key)).toBe('INTACT');
    });

    test('a source that breaks off leaves nothing, and its own error comes out', async () => {
      const hungUp = new Error('the client hung up');
      async function* broken() {
        yield Buffer.alloc(100_000);
        throw hungUp;
      }

      await expect(store.put(broken(), 'png')).rejects.toBe(hungUp);

      expect(await keysOf(store)).toEqual([]);
      expect(await store.sweepStaging(0)).toBe(0);
    });

    test('every blob is listed once, with its size and a time', async () => {
      const stored = await Promise.all(['a', 'bb', 'ccc'].map((content) => store.put(Buffer.from(content), 'txt')));

      const listed = [];
      for await (const blob of store.list()) listed.push(blob);

      expect(listed.map(({ key, byteSize }) => ({ key, byteSize })).sort(byKey)).toEqual(
        stored.map(({ key, byteSize }) => ({ key, byteSize })).sort(byKey),
      );
      for (const { storedAt } of listed) expect(Math.abs(Date.now() - storedAt.getTime())).toBeLessThan(60_000);
    });

    test('the blobs of one shard are listed by themselves', async () => {
      const stored = await Promise.all(
        Array.from({ length: 20 }, (_, n) => store.put(Buffer.from(`text ${n}`), 'txt')),
      );
      const shard = stored[0]!.key.slice(0, 2);

      const listed = [];
      for await (const { key } of store.list(shard)) listed.push(key);

      expect(listed.sort()).toEqual(
        stored
          .map(({ key }) => key)
          .filter((key) => key.startsWith(shard))
          .sort(),
      );
      expect(await keysOf({ list: () => store.list('zz') })).toEqual([]);
    });

    test('what is set aside is out of use until it is taken back', async () => {
      const { key } = await store.put(Buffer.from('hardly needed'), 'txt');

      expect(await store.moveAside(key, later())).toBe(true);
      expect(await store.verify(key)).toBe('MISSING');
      expect(await keysOf(store)).toEqual([]);
      expect(await keysOf({ list: () => store.listMovedAside() })).toEqual([key]);
      expect(await store.moveBack(key)).toBe(true);

      expect(await store.verify(key)).toBe('INTACT');
      expect(await keysOf({ list: () => store.listMovedAside() })).toEqual([]);
      expect(await store.moveBack(key)).toBe(false);
    });

    test('what is young is not set aside', async () => {
      const { key } = await store.put(Buffer.from('just put'), 'txt');

      expect(await store.moveAside(key, new Date(Date.now() - 60_000))).toBe(false);
      expect(await store.moveAside(MISSING_KEY, later())).toBe(false);
      expect(await store.verify(key)).toBe('INTACT');
    });

    test('what was set aside is deleted for good, and was put anew without it', async () => {
      const { key } = await store.put(Buffer.from('twice'), 'txt');
      await store.moveAside(key, later());
      await store.put(Buffer.from('twice'), 'txt');

      await store.forget(key);

      expect(await store.moveBack(key)).toBe(false);
      expect(await store.verify(key)).toBe('INTACT');
      await expect(store.forget(key)).resolves.toBeUndefined();
    });

    test.each([
      '../../../etc/passwd',
      '/etc/passwd',
      'ab/cd/../../secret.png',
      `ab/cd/${'f'.repeat(64)}.png`,
      `${MISSING_KEY}/../x`,
      `${MISSING_KEY}\0`,
      `${MISSING_KEY}\n`,
      MISSING_KEY.toUpperCase(),
      MISSING_KEY.replace('.png', '.p/g'),
      '.imprimatur-store',
      '',
    ])('the key %j is refused by everything that takes one', async (key) => {
      const refused = { name: 'BlobKeyInvalid' };

      await expect(store.read(key)).rejects.toMatchObject(refused);
      await expect(store.has(key)).rejects.toMatchObject(refused);
      await expect(store.delete(key)).rejects.toMatchObject(refused);
      await expect(store.verify(key)).rejects.toMatchObject(refused);
      await expect(store.moveAside(key, later())).rejects.toMatchObject(refused);
      await expect(store.moveBack(key)).rejects.toMatchObject(refused);
      await expect(store.forget(key)).rejects.toMatchObject(refused);
    });

    test.each(['', '../x', 'png/x', 'PNG', 'averylongone'])('the extension %j is refused', async (extension) => {
      await expect(store.put(Buffer.from('x'), extension)).rejects.toMatchObject({ name: 'BlobKeyInvalid' });
      expect(await keysOf(store)).toEqual([]);
    });

    test('a probe succeeds and leaves nothing', async () => {
      await store.probe();

      expect(await keysOf(store)).toEqual([]);
      expect(await store.sweepStaging(0)).toBe(0);
    });
  });
}

async function* chunks(...parts: string[]): AsyncIterable<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}

async function* slices(bytes: Buffer, length: number): AsyncIterable<Uint8Array> {
  for (let start = 0; start < bytes.length; start += length) yield bytes.subarray(start, start + length);
}

async function contentOf(store: BlobStore, key: string): Promise<Buffer | null> {
  const read = await store.read(key);
  return read && buffer(read.stream);
}

async function keysOf(store: Pick<BlobStore, 'list'>): Promise<string[]> {
  const keys = [];
  for await (const { key } of store.list()) keys.push(key);
  return keys;
}

async function text(read: { stream: Readable } | null): Promise<string | null> {
  return read && (await buffer(read.stream)).toString();
}

const later = () => new Date(Date.now() + 60_000);

function byKey(a: { key: string }, b: { key: string }): number {
  return a.key < b.key ? -1 : 1;
}
