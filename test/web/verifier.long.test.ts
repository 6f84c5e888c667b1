import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { HAS_NO_BROWSER } from '../support/browser.ts';
import { failedChecks, fileOf, give, greenParts, pressCheck, sentenceOf } from '../support/verifier.ts';
import { SAME, TEXT, UNCHECKED, verifierPage } from './verifier-page.ts';

const { html, seal, addresses, open, giveSeal } = await verifierPage();

describe('the file', () => {
  test('weighs less than 150 kB on the way', () => {
    expect(gzipSync(html).length).toBeLessThan(150_000);
  });

  test('has the size that the documents name', async () => {
    const documents = await readFile(join(import.meta.dirname, '../../docs/seals.md'), 'utf8');
    const [, kilobytes] = /`verifier\.html` has (\d+) kB/.exec(documents) ?? [];

    expect(Buffer.byteLength(html) / 1000 / Number(kilobytes)).toBeCloseTo(1, 1);
  });

  test('names no other file and no host', () => {
    // The name of a language is the only address in it, and nobody asks for it.
    const markup = html.split('<script>')[0]!.replaceAll("xmlns='http://www.w3.org/2000/svg'", '');

    expect(markup).not.toMatch(/src=|@import|url\(|https?:|<link(?! rel="icon" href="data:)/);
  });

  test('is closed by its own policy, so that it is as closed on a disk', () => {
    const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(html)?.[1];

    expect(policy?.replaceAll('&#39;', "'")).toMatch(
      /^default-src 'none'; script-src 'sha256-[^ ]+'; connect-src 'none'; .*style-src 'sha256-[^ ]+'; img-src data:;/,
    );
  });
});

describe.skipIf(HAS_NO_BROWSER)('in a browser', () => {
  describe.each(Object.entries(addresses))('%s', (_, address) => {
    const opened = async () => {
      const { page } = await open(address());
      await giveSeal(page);
      return page;
    };

    test('nothing is green before a copy is given, though the seal is there', async () => {
      const { page } = await open(address());
      expect(await sentenceOf(page)).toBe('Not checked yet.');
      expect(await greenParts(page)).toEqual([]);

      await giveSeal(page);

      expect(await sentenceOf(page)).toContain('Pass the text or the file');
      expect(await greenParts(page)).toEqual([]);
    });

    test('the sealed bytes are told in one sentence, and are green', async () => {
      const page = await opened();

      await give(page, 'artifact', fileOf('offer.txt', TEXT));

      expect(await page.locator('.result .answer').innerText()).toBe('Verified');
      expect(await sentenceOf(page)).toBe(SAME);
      expect(await failedChecks(page)).toEqual([]);
      await expect.poll(() => page.locator('[data-check]').count()).toBe(9);
      expect(await greenParts(page)).not.toEqual([]);
    });

    test('without its status list they are verified, and amber: it says what was not checked, and how to', async () => {
      const { page } = await open(address());
      await give(page, 'bundle', fileOf('seal.sigstore.json', seal.bundle));
      await give(page, 'trust', fileOf('trust.json', seal.trust));

      await give(page, 'artifact', fileOf('offer.txt', TEXT));

      const result = page.locator('.result');
      expect(await result.locator('.answer').innerText()).toBe('Verified, revocation not checked');
      expect(await sentenceOf(page)).toBe(UNCHECKED);
      expect(await result.innerText()).toContain('No status list was given.');
      expect(await result.innerText()).toContain('download the status list, and drop it here on the same day: http');
      expect(await result.locator('code', { hasText: /\/v\/seal_[a-z0-9]+\/statuses\.json$/ }).count()).toBe(1);
      expect(await result.getAttribute('data-tone')).toBe('care');
      expect(await greenParts(page)).toEqual([]);
    });

    test('one changed byte is another copy', async () => {
      const page = await opened();
      const changed = Buffer.from(TEXT);
      changed[20]! ^= 1;

      await give(page, 'artifact', fileOf('offer.txt', changed));

      expect(await sentenceOf(page)).toBe('The seal is valid. These are not the sealed bytes.');
      expect(await page.locator('.result .answer').innerText()).toBe('Not verified');
      expect(await failedChecks(page)).toEqual(['digest']);
      expect(await page.locator('[data-check="digest"]').innerText()).toContain('These are not the sealed bytes');
      expect(await greenParts(page)).toEqual([]);
    });

    test('other line ends are the same text, and not green', async () => {
      const page = await opened();

      await give(page, 'artifact', fileOf('offer.txt', TEXT.replaceAll('\n', '\r\n')));

      expect(await sentenceOf(page)).toContain(
        'The seal is valid. The text is the same, but the bytes differ in line ends',
      );
      expect(await greenParts(page)).toEqual([]);
    });

    test('a text can be pasted', async () => {
      const page = await opened();

      await page.getByLabel('Or its text').fill(TEXT);
      await pressCheck(page);

      expect(await sentenceOf(page)).toBe(SAME);
    });

    test('a seal that was tampered with is refused, with the check that failed', async () => {
      const page = await opened();
      const tampered = JSON.parse(seal.bundle);
      const payload = Buffer.from(tampered.dsseEnvelope.payload, 'base64').toString();
      tampered.dsseEnvelope.payload = Buffer.from(payload.replace('true, lawful', 'True, lawful')).toString('base64');

      await give(page, 'artifact', fileOf('offer.txt', TEXT));
      await give(page, 'bundle', fileOf('seal.sigstore.json', JSON.stringify(tampered)));

      expect(await sentenceOf(page)).toContain(
        'This is not a valid seal. The signature is not a signature of the seal key',
      );
      expect(await failedChecks(page)).toEqual(['signature', 'entry']);
      expect(await page.locator('.reasons').innerText()).toContain('not proven to be by the issuer');
      expect(await greenParts(page)).toEqual([]);
    });
  });
});
