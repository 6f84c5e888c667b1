import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AssetShape, NotAppliedShape } from '../../src/assets/asset.shape.ts';
import { RenderShape } from '../../src/renders/render.shape.ts';
import { SealShape } from '../../src/seals/seal.routes.ts';
import { type Api, startApi } from '../support/api.ts';
import { ask, FILE_HEAD, fieldHead, multipart, picture, post, settled, upload } from './support.ts';

const RENDER = '/api/integrations/cinema/render';
const SEAL = '/api/legal/provenance-seal';
const BANK = '/api/admin/image-bank';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

/** That a body has every member of its shape, of the right type, and no other. */
function expectShape(body: unknown, shape: z.ZodType): void {
  expect(shape.parse(body)).toEqual(body);
}

async function bytesAt(url: string): Promise<Buffer> {
  const response = await fetch(url);
  return Buffer.from(await response.arrayBuffer());
}

const Rendered = z.object({ ok: z.literal(true), render: RenderShape, asset: AssetShape.nullable() });
const small = { prompt: 'calm sea at dawn', width: 256, height: 256, seed: 11 };

describe('render', () => {
  test('answers with the render and the asset, whole', async () => {
    const { status, body } = await api.json(RENDER, {
      as: 'integration',
      body: {
        ...small,
        kind: 'image',
        title: 'Dawn',
        saveToBank: true,
        source: 'mailing',
        tags: ['Été', 'été', 'sea'],
      },
    });

    expect(status).toBe(200);
    expectShape(body, Rendered);
    expect(body.render).toMatchObject({
      status: 'SUCCEEDED',
      kind: 'image',
      title: 'Dawn',
      source: 'mailing',
      prompt: small.prompt,
      provider: 'embedded',
      seed: 11,
      failure: null,
    });
    expect(body.asset.tags.filter((tag: string) => /été/i.test(tag))).toEqual(['Été']);
    const { url, width, height, mediaType, byteSize, sha256 } = body.asset;
    expect(body.render.image).toEqual({ url, width, height, mediaType, byteSize, sha256 });
    expect({ width, height, mediaType }).toEqual({ width: 256, height: 256, mediaType: 'image/png' });
    const bytes = await bytesAt(url);
    expect(bytes).toHaveLength(byteSize);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  });

  test('takes null for everything that is optional', async () => {
    const nothing = { kind: null, title: null, saveToBank: null, source: null, tags: null };

    const { status, body } = await api.json(RENDER, { as: 'integration', body: { ...small, seed: 12, ...nothing } });

    expect(status).toBe(200);
    expectShape(body, Rendered);
    expect(body.render).toMatchObject({ prompt: small.prompt, title: 'Sea at dawn', source: null });
    expect(body.asset).toMatchObject({ id: expect.stringMatching(/^ast_/), origin: 'RENDER' });
  });

  test('keeps a picture out of the bank when it is told so, and still shows it', async () => {
    const { body } = await api.json(RENDER, { as: 'integration', body: { ...small, seed: 13, saveToBank: false } });

    expectShape(body, Rendered);
    expect(body.asset).toBeNull();
    expect((await fetch(body.render.image.url)).status).toBe(200);
    expect(await api.database.query('select id from asset where sha256 = $1', [body.render.image.sha256])).toEqual([]);
  });

  test.each(['wait=0', 'respond-async, wait=0', 'respond-async; wait="0"', 'WAIT=0'])(
    'with `Prefer: %s` answers at once where to ask, and is there in the end',
    async (prefer) => {
      const queued = await api.json(RENDER, { as: 'integration', headers: { prefer }, body: { ...small, seed: 14 } });

      expect(queued.status).toBe(202);
      expectShape(queued.body, z.object({ ok: z.literal(true), render: RenderShape }));
      expect(queued.headers.get('retry-after')).toBe('1');
      expect(queued.headers.get('location')).toBe(`${api.url}${RENDER}/${queued.body.render.id}`);
      const path = new URL(queued.headers.get('location')!).pathname;
      await expect.poll(async () => (await api.json(path, { as: 'integration' })).body.render.status).toBe('SUCCEEDED');
      const done = await api.json(path, { as: 'operator' });
      expectShape(done.body, Rendered);
      expect(done.body.asset.id).toMatch(/^ast_/);
      expect(done.headers.get('retry-after')).toBeNull();
    },
  );

  test.each(['wait=abc', 'wait', ';;;', 'return=minimal', 'wait=-5', `wait=${'9'.repeat(400)}`])(
    'waits as usual with `Prefer: %s`',
    async (prefer) => {
      const { status } = await api.json(RENDER, {
        as: 'integration',
        headers: { prefer },
        body: { ...small, seed: 15 },
      });

      expect(status).toBe(200);
    },
  );

  test('shows a render only to those who may see it', async () => {
    const { id } = (await api.render({ seed: 16, tags: [] })).render;
    await api.database.query(`update render set requested_by = 'integration:another' where id = $1`, [id]);

    expect((await api.json(`${RENDER}/${id}`, { as: 'integration' })).status).toBe(404);
    expect((await api.json(`${RENDER}/${id}`, { as: 'operator' })).status).toBe(200);
  });

  test('that failed says why, and that it is not well', async () => {
    const { id } = (await api.render({ seed: 17 })).render;
    await api.database.query(
      `update render set status = 'FAILED', failure_reason = 'ENGINE_TIMEOUT', asset_id = null, sha256 = null, understood = null where id = $1`,
      [id],
    );

    const { status, body } = await api.json(`${RENDER}/${id}`, { as: 'integration' });

    expect(status).toBe(200);
    expectShape(body, z.object({ ok: z.literal(false), render: RenderShape, asset: z.null() }));
    expect(body.render).toMatchObject({ image: null, failure: { reason: 'ENGINE_TIMEOUT' } });
  });

  test('takes a prompt of emoji and cuts no character of it in half', async () => {
    const prompt = `a${'🦄'.repeat(60)}`;
    const { body } = await api.json(RENDER, { as: 'integration', body: { ...small, seed: 18, prompt } });

    expect(body.render.prompt).toBe(prompt);
    expect(body.render.ignoredTerms.join('')).toContain('🦄');
    expect(JSON.stringify(body.render)).not.toMatch(/\ufffd|\\ud8/);
  });
});

