import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ask, expectProblem, filesOf, upload } from '../rest/support.ts';
import { type Api, startApi } from '../support/api.ts';

let api: Api;
// biome-ignore lint/suspicious/noExplicitAny: the REST body
let asset: any;
let path: string;
let whole: Buffer;

beforeAll(async () => {
  api = await startApi();
  const noise = await sharp({
    create: {
      width: 900,
      height: 600,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .png()
    .toBuffer();
  const { body } = await api.json('/api/admin/image-bank', {
    as: 'operator',
    body: { imageBase64: noise.toString('base64'), tags: ['noise'] },
  });
  asset = body.asset;
  path = new URL(asset.url).pathname;
  whole = (await ask(api, { path })).bytes;
});
afterAll(() => api.stop());

/** Files below the data folder that this process has open, where the system lists them. */
function openFiles(): string[] {
  if (!existsSync('/proc/self/fd')) return [];
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const file = readlinkSync(`/proc/self/fd/${fd}`);
      return file.startsWith(api.dataDir) ? [file] : [];
    } catch {
      return [];
    }
  });
}

test('a reader that disconnects before the first byte leaves no file open', async () => {
  const warnings: (string | undefined)[] = [];
  const note = ({ code }: Error & { code?: string }) => void warnings.push(code);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  const { hostname, port } = new URL(api.url);
  const disconnect = (afterMs: number) =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`, () => {
          setTimeout(() => socket.destroy(), afterMs);
        });
      });
      socket.once('close', () => resolve());
    });

  // At different moments, so that some come between opening the file and sending it.
  for (let round = 0; round < 10; round++) {
    await Promise.all(Array.from({ length: 10 }, (_, at) => disconnect(at % 5)));
  }

  await expect.poll(openFiles).toEqual([]);
  // A file that only the garbage collector closed.
  expect(warnings).not.toContain('DEP0137');
});

describe('a picture', () => {
  test('comes as the bytes that were promised, to be kept for an hour without asking again', async () => {
    const { status, headers, bytes } = await ask(api, { path });

    expect(status).toBe(200);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(asset.sha256);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(asset.byteSize),
      'cache-control': 'public, max-age=3600',
      etag: `"${asset.sha256}"`,
      'accept-ranges': 'bytes',
      'content-security-policy': "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    });
  });

  test.each([
    ['its tag', () => `"${asset.sha256}"`],
    ['its weak tag', () => `W/"${asset.sha256}"`],
    ['one of several', () => `"other", "${asset.sha256}"`],
    ['any', () => '*'],
  ])('is not sent again to who has %s', async (_, tag) => {
    const { status, bytes, headers } = await ask(api, { path, headers: { 'if-none-match': tag() } });

    expect(status).toBe(304);
    expect(bytes).toHaveLength(0);
    expect(headers.etag).toBe(`"${asset.sha256}"`);
  });

  test('is sent to who has another', async () => {
    expect((await ask(api, { path, headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });

  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-99', 0, 99],
    ['bytes=100-', 100, -1],
    ['bytes=-10', -10, -1],
    ['bytes=0-999999999', 0, -1],
    ['bytes=0-9,5-19', 0, 19],
  ])('comes in part for %s', async (range, from, to) => {
    const { status, headers, bytes } = await ask(api, { path, headers: { range } });

    const start = from < 0 ? whole.length + from : from;
    const end = to < 0 ? whole.length + to : to;
    expect(status).toBe(206);
    expect(headers['content-range']).toBe(`bytes ${start}-${end}/${whole.length}`);
    expect(headers['content-length']).toBe(String(end - start + 1));
    expect(bytes.equals(whole.subarray(start, end + 1))).toBe(true);
  });

  test.each([
    'lines=0-9',
    'bytes=abc',
    'bytes',
    'bytes=0-9,100-109',
    `bytes=${Array.from({ length: 1_000 }, (_, n) => `${n * 10}-${n * 10}`).join(',')}`,
  ])('comes whole for %.40s', async (range) => {
    const { status, bytes } = await ask(api, { path, headers: { range } });

    expect(status).toBe(200);
    expect(bytes.equals(whole)).toBe(true);
  });

  test('has no part after its end', async () => {
    const { status, headers, bytes } = await ask(api, { path, headers: { range: `bytes=${whole.length}-` } });

    expect(status).toBe(416);
    expect(headers['content-range']).toBe(`bytes */${whole.length}`);
    expect(headers['cache-control']).toBe('no-store');
    expect(bytes).toHaveLength(0);
  });

  test('goes on only where it was begun', async () => {
    const range = 'bytes=10-';

    expect((await ask(api, { path, headers: { range, 'if-range': `"${asset.sha256}"` } })).status).toBe(206);
    expect((await ask(api, { path, headers: { range, 'if-range': '"another picture"' } })).status).toBe(200);
  });

  test.each([
    [320, 320],
    [640, 640],
    [1280, 900],
  ])('is there %i pixels wide, but never blown up', async (asked, width) => {
    const { status, headers, bytes } = await ask(api, { path: `/media/${asset.id}/${asked}.webp` });

    expect(status).toBe(200);
    expect(headers['content-type']).toBe('image/webp');
    expect(headers.etag).toBe(`"${createHash('sha256').update(bytes).digest('hex')}"`);
    expect(await sharp(bytes).metadata()).toMatchObject({
      format: 'webp',
      width,
      height: Math.round((width * 600) / 900),
    });
  });
});

describe('nothing is there', () => {
  const id = 'ast_00000000000000000000000000';
  test.each([
    ['an unknown picture', () => `/media/${id}/original.png`],
    ['an unknown rendition', () => `/media/${id}/320.webp`],
    ['another width', () => `/media/${asset.id}/321.webp`],
    ['another type', () => `/media/${asset.id}/original.jpg`],
    ['a rendition of another type', () => `/media/${asset.id}/320.png`],
    ['a folder above', () => `/media/${asset.id}/..%2foriginal.png`],
    ['a file of the system', () => '/media/..%2f..%2f..%2f..%2fetc%2fpasswd/original.png'],
    ['a blob by its digest', () => `/media/${asset.sha256}/original.png`],
    ['the marker of the store', () => '/media/.imprimatur-store/original.png'],
    ['an id of something that is no picture', () => `/media/${asset.id.replace('ast_', 'tag_')}/original.png`],
    ['an id in other case', () => `/media/${asset.id.toUpperCase()}/original.png`],
    ['SQL', () => `/media/'%20or%201=1--/original.png`],
    ['a line end after the name', () => `/media/${asset.id}/original.png%0a`],
  ])('for %s', async (_, make) => {
    const answer = await ask(api, { path: make() });

    expectProblem(answer, { status: 404, code: 'NOT_FOUND' });
    expect(answer.headers.etag).toBeUndefined();
  });

  test.each(['TRASHED', 'QUARANTINED'])('for a picture that is %s, from the next request on', async (status) => {
    const { id: gone, url, thumbnailUrl } = await upload(api);
    await api.database.query('update asset set status = $1 where id = $2', [status, gone]);

    for (const link of [url, thumbnailUrl]) {
      expectProblem(await ask(api, { path: new URL(link).pathname }), { status: 404, code: 'NOT_FOUND' });
    }
  });

  test('no longer in the archive, though: what is printed somewhere must go on showing', async () => {
    const { id: kept, url } = await upload(api);
    await api.database.query(`update asset set status = 'ARCHIVED' where id = $1`, [kept]);

    expect((await ask(api, { path: new URL(url).pathname })).status).toBe(200);
  });

  test('when the file is missing: a problem to the caller, without the success it was to be', async () => {
    const { url, sha256 } = await upload(api);
    rmSync(filesOf(api).find((file) => file.includes(sha256))!);

    for (const headers of [{}, { range: 'bytes=0-9' }] as Record<string, string>[]) {
      const answer = await ask(api, { path: new URL(url).pathname, headers });
      expectProblem(answer, { status: 404, code: 'NOT_FOUND' });
      for (const name of ['etag', 'accept-ranges', 'content-range']) expect(answer.headers[name]).toBeUndefined();
    }
  });
});

test('a reader who leaves in the middle harms nobody', async () => {
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const stop = new AbortController();
      const answer = await api.fetch(path, { signal: stop.signal });
      await answer.body!.getReader().read();
      stop.abort();
    }),
  );

  const { status, bytes } = await ask(api, { path });
  expect(status).toBe(200);
  expect(bytes.equals(whole)).toBe(true);
});

test('a render that is not in the bank has its picture at the same kind of address', async () => {
  const { render } = await api.render({ saveToBank: false });

  const { status, bytes } = await ask(api, { path: new URL(render.image.url).pathname });

  expect(status).toBe(200);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(render.image.sha256);
});

test.each([
  ['has no renditions', { saveToBank: false }, '320.webp'],
  ['has no other format', { saveToBank: false }, 'original.jpg'],
  ['that is in the bank is found there alone', {}, 'original.png'],
])('a render %s', async (_, options, file) => {
  const { render } = await api.render(options);

  expectProblem(await ask(api, { path: `/media/${render.id}/${file}` }), { status: 404, code: 'NOT_FOUND' });
});
