import { describe, expect, test } from 'vitest';
import { formatBundle } from '../../src/proof/bundle.ts';
import { HAS_NO_BROWSER } from '../support/browser.ts';
import { SealingHouse } from '../support/seal-fixture.ts';
import { FOR_TIME_STAMPS, makeCertificate, stamp } from '../support/time-stamp-forger.ts';
import { drop, failedChecks, fileOf, give, greenParts, pressCheck, sentenceOf } from '../support/verifier.ts';
import { CLAIMED_EARLY, SAME, TEXT, UNCHECKED, verifierPage } from './verifier-page.ts';

const { house, seal, addresses, open, giveSeal, giveSealed, statusesOf, openWithLargeFile } = await verifierPage();

/** Before now, whenever the test runs: a stamp from the future is none. */
const STAMPED_AT = new Date('2026-10-01T09:00:00Z');

describe.skipIf(HAS_NO_BROWSER)('in a browser', () => {
  test('what was found falls as soon as the text is another', async () => {
    const { page } = await open();
    await giveSeal(page);
    await page.getByLabel('Or its text').fill(TEXT);
    await pressCheck(page);
    expect(await greenParts(page)).not.toEqual([]);

    await page.getByLabel('Or its text').press('End');
    await page.keyboard.type('!');

    expect(await sentenceOf(page)).toBe('Not checked yet.');
    expect(await greenParts(page)).toEqual([]);
    await pressCheck(page);
    expect(await sentenceOf(page)).toContain('not the sealed bytes');
    expect(await page.locator('.result').innerText()).toContain('A text field turns every line end into a line feed');
  });

  test('a file counts from when it is given, a text from when it is written', async () => {
    const { page } = await open();
    await giveSealed(page, seal.bundle, house.trust());
    await give(page, 'trust', fileOf('trust.json', seal.trust));
    await page.getByLabel('Or its text').fill('another text');
    await give(page, 'artifact', fileOf('offer.txt', TEXT));
    expect(await sentenceOf(page)).toBe(UNCHECKED);

    await page.getByLabel('Or its text').fill('a third text');
    await pressCheck(page);

    expect(await sentenceOf(page)).toContain('not the sealed bytes');
  });

  test('a file can be dropped beside the slots, and the page stays', async () => {
    const { page } = await open();
    await giveSeal(page);

    await drop(page, 'h1', fileOf('offer.txt', TEXT));

    expect(await sentenceOf(page)).toBe(SAME);
  });

  test('keys that are not those of the seal leave it unjudged', async () => {
    const { page } = await open();

    await give(page, 'artifact', fileOf('offer.txt', TEXT));
    await giveSealed(page, seal.bundle, new SealingHouse().trust());

    expect(await sentenceOf(page)).toContain('This seal can’t be verified here.');
    expect(await greenParts(page)).toEqual([]);
  });

  test.each([
    ['trust', 'a text', 'a trust file', 'not JSON'],
    ['trust', 'a JSON file of another kind', 'a trust file', '{}'],
    ['trust', 'a web page', 'a trust file', '<!DOCTYPE html>'],
    ['bundle', 'a text', 'a seal', 'not JSON'],
    ['bundle', 'an empty file', 'a seal', ''],
    ['bundle', 'a web page', 'a seal', '<!DOCTYPE html>'],
    ['bundle', 'a link', 'a seal', 'https://seals.example.org/v/seal_1'],
    ['bundle', 'a seal in UTF-16', 'a seal', Buffer.from(`\ufeff${seal.bundle}`, 'utf16le')],
    ['bundle', 'a seal that was cut off', 'a seal', seal.bundle.slice(0, -50)],
    ['bundle', 'a trust file', 'a seal', seal.trust],
    ['statuses', 'a web page', 'a status of a seal', '<!DOCTYPE html>'],
  ])('%s: %s is told apart from a bad copy and from a bad seal', async (slot, seeming, kind, content) => {
    const { page } = await open();
    await give(page, 'artifact', fileOf('offer.txt', TEXT));
    await give(page, 'bundle', fileOf('seal.sigstore.json', seal.bundle));
    await give(page, 'trust', fileOf('trust.json', seal.trust));

    await give(page, slot, fileOf('spoilt', content));

    expect(await sentenceOf(page)).toContain(`spoilt is not ${kind}: it seems to be ${seeming}`);
    expect(await page.locator('.result').getAttribute('data-result')).toBeNull();
    expect(await greenParts(page)).toEqual([]);
  });

  test('a byte order mark in front of any of the files is passed over', async () => {
    const { page } = await open();
    await give(page, 'artifact', fileOf('offer.txt', TEXT));

    await give(page, 'bundle', fileOf('seal.sigstore.json', `\ufeff${seal.bundle}`));
    await give(page, 'trust', fileOf('trust.json', `\ufeff${seal.trust}`));
    await give(page, 'statuses', fileOf('statuses.json', `\ufeff${seal.statuses}`));

    expect(await sentenceOf(page)).toBe(SAME);
  });

  test('a private seal asks for its salt', async () => {
    const salt = new Uint8Array(32).map((_, index) => index);
    const sealed = await house.seal({ text: TEXT, salt, predicate: CLAIMED_EARLY });
    const { page } = await open();
    await giveSealed(page, sealed.bundle, house.trust());
    await give(page, 'artifact', fileOf('offer.txt', TEXT));
    expect(await sentenceOf(page)).toContain('The seal is valid. The seal is private: pass its salt');
    expect(await page.locator('.result').getAttribute('data-result')).toBe('NOT_COMPARED');
    expect(await greenParts(page)).toEqual([]);

    await page.getByText('Salt, status list, a checkpoint').click();
    await page.getByLabel('The salt of a private seal').fill(`${Buffer.from(salt).toString('base64')}\n`);
    await pressCheck(page);

    expect(await sentenceOf(page)).toBe(UNCHECKED);
    await page.getByLabel('The salt of a private seal').fill('no base64');
    await pressCheck(page);
    expect(await sentenceOf(page)).toContain('The salt isn’t valid base64.');
    expect(await greenParts(page)).toEqual([]);
  });

  test('a seal that was revoked is said to be, with the reason shown and not obeyed', async () => {
    const sealed = await house.seal({ text: TEXT, predicate: CLAIMED_EARLY });
    const status = await house.status(sealed, { reason: 'Wrong <b>price</b>\u202e!', ...CLAIMED_EARLY });
    const { page } = await open();
    await giveSealed(page, sealed.bundle, house.trust());
    await give(page, 'artifact', fileOf('offer.txt', TEXT));
    await give(page, 'statuses', fileOf('statuses.json', statusesOf(sealed)));
    expect(await sentenceOf(page)).toBe(SAME);

    await give(page, 'statuses', fileOf('status.json', formatBundle(status)));

    expect(await sentenceOf(page)).toBe('This seal was revoked; the author is not recorded: Wrong <b>price</b>U+202E!');
    expect(await failedChecks(page)).toEqual(['status']);
    expect(await greenParts(page)).toEqual([]);
  });

  test('a time stamp is checked from disk, and over plain http said not to be', async () => {
    const root = await makeCertificate('Root', { isAuthority: true });
    const signer = await makeCertificate('Signer', { issuer: root, usage: FOR_TIME_STAMPS });
    const sealed = await house.seal({ text: TEXT, predicate: CLAIMED_EARLY });
    const timeStamp = await stamp(signer, sealed.bundle.envelope.signatures[0]!.sig, { at: STAMPED_AT });
    const authority = {
      name: 'Test TSA',
      certificates: [signer.der, root.der],
      validFor: { start: new Date('2026-01-01T00:00:00Z') },
    };
    const trust = house.trust({ timeStampAuthorities: [authority] });
    const results = ['from disk', 'over plain http from a name'] as const;

    const [onDisk, overHttp] = await Promise.all(
      results.map(async (where) => {
        const { page } = await open(addresses[where]());
        await giveSealed(page, { ...sealed.bundle, timeStamps: [timeStamp] }, trust);
        await give(page, 'artifact', fileOf('offer.txt', TEXT));
        return { sentence: await sentenceOf(page), all: await page.locator('.result').innerText() };
      }),
    );

    expect([onDisk?.sentence, overHttp?.sentence]).toEqual([UNCHECKED, UNCHECKED]);
    expect(onDisk?.all).toContain('It existed at 2026-10-01 09:00:00 UTC, according to Test TSA');
    expect(overHttp?.all).toContain('The browser can’t check the time stamp on a page over plain http');
  });
});

describe.skipIf(HAS_NO_BROWSER)('a large file', () => {
  test('under a private seal is found with its salt', async () => {
    const salt = new Uint8Array(32).map((_, index) => index);
    const { page, file } = await openWithLargeFile(17_000_000, salt);
    await page.setInputFiles('#artifact', file);
    await page.locator('.result[data-result="NOT_COMPARED"]').waitFor();

    await page.getByText('Salt, status list, a checkpoint').click();
    await page.getByLabel('The salt of a private seal').fill(Buffer.from(salt).toString('base64'));
    await pressCheck(page);

    expect(await sentenceOf(page)).toBe(UNCHECKED);
  });

  test('in another slot than its own is not read', async () => {
    const { page, file } = await openWithLargeFile(2_000_000);

    await page.setInputFiles('#trust', file);
    await page.locator('.result[data-tone="bad"]').waitFor();

    expect(await sentenceOf(page)).toBe(
      'large.bin is larger than one megabyte, so it doesn’t belong in this slot. Choose it as a copy.',
    );
  });
});
