import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { CopyObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { describe, expect, onTestFinished } from 'vitest';
import { blobKey } from '../../src/platform/storage/blob-store.ts';
import { S3BlobStore } from '../../src/platform/storage/s3-blob-store.ts';
import { S3Bucket } from '../../src/platform/storage/s3-bucket.ts';
import { s3LocationOf } from '../../src/platform/storage/s3-location.ts';
import { describeBlobStore } from '../support/blob-store-contract.ts';
import { S3Proxy } from '../support/s3-proxy.ts';
import { hasSwift, SWIFT_SILENCE_MS, type SwiftBucket, swiftTest as test, withSwift } from '../support/swift-of-run.ts';

const newBucket = withSwift();

const locationIn = ({ bucket, endpoint }: SwiftBucket, prefix = 'pictures') =>
  s3LocationOf(`s3://${bucket}/${prefix}?endpoint=${endpoint}`);

function storeIn(bucket: SwiftBucket, prefix?: string, wasUsed?: () => Promise<boolean>): S3BlobStore {
  const store = new S3BlobStore(locationIn(bucket, prefix), {
    silenceMs: SWIFT_SILENCE_MS,
    ...(wasUsed && { wasUsed }),
  });
  onTestFinished(() => store.close());
  return store;
}

/** A client of the tests' own, for what the store doesn't do itself. */
function clientOf({ endpoint }: SwiftBucket): S3Client {
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true });
  onTestFinished(() => client.destroy());
  return client;
}

async function keysIn(bucket: SwiftBucket): Promise<string[]> {
  const { Contents = [] } = await clientOf(bucket).send(new ListObjectsV2Command({ Bucket: bucket.bucket }));
  return Contents.map(({ Key }) => Key!);
}

const later = () => new Date(Date.now() + 60_000);

describe.runIf(hasSwift)('in Swift', () => {
  const made = async (prefix: string) =>
    new S3BlobStore(locationIn(await newBucket(), prefix), { silenceMs: SWIFT_SILENCE_MS });
  describeBlobStore('a prefix of a bucket', () => made('pictures'));
  describeBlobStore('a whole bucket', () => made(''));
});

test('keys are paths below the prefix, and other objects of the bucket are left alone', async () => {
  const bucket = await newBucket();
  const [one, other] = [storeIn(bucket, 'a/b'), storeIn(bucket, 'a')];

  const { key } = await one.put(Buffer.from('in one'), 'txt');

  expect(await keysIn(bucket)).toEqual(['a/b/.imprimatur-store', `a/b/${key}`]);
  expect(await other.has(key)).toBe(false);
  const listed = [];
  for await (const blob of other.list()) listed.push(blob);
  expect(listed).toEqual([]);
});

test('an upload that is changed on its way is refused by the store', async () => {
  const bucket = await newBucket();
  const sent = {
    Bucket: bucket.bucket,
    Key: 'x',
    Body: 'sent',
    ContentMD5: createHash('md5').update('meant').digest('base64'),
  };

  await expect(clientOf(bucket).send(new PutObjectCommand(sent))).rejects.toMatchObject({ name: 'BadDigest' });

  expect(await keysIn(bucket)).toEqual([]);
});

test('bytes that are stored again are young again, and have another revision', async () => {
  const bucket = await newBucket();
  const store = storeIn(bucket);
  const { key } = await store.put(Buffer.from('again'), 'txt');
  const revision = async () => {
    const read = await store.read(key);
    read?.stream.destroy();
    return read?.revision;
  };
  const first = await revision();

  // The store's clock has whole seconds.
  await expect
    .poll(async () => {
      await store.put(Buffer.from('again'), 'txt');
      return revision();
    })
    .not.toBe(first);
});

test('a crash between the copy and the deletion of what is set aside loses nothing', async () => {
  const bucket = await newBucket();
  const store = storeIn(bucket);
  const { key } = await store.put(Buffer.from('hardly needed'), 'txt');
  const name = key.slice(6);
  const copied = new CopyObjectCommand({
    Bucket: bucket.bucket,
    Key: `pictures/.set-aside/${name}`,
    CopySource: `${bucket.bucket}/pictures/${key}`,
  });
  await clientOf(bucket).send(copied);

  expect(await store.verify(key)).toBe('INTACT');
  expect(await store.moveAside(key, later())).toBe(true);
  expect(await store.verify(key)).toBe('MISSING');
  expect(await store.moveBack(key)).toBe(true);
  expect(await store.verify(key)).toBe('INTACT');
});

test('damaged bytes that were set aside are not taken back', async () => {
  const bucket = await newBucket();
  const store = storeIn(bucket);
  const { key } = await store.put(Buffer.from('hardly needed'), 'txt');
  await store.moveAside(key, later());
  const Key = `pictures/.set-aside/${key.slice(6)}`;
  await clientOf(bucket).send(new PutObjectCommand({ Bucket: bucket.bucket, Key, Body: 'hardly neeeed' }));

  expect(await store.moveBack(key)).toBe(false);
  expect(await store.verify(key)).toBe('MISSING');
});

