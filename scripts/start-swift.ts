import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeBucket, SWIFT_ACCOUNT, startSwift, stopSwift } from '../test/support/swift.ts';

/** Starts OpenStack Swift with an empty bucket, for trying the storage of pictures in S3. Runs until Ctrl-C. */

const folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-swift-'));
const swift = await startSwift(folder);
await makeBucket(swift.endpoint, 'bank');

process.stdout.write(`Swift is running. Start the service with:

${Object.entries(SWIFT_ACCOUNT)
  .map(([name, value]) => `export ${name}=${value}\n`)
  .join('')}export STORAGE_URL='s3://bank/pictures?endpoint=${swift.endpoint}'

Ctrl-C stops it and deletes its bucket.
`);
const isOver = Promise.withResolvers<void>();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => isOver.resolve());
const alive = setInterval(() => {}, 3600_000);
await isOver.promise;
clearInterval(alive);
stopSwift(swift, folder);
