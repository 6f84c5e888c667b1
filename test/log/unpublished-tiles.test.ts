import { expect, onTestFinished, test } from 'vitest';
import { databaseOptions } from '../../src/app.ts';
import { LogTree } from '../../src/log/log-tree.ts';
import { LogWriter } from '../../src/log/log-writer.ts';
import { Database } from '../../src/platform/database/database.ts';
import { type Api, startApi } from '../support/api.ts';
import { download, sealText } from '../support/seals.ts';

/** Writes entries that no checkpoint covers, as a process leaves them that is killed before it has signed. */
async function writeUnpublished({ database: { url } }: Api, count: number): Promise<void> {
  const database = await Database.open(databaseOptions({ databaseUrl: url, poolSize: 2 }));
  onTestFinished(() => database.close());
  const leaves = Array.from({ length: count }, (_, n) => ({
    key: `unpublished ${n}`,
    body: Buffer.from(`{"n":${n}}`),
  }));
  await new LogWriter(database, new LogTree(1)).append(...leaves);
}

const publishedSize = async (api: Api) => Number((await download(api, '/log/checkpoint')).toString().split('\n')[1]);

test('nothing is served that no published checkpoint covers, least of all for ever', async () => {
  const api = await startApi({ works: false });
  await sealText(api, 'published');
  await writeUnpublished(api, 600);
  const beyond = [
    '/log/tile/0/000.p/3',
    '/log/tile/0/000',
    '/log/tile/0/001',
    '/log/tile/1/000.p/1',
    '/log/tile/1/000.p/2',
    '/log/tile/entries/000.p/3',
    '/log/tile/entries/000',
    '/log/by-name/log1.localhost/tile/0/000.p/3',
  ];
  const covered = ['/log/tile/0/000.p/1', '/log/tile/0/000.p/2', '/log/tile/entries/000.p/2'];
  expect(await publishedSize(api)).toBe(2);

  const [refused, served] = await Promise.all(
    [beyond, covered].map((paths) => Promise.all(paths.map((path) => api.fetch(path)))),
  );

  expect(refused!.map(({ status }) => status)).toEqual(beyond.map(() => 404));
  for (const { headers } of refused!) expect(headers.get('cache-control') ?? '').not.toMatch(/immutable|max-age=[1-9]/);
  for (const { status, headers } of served!) {
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
  }

  await sealText(api, 'and all of it is published');

  expect(await publishedSize(api)).toBe(603);
  for (const path of beyond) expect((await api.fetch(path)).status).toBe(200);
});
