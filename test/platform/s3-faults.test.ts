import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { describe, expect, onTestFinished } from 'vitest';
import { S3BlobStore } from '../../src/platform/storage/s3-blob-store.ts';
import { s3LocationOf } from '../../src/platform/storage/s3-location.ts';
import { type S3Fault, S3Proxy } from '../support/s3-proxy.ts';
import { SWIFT_ACCOUNT } from '../support/swift.ts';
import { SWIFT_SILENCE_MS, swiftTest as test, withSwift } from '../support/swift-of-run.ts';

const newBucket = withSwift();

/** A store behind a proxy that behaves until it is told otherwise, and one that goes around the proxy. */
async function storeBehindProxy(silenceMs = SWIFT_SILENCE_MS) {
  const { bucket, endpoint } = await newBucket();
  const proxy = await S3Proxy.before(endpoint);
  const location = (to: string) => s3LocationOf(`s3://${bucket}/pictures?endpoint=${to}`);
  const store = new S3BlobStore(location(proxy.endpoint), { silenceMs });
  const direct = new S3BlobStore(location(endpoint), { silenceMs: SWIFT_SILENCE_MS });
  onTestFinished(async () => {
    await Promise.all([store.close(), direct.close()]);
    await proxy[Symbol.asyncDispose]();
  });
  return { proxy, store, direct };
}

const isRead = (req: IncomingMessage) => req.method === 'GET';
const isWrite = (req: IncomingMessage) => req.method === 'PUT';
const always = Number.POSITIVE_INFINITY;
const SMALL = 10_000;
const LARGE = 3_000_000;

async function contentOf(store: S3BlobStore, key: string, range?: { start: number; end: number }): Promise<Buffer> {
  return buffer((await store.read(key, range))!.stream);
}

describe.each([SMALL, LARGE])('a picture of %i bytes', (length) => {
  test.each<[S3Fault, number]>([
    ['SLOW_DOWN', 2],
    ['CUT', 1],
    ['CUT', 3],
  ])('is read in spite of %s × %i', async (fault, times) => {
    const { proxy, store } = await storeBehindProxy();
    const bytes = randomBytes(length);
    const { key } = await store.put(bytes, 'bin');
    proxy.failNext(fault, times, isRead);

    expect((await contentOf(store, key)).equals(bytes)).toBe(true);
  });

  test('is read in spite of silence before and within its bytes', async () => {
    const { proxy, store } = await storeBehindProxy(2_000);
    const bytes = randomBytes(length);
    const { key } = await store.put(bytes, 'bin');

    for (const fault of ['SILENT', 'SILENT_WITHIN'] as const) {
      proxy.failNext(fault, 1, isRead);
      expect((await contentOf(store, key)).equals(bytes)).toBe(true);
    }
  });

  test.each<S3Fault>(['FORBIDDEN', 'SLOW_DOWN', 'CUT'])(
    'that can only be had with %s is unavailable, not missing and not cut',
    async (fault) => {
      const { proxy, store } = await storeBehindProxy();
      const { key } = await store.put(randomBytes(length), 'bin');
      proxy.failNext(fault, always, isRead);

      const unavailable = { name: 'StorageUnavailable' };
      await expect(contentOf(store, key)).rejects.toMatchObject(unavailable);
      await expect(contentOf(store, key, { start: 10, end: 20 })).rejects.toMatchObject(unavailable);
      await expect(store.verify(key)).rejects.toMatchObject(unavailable);
    },
  );

  test('is never had wrong: not in whole, not in part, and not after the store is well again', async () => {
    const { proxy, store } = await storeBehindProxy();
    const bytes = randomBytes(length);
    const { key } = await store.put(bytes, 'bin');

    for (const fault of ['WRONG', 'WRONG_ALWAYS_THE_SAME', 'SHORTENED'] as const) {
      proxy.failNext(fault, always, isRead);
      await expect(contentOf(store, key)).rejects.toThrow();
      await expect(contentOf(store, key, { start: 10, end: 20 })).rejects.toThrow();
    }
    proxy.fault = () => null;
    expect((await contentOf(store, key)).equals(bytes)).toBe(true);
  });

  test('that once comes wrong is not damaged', async () => {
    const { proxy, store } = await storeBehindProxy();
    const { key } = await store.put(randomBytes(length), 'bin');
    proxy.failNext('WRONG', 1, isRead);

    expect(await store.verify(key)).toBe('INTACT');
  });

  test('that comes wrong in another way each time is unavailable, and in the same way damaged', async () => {
    const { proxy, store } = await storeBehindProxy();
    const { key } = await store.put(randomBytes(length), 'bin');

    proxy.failNext('WRONG', always, isRead);
    await expect(store.verify(key)).rejects.toMatchObject({ name: 'StorageUnavailable' });
    proxy.failNext('WRONG_ALWAYS_THE_SAME', always, isRead);
    expect(await store.verify(key)).toBe('DAMAGED');
  });

  test.each<S3Fault>(['SLOW_DOWN', 'CUT', 'WRONG_UPLOAD', 'CUT_UPLOAD'])('is stored in spite of %s', async (fault) => {
    const { proxy, store, direct } = await storeBehindProxy();
    await store.has((await store.put(Buffer.from('first'), 'bin')).key);
    const bytes = randomBytes(length);
    proxy.failNext(fault, 1, isWrite);

    const { key } = await store.put(bytes, 'bin');

    expect((await contentOf(direct, key)).equals(bytes)).toBe(true);
  });

  test.each<S3Fault>(['FORBIDDEN', 'SLOW_DOWN', 'WRONG_UPLOAD', 'CUT_UPLOAD'])(
    'that can only be sent with %s leaves nothing',
    async (fault) => {
      const { proxy, store, direct } = await storeBehindProxy();
      await store.put(Buffer.from('first'), 'bin');
      proxy.failNext(fault, always, isWrite);

      await expect(store.put(randomBytes(length), 'bin')).rejects.toMatchObject({ name: 'StorageUnavailable' });

      const keys = [];
      for await (const { key } of direct.list()) keys.push(key);
      expect(keys).toHaveLength(1);
    },
  );
});

