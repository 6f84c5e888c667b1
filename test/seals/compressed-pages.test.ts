import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ask } from '../rest/support.ts';
import { type Api, startApi } from '../support/api.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { download, sealText } from '../support/seals.ts';
import { startTimeStampAuthority, type TimeStampAuthority } from '../support/time-stamp-authority.ts';
import { builtVerifier } from '../support/verifier.ts';
import { BROWSER, TEXT } from './seal-pages.ts';

/** Maximum bytes of the verifier as it is sent, and of the page of a seal, which has the picture, proofs and times as well. */
const VERIFIER_BYTES = 150_000;
const PAGE_BYTES = 160_000;
const REVOKE = 'mutation ($in: RevokeSealInput!) { revokeSeal(input: $in) { ... on RevokedSeal { seal { status } } } }';
const SEAL_ASSET = 'mutation ($id: ID!) { sealAsset(input: { assetId: $id }) { ... on SealedAsset { seal { id } } } }';

let authority: TimeStampAuthority;
let folder: string;
let api: Api;
beforeAll(async () => {
  authority = await startTimeStampAuthority();
  folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-compressed-'));
  writeFileSync(path.join(folder, 'tsa.pem'), authority.certificatePem + authority.caPem);
  api = await startApi({
    verifierFolder: await builtVerifier(),
    env: { TSA_URL: authority.url, TSA_CERTIFICATES: path.join(folder, 'tsa.pem') },
  });
});
afterAll(async () => {
  await api.stop();
  await authority.stop();
  rmSync(folder, { recursive: true });
});

/** The response as it is sent, not decoded. */
const sent = (at: string, encodings: string | null, headers: object = {}, method = 'GET') =>
  ask(api, {
    path: at,
    method,
    headers: { ...BROWSER, ...(encodings === null ? {} : { 'accept-encoding': encodings }), ...headers },
  });

const UNPACK = { gzip: gunzipSync, br: brotliDecompressSync } as const;

describe('the verifier file', () => {
  const at = '/verifier.html';

  test.each(['gzip', 'br'] as const)(
    'is sent in %s, below 150 kB, and is the file that is sealed',
    async (encoding) => {
      const { status, headers, bytes } = await sent(at, encoding);

      expect([status, headers['content-encoding']]).toEqual([200, encoding]);
      expect(bytes.length).toBeLessThan(VERIFIER_BYTES);
      expect(Number(headers['content-length'])).toBe(bytes.length);
      const sha256 = createHash('sha256').update(UNPACK[encoding](bytes)).digest('hex');
      const published = (await download(api, '/.well-known/imprimatur/verifier.sha256')).toString();
      expect(published).toBe(`${sha256}  verifier.html\n`);
    },
  );

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, identity;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['zstd', undefined],
    ['gzip;q=0, br;q=0', undefined],
    [null, undefined],
  ])('for %j is sent in %s, and varies by it', async (encodings, encoding) => {
    const { headers, bytes } = await sent(at, encodings);

    expect(headers['content-encoding']).toBe(encoding);
    expect(headers.vary).toBe('Accept-Encoding');
    if (!encoding) expect(bytes.toString()).toMatch(/^<!doctype html>/);
  });

  test('has a tag for each encoding, which is asked for again without its bytes', async () => {
    const all = await Promise.all(['gzip', 'br', null].map((encodings) => sent(at, encodings)));
    const tags = all.map(({ headers }) => String(headers.etag));

    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]{27}"$/);
    const same = await sent(at, 'gzip', { 'if-none-match': tags[0] });
    expect(same.status).toBe(304);
    expect(same.bytes.length).toBe(0);
    expect(same.headers).toMatchObject({ etag: tags[0], vary: 'Accept-Encoding', 'cache-control': 'no-cache' });
    expect(same.headers).not.toHaveProperty('content-encoding');
    expect((await sent(at, 'br', { 'if-none-match': tags[0] })).status).toBe(200);
  });

  test('answers HEAD with the headers of GET', async () => {
    for (const encodings of ['gzip', 'br', null]) {
      const get = await sent(at, encodings);
      const head = await sent(at, encodings, {}, 'HEAD');

      expect([head.status, head.bytes.length]).toEqual([200, 0]);
      for (const name of [
        'etag',
        'vary',
        'content-length',
        'content-encoding',
        'content-type',
        'accept-ranges',
      ] as const)
        expect(head.headers[name], name).toBe(get.headers[name]);
    }
  });

  test('is sent whole when a part of it is asked for, since no parts are offered', async () => {
    for (const encodings of ['gzip', null]) {
      const whole = await sent(at, encodings);
      const asked = await sent(at, encodings, { range: 'bytes=0-99' });

      expect(asked.status).toBe(200);
      expect(asked.headers['accept-ranges']).toBe('none');
      expect(asked.headers).not.toHaveProperty('content-range');
      expect(asked.bytes.equals(whole.bytes)).toBe(true);
    }
  });
});

