import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { formatBundle } from '../../src/proof/bundle.ts';
import { formatTrust } from '../../src/proof/trust.ts';
import { HAS_NO_BROWSER } from '../support/browser.ts';
import { drop, type FileToGive, fileOf, give, greenParts, pressCheck, sentenceOf } from '../support/verifier.ts';
import { CLAIMED_EARLY, SAME, TEXT, UNCHECKED, verifierPage } from './verifier-page.ts';

const { house, open, statusesOf } = await verifierPage();

const sealed = await house.seal({ text: TEXT, predicate: CLAIMED_EARLY });
const copy = fileOf('offer.txt', TEXT);
const altered = fileOf('altered.txt', TEXT.replace('4 200', '9 200'));
const bundle = fileOf('one.json', formatBundle(sealed.bundle));
const trust = fileOf('two.json', formatTrust(house.trust()));
const statuses = fileOf('three.json', statusesOf(sealed));

const other = await house.seal({ text: 'another', predicate: CLAIMED_EARLY });
const otherBundle = fileOf('other.json', formatBundle(other.bundle));
const otherStatuses = fileOf('four.json', statusesOf(other));

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
    expect(await sentenceOf(page)).toBe(UNCHECKED);
    await give(page, 'artifact', statuses);

    expect(await sentenceOf(page)).toBe(SAME);
  });

  test.each<[string, FileToGive[]]>([
    ['the altered one last', [copy, altered]],
    ['the altered one first', [altered, copy]],
  ])('are each compared, and nothing is green with %s', async (_, copies) => {
    const { page } = await open();

    await drop(page, 'h1', ...copies, bundle, trust, statuses);

    expect(await sentenceOf(page)).toBe('1 of 2 files is verified. Not verified: altered.txt.');
    expect((await items(page)).toSorted()).toEqual(
      [`✓ offer.txt: ${SAME}`, '✗ altered.txt: The seal is valid. These are not the sealed bytes.'].toSorted(),
    );
    expect(await page.locator('.result').getAttribute('data-tone')).toBe('bad');
    expect(await greenParts(page)).toEqual([]);
    await give(page, 'artifact', ...copies.toReversed());
    expect(await greenParts(page)).toEqual([]);
  });

  test('are green when all of them are verified, each by the seal of its bytes, and its status list', async () => {
    const { page } = await open();
    await drop(page, 'h1', fileOf('b.txt', 'another'), copy, bundle, otherBundle, trust);
    expect(await sentenceOf(page)).toBe(
      'All 2 files have exactly the sealed bytes, and their seals are valid, but it was not checked whether these seals were revoked: b.txt, offer.txt.',
    );
    expect(await items(page)).toEqual([`! b.txt: ${UNCHECKED}`, `! offer.txt: ${UNCHECKED}`]);
    expect(await greenParts(page)).toEqual([]);

    await drop(page, 'h1', statuses);
    expect(await sentenceOf(page)).toContain('it was not checked whether these seals were revoked: b.txt.');
    expect(await page.locator('.result .answer').innerText()).toBe('Verified, revocation not checked');
    expect(await greenParts(page)).toEqual([]);
    await drop(page, 'h1', otherStatuses);

    expect(await sentenceOf(page)).toBe('All 2 files have exactly the sealed bytes, and their seals are valid.');
    expect(await items(page)).toEqual([`✓ b.txt: ${SAME}`, `✓ offer.txt: ${SAME}`]);
    expect(await page.locator('.result .answer').innerText()).toBe('Verified');
    expect(await greenParts(page)).not.toEqual([]);
  });

  test('may have a damaged status list among them, in whose place a new one is dropped', async () => {
    const { page } = await open();
    const damaged = fileOf('seal.statuses.json', statuses.buffer.subarray(0, -9));

    await drop(page, 'h1', copy, bundle, damaged, trust);

    expect(await sentenceOf(page)).toMatch(
      /^These are exactly the sealed bytes, and the seal is valid, but the status list is damaged\. .* may be a revocation/,
    );
    expect(await page.locator('.result').getAttribute('data-tone')).toBe('care');
    await drop(page, 'h1', fileOf('seal.statuses (1).json', statuses.buffer));
    expect(await sentenceOf(page)).toBe(SAME);
  });

  test.each<[string, string, RegExp]>([
    [
      'trust.json',
      '{"mediaType":"application/vnd.imprimatur.trust+json;version=1"}',
      /^trust\.json can’t be used as a tr/,
    ],
    ['trust.json', '<!DOCTYPE html>', /^trust\.json is not a trust file: it seems to be a web page/],
    ['trust (1).json', '', /^trust \(1\)\.json is not a trust file: it seems to be an empty file/],
    [
      'trust.json',
      '{"mediaType":"application/vnd.imprimatur.trust+json;version=2"}',
      /version that this verifier doesn’t/,
    ],
    [
      'seal_1.statuses.json',
      '<!DOCTYPE html>',
      /^seal_1\.statuses\.json is not a status of a seal: it seems to be a web/,
    ],
    ['seal_1.sigstore.json', '', /^seal_1\.sigstore\.json is not a seal: it seems to be an empty file/],
  ])('%s is blamed itself if it is damaged, and the copy and its seal are not', async (name, content, sentence) => {
    const { page } = await open();
    const others = name.startsWith('trust') ? [bundle] : name.includes('sigstore') ? [trust] : [bundle, trust];

    await drop(page, 'h1', copy, fileOf(name, content), ...others);

    expect(await sentenceOf(page)).toMatch(sentence);
    expect(await page.locator('.result .answer').innerText()).toBe('Nothing was checked');
    expect(await page.locator('.result').getAttribute('data-result')).toBeNull();
  });

  test('are not green while one of the seals has no copy', async () => {
    const { page } = await open();

    await drop(page, 'h1', copy, bundle, otherBundle, trust, statuses, otherStatuses);

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

    expect(await sentenceOf(page)).toBe(UNCHECKED);
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
    await drop(page, 'h1', altered, bundle, trust, statuses);

    await page.getByLabel('Or its text').fill(TEXT);
    await pressCheck(page);

    expect(await sentenceOf(page)).toBe(SAME);
    expect(await page.locator('.result').innerText()).toContain('Not compared: altered.txt.');
  });
});
