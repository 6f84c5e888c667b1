import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ask, ask, expectProblem } from '../rest/support.ts';
import { type Api, startApi } from '../support/api.ts';
import { DAMAGES, type Damage, filesOfAsset, removed } from '../support/broken-bank.ts';
import { contextOn } from '../support/context.ts';
import { scrape, total } from '../support/prometheus.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

function noisePicture(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width: 400, height: 300, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer();
}

/** A picture of its own, larger than one read from the disk. */
async function newPicture() {
  const png = await noisePicture();
  const send = () =>
    api.json('/api/admin/image-bank', { as: 'operator', body: { imageBase64: png.toString('base64'), tags: ['n'] } });
  const { status, body } = await send();
  expect(status).toBe(201);
  const files = await filesOfAsset(api, body.asset.id);
  return {
    sendAgain: send,
    links: [
      { path: new URL(body.asset.url).pathname, file: files.original },
      ...files.renditions.map(({ width, file }) => ({
        path: `/media/${body.asset.id}/${width === 400 ? 640 : 320}.webp`,
        file,
      })),
    ],
  };
}

const REQUESTS: Record<string, Partial<Ask>> = {
  'the whole': {},
  'its head': { method: 'HEAD' },
  'a part of it': { headers: { range: 'bytes=0-9' } },
  'its end': { headers: { range: 'bytes=-10' } },
};

describe.each(Object.keys(DAMAGES) as Damage[])('bytes that were %s', (damage) => {
  test('are not served, whoever asks for what of them, and heal when the right ones are sent again', async () => {
    const { links, sendAgain } = await newPicture();
    const before = await Promise.all(links.map(async ({ path }) => (await ask(api, { path })).bytes));
    for (const { file } of links) DAMAGES[damage](file);

    for (const { path } of links) {
      for (const [what, asked] of Object.entries(REQUESTS)) {
        const answer = await ask(api, { path, ...asked });
        expect(answer.status, `${what} of ${path}`).toBe(500);
        expect(answer.headers['cache-control']).toBe('no-store');
        for (const name of ['etag', 'accept-ranges', 'content-range']) expect(answer.headers[name]).toBeUndefined();
        if (asked.method !== 'HEAD') expectProblem(answer, { status: 500, code: 'INTERNAL_SERVER_ERROR' });
      }
    }
    expect(await sendAgain()).toMatchObject({ status: 200, body: { duplicateOf: expect.any(String) } });

    for (const [at, { path, file }] of links.entries()) {
      const healed = await ask(api, { path });
      expect(healed.status).toBe(200);
      expect(healed.bytes.equals(before[at]!)).toBe(true);
      expect(healed.headers.etag).toBe(`"${createHash('sha256').update(readFileSync(file)).digest('hex')}"`);
    }
  });
});

test('damage to bytes that were served before, and held for good, is seen at the next read', async () => {
  const { links } = await newPicture();
  const [{ path, file }] = links as [(typeof links)[0]];
  for (let n = 0; n < 3; n++) expect((await ask(api, { path })).status).toBe(200);

  DAMAGES.flipped(file);

  expect((await ask(api, { path })).status).toBe(500);
});

test('a hundred readers of damaged bytes get the same problem, and not one byte of them', async () => {
  const { links } = await newPicture();
  const [{ path, file }] = links as [(typeof links)[0]];
  DAMAGES.flipped(file);

  const answers = await Promise.all(Array.from({ length: 100 }, () => ask(api, { path })));

  for (const answer of answers) expectProblem(answer, { status: 500, code: 'INTERNAL_SERVER_ERROR' });
});

test('a rotating address does not hand damaged bytes on either', async () => {
  const { links } = await newPicture();
  DAMAGES.cut(links[0]!.file);

  const answer = await ask(api, { path: '/api/marketing/image-bank/pick?tags=n&mode=newest&as=bytes' });

  expect(answer.status).toBe(500);
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('what is missing and what is damaged is counted', async () => {
  const NAME = 'imprimatur_storage_fault_total';
  const counted = async (condition: string) =>
    total(await scrape(api), NAME, { imprimatur_storage_condition: condition });
  const [missing, damaged] = [await counted('missing'), await counted('damaged')];
  const { links } = await newPicture();
  removed(links[0]!.file);
  DAMAGES.flipped(links[1]!.file);

  expect((await ask(api, { path: links[0]!.path })).status).toBe(404);
  expect((await ask(api, { path: links[1]!.path })).status).toBe(500);
  expect((await ask(api, { path: links[1]!.path })).status).toBe(500);

  expect((await counted('missing')) - missing).toBe(1);
  expect((await counted('damaged')) - damaged).toBe(2);
});

test('damage that nobody has asked for is found in passing, a little at a time, and left as it is', async () => {
  const other = await startApi({ works: false });
  const { body } = await other.json('/api/admin/image-bank', {
    as: 'operator',
    body: { imageBase64: (await noisePicture()).toString('base64') },
  });
  const files = await filesOfAsset(other, body.asset.id);
  DAMAGES.flipped(files.original);
  removed(files.renditions[0]!.file);
  const before = readFileSync(files.original);

  const lookOver = () =>
    other.services.upkeep['missing or damaged bytes']!(contextOn(other.services.platform.database));

  // Each look begins anywhere and has two seconds: on a busy machine one may not come past both.
  await expect.poll(lookOver).toBe(2);
  expect(readFileSync(files.original)).toEqual(before);
  expect(existsSync(files.renditions[0]!.file)).toBe(false);
});