describe('a body', () => {
  const text = { artifact_text: 'Grüße', disclaimer_ack: true };
  const sha256 = createHash('sha256').update('Grüße').digest('hex');
  const json = JSON.stringify(text);

  test.each([
    ['UTF-8 by name', json, { 'content-type': 'application/json; charset=UTF-8' }],
    ['UTF-8 by a quoted name', json, { 'content-type': 'application/json;charset="utf-8"' }],
    ['UTF-8 by its other name', json, { 'content-type': 'application/json; charset=utf8' }],
    [
      'ASCII by name',
      '{"artifact_text":"Gr\\u00fc\\u00dfe","disclaimer_ack":true}',
      { 'content-type': 'application/json; charset=us-ascii' },
    ],
    ['a type in other case', json, { 'content-type': 'Application/JSON' }],
    ['a byte order mark', `\ufeff${json}`, {}],
    ['white space around it', `\r\n\t ${json} \n`, {}],
    ['gzip', gzipSync(json), { 'content-encoding': 'gzip' }],
    ['escapes', '{"artifact_text":"Gr\\u00fc\\u00dfe","disclaimer_ack":true}', {}],
    ['chunks without a length', json, { 'transfer-encoding': 'chunked' }],
  ] as [string, string | Buffer, Record<string, string>][])('is taken with %s', async (_, body, headers) => {
    const answer = await ask(api, post(SEAL, body, { headers }));

    expect(answer).toMatchObject({ status: 201, json: { seal: { sha256 } } });
  });
});

test('seal answers with the seal, whole, and where it is', async () => {
  const { status, headers, body } = await api.json(SEAL, {
    body: { artifact_text: 'exactly this', disclaimer_ack: true },
  });

  expect(status).toBe(201);
  expectShape(body, z.object({ ok: z.literal(true), seal: SealShape, ownerToken: z.string() }));
  expect(body.seal.sha256).toBe(createHash('sha256').update('exactly this').digest('hex'));
  expect(headers.get('location')).toBe(body.seal.verificationUrl);
  expect(body.seal.verificationUrl).toBe(`${api.url}/v/${body.seal.id}`);
  expect(body.seal.bundleUrl).toBe(`${api.url}/v/${body.seal.id}/seal.sigstore.json`);
});

