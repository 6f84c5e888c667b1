import { expect, onTestFinished } from 'vitest';
import { S3Place } from '../../src/backup/s3-place.ts';
import { s3LocationOf } from '../../src/platform/storage/s3-location.ts';
import { swiftTest as test, withSwift } from '../support/swift-of-run.ts';
import { backupUrl } from './support.ts';

const newBucket = withSwift();

async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* inChunks(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

test('a large file is stored in parts, and exists only with all of them', async () => {
  const place = new S3Place(s3LocationOf(backupUrl(await newBucket())));
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
