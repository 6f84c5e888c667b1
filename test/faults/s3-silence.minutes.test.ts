import { expect } from 'vitest';
import { startApi } from '../support/api.ts';
import { bucketBehindProxy, noisePicture, uploadPicture } from '../support/s3-service.ts';
import { swiftTest as test, withSwift } from '../support/swift-of-run.ts';

const newBucket = withSwift();

// In real time, with the limits that a service has.
test('a store that is silent for 15 seconds delays a picture, one that stays silent is away', async () => {
  const { proxy, storageUrl } = await bucketBehindProxy(await newBucket());
  const api = await startApi({ env: { STORAGE_URL: storageUrl }, works: false });
  const picture = await noisePicture(100);
  const { body } = await uploadPicture(api, picture);
  const path = new URL(body.asset.url).pathname;

  const end = performance.now() + 15_000;
  proxy.fault = () => (performance.now() < end ? 'SILENT' : null);
  const late = await api.fetch(path);
  expect(late.status).toBe(200);
  expect(Buffer.from(await late.arrayBuffer()).equals(picture)).toBe(true);

  proxy.fault = () => 'SILENT';
  const [read, written, health] = await Promise.all([
    api.json(path),
    uploadPicture(api, await noisePicture(64)),
    api.json('/api/health/architecture'),
  ]);
  for (const { status, headers, body } of [read, written]) {
    expect({ status, body }).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
    expect(headers.get('retry-after')).not.toBeNull();
  }
  expect(health.body.status).toBe('fail');
  expect((await api.fetch('/livez')).status).toBe(200);
});

test('a picture of 20 MB passes a line of 170 kB a second', async () => {
  const { proxy, storageUrl } = await bucketBehindProxy(await newBucket());
  const api = await startApi({ env: { STORAGE_URL: storageUrl }, works: false });
  const picture = await noisePicture(2_500);
  expect(picture.length).toBeGreaterThan(18_000_000);
  const { body } = await uploadPicture(api, picture);
  proxy.bytesPerSecond = 170_000;

  const answer = await api.fetch(new URL(body.asset.url).pathname);

  expect(Buffer.from(await answer.arrayBuffer()).equals(picture)).toBe(true);
});
