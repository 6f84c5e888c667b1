import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, startApi } from '../support/api.ts';
import { axeViolations } from '../support/axe.ts';
import { HAS_NO_BROWSER, launchBrowser, openPage } from '../support/browser.ts';
import { marked } from '../support/forced-colours.ts';
import { picture } from '../support/picture.ts';

let restDocsFolder: string;
let api: Api;

beforeAll(async () => {
  restDocsFolder = await mkdtemp(join(tmpdir(), 'rest-docs-'));
  await build({
    configFile: join(import.meta.dirname, '../../src/site/web/rest-docs/vite.config.ts'),
    logLevel: 'error',
    build: { outDir: restDocsFolder },
  });
  api = await startApi({ works: false, restDocsFolder });
});

afterAll(async () => {
  await api?.stop();
  await rm(restDocsFolder, { recursive: true, force: true });
});

describe('the address /docs/rest', () => {
  test('is a page that is not kept, closed to every other host, and names the plain file to who runs no script', async () => {
    const response = await api.fetch('/docs/rest');
    const page = await response.text();

    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const policy = response.headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).not.toMatch(/https?:|\*/);
    expect(/<noscript>[\s\S]*?<\/noscript>/.exec(page)![0]).toContain('href="/openapi.json"');
  });

  test.each([
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
    ['br;q=0, gzip;q=0', null],
  ])('has files that are sent to who takes %s as %s, and are kept for ever', async (accepted, encoding) => {
    const page = await (await api.fetch('/docs/rest')).text();
    const script = /src="(\/docs\/rest\/assets\/[^"]+\.js)"/.exec(page)![1]!;

    const response = await api.fetch(script, { headers: { 'accept-encoding': accepted } });

    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('vary')).toContain('Accept-Encoding');
    expect(await response.text()).toContain('openapi.json');
  });
});

describe.skipIf(HAS_NO_BROWSER)('in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  test.each([
    ['light', 1440],
    ['dark', 390],
  ] as const)('tells of every path in %s, at %i wide, asks nobody else and keeps nobody out', async (scheme, width) => {
    const { page, requested, faults } = await openPage(browser, {
      colorScheme: scheme,
      viewport: { width, height: 900 },
    });
    await page.goto(`${api.url}/docs/rest#operation/sealText`);
    await page.locator('[id="operation/sealText"]').waitFor();

    const { paths } = (await api.json('/openapi.json')).body;
    const told = (await page.evaluate(
      `[...document.querySelectorAll('[data-section-id^="operation/"]')].map((one) => one.dataset.sectionId.slice(10))`,
    )) as string[];
    const operations = Object.values<Record<string, { operationId: string }>>(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(told.sort()).toEqual(operations.sort());
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    expect(await axeViolations(page)).toEqual([]);
    // The same request for who types and for who programs, as this service takes it.
    const operation = page.locator('[id="operation/sealText"]');
    for (const [tab, text] of [
      ['curl', `curl ${api.url}/api/legal/provenance-seal`],
      ['TypeScript', `await fetch('${api.url}/api/legal/provenance-seal'`],
    ] as const) {
      await operation.getByRole('tab', { name: tab }).click();
      await operation.getByText(text).first().waitFor();
    }
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    await picture(page, `rest-reference-${scheme}-${width}`, false);
    expect(faults).toEqual([]);
    const elsewhere = requested.filter((url) => !/^(?:data|blob):/.test(url) && !url.startsWith(`${api.url}/`));
    expect(elsewhere).toEqual([]);
    await page.context().close();
  });

  test.each(['light', 'dark'] as const)(
    'tells what is current and chosen in forced colours, %s',
    async (colorScheme) => {
      const { page } = await openPage(browser, {
        forcedColors: 'active',
        colorScheme,
        reducedMotion: 'reduce',
        viewport: { width: 1440, height: 900 },
      });
      await page.goto(`${api.url}/docs/rest#operation/sealText`);
      const operation = page.locator('[id="operation/sealText"]');
      await operation.getByRole('tab', { name: 'curl' }).click();
      await page.mouse.move(0, 0);
      const expectOnly = async (chosen: Locator, other: Locator) => {
        await expect.poll(() => marked(chosen)).toBeGreaterThan(60);
        expect(await marked(other)).toBe(0);
      };

      const tab = (isChosen: boolean) => operation.locator(`[role="tab"][aria-selected="${isChosen}"]`);
      await expectOnly(tab(true).first(), tab(false).last());
      const entry = (which: string) => page.locator(`.menu-content label${which}`);
      await expectOnly(entry('.active'), entry(':not(.active):visible').first());
      await picture(page, `forced-rest-reference-${colorScheme}`, false);
      await page.context().close();
    },
  );

  test('says so when the document does not come, and asks again', async () => {
    const { page } = await openPage(browser);
    await page.route('**/openapi.json', (route) => route.abort());
    await page.goto(`${api.url}/docs/rest`);
    await page.getByRole('alert').waitFor();
    await page.unroute('**/openapi.json');

    await page.getByRole('button', { name: 'Load the document again' }).click();

    await page.locator('[id="operation/sealText"]').waitFor();
    await page.context().close();
  });
});