test('a store that is silent for good is unavailable, for reading and for writing', async () => {
  const { proxy, store } = await storeBehindProxy(1_000);
  const { key } = await store.put(randomBytes(LARGE), 'bin');

  proxy.failNext('SILENT_WITHIN', always);
  await expect(contentOf(store, key)).rejects.toMatchObject({ name: 'StorageUnavailable' });
  proxy.failNext('SILENT', always);
  await expect(contentOf(store, key)).rejects.toMatchObject({ name: 'StorageUnavailable' });
  await expect(store.put(Buffer.from('x'), 'bin')).rejects.toMatchObject({ name: 'StorageUnavailable' });
});

test('a slow line is no silent one', async () => {
  const { proxy, store } = await storeBehindProxy(5_000);
  const bytes = randomBytes(LARGE);
  const { key } = await store.put(bytes, 'bin');
  // Twice as long as may be silence.
  proxy.bytesPerSecond = LARGE / 10;
  proxy.requests.length = 0;

  expect((await contentOf(store, key)).equals(bytes)).toBe(true);
  expect(proxy.requests).toHaveLength(1);
});

test('a slow reader is no silent store', async () => {
  const { store } = await storeBehindProxy(4_000);
  const bytes = randomBytes(20_000_000);
  const { key } = await store.put(bytes, 'bin');
  const { stream } = (await store.read(key))!;
  const chunks: Buffer[] = [];

  for await (const chunk of stream) {
    chunks.push(chunk as Buffer);
    // Longer than the store may be silent.
    if (chunks.length === 1) await new Promise((resolve) => setTimeout(resolve, 9_000));
  }

  expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
});

test('what is wrong is told in words, and without the credentials', async () => {
  const { proxy, store } = await storeBehindProxy();
  await store.put(Buffer.from('x'), 'bin');
  const told = async (fault: S3Fault) => {
    proxy.failNext(fault, always);
    const error: Error = await store.put(Buffer.from('y'), 'bin').then(
      () => new Error('stored'),
      (cause) => cause,
    );
    return `${error.stack} ${JSON.stringify(error)} ${(error.cause as Error).stack} ${JSON.stringify(error.cause)}`;
  };

  expect(await told('FORBIDDEN')).toMatch(/denies access.*s3:PutObject/);
  expect(await told('SLOW_DOWN')).toMatch(/overloaded/);
});

test('wrong credentials are told without them', async () => {
  const { proxy } = await storeBehindProxy();
  process.env.AWS_SECRET_ACCESS_KEY = 'hunter2';
  onTestFinished(() => void Object.assign(process.env, SWIFT_ACCOUNT));
  const other = new S3BlobStore(s3LocationOf(`s3://bank?endpoint=${proxy.endpoint}`));
  onTestFinished(() => other.close());

  const error: Error = await other.probe().then(
    () => new Error('probed'),
    (cause) => cause,
  );

  expect(error.message).toMatch(/refuses the credentials \(SignatureDoesNotMatch\)/);
  expect(`${error.stack} ${JSON.stringify([error, error.cause])} ${(error.cause as Error).stack}`).not.toMatch(
    /hunter2|test:tester/,
  );
});

test('bytes that are stored again while they are set aside stay in their place', async () => {
  const { proxy, store, direct } = await storeBehindProxy();
  const { key } = await store.put(Buffer.from('needed again'), 'txt');
  const before = new Date(Date.now() + 1_500);
  // The store's clock has whole seconds.
  await new Promise((resolve) => setTimeout(resolve, 3_500));
  proxy.fault = async (req) => {
    if ('x-amz-copy-source' in req.headers) await direct.put(Buffer.from('needed again'), 'txt');
    return null;
  };

  expect(await store.moveAside(key, before)).toBe(false);

  expect(await store.verify(key)).toBe('INTACT');
  expect(await store.moveBack(key)).toBe(false);
});