describe('the bank', () => {
  const Created = z.object({ ok: z.literal(true), asset: AssetShape });
  const Duplicate = z.object({
    ok: z.literal(true),
    asset: AssetShape,
    duplicateOf: z.string(),
    notApplied: NotAppliedShape,
  });

  test('takes a picture in base64 and gives the asset, whole', async () => {
    const bytes = await picture(1, 40);

    const { status, headers, body } = await api.json(BANK, {
      as: 'operator',
      body: {
        imageBase64: bytes.toString('base64'),
        title: ' A title ',
        alt: 'What it shows',
        tags: ['Zürich'],
        source: 's',
      },
    });

    expect(status).toBe(201);
    expectShape(body, Created);
    expect(body.asset).toMatchObject({
      title: 'A title',
      alt: 'What it shows',
      tags: ['Zürich'],
      kind: 'image',
      origin: 'UPLOAD',
      source: 's',
      width: 40,
      height: 40,
      mediaType: 'image/png',
      sealUrl: null,
      dominantColor: expect.stringMatching(/^#[0-9a-f]{6}$/),
    });
    expect(headers.get('location')).toBe(body.asset.url);
    for (const url of [body.asset.url, body.asset.thumbnailUrl]) expect((await fetch(url)).status).toBe(200);
  });

  test('takes a data URL, base64 with line breaks, and base64url', async () => {
    const spellings = [
      (base64: string) => `data:image/png;base64,${base64}`,
      (base64: string) => base64.replaceAll(/.{20}/g, '$&\r\n'),
      (base64: string) => base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
    ];

    for (const [index, spell] of spellings.entries()) {
      const imageBase64 = spell((await picture(200 + index, 50)).toString('base64'));
      const { status, body } = await api.json(BANK, { as: 'operator', body: { imageBase64 } });
      expect(status).toBe(201);
      expect(body.asset).toMatchObject({ width: 50, title: 'Untitled', alt: 'Untitled', tags: [] });
    }
  });

  test('takes a form with a file, whatever the file calls itself', async () => {
    const bytes = await picture(2, 30);
    const head = 'Content-Disposition: form-data; name="upload"; filename="../../x.php"\r\nContent-Type: text/html';
    const form = multipart([
      { head: fieldHead('title'), body: 'Aus dem Büro' },
      { head, body: bytes },
      { head: fieldHead('tags'), body: 'Winter, snow ,, winter' },
      { head: fieldHead('alt'), body: 'Snow' },
    ]);

    const answer = await ask(api, { method: 'POST', path: BANK, as: 'operator', ...form });

    expect(answer.status).toBe(201);
    expectShape(answer.json, Created);
    expect(answer.json.asset).toMatchObject({
      title: 'Aus dem Büro',
      alt: 'Snow',
      tags: ['snow', 'Winter'],
      mediaType: 'image/png',
    });
    expect(JSON.stringify(answer.json)).not.toMatch(/php|\.\./);
  });

  test('takes what FormData sends', async () => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(await picture(3, 30))]), 'a.png');
    form.set('title', 'From a browser');

    const answer = await api.fetch(BANK, { method: 'POST', as: 'operator', body: form });

    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({ asset: { title: 'From a browser' } });
  });

  test.each([
    ['jpeg', 'image/jpeg', 'jpg'],
    ['webp', 'image/webp', 'webp'],
    ['gif', 'image/png', 'png'],
    ['avif', 'image/webp', 'webp'],
  ] as const)('takes %s and stores it as %s', async (format, mediaType, extension) => {
    const bytes = await sharp(await picture(4, 20))
      .toFormat(format)
      .toBuffer();

    const { status, body } = await api.json(BANK, { as: 'operator', body: { imageBase64: bytes.toString('base64') } });

    expect(status).toBe(201);
    expect(body.asset.mediaType).toBe(mediaType);
    expect(body.asset.url).toMatch(new RegExp(`/original\\.${extension}$`));
  });

  test('keeps nothing of a picture but its pixels', async () => {
    const bytes = await sharp(await picture(5, 20))
      .withExif({ IFD0: { Copyright: 'canary-of-the-camera' } })
      .jpeg()
      .toBuffer();
    const polyglot = Buffer.concat([bytes, Buffer.from('<script>canary</script>')]);

    const { body } = await api.json(BANK, { as: 'operator', body: { imageBase64: polyglot.toString('base64') } });

    const stored = (await bytesAt(body.asset.url)).toString('latin1');
    expect(stored).not.toContain('canary');
  });

  test('gives the same bytes the asset they are already, with its own title and the tags of both', async () => {
    const imageBase64 = (await picture(6, 24)).toString('base64');
    const first = await api.json(BANK, { as: 'operator', body: { imageBase64, title: 'First', tags: ['a'] } });

    const second = await api.json(BANK, { as: 'operator', body: { imageBase64, title: 'Second', tags: ['b'] } });

    expect(second.status).toBe(200);
    expectShape(second.body, Duplicate);
    expect(second.body).toEqual({
      ok: true,
      asset: { ...first.body.asset, tags: ['a', 'b'] },
      duplicateOf: first.body.asset.id,
      notApplied: [{ field: 'title', values: ['Second'], reason: 'KEPT' }],
    });
  });

  test('stores the same bytes once, also from 20 callers at a time', async () => {
    const imageBase64 = (await picture(8, 32)).toString('base64');

    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        api.json(BANK, { as: 'operator', body: { imageBase64, tags: ['x', 'y', 'z'] } }),
      ),
    );

    expect(answers.map((answer) => answer.status).sort()).toEqual([...Array(19).fill(200), 201]);
    const ids = new Set(answers.map((answer) => answer.body.asset.id));
    expect(ids.size).toBe(1);
    for (const { status, body } of answers) expect(body.duplicateOf).toBe(status === 200 ? [...ids][0] : undefined);
    expect(await api.database.query(`select asset_count from tag where key in ('x', 'y', 'z')`)).toEqual(
      Array(3).fill({ asset_count: 1 }),
    );
  });

  describe('is listed', () => {
    let listed: Api;
    let ids: string[];
    const Page = z.object({
      ok: z.literal(true),
      items: z.array(AssetShape),
      nextCursor: z.string().nullable(),
      totalCount: z.int(),
      totalIsExact: z.literal(true),
    });

    beforeAll(async () => {
      listed = await startApi();
      const { asset } = await listed.render({ tags: ['every'] });
      await settled(listed);
      expect(await listed.database.query('select id from seal')).toHaveLength(1);
      ids = [asset.id];
      for (let n = 0; n < 7; n++) {
        const tags = [n % 2 ? 'odd' : 'Even', 'every'];
        ids.unshift((await upload(listed, { title: `Picture ${n} 100% of_it`, alt: `Number ${n}`, tags })).id);
      }
      await listed.database.query(`update asset set status = 'ARCHIVED' where id = $1`, [ids[6]]);
    });
    afterAll(() => listed.stop());

    const list = async (query: string) => (await listed.json(`${BANK}?${query}`, { as: 'operator' })).body;
    const idsOf = (body: { items: { id: string }[] }) => body.items.map((asset) => asset.id);

    test('newest first, whole', async () => {
      const body = await list('');

      expectShape(body, Page);
      expect(idsOf(body)).toEqual(ids);
      expect(body).toMatchObject({ totalCount: 8, nextCursor: null });
      expect(body.items[7].sealUrl).toMatch(/\/v\/seal_/);
    });

    test('page after page along the Link, with the filters kept', async () => {
      const seen: string[] = [];
      let next: string | null = `${listed.url}${BANK}?limit=3&tags=every&q=picture&status=live`;
      let pages = 0;
      while (next) {
        const answer: Response = await listed.fetch(next.slice(listed.url.length), { as: 'operator' });
        const body = (await answer.json()) as z.infer<typeof Page>;
        expectShape(body, Page);
        expect(body.totalCount).toBe(6);
        seen.push(...idsOf(body));
        const link = answer.headers.get('link');
        expect(Boolean(link)).toBe(body.nextCursor !== null);
        next = link && /^<([^>]+)>; rel="next"$/.exec(link)![1]!;
        pages++;
      }

      expect(seen).toEqual(ids.slice(0, 6));
      expect(pages).toBe(2);
    });

    test('one at a time, whatever comes in between', async () => {
      const first = await list('limit=1');
      const second = await list(`limit=1&cursor=${first.nextCursor}`);

      expect([...idsOf(first), ...idsOf(second)]).toEqual(ids.slice(0, 2));
      expect(await list(`limit=100&cursor=${ids.at(-1)}`)).toMatchObject({
        items: [],
        nextCursor: null,
        totalCount: 8,
      });
    });

    test.each([
      ['q=PICTURE%203', 1],
      ['q=number', 7],
      ['q=100%25', 7],
      ['q=of_it', 7],
      ['q=%25', 7],
      ['q=%5C', 0],
      ['q=nothing', 0],
      ["q='%20or%201=1--", 0],
      ['q=', 8],
      ['status=archived', 1],
      ['status=LIVE', 7],
      ['status=trashed', 0],
      ['origin=render', 1],
      ['origin=Upload', 7],
      ['origin=import', 0],
      ['tags=odd', 3],
      ['tags=EVEN,every', 4],
      ['tags=even,odd', 0],
      ['tags=', 8],
      ['tags=nobody', 0],
      ['tags=even&q=picture%202&status=live&origin=upload', 1],
    ])('by %s: %i', async (query, count) => {
      const body = await list(query);

      expect(body.totalCount).toBe(count);
      expect(body.items).toHaveLength(count);
    });
  });
});

test('an upload that is broken off leaves no row, no file and nothing half done', async () => {
  const before = await api.database.query('select count(*)::int as count from asset');
  const form = multipart([{ head: FILE_HEAD, body: await picture(9, 600) }]);

  await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const headers = { ...form.headers, 'content-length': String(form.body.length) };
      const cut = form.body.subarray(0, Math.floor((form.body.length * (n + 1)) / 25));
      const sent = ask(api, { method: 'POST', path: BANK, as: 'operator', headers, body: cut });
      await Promise.race([sent.catch(() => {}), new Promise((resolve) => setTimeout(resolve, 50))]);
    }),
  );

  expect((await api.fetch('/livez')).status).toBe(200);
  expect(await api.database.query('select count(*)::int as count from asset')).toEqual(before);
});
