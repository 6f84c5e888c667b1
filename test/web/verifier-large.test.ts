import { describe, expect, test } from 'vitest';
import { HAS_NO_BROWSER } from '../support/browser.ts';
import { pressCheck, sentenceOf } from '../support/verifier.ts';
import { SAME, verifierPage } from './verifier-page.ts';

const { openWithLargeFile } = await verifierPage();

describe.skipIf(HAS_NO_BROWSER)('a large file', { timeout: 60_000 }, () => {
  test('under a private seal is found with its salt', async () => {
    const salt = new Uint8Array(32).map((_, index) => index);
    const { page, file } = await openWithLargeFile(17_000_000, salt);
    await page.setInputFiles('#artifact', file);
    await page.locator('.result[data-result="DIFFERENT"]').waitFor();

    await page.getByText('Salt, later statements, a checkpoint').click();
    await page.getByLabel('The salt of a private seal').fill(Buffer.from(salt).toString('base64'));
    await pressCheck(page);

    expect(await sentenceOf(page)).toBe(SAME);
  });

  test('in another slot than its own is not read', async () => {
    const { page, file } = await openWithLargeFile(2_000_000);

    await page.setInputFiles('#trust', file);
    await page.locator('.result[data-tone="bad"]').waitFor();

    expect(await sentenceOf(page)).toBe('large.bin is larger than one megabyte: it belongs in another slot.');
  });
});
