import type { IncomingMessage } from 'node:http';
import { ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { expect, onTestFinished } from 'vitest';
import { blobKey } from '../../src/platform/storage/blob-store.ts';
import { type Api, startApi } from '../support/api.ts';
import type { S3Fault } from '../support/s3-proxy.ts';
import { bucketBehindProxy, noisePicture, uploadPicture } from '../support/s3-service.ts';
import { swiftTest as test, withSwift } from '../support/swift-of-run.ts';

const newBucket = withSwift();

const isRead = (req: IncomingMessage) => req.method === 'GET';
const always = Number.POSITIVE_INFINITY;

async function startWithBucket() {
  const bucket = await newBucket();
  const { proxy, storageUrl } = await bucketBehindProxy(bucket);
  const api = await startApi({ env: { STORAGE_URL: storageUrl } });
  const client = new S3Client({ endpoint: bucket.endpoint, region: 'us-east-1', forcePathStyle: true });
  onTestFinished(() => client.destroy());
  return { api, proxy, client, bucket: bucket.bucket };
}

const pathOf = (asset: { url: string }) => new URL(asset.url).pathname;
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

/** The bytes of a whole answer; null for one that is refused or breaks off. */
async function served(api: Api, path: string, headers: Record<string, string> = {}): Promise<Buffer | null> {
  const answer = await api.fetch(path, { headers });
  if (!answer.ok) {
    await answer.arrayBuffer();
    return null;
  }
  return bytesOf(answer).catch(() => null);
}

test('with a bucket the service does what it does with a folder', async () => {
  const { api, proxy, client, bucket } = await startWithBucket();
  const picture = await noisePicture(700);

  const { status, body } = await uploadPicture(api, picture);
  const again = await uploadPicture(api, picture);
  const { asset: rendered } = await api.render();
  const path = pathOf(body.asset);

  expect([status, again.status]).toEqual([201, 200]);
  proxy.requests.length = 0;
  expect((await served(api, path))?.equals(picture)).toBe(true);
  expect(proxy.requests).toEqual([`GET /${bucket}/pictures/${blobKey(body.asset.sha256, 'png')}`]);
  expect(await served(api, pathOf(rendered))).toHaveLength(rendered.byteSize);
  expect(await served(api, new URL(body.asset.thumbnailUrl).pathname)).not.toBeNull();
  const range = await api.fetch(path, { headers: { range: 'bytes=1000-1999' } });
  expect([range.status, range.headers.get('content-range')]).toEqual([206, `bytes 1000-1999/${picture.length}`]);
  expect((await bytesOf(range)).equals(picture.subarray(1000, 2000))).toBe(true);
  const head = await api.fetch(path, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(picture.length)]);
  const unchanged = await api.fetch(path, { headers: { 'if-none-match': range.headers.get('etag')! } });
  expect(unchanged.status).toBe(304);
  const beyond = await api.fetch(path, { headers: { range: `bytes=${picture.length}-` } });
  expect(beyond.status).toBe(416);
  expect((await api.json('/api/health/architecture')).body.status).toBe('pass');
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
  expect(Contents.map(({ Key }) => Key)).toContain(`pictures/${blobKey(body.asset.sha256, 'png')}`);
});

