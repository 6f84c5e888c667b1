import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  type Answer,
  ask,
  expectProblem,
  FILE_HEAD,
  multipart,
  picture,
  post,
  settled,
  stored,
  upload,
} from '../rest/support.ts';
import { type Api, startApi } from '../support/api.ts';

const BANK = '/api/admin/image-bank';
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><image href="http://127.0.0.1:1/x"/></svg>';

let api: Api;
let site: Awaited<ReturnType<typeof listen>>;

beforeAll(async () => {
  site = await listen();
  api = await startApi({ env: { TRUSTED_HOSTS: site.host } });
  await upload(api);
  await settled(api);
});
afterAll(async () => {
  await api.stop();
  await site.close();
});

/** A site on this machine that serves what it is told and counts who comes. */
async function listen() {
  const pages = new Map<string, { status?: number; headers?: Record<string, string>; body?: Uint8Array | string }>();
  const seen: { url: string; headers: Record<string, unknown> }[] = [];
  let connections = 0;
  const server = createServer((req, res) => {
    seen.push({ url: req.url!, headers: req.headers });
    const { status = 200, headers = {}, body = '' } = pages.get(req.url!) ?? { status: 404 };
    res.writeHead(status, headers).end(body);
  });
  server.on('connection', () => {
    connections++;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    pages,
    seen,
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** A PNG whose header promises `side` × `side` pixels, in a few kilobytes. */
function bomb(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * 64));
  const chunk = (type: string, data: Buffer) => {
    const typed = Buffer.concat([Buffer.from(type), data]);
    const framed = Buffer.alloc(typed.length + 8);
    framed.writeUInt32BE(data.length, 0);
    framed.set(typed, 4);
    framed.writeUInt32BE(crc32(typed), typed.length + 4);
    return framed;
  };
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

const BAD: [string, () => Promise<Buffer> | Buffer, string][] = [
  ['SVG with a script', () => Buffer.from(SVG), 'UNSUPPORTED_TYPE'],
  [
    'SVG with entities',
    () => Buffer.from(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${SVG}`),
    'UNSUPPORTED_TYPE',
  ],
  ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'NOT_A_PICTURE'],
  ['a PDF', () => Buffer.from('%PDF-1.7\n'), 'NOT_A_PICTURE'],
  [
    'a TIFF',
    async () =>
      sharp(await picture(1))
        .tiff()
        .toBuffer(),
    'UNSUPPORTED_TYPE',
  ],
  [
    'half a JPEG',
    async () =>
      (
        await sharp(await picture(1, 200))
          .jpeg()
          .toBuffer()
      ).subarray(0, 500),
    'DAMAGED',
  ],
  ['half a PNG', async () => (await picture(2, 300)).subarray(0, 90), 'DAMAGED'],
  ['a signature without a picture', () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'DAMAGED'],
  ['400 megapixels in a few kilobytes', () => bomb(20_000), 'TOO_MANY_PIXELS'],
];

const WAYS: [string, (bytes: Buffer) => Promise<Answer>][] = [
  ['in base64', (bytes) => ask(api, post(BANK, { imageBase64: bytes.toString('base64') }, { as: 'operator' }))],
  [
    'as a data URL that lies about it',
    (bytes) =>
      ask(api, post(BANK, { imageBase64: `data:image/png;base64,${bytes.toString('base64')}` }, { as: 'operator' })),
  ],
  [
    'in a form that lies about it',
    (bytes) =>
      ask(api, { method: 'POST', path: BANK, as: 'operator', ...multipart([{ head: FILE_HEAD, body: bytes }]) }),
  ],
  [
    'from an address that lies about it',
    (bytes) => {
      site.pages.set('/lie.png', { headers: { 'content-type': 'image/png' }, body: bytes });
      return ask(api, post(BANK, { imageUrl: `http://${site.host}/lie.png` }, { as: 'operator' }));
    },
  ],
];

describe.each(WAYS)('%s', (_, send) => {
  test.each(BAD)('%s is refused with the same reason and leaves nothing', async (_name, make, reason) => {
    const before = await stored(api);

    const answer = await send(await make());

    expectProblem(answer, { status: 422, code: 'PICTURE_REFUSED' });
    expect(answer.json).toMatchObject({ reason });
    expect(await stored(api)).toEqual(before);
  });
});

test('the same refusal through GraphQL, as data', async () => {
  const { data } = await api.graphql(
    `mutation ($input: CreateAssetInput!) { createAsset(input: $input) { __typename ... on PictureRefused { code reason } } }`,
    { as: 'operator', variables: { input: { imageBase64: Buffer.from(SVG).toString('base64') } } },
  );

  expect(data.createAsset).toEqual({
    __typename: 'PictureRefused',
    code: 'PICTURE_REFUSED',
    reason: 'UNSUPPORTED_TYPE',
  });
});

describe('an address', () => {
  const send = (imageUrl: string, more: object = {}) => ask(api, post(BANK, { imageUrl, ...more }, { as: 'operator' }));

  test('that the operator trusts is fetched from, once, without any credential', async () => {
    site.pages.set('/Z%C3%BCrich-am_See.png', { body: await picture(77, 33) });

    const answer = await send(`http://${site.host}/Z%C3%BCrich-am_See.png`, { tags: ['lake'] });

    expect(answer.status).toBe(201);
    expect(answer.json.asset).toMatchObject({
      origin: 'IMPORT',
      title: 'Zürich am See',
      source: `http://${site.host}/Z%C3%BCrich-am_See.png`,
      width: 33,
      tags: ['lake'],
    });
    const visits = site.seen.filter(({ url }) => url === '/Z%C3%BCrich-am_See.png');
    expect(visits).toHaveLength(1);
    expect(visits[0]!.headers.authorization).toBeUndefined();
    await settled(api);
  });

  test.each([
    'http://127.0.0.1:PORT/x.png',
    'http://localhost:PORT/x.png',
    'http://[::ffff:127.0.0.1]:PORT/x.png',
    'http://0x7f000001:PORT/',
    'http://127.1:PORT/',
    'http://0:PORT/x.png',
  ])('%s that nobody vouches for is refused without a connection', async (pattern) => {
    const canary = await listen();
    onTestFinished(async () => void (await canary.close()));
    const before = await stored(api);

    const answer = await send(pattern.replace('PORT', canary.host.split(':')[1]!));

    expectProblem(answer, { status: 422, code: 'URL_NOT_ALLOWED' });
    expect(canary.connections()).toBe(0);
    expect(await stored(api)).toEqual(before);
  });

  test('that redirects to where nobody vouches for is not followed', async () => {
    const canary = await listen();
    onTestFinished(async () => void (await canary.close()));
    site.pages.set('/away', { status: 302, headers: { location: `http://${canary.host}/x.png` } });

    expectProblem(await send(`http://${site.host}/away`), { status: 422, code: 'URL_NOT_ALLOWED' });
    expect(canary.connections()).toBe(0);
  });

  test.each([
    ['is not found', '/missing.png', 502, 'DOWNLOAD_FAILED'],
    ['fails', '/broken', 502, 'DOWNLOAD_FAILED'],
    ['announces too much', '/huge', 413, 'PAYLOAD_TOO_LARGE'],
  ])('that %s leaves nothing', async (_, path, status, code) => {
    site.pages.set('/broken', { status: 500, body: 'secret words of the other side' });
    site.pages.set('/huge', { headers: { 'content-length': '30000000' } });
    const before = await stored(api);

    const answer = await send(`http://${site.host}${path}`);

    expectProblem(answer, { status, code });
    expect(answer.text).not.toContain('secret words');
    expect(await stored(api)).toEqual(before);
  });
});

test('in the end nothing half done is left in the store', async () => {
  await settled(api);

  expect(await api.services.platform.store.sweepStaging(0)).toBe(0);
});
