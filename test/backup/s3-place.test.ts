import { expect, onTestFinished } from 'vitest';
import { S3Place } from '../../src/backup/s3-place.ts';
import { s3LocationOf } from '../../src/platform/storage/s3-location.ts';
import { cloneDatabase } from '../support/database.ts';
import { SWIFT_ACCOUNT } from '../support/swift.ts';
import { swiftTest as test, withSwift } from '../support/swift-of-run.ts';
import { bytesAt, drawn, killed, Machine, sealed } from './support.ts';

const newBucket = withSwift();

async function newPlace(): Promise<string> {
  const { bucket, endpoint } = await newBucket();
  return `s3://${bucket}/backups?endpoint=${encodeURIComponent(endpoint)}`;
}

async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* inChunks(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

test('a large file is stored in parts, and exists only with all of them', async () => {
  const place = new S3Place(s3LocationOf(await newPlace()));
  onTestFinished(() => place.close());
  const large = Buffer.alloc(40 * 1024 * 1024, 'large');
  const listed = async () => {
    const files = [];
    for await (const file of place.list('folder')) files.push(file);
    return files;
  };

  await place.put('folder/large', inChunks(large, 1_000_000));
  await place.put('folder/small', inChunks(Buffer.from('small'), 2));
  await place.put('folder/empty', inChunks(Buffer.alloc(0), 1));
  const broken = (async function* () {
    yield* inChunks(large, 1_000_000);
    throw new Error('The source broke off.');
  })();
  await expect(place.put('folder/broken', broken)).rejects.toThrow('The source broke off.');

  expect((await listed()).sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
    { name: 'folder/empty', byteSize: 0 },
    { name: 'folder/large', byteSize: large.length },
    { name: 'folder/small', byteSize: 5 },
  ]);
  expect((await bytesOf((await place.read('folder/large'))!)).equals(large)).toBe(true);
  expect(String(await bytesOf((await place.read('folder/small'))!))).toBe('small');
  expect(await place.read('folder/broken')).toBeNull();
  for (const { name } of await listed()) await place.delete(name);
  expect(await listed()).toEqual([]);
});

test('a service is backed up to a bucket, verified there, and restored', async () => {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  const place = await newPlace();
  const accounts = { DATABASE_URL: database.serviceUrl, DATABASE_OWNER_URL: database.url };
  const machine = new Machine({ ...SWIFT_ACCOUNT, ...accounts });
  const service = await machine.start();
  const asset = await drawn(service, 'a picture');
  const picture = await bytesAt(service, asset.url);
  await machine.done(['backup', '--to', place]);
  const verified = await machine.done(['backup', '--to', place, '--verify']);
  await killed(service);

  machine.lose('blobs');
  await machine.done(['restore', '--from', place, '--replace']);
  const again = await machine.start();

  expect(verified.stdout).toContain(': CLEAN.');
  expect((await bytesAt(again, asset.url)).equals(picture)).toBe(true);
  expect((await sealed(again, 'after the restore')).logIndex).toBeGreaterThan(0);
});