test.each<S3Fault>(['FORBIDDEN', 'SLOW_DOWN', 'CUT'])(
  'behind a store that only answers %s the service is away for pictures, says when to come back, and recovers',
  async (fault) => {
    const { api, proxy } = await startWithBucket();
    const picture = await noisePicture(100);
    const { body } = await uploadPicture(api, picture);
    const path = pathOf(body.asset);
    const health = async () => (await api.json('/api/health/architecture')).body.status;
    proxy.failNext(fault, always);

    const read = await api.json(path);
    const written = await uploadPicture(api, await noisePicture(64));
    const query = 'mutation ($in: CreateAssetInput!) { createAsset(input: $in) { ... on Problem { code } } }';
    const imageBase64 = (await noisePicture(65)).toString('base64');
    const graphql = await api.graphql(query, { as: 'operator', variables: { in: { imageBase64 } } });

    for (const { status, headers, body } of [read, written]) {
      expect({ status, body }).toMatchObject({ status: 503, body: { ok: false, code: 'SERVICE_UNAVAILABLE' } });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(JSON.stringify(body)).not.toMatch(/s3:|pictures\/|test:tester|AccessDenied|SlowDown/);
    }
    expect(graphql.errors?.[0]?.extensions.code ?? graphql.data?.createAsset.code).toBe('SERVICE_UNAVAILABLE');
    await expect.poll(health).toBe('fail');
    expect((await api.fetch('/readyz')).status).toBe(503);
    expect((await api.fetch('/livez')).status).toBe(200);
    expect(await api.database.query('select id from asset')).toHaveLength(1);

    proxy.fault = () => null;
    await expect.poll(health).toBe('pass');
    expect((await served(api, path))?.equals(picture)).toBe(true);
    expect((await uploadPicture(api, await noisePicture(64))).status).toBe(201);
  },
);

test.each([100, 1_100])('a picture of %i pixels is served whole and right, or not at all', async (side) => {
  const { api, proxy } = await startWithBucket();
  const picture = await noisePicture(side);
  const { body } = await uploadPicture(api, picture);
  const path = pathOf(body.asset);

  for (const fault of ['CUT', 'WRONG', 'WRONG_ALWAYS_THE_SAME', 'SHORTENED'] as const) {
    proxy.failNext(fault, always, isRead);
    expect(await served(api, path)).toBeNull();
    expect(await served(api, path, { range: 'bytes=100-199' })).toBeNull();
    expect(await served(api, path, { range: 'bytes=-10' })).toBeNull();
  }
  for (const fault of ['CUT', 'SLOW_DOWN'] as const) {
    proxy.failNext(fault, 2, isRead);
    expect((await served(api, path))?.equals(picture)).toBe(true);
  }
});

test('a large picture that is damaged in the store never comes to its end, and is then refused at once', async () => {
  const { api, client, bucket } = await startWithBucket();
  const picture = await noisePicture(1_100);
  const { body } = await uploadPicture(api, picture);
  const Key = `pictures/${blobKey(body.asset.sha256, 'png')}`;
  const damaged = Buffer.from(picture);
  damaged[damaged.length - 1]! ^= 1;
  await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: damaged }));
  const path = pathOf(body.asset);

  expect(await served(api, path)).toBeNull();
  await expect.poll(async () => (await api.fetch(path).catch(() => null))?.status).toBe(500);

  await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: picture }));
  // Its time has whole seconds, by which the store tells one writing from the next.
  await expect.poll(async () => (await served(api, path))?.equals(picture)).toBe(true);
});

test('bytes that were set aside while their row was written are back at the first read', async () => {
  const { api } = await startWithBucket();
  const picture = await noisePicture(100);
  const { body } = await uploadPicture(api, picture);
  const { store } = api.services.platform;
  const key = blobKey(body.asset.sha256, 'png');
  expect(await store.moveAside(key, new Date(Date.now() + 60_000))).toBe(true);

  expect((await served(api, pathOf(body.asset)))?.equals(picture)).toBe(true);
  expect(await store.has(key)).toBe(true);
});

test('another prefix is not taken for the store of a used bank', async () => {
  const { api: earlier, proxy, bucket } = await startWithBucket();
  await uploadPicture(earlier, await noisePicture(64));
  const { database } = earlier;

  const STORAGE_URL = `s3://${bucket}/elsewhere?endpoint=${proxy.endpoint}`;
  const api = await startApi({ database, works: false, env: { STORAGE_URL } });

  expect(await uploadPicture(api, await noisePicture(65))).toMatchObject({ status: 503 });
  expect((await api.fetch('/readyz')).status).toBe(503);
  proxy.requests.length = 0;
  expect((await api.services.platform.store.probe().catch((error) => error)).message).toContain('STORAGE_URL');
  expect(proxy.requests.filter((request) => request.startsWith('PUT'))).toEqual([]);
});
