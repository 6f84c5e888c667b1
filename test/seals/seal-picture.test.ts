import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ask } from '../rest/support.ts';
import { HAS_NO_BROWSER, launchBrowser, openPage } from '../support/browser.ts';
import { sealText } from '../support/seals.ts';
import { BROWSER, pageOf, sealPages } from './seal-pages.ts';

const { api } = await sealPages();

const SEAL = 'mutation ($id: ID!) { sealAsset(input: { assetId: $id }) { ... on SealedAsset { seal { id } } } }';

let shade = 0;
async function sealedPicture({ width = 1600, height = 900, noisy = false } = {}) {
  const background = { r: 20 + shade++, g: 90, b: 160 };
  const noise = noisy ? { noise: { type: 'gaussian', mean: 128, sigma: 60 } as const } : {};
  const bytes = await sharp({ create: { width, height, channels: 3, background, ...noise } })
    .png()
    .toBuffer();
  const { status, body } = await api.json('/api/admin/image-bank', {
    as: 'operator',
    body: { title: 'Blue', alt: 'A blue field, "plain" <b>', imageBase64: bytes.toString('base64') },
  });
  expect({ status, detail: body.detail }).toEqual({ status: 201, detail: undefined });
  const { data } = await api.graphql(SEAL, { as: 'operator', variables: { id: body.asset.id } });
  return { asset: body.asset, sealId: data.sealAsset.seal.id as string };
}

const figureOf = (text: string) => /<figure class="picture">[\s\S]*?<\/figure>/.exec(text)?.[0] ?? '';

test('the seal of a picture shows it, in the page itself, and says what was sealed', async () => {
  const { asset, sealId } = await sealedPicture();

  const figure = figureOf((await pageOf(api, sealId)).text);

  const [, data] = /src="data:image\/webp;base64,([^"]+)"/.exec(figure) ?? [];
  expect(await sharp(Buffer.from(data!, 'base64')).metadata()).toMatchObject({
    format: 'webp',
    width: 640,
    height: 360,
  });
  expect(figure).toContain('alt="A blue field, &#34;plain&#34; &#60;b&#62;" width="1600" height="900"');
  expect(figure).toContain('Smaller preview. The seal covers the bytes of');
  expect(figure).toContain(`href="${asset.url}"`);
});

test('one of few pixels is shown as it is, and however much noise is in it the page stays bounded', async () => {
  const small = await sealedPicture({ width: 20, height: 10 });
  const noisy = await sealedPicture({ width: 1400, height: 1400, noisy: true });

  expect(figureOf((await pageOf(api, small.sealId)).text)).toMatch(/src="data:image\//);
  const { text } = await pageOf(api, noisy.sealId);
  expect(figureOf(text)).toBe('');
  expect(text).toContain(
    `The seal covers the bytes of <a href="${noisy.asset.url}">the original</a>: 1400 × 1400 pixels`,
  );
});

test('a picture that is withdrawn is not shown any more, and its seal still is; that of a text has none', async () => {
  const { asset, sealId } = await sealedPicture();
  await api.database.query(`update asset set status = 'QUARANTINED' where id = $1`, [asset.id]);

  const { text, status } = await pageOf(api, sealId);

  expect(status).toBe(200);
  expect(text).not.toContain('<img');
  const { seal } = await sealText(api, 'no picture');
  expect((await ask(api, { path: `/v/${seal.id}`, headers: BROWSER })).text).not.toContain('<img');
});

describe.skipIf(HAS_NO_BROWSER)('in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  test.each([320, 1000])('it is whole at a width of %i pixels, and nobody else is asked for it', async (width) => {
    const { sealId } = await sealedPicture();
    const url = `${api.url}/v/${sealId}`;
    const { page, requested, faults } = await openPage(browser, { viewport: { width, height: 800 } });
    onTestFinished(() => page.context().close());

    await page.goto(url);

    const box = (await page.locator('figure.picture img').boundingBox())!;
    expect(box.width / box.height).toBeCloseTo(16 / 9, 1);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    expect(await page.evaluate(`document.querySelector('figure.picture img').naturalWidth`)).toBe(640);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(requested.filter((one) => !one.startsWith('data:') && !one.includes('/fonts/'))).toEqual([url]);
    expect(faults).toEqual([]);
  });
});
