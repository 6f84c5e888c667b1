import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { HAS_NO_BROWSER } from '../support/browser.ts';
import { fileOf, give, sentenceOf } from '../support/verifier.ts';
import { TEXT, UNCHECKED, verifierPage } from './verifier-page.ts';

const { browser, openWithLargeFile } = await verifierPage();

describe.skipIf(HAS_NO_BROWSER)('a large file', () => {
  test('is hashed piece by piece: the page answers meanwhile, shows how far it is and never holds it whole', async () => {
    const byteLength = 300_000_000;
    const { page, file } = await openWithLargeFile(byteLength);
    await page.evaluate(WATCH_TASKS);
    const before = await residentBytes(browser);
    const start = performance.now();

    await page.setInputFiles('#artifact', file);
    await page.locator('.result progress').waitFor();
    const shown = await page.locator('.progress').innerText();
    await page.locator('.result[data-result]').waitFor();
    const seconds = (performance.now() - start) / 1000;
    const grown = (await residentBytes(browser, 'VmHWM')) - before;
    const { longest, frames, percents } = (await page.evaluate('watched')) as Watched;

    // Under any load: a page that hashed in one go would be busy for all of that time.
    const longestPart = longest / 1000 / seconds;
    const figures = `${(byteLength / 1e6 / seconds).toFixed(0)} MB/s, longest task ${longest.toFixed(0)} ms, ${frames} frames, ${(grown / 1e6).toFixed(0)} MB more`;
    expect(await sentenceOf(page)).toBe(UNCHECKED);
    expect(shown).toMatch(/^Hashing large\.bin … \d+ %$/);
    expect(percents, figures).toBeGreaterThan(10);
    expect(frames, figures).toBeGreaterThan(10);
    expect(longestPart, figures).toBeLessThan(0.2);
    // Pieces that were let go of and not yet collected count as well: up to some 120 MB, however large the file.
    expect(grown, figures).toBeLessThan((byteLength * 2) / 3);
    await expect.poll(() => page.locator('progress').count()).toBe(0);
    expect(await page.locator('.result').innerText()).toContain('For files above 16 MB only the digest is compared');
  });

  test('is let go of as soon as another copy is given', async () => {
    const { page, file } = await openWithLargeFile(400_000_000);
    await page.setInputFiles('#artifact', file);
    await page.locator('.result progress').waitFor();

    await give(page, 'artifact', fileOf('offer.txt', TEXT));

    expect(await sentenceOf(page)).toContain('not the sealed bytes');
    await page.evaluate(WATCH_READING);
    await page.waitForTimeout(300);
    expect(await page.evaluate('pieces')).toBe(0);
    expect(await page.locator('.result').innerText()).toContain('the file offer.txt');
  });
});

interface Watched {
  longest: number;
  frames: number;
  percents: number;
}

/** In the page: how long it was deaf at the most, how often it was drawn, and how many numbers of progress were seen. */
const WATCH_TASKS = `{
  globalThis.watched = { longest: 0, frames: 0, percents: 0 };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.longest = Math.max(watched.longest, duration);
  }).observe({ type: 'longtask' });
  let last = '';
  const frame = () => {
    watched.frames++;
    const shown = document.querySelector('.progress')?.innerText ?? '';
    if (shown !== last) watched.percents++;
    last = shown;
    requestAnimationFrame(frame);
  };
  frame();
}`;

/** In the page: how many pieces of files are read from now on. */
const WATCH_READING = `{
  globalThis.pieces = 0;
  const slice = Blob.prototype.slice;
  Blob.prototype.slice = function (...args) { pieces++; return slice.apply(this, args); };
}`;

/** Of the largest process that draws a page: now, or at its most. */
async function residentBytes(browser: Browser, what: 'VmRSS' | 'VmHWM' = 'VmRSS'): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  const sizes = renderers.map(({ id }) => {
    const kilobytes = new RegExp(`${what}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1];
    return Number(kilobytes) * 1024;
  });
  return Math.max(...sizes);
}
