import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repairJpeg } from '../../src/assets/jpeg-repair.ts';
import { customerWithKey } from '../customers/graph.ts';
import { giving, ImageServer } from '../renders/image-server.ts';
import { ask, FILE_HEAD, fieldHead, multipart, post } from '../rest/support.ts';
import { type Api, startApi } from '../support/api.ts';
import { startProcessTime } from '../support/processor-time.ts';
import { fieldFile } from './field-files.ts';

const BANK = '/api/admin/image-bank';

interface Outcome {
  /** Reason or code of the refusal; null where the picture was taken. */
  refusal: string | null;
  size: [number, number] | null;
}

let api: Api;
let site: Server;
let host: string;
let model: ImageServer;
let served: Buffer;
let customer: { bearer: string };
beforeAll(async () => {
  site = createServer((_req, res) => res.end(served));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  model = await ImageServer.start();
  api = await startApi({
    env: { TRUSTED_HOSTS: host, OPENAI_API_KEY: 'sk-of-the-house-0123456789', OPENAI_BASE_URL: model.url },
  });
  customer = (await customerWithKey(api, { plan: 'PRO' })).as as { bearer: string };
});
afterAll(async () => {
  await api.stop();
  await model.stop();
  site.close();
});

const bankOutcome = ({ json }: { json: { asset?: { width: number; height: number }; reason?: string } }): Outcome => ({
  refusal: json.reason ?? null,
  size: json.asset ? [json.asset.width, json.asset.height] : null,
});

const WAYS: [string, (bytes: Buffer) => Promise<Outcome>][] = [
  [
    'in base64',
    async (bytes) =>
      bankOutcome(await ask(api, post(BANK, { imageBase64: bytes.toString('base64') }, { as: 'operator' }))),
  ],
  [
    'as a form',
    async (bytes) =>
      bankOutcome(
        await ask(api, {
          method: 'POST',
          path: BANK,
          as: 'operator',
          ...multipart([{ head: FILE_HEAD, body: bytes }]),
        }),
      ),
  ],
  [
    'from an address',
    async (bytes) => {
      served = bytes;
      return bankOutcome(await ask(api, post(BANK, { imageUrl: `http://${host}/photo.jpg` }, { as: 'operator' })));
    },
  ],
  [
    'as a file of a GraphQL request',
    async (bytes) => {
      const query = `mutation ($file: Upload!) { createAsset(input: { file: $file }) {
        ... on CreatedAsset { asset { file { width height } } } ... on PictureRefused { reason } } }`;
      const { headers, body } = multipart([
        { head: fieldHead('operations'), body: JSON.stringify({ query, variables: { file: null } }) },
        { head: fieldHead('map'), body: '{"file":["variables.file"]}' },
        { head: FILE_HEAD, body: bytes },
      ]);
      const answer = await ask(api, {
        method: 'POST',
        path: '/graphql',
        as: 'operator',
        headers: { ...headers, 'graphql-require-preflight': '1' },
        body,
      });
      const { asset, reason = null } = answer.json.data.createAsset;
      return { refusal: reason, size: asset ? [asset.file.width, asset.file.height] : null };
    },
  ],
  [
    'by a model, for a render',
    async (bytes) => {
      model.answer = giving([{ b64_json: bytes.toString('base64') }]);
      const { body } = await api.json('/api/integrations/cinema/render', {
        as: 'integration',
        body: { prompt: 'A photo' },
      });
      const { failure, image } = body.render;
      return {
        refusal: failure?.reason === 'PROVIDER_ANSWER_UNUSABLE' ? 'DAMAGED' : (failure?.reason ?? null),
        size: image ? [image.width, image.height] : null,
      };
    },
  ],
  [
    'by a model, in the dialect of OpenAI',
    async (bytes) => {
      model.answer = giving([{ b64_json: bytes.toString('base64') }]);
      const { status, body } = await api.json('/v1/images/generations', {
        as: customer,
        body: { model: 'media/image', prompt: 'A photo', response_format: 'b64_json' },
      });
      if (status !== 200)
        return { refusal: body.error.code === 'provider_answer_unreadable' ? 'DAMAGED' : body, size: null };
      const { width, height } = await sharp(Buffer.from(body.data[0].b64_json, 'base64')).metadata();
      return { refusal: null, size: [width, height] };
    },
  ],
];

describe.each(WAYS)('a picture that comes %s', (_way, send) => {
  test.each([
    ['samsung-sos.jpg', [200, 150]],
    ['pixel-extraneous-bytes.jpg', [202, 150]],
  ])('%s is taken: a warning that loses no pixel is no damage', async (name, size) => {
    expect(await send(fieldFile(name))).toEqual({ refusal: null, size });
  });

  test.each(['cut-in-half.jpg', 'hole.jpg'])('%s is refused as damaged', async (name) => {
    expect(await send(fieldFile(name))).toEqual({ refusal: 'DAMAGED', size: null });
  });
});

