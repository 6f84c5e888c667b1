import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DeleteObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { expect, onTestFinished } from 'vitest';
import { blobKey } from '../../src/platform/storage/blob-store.ts';
import { type Api, DECISION_PRIVATE_KEY, LOG_PRIVATE_KEY, SEAL_PRIVATE_KEY, startApi } from '../support/api.ts';
import { type CommandResult, imprimatur } from '../support/command.ts';
import { bucketBehindProxy, noisePicture, uploadPicture } from '../support/s3-service.ts';
import { SWIFT_ACCOUNT } from '../support/swift.ts';
import { swiftTest as test, withSwift } from '../support/swift-of-run.ts';

const newBucket = withSwift();

/** A command beside a service, on the same database, with this store. */
const run = (api: Api, storageUrl: string, ...args: string[]): Promise<CommandResult> =>
  imprimatur(args, {
    DATABASE_URL: api.database.url,
    DATA_DIR: api.dataDir,
    STORAGE_URL: storageUrl,
    LOG_PRIVATE_KEY,
    SEAL_PRIVATE_KEY,
    DECISION_PRIVATE_KEY,
    ...SWIFT_ACCOUNT,
  });

const folderUrl = (api: Api) => `file://${api.dataDir}/blobs`;
const pathOf = ({ body }: { body: { asset: { url: string } } }) => new URL(body.asset.url).pathname;
const statusOf = async (api: Api, path: string) => {
  const answer = await api.fetch(path);
  await answer.arrayBuffer();
  return answer.status;
};

function clientOf(endpoint: string): S3Client {
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true });
  onTestFinished(() => client.destroy());
  return client;
}

test('a bank in use moves from a folder to a bucket and back', async () => {
  const bucket = await newBucket();
  const { proxy, storageUrl, directUrl } = await bucketBehindProxy(bucket);
  const api = await startApi({ works: false });
  const first = await uploadPicture(api, await noisePicture(300));

  const copied = await run(api, folderUrl(api), 'storage', 'copy', folderUrl(api), directUrl);
  const second = await uploadPicture(api, await noisePicture(310));
  const rest = await run(api, directUrl, 'storage', 'copy', folderUrl(api), directUrl, '--verify');

  expect(copied).toMatchObject({ code: 0, stdout: expect.stringMatching(/^COMPLETE/) });
  expect(copied.stderr).toMatch(/copy: \d+ copied/);
  expect(rest).toMatchObject({ code: 0, stdout: expect.stringMatching(/^COMPLETE/) });
  const { database } = api;
  const moved = await startApi({ database, works: false, env: { STORAGE_URL: storageUrl } });
  for (const asset of [first, second]) expect(await statusOf(moved, pathOf(asset))).toBe(200);
  expect(proxy.requests.length).toBeGreaterThan(2);

  const third = await uploadPicture(moved, await noisePicture(320));
  const folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-moved-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const back = await run(moved, directUrl, 'storage', 'copy', directUrl, `file://${folder}`);
  expect(back).toMatchObject({ code: 0, stdout: expect.stringMatching(/^COMPLETE/) });
  const home = await startApi({ database, works: false, env: { STORAGE_URL: `file://${folder}` } });
  for (const asset of [first, second, third]) expect(await statusOf(home, pathOf(asset))).toBe(200);
});

test('what FROM has lost or damaged is named and not copied, and a second run copies the rest', async () => {
  const { directUrl } = await bucketBehindProxy(await newBucket());
  const api = await startApi({ works: false });
  const [lost, damaged] = [
    await uploadPicture(api, await noisePicture(300)),
    await uploadPicture(api, await noisePicture(310)),
  ];
  const fileOf = ({ body }: typeof lost) => path.join(api.dataDir, 'blobs', blobKey(body.asset.sha256, 'png'));
  rmSync(fileOf(lost));
  writeFileSync(fileOf(damaged), Buffer.alloc(damaged.body.asset.byteSize));

  const copy = await run(api, folderUrl(api), 'storage', 'copy', folderUrl(api), directUrl);

  expect(copy.code).toBe(1);
  expect(copy.stdout).toMatch(/^NOT COMPLETE/);
  expect(copy.stdout).toContain(`NOT_COPIED  The bytes of ${blobKey(damaged.body.asset.sha256, 'png')}`);
  expect(copy.stdout.match(/^BYTES_MISSING/gm)).toHaveLength(2);

  await uploadPicture(api, await noisePicture(64));
  const again = await run(api, folderUrl(api), 'storage', 'copy', folderUrl(api), directUrl);
  expect(again.code).toBe(1);
  expect(again.stdout.match(/^BYTES_MISSING/gm)).toHaveLength(2);
});

test('a store that is away, or is none, ends a copy without a verdict', async () => {
  const { proxy, storageUrl } = await bucketBehindProxy(await newBucket());
  const api = await startApi({ works: false });
  await uploadPicture(api, await noisePicture(64));
  const empty = mkdtempSync(path.join(tmpdir(), 'imprimatur-empty-'));
  onTestFinished(() => rmSync(empty, { recursive: true }));

  proxy.failNext('FORBIDDEN', Number.POSITIVE_INFINITY);
  const denied = await run(api, folderUrl(api), 'storage', 'copy', folderUrl(api), storageUrl);
  proxy.fault = () => null;
  const fromNowhere = await run(api, folderUrl(api), 'storage', 'copy', `file://${empty}`, storageUrl);
  const same = await run(api, folderUrl(api), 'storage', 'copy', storageUrl, storageUrl);
  const nonsense = await run(api, folderUrl(api), 'storage', 'copy', folderUrl(api), 's3://id:hunter2@bucket');

  expect(denied).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('denies access') });
  expect(fromNowhere).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('.imprimatur-store') });
  expect(same).toMatchObject({ code: 64, stderr: expect.stringContaining('the same store') });
  expect(nonsense).toMatchObject({ code: 64, stderr: expect.stringContaining('TO: Invalid input') });
  expect(nonsense.stderr).not.toContain('hunter2');
});

test('integrity finds and repairs in a bucket, and the doctor looks at it', async () => {
  const bucket = await newBucket();
  const { proxy, storageUrl } = await bucketBehindProxy(bucket);
  const api = await startApi({ env: { STORAGE_URL: storageUrl }, works: true });
  const { asset } = await api.render();
  const Key = `pictures/${blobKey(asset.sha256, 'png')}`;
  await clientOf(bucket.endpoint).send(new DeleteObjectCommand({ Bucket: bucket.bucket, Key }));
  expect(await statusOf(api, new URL(asset.url).pathname)).toBe(404);

  const repaired = await run(api, storageUrl, 'integrity', '--repair', '--only', 'bytes', '--json');
  const clean = await run(api, storageUrl, 'integrity', '--only', 'bytes', '--json');

  expect(JSON.parse(repaired.stdout)).toMatchObject({ result: 'REPAIRED', counts: { BYTES_MISSING: { repaired: 1 } } });
  expect(JSON.parse(clean.stdout).result).toBe('CLEAN');
  expect(await statusOf(api, new URL(asset.url).pathname)).toBe(200);

  const storageFinding = async () => {
    const { stdout } = await run(api, storageUrl, 'doctor', '--json');
    return JSON.parse(stdout).findings.find(({ name }: { name: string }) => name === 'storage');
  };
  expect(await storageFinding()).toMatchObject({ verdict: 'OK' });
  proxy.failNext('FORBIDDEN', Number.POSITIVE_INFINITY);
  expect(await storageFinding()).toMatchObject({ verdict: 'FAIL', detail: expect.stringContaining('s3:PutObject') });
});
