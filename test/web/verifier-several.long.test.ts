import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { formatBundle } from '../../src/proof/bundle.ts';
import { formatTrust } from '../../src/proof/trust.ts';
import { HAS_NO_BROWSER } from '../support/browser.ts';
import { drop, type FileToGive, fileOf, give, greenParts, pressCheck, sentenceOf } from '../support/verifier.ts';
import { CLAIMED_EARLY, SAME, TEXT, verifierPage } from './verifier-page.ts';

const { house, open } = await verifierPage();

const sealed = await house.seal({ text: TEXT, predicate: CLAIMED_EARLY });
const standing = JSON.parse(house.standing(sealed, { asOf: new Date().toISOString() }));
const copy = fileOf('offer.txt', TEXT);
const altered = fileOf('altered.txt', TEXT.replace('4 200', '9 200'));
const bundle = fileOf('one.json', formatBundle(sealed.bundle));
const trust = fileOf('two.json', formatTrust(house.trust()));
const statuses = fileOf('three.json', JSON.stringify({ ok: true, statuses: [], standing }));

/** What is said of each file, in its order. */
const items = (page: Page) => page.locator('.copies li').allInnerTexts();

describe.skipIf(HAS_NO_BROWSER)('files that are given together', () => {
  test.each(['h1', 'form.verifier', '#artifact', '#trust', '#text'])(
    'are recognised by their content, dropped on %s',
    async (place) => {
      const { page } = await open();

      await drop(page, place, statuses, copy, trust, bundle);

      const result = await page.locator('.result').innerText();
      expect(await sentenceOf(page)).toBe(SAME);
      expect(result).toContain('Compared: the file offer.txt');
      expect(result).toContain(`Compared with: one.json, which is the seal ${sealed.predicate.sealId}.`);
      expect(result).toContain('As of ');
      expect(result).toContain('Judged by the keys in two.json');
      expect(await greenParts(page)).not.toEqual([]);
    },
  );

  test('are recognised when they are chosen for the copy, and what was chosen before stays', async () => {
    const { page } = await open();

    await give(page, 'artifact', copy);
    await give(page, 'artifact', trust, bundle);

    expect(await sentenceOf(page)).toBe(SAME);
  });

  test.each<[string, FileToGive[]]>([
    ['the altered one last', [copy, altered]],
    ['the altered one first', [altered, copy]],
  ])('are each compared, and nothing is green with %s', async (_, copies) => {
    const { page } = await open();

    await drop(page, 'h1', ...copies, bundle, trust);

    expect(await sentenceOf(page)).toBe('1 of 2 files is verified. Not verified: altered.txt.');
    expect((await items(page)).toSorted()).toEqual(
      [`✓ offer.txt: ${SAME}`, '✗ altered.txt: The seal is valid. These are not the sealed bytes.'].toSorted(),
    );
    expect(await page.locator('.result').getAttribute('data-tone')).toBe('bad');
    expect(await greenParts(page)).toEqual([]);
    await give(page, 'artifact', ...copies.toReversed());
    expect(await greenParts(page)).toEqual([]);
  });

  test('are green when all of them are verified, each by the seal of its bytes', async () => {
    const other = await house.seal({ text: 'another', predicate: CLAIMED_EARLY });
    const { page } = await open();

    await drop(
      page,
      'h1',
      fileOf('b.txt', 'another'),
      copy,
      bundle,
      fileOf('other.json', formatBundle(other.bundle)),
      trust,
    );

    expect(await sentenceOf(page)).toBe('All 2 files have exactly the sealed bytes, and their seals are valid.');
    expect(await items(page)).toEqual([`✓ b.txt: ${SAME}`, `✓ offer.txt: ${SAME}`]);
    expect(await greenParts(page)).not.toEqual([]);
  });

  test('are not green while one of the seals has no copy', async () => {
    const other = await house.seal({ text: 'another', predicate: CLAIMED_EARLY });
    const { page } = await open();

    await drop(page, 'h1', copy, bundle, fileOf('other.json', formatBundle(other.bundle)), trust);

    expect(await sentenceOf(page)).toBe('1 of 2 files is verified. Not verified: other.json.');
    expect(await greenParts(page)).toEqual([]);
  });

  test('may not be two that cannot both count', async () => {
    const { page } = await open();

    await drop(page, 'h1', copy, bundle, trust, fileOf('older.json', `${trust.buffer} `));

    expect(await sentenceOf(page)).toBe('2 trust files were chosen: two.json, older.json. Choose only one.');
    expect(await greenParts(page)).toEqual([]);
  });

  test('may be sealed themselves: a file with the digest of a seal is a copy', async () => {
    const text = trust.buffer.toString();
    const ofTrust = await house.seal({ text, predicate: CLAIMED_EARLY });
    const { page } = await open();
    await give(page, 'trust', trust);

    await drop(page, 'h1', fileOf('sealed.json', text), fileOf('seal.json', formatBundle(ofTrust.bundle)));

    expect(await sentenceOf(page)).toBe(SAME);
    expect(await page.locator('.result').innerText()).toContain('Compared: the file sealed.json');
  });

  test('that went wrong when they were saved are named while the seal is missing', async () => {
    const { page } = await open();

    await drop(page, 'h1', copy, trust, fileOf('seal.json', '<!DOCTYPE html>'));

    expect(await sentenceOf(page)).toBe(
      'Not checked yet: the seal is missing. seal.json seems to be a web page. Download the file itself instead of saving the page.',
    );
  });

  test('are named when a text that was pasted later counts in their stead', async () => {
    const { page } = await open();
    await drop(page, 'h1', altered, bundle, trust);

    await page.getByLabel('Or its text').fill(TEXT);
    await pressCheck(page);

    expect(await sentenceOf(page)).toBe(SAME);
    expect(await page.locator('.result').innerText()).toContain('Not compared: altered.txt.');
  });
});
