import { expect, onTestFinished } from 'vitest';
import { cloneDatabase } from '../support/database.ts';
import { SWIFT_ACCOUNT } from '../support/swift.ts';
import { swiftTest as test, withSwift } from '../support/swift-of-run.ts';
import { backupUrl, bytesAt, drawn, killed, Machine, sealed } from './support.ts';

const newBucket = withSwift();

test('a service is backed up to a bucket, verified there, and restored', async () => {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  const place = backupUrl(await newBucket());
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