test.each([100, 3_000_000])('damaged bytes, %i of them, never come to their end', async (length) => {
  const bucket = await newBucket();
  const store = storeIn(bucket);
  const bytes = randomBytes(length);
  const { key } = await store.put(bytes, 'bin');
  bytes[0]! ^= 1;
  await clientOf(bucket).send(new PutObjectCommand({ Bucket: bucket.bucket, Key: `pictures/${key}`, Body: bytes }));

  expect(await store.verify(key)).toBe('DAMAGED');
  for (const range of [undefined, { start: 10 }, { start: 50, end: 60 }, { start: length - 1 }]) {
    const whole = async () => buffer((await store.read(key, range))!.stream);
    await expect(whole()).rejects.toMatchObject({ name: 'BlobDamaged' });
  }
});

test('a large blob comes in one piece, and so does each range of it', async () => {
  const store = storeIn(await newBucket());
  const bytes = randomBytes(5_000_000);
  const { key } = await store.put(bytes, 'bin');

  for (const [start, end] of [
    [0, 4_999_999],
    [1, 2],
    [1_000_000, 3_999_999],
    [4_999_990, 9_999_999],
  ] as const) {
    const read = await store.read(key, { start, end });
    expect(read?.byteSize).toBe(5_000_000);
    expect((await buffer(read!.stream)).equals(bytes.subarray(start, end + 1))).toBe(true);
  }
});

test('readers that leave in the middle keep no connection', async () => {
  const store = new S3BlobStore(locationIn(await newBucket()), { silenceMs: SWIFT_SILENCE_MS, connections: 5 });
  onTestFinished(() => store.close());
  const { key } = await store.put(randomBytes(3_000_000), 'bin');

  for (let n = 0; n < 20; n++) (await store.read(key))!.stream.destroy();

  expect(await store.verify(key)).toBe('INTACT');
});

test('a prefix that was not used before is refused where there are pictures, and nothing is written', async () => {
  const bucket = await newBucket();
  const store = storeIn(bucket, 'wrong', async () => true);

  const refused = { name: 'StorageUnavailable', message: expect.stringContaining('.imprimatur-store') };
  await expect(store.put(Buffer.from('x'), 'txt')).rejects.toMatchObject(refused);
  await expect(store.read(blobKey('f'.repeat(64), 'png'))).rejects.toMatchObject(refused);
  await expect(store.probe()).rejects.toMatchObject(refused);
  expect(await keysIn(bucket)).toEqual([]);
});

test('a store that is emptied under the service is away, not empty', async () => {
  const bucket = await newBucket();
  const store = storeIn(bucket);
  const { key } = await store.put(Buffer.from('x'), 'txt');
  const plain = new S3Bucket(locationIn(bucket));
  onTestFinished(() => plain.close());
  for await (const object of plain.list()) await plain.delete(object.key);

  await expect(store.read(key)).rejects.toMatchObject({ name: 'StorageUnavailable' });
  await expect(store.has(key)).rejects.toMatchObject({ name: 'StorageUnavailable' });
});

test('a probe of an unused bucket leaves it unused', async () => {
  const bucket = await newBucket();

  await storeIn(bucket).probe();

  expect(await keysIn(bucket)).toEqual([]);
});

test('what an interrupted probe left is swept', async () => {
  const bucket = await newBucket();
  const store = storeIn(bucket);
  await clientOf(bucket).send(new PutObjectCommand({ Bucket: bucket.bucket, Key: 'pictures/.probe/x', Body: 'x' }));

  expect(await store.sweepStaging(3600_000)).toBe(0);
  expect(await store.sweepStaging(-60_000, { onlyCounts: true })).toBe(1);
  expect(await store.sweepStaging(-60_000)).toBe(1);
  expect(await store.sweepStaging(-60_000)).toBe(0);
});

test('more objects than a page are listed, each once', async () => {
  const bucket = await newBucket();
  const plain = new S3Bucket(locationIn(bucket), { silenceMs: SWIFT_SILENCE_MS });
  onTestFinished(() => plain.close());
  const keys = Array.from({ length: 1_005 }, (_, n) => `page/${String(n).padStart(4, '0')}`);
  for (let at = 0; at < keys.length; at += 50) {
    await Promise.all(keys.slice(at, at + 50).map((key) => plain.put(key, Buffer.alloc(0))));
  }

  const listed = [];
  for await (const { key } of plain.list('page/')) listed.push(key);

  expect(listed).toEqual(keys);
});

test('requests go through a proxy where one is set', async () => {
  const { bucket, endpoint } = await newBucket();
  await using proxy = await S3Proxy.before(endpoint);
  const location = s3LocationOf(`s3://${bucket}?endpoint=http://s3.example.test`);
  const plain = new S3Bucket(location, { silenceMs: SWIFT_SILENCE_MS, proxyOf: () => new URL(proxy.endpoint) });
  onTestFinished(() => plain.close());

  await plain.put('here', Buffer.from('through a proxy'));

  expect(await plain.head('here')).toMatchObject({ byteSize: 15 });
  expect(proxy.requests).toEqual([`PUT /${bucket}/here`, `HEAD /${bucket}/here`]);
});