/** A picture of grey squares, always the same, whose previews are as large as its contrast is high. */
async function grainyPicture(contrast: number): Promise<Buffer> {
  const [width, height, side] = [960, 640, 9];
  const pixels = Buffer.alloc(width * height);
  const greys = Array.from({ length: Math.ceil(height / side) }, () => new Map<number, number>());
  let random = 1;
  for (let at = 0; at < pixels.length; at++) {
    const [row, column] = [Math.floor(at / width / side), Math.floor((at % width) / side)];
    if (!greys[row]!.has(column)) {
      random = (random * 48_271) % 2_147_483_647;
      greys[row]!.set(column, 128 + Math.round((random / 2_147_483_647 - 0.5) * contrast));
    }
    pixels[at] = greys[row]!.get(column)!;
  }
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .toColourspace('srgb')
    .png()
    .toBuffer();
}

describe('the page of a seal', () => {
  const until = (id: string, status: string) =>
    vi.waitFor(async () => expect((await api.json(`/v/${id}`)).body.seal.status).toBe(status), {
      timeout: PATIENCE_MS,
      interval: 100,
    });

  /** A stamped seal that was revoked, and one of a picture whose preview is as large as previews are. */
  async function largestPages(): Promise<[revoked: string, picture: string]> {
    const sealed = await sealText(api, TEXT);
    await until(sealed.seal.id, 'SEALED');
    const input = { sealId: sealed.seal.id, ownerToken: sealed.ownerToken, reason: 'The price was wrong.' };
    await api.graphql(REVOKE, { variables: { in: input } });
    const picture = await grainyPicture(45);
    const { body } = await api.json('/api/admin/image-bank', {
      as: 'operator',
      body: { title: 'Grain', imageBase64: picture.toString('base64') },
    });
    const { data } = await api.graphql(SEAL_ASSET, { as: 'operator', variables: { id: body.asset.id } });
    await until(data.sealAsset.seal.id, 'SEALED');
    return [sealed.seal.id, data.sealAsset.seal.id];
  }

  test('is sent below 160 kB in each encoding, with its picture or its revocation, and unpacks to the page', async () => {
    const [revoked, picture] = await largestPages();
    for (const id of [revoked, picture]) {
      const plain = (await sent(`/v/${id}`, null)).bytes;
      const [, preview = ''] = /<img src="data:image\/webp;base64,([^"]+)"/.exec(plain.toString()) ?? [];
      // In base64. The preview is below 14 kB.
      if (id === picture) expect(preview.length).toBeGreaterThan(15_000);
      for (const encoding of ['gzip', 'br'] as const) {
        const { status, headers, bytes } = await sent(`/v/${id}`, encoding);

        expect([status, headers['content-encoding']]).toEqual([200, encoding]);
        expect(bytes.length).toBeLessThan(PAGE_BYTES);
        const page = UNPACK[encoding](bytes);
        expect(page.toString().split('<script type="application/json"')[0]).toBe(
          plain.toString().split('<script type="application/json"')[0],
        );
        expect(page.subarray(-1_000).equals(plain.subarray(-1_000))).toBe(true);
      }
    }
  });

  test('varies by what is accepted, has no tag since it is newly signed, and offers no parts', async () => {
    const { seal } = await sealText(api, TEXT);

    for (const [encodings, encoding] of [
      ['gzip, deflate, br', 'gzip'],
      ['br', 'br'],
      [null, undefined],
    ] as const) {
      const { status, headers } = await sent(`/v/${seal.id}`, encodings, { range: 'bytes=0-99' });

      expect(status).toBe(200);
      expect(headers).toMatchObject({ vary: 'Accept, Accept-Encoding', 'accept-ranges': 'none' });
      expect(headers['content-encoding']).toBe(encoding);
      expect(headers).not.toHaveProperty('etag');
    }
    const head = await sent(`/v/${seal.id}`, 'gzip', {}, 'HEAD');
    expect([head.status, head.headers['content-encoding'], head.bytes.length]).toEqual([200, 'gzip', 0]);
  });

  test('is JSON for programs, which vary by the same headers', async () => {
    const { seal } = await sealText(api, TEXT);

    const { headers, bytes } = await sent(`/v/${seal.id}`, 'gzip', { accept: 'application/json' });

    expect(headers.vary).toBe('Accept, Accept-Encoding');
    expect(headers).not.toHaveProperty('content-encoding');
    expect(JSON.parse(bytes.toString()).seal.id).toBe(seal.id);
  });

  test('that does not exist is a problem, which is not compressed', async () => {
    const { status, headers, bytes } = await sent('/v/seal_00000000000000000000000000', 'gzip', { accept: '*/*' });

    expect(status).toBe(404);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(JSON.parse(bytes.toString()).code).toBe('NOT_FOUND');
  });
});
