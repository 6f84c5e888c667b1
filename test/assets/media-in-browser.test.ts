import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Api, startApi } from '../support/api.ts';
import { HAS_NO_BROWSER, launchBrowser, openPage } from '../support/browser.ts';

describe.skipIf(HAS_NO_BROWSER)('a picture that is opened by itself in a browser', () => {
  let api: Api;
  let browser: Browser;
  beforeAll(async () => {
    api = await startApi({ works: false });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await api?.stop();
  });

  /** Wide and high enough to fit into no window of a test, with a red corner at the far end. */
  async function wideAsset() {
    const corner = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer();
    const bytes = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#0000ff' } })
      .composite([{ input: corner, gravity: 'southeast' }])
      .png()
      .toBuffer();
    const { body } = await api.json('/api/admin/image-bank', {
      as: 'operator',
      body: { title: 'Wide', imageBase64: bytes.toString('base64') },
    });
    return body.asset as { url: string; thumbnailUrl: string };
  }

  test.each([
    ['the original', 'url'],
    ['a smaller one', 'thumbnailUrl'],
  ] as const)('%s breaks no policy, and all of it is in sight', async (_, which) => {
    const asset = await wideAsset();
    const viewport = { width: 500, height: 400 };
    const { page, requested, faults } = await openPage(browser, { viewport });
    onTestFinished(() => page.context().close());
    const violations: string[] = [];
    page.on('console', (message) => message.text().includes('Policy') && violations.push(message.text()));

    await page.goto(asset[which]);
    const shot = await page.screenshot();

    expect([...faults, ...violations]).toEqual([]);
    expect(requested).toEqual([asset[which]]);
    const { x, y, width, height } = (await page.locator('img').boundingBox())!;
    expect({ left: x >= 0, top: y >= 0 }).toEqual({ left: true, top: true });
    expect(x + width).toBeLessThanOrEqual(viewport.width);
    expect(y + height).toBeLessThanOrEqual(viewport.height);
    expect(width / height).toBeCloseTo(4 / 3, 1);
    const last = { left: Math.floor(x + width) - 4, top: Math.floor(y + height) - 4, width: 1, height: 1 };
    const [red, green, blue] = await sharp(shot).extract(last).removeAlpha().raw().toBuffer();
    expect(red! > 200 && green! < 80 && blue! < 80, `${red} ${green} ${blue}`).toBe(true);
  });

  test('can do nothing, whatever is in its bytes', async () => {
    const { url } = await wideAsset();
    const { page } = await openPage(browser);
    onTestFinished(() => page.context().close());

    await page.goto(url);

    expect(await page.evaluate('origin')).toBe('null');
  });
});
