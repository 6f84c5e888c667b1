import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, upload } from '../rest/support.ts';
import { type Api, type Json, startApi } from '../support/api.ts';
import { filesOfAsset, removed } from '../support/broken-bank.ts';
import { contextOn } from '../support/context.ts';
import { fieldFile } from './field-files.ts';

const ASKED = [1, 320, 321, 640, 641, 1280, 1281];

let api: Api;
beforeAll(async () => {
  api = await startApi({ works: false });
});
afterAll(() => api.stop());

async function banked(bytes: Buffer): Promise<Json> {
  const { body } = await api.json('/api/admin/image-bank', {
    as: 'operator',
    body: { imageBase64: bytes.toString('base64') },
  });
  return body.asset;
}

async function widthAt(url: string): Promise<number> {
  const { status, bytes } = await ask(api, { path: new URL(url).pathname });
  expect(status).toBe(200);
  return (await sharp(bytes).metadata()).width;
}

/** The links of a picture by the width that is asked for, by a compiled read or by resolvers. */
async function linksOf(id: string, isCompiled: boolean): Promise<Record<string, string>> {
  const links = ASKED.map((px) => `w${px}: url(width: ${px})`).join(' ');
  const other = isCompiled ? '' : 'viewer { __typename }';
  const { data } = await api.graphql(
    `{ ${other} asset(id: "${id}") { thumbnailUrl file { original: url ${links} } } }`,
    {
      as: 'operator',
    },
  );
  return { thumbnail: data.asset.thumbnailUrl, ...data.asset.file };
}

describe('the link to a picture in a width', () => {
  test.each([
    [
      'tall-portrait.png',
      { thumbnail: 320, w1: 320, w320: 320, w321: 640, w640: 640, w641: 1080, w1280: 1080, w1281: 1080 },
    ],
    [
      'whole-page-screenshot.png',
      { thumbnail: 320, w1: 320, w320: 320, w321: 640, w640: 640, w641: 1170, w1280: 1170, w1281: 1170 },
    ],
  ])('%s: gives the smallest that is wide enough', async (name, widths) => {
    const { id, url } = await banked(fieldFile(name));

    for (const isCompiled of [true, false]) {
      const links = await linksOf(id, isCompiled);
      const found = await Promise.all(Object.keys(widths).map(async (key) => [key, await widthAt(links[key]!)]));
      expect(Object.fromEntries(found)).toEqual(widths);
      expect([links.w1280, links.w1281]).toEqual([url, url]);
    }
  });

  test.each([
    [2000, 100],
    [700, 700],
    [300, 4000],
    [320, 1],
    [4, 16_383],
  ])('is never narrower than asked while the original is wide enough: %i × %i', async (width, height) => {
    const { id, url } = await banked(await plain(width, height, '#246'));

    const links = await linksOf(id, true);

    for (const px of ASKED) {
      const got = await widthAt(links[`w${px}`]!);
      expect(got).toBeGreaterThanOrEqual(Math.min(px, width));
    }
    expect(await widthAt(links.thumbnail!)).toBe(Math.min(320, width));
    if (width < 1280) expect(links.w1280).toBe(url);
  });
});

test('the original of a lossless WebP has the same pixels', async () => {
  const sent = fieldFile('lossless-strokes.webp');
  const { url, mediaType } = await banked(sent);

  const { bytes } = await ask(api, { path: new URL(url).pathname });

  expect(mediaType).toBe('image/webp');
  expect((await sharp(bytes).raw().toBuffer()).equals(await sharp(sent).raw().toBuffer())).toBe(true);
});

describe('renditions of a tall picture that an earlier release made', () => {
  test('are made anew at the first request, and the old ones are erased', async () => {
    const { id } = await banked(await tall(1));
    const old = await asOfEarlierRelease(id);
    const links = await linksOf(id, true);

    const widths = await Promise.all([links.thumbnail!, links.w640!, links.w320!].map(widthAt));

    expect(widths).toEqual([320, 640, 320]);
    expect(await rowsOf(id)).toEqual([320, 640, 800]);
    await api.services.upkeep['purged pictures']!(contextOn(api.services.platform.database));
    for (const { key } of old) expect(await api.services.platform.store.read(key)).toBeNull();
  });

  test('are served for a minute, and none wider than asked, while the original is missing', async () => {
    const { id } = await banked(await tall(2));
    const old = await asOfEarlierRelease(id);
    removed((await filesOfAsset(api, id)).original);

    for (let n = 0; n < 2; n++) {
      const { status, headers, bytes } = await ask(api, { path: `/media/${id}/320.webp` });
      expect(status).toBe(200);
      expect(headers['cache-control']).toBe('public, max-age=60');
      expect((await sharp(bytes).metadata()).width).toBe(171);
    }
    expect(await rowsOf(id)).toEqual(old.map(({ width }) => width));
  });

  test('of other pictures stay as they are', async () => {
    const { id } = await upload(api);
    const before = await api.database.query('select * from rendition where asset_id = $1', [id]);

    await ask(api, { path: `/media/${id}/1280.webp` });

    expect(await api.database.query('select * from rendition where asset_id = $1', [id])).toEqual(before);
  });
});

const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
const tall = (shade: number) => plain(800, 9_000, `#0${shade}8`);

const rowsOf = async (id: string) =>
  (
    await api.database.query<{ width: number }>('select width from rendition where asset_id = $1 order by width', [id])
  ).map(({ width }) => width);

/** Gives an asset the renditions that release 0.1.0 made of it: at most three times as high as 320, 640 and 1280. */
async function asOfEarlierRelease(id: string): Promise<{ key: string; width: number }[]> {
  const { body } = await api.json(`/api/admin/image-bank/${id}`, { as: 'operator' });
  const { bytes } = await ask(api, { path: new URL(body.asset.url).pathname });
  await api.database.query('delete from rendition where asset_id = $1', [id]);
  const made = [];
  for (const width of [320, 640, 1280]) {
    const { data, info } = await sharp(bytes)
      .resize({ width, height: 3 * width, fit: 'inside', withoutEnlargement: true })
      .webp()
      .toBuffer({ resolveWithObject: true });
    const { key, sha256, byteSize } = await api.services.platform.store.put(data, 'webp');
    await api.database.query(
      'insert into rendition (asset_id, width, height, sha256, byte_size) values ($1, $2, $3, $4, $5)',
      [id, info.width, info.height, sha256, byteSize],
    );
    made.push({ key, width: info.width });
  }
  return made;
}