describe('a JPEG that was mended', () => {
  const strict = (bytes: Buffer) => sharp(repairJpeg(bytes), { failOn: 'warning' }).raw().toBuffer();
  const lenient = (bytes: Buffer) => sharp(bytes, { failOn: 'none' }).raw().toBuffer();
  let whole: Buffer;
  beforeAll(async () => {
    whole = await noise().jpeg().toBuffer();
  });
  /** Puts bytes behind the beginning of the file. */
  const begunBy = (...bytes: number[]) => Buffer.concat([whole.subarray(0, 2), Buffer.from(bytes), whole.subarray(2)]);
  const named = (code: number, name: string, ...rest: number[]) =>
    begunBy(0xff, code, 0, 2 + name.length + rest.length, ...Buffer.from(name, 'latin1'), ...rest);

  test.each<[string, () => Buffer]>([
    ['wrong SOS parameters', () => fieldFile('samsung-sos.jpg')],
    ['stray bytes', () => fieldFile('pixel-extraneous-bytes.jpg')],
    ['stray bytes with FF 00 among them', () => begunBy(0xff, 0xfe, 0, 2, 1, 0xff, 0, 2, 0xff, 0xff)],
    ['an unknown JFIF version', () => named(0xe0, 'JFIF\0', 3, 1, 0, 0, 1, 0, 1, 0, 0)],
    ['an unknown Adobe transform', () => named(0xee, 'Adobe', 0, 100, 0, 0, 0, 0, 7)],
    ['no end marker', () => whole.subarray(0, -2)],
  ])('has the pixels that a lenient decoder sees: %s', async (_fault, make) => {
    const faulty = make();
    await expect(sharp(faulty, { failOn: 'warning' }).raw().toBuffer()).rejects.toThrow();

    expect((await strict(faulty)).equals(await lenient(faulty))).toBe(true);
  });

  test('is the same buffer when nothing is wrong', async () => {
    const photo = await noise().withMetadata({ orientation: 6 }).jpeg({ progressive: true }).toBuffer();
    const motion = Buffer.concat([whole, Buffer.from('a film after the end')]);
    const png = await noise().png().toBuffer();

    for (const bytes of [whole, photo, motion, png, Buffer.alloc(0)]) expect(repairJpeg(bytes)).toBe(bytes);
  });

  test.each([1, 2, 10, 1_000])('that lacks its last %i bytes of data is still refused', async (count) => {
    const end = whole.subarray(-2);

    for (const cut of [whole.subarray(0, -2 - count), Buffer.concat([whole.subarray(0, -2 - count), end])]) {
      await expect(strict(cut)).rejects.toThrow(/premature end/i);
    }
  });

  test('that lacks bytes in the middle is still refused', async () => {
    for (const from of [1_000, 3_000, 6_000]) {
      const holed = Buffer.concat([whole.subarray(0, from), whole.subarray(from + 500)]);
      await expect(strict(holed)).rejects.toThrow();
    }
  });

  test('that is progressive and lacks its last scans is still refused', async () => {
    const progressive = await noise().jpeg({ progressive: true }).toBuffer();
    const lastScan = progressive.lastIndexOf(Buffer.from([0xff, 0xda]));

    await expect(strict(progressive.subarray(0, lastScan))).rejects.toThrow();
    await expect(strict(progressive.subarray(0, -2))).rejects.toThrow();
  });

  test.each<[string, (bytes: Buffer) => void]>([
    ['segments and stray bytes by turns', (bytes) => fillWith(bytes, [0xff, 0xe0, 0, 2, 1])],
    ['nothing but FF 00', (bytes) => fillWith(bytes, [0xff, 0])],
    ['nothing but FF', (bytes) => bytes.fill(0xff, 2)],
  ])('takes little time, also of %s', (_what, fill) => {
    const bytes = Buffer.alloc(20_000_000);
    bytes.set([0xff, 0xd8, 0xff, 0xe0]);
    fill(bytes);
    const workedMs = startProcessTime();

    repairJpeg(bytes);

    expect(workedMs()).toBeLessThan(2_000);
  });
});

function fillWith(bytes: Buffer, pattern: number[]): void {
  bytes.fill(Buffer.from(pattern), 2);
}

function noise() {
  const pixels = Buffer.alloc(200 * 150 * 3);
  let state = 1;
  for (let at = 0; at < pixels.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    pixels[at] = state >>> 24;
  }
  return sharp(pixels, { raw: { width: 200, height: 150, channels: 3 } });
}
