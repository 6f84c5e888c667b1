import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { formatTrust } from '../../src/proof/trust.ts';
import { HAS_NO_BROWSER, launchBrowser, openPage, type WatchedPage } from '../support/browser.ts';
import { SealingHouse } from '../support/seal-fixture.ts';
import { download, sealText } from '../support/seals.ts';
import { drop, failedChecks, fileOf, give, greenParts, pressCheck, sentenceOf } from '../support/verifier.ts';
import { pageOf, sealPages, TEXT } from './seal-pages.ts';

const { api, revoke } = await sealPages();

const SAME = 'These are exactly the sealed bytes, and the seal is valid.';
const WHO_NOT_SHOWN = 'These are exactly the sealed bytes, but the keys don’t prove who sealed them.';

describe.skipIf(HAS_NO_BROWSER)('in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser(['seal.test']);
  });
  afterAll(() => browser?.close());

  /** The page; when the test is over, that it requested only itself, and had no error. */
  async function open(url: string, options = {}): Promise<WatchedPage> {
    const watched = await openPage(browser, options);
    onTestFinished(async () => {
      await watched.page.context().close();
      expect(watched.requested).toEqual([url]);
      // Over plain http the browser says that it leaves a header aside, which is of no use there.
      expect(watched.faults.filter((fault) => !fault.includes('Cross-Origin-Opener-Policy'))).toEqual([]);
    });
    await watched.page.goto(url);
    return watched;
  }

  describe.each([
    ['from this machine', '127.0.0.1'],
    ['over plain http from a name', 'seal.test'],
  ])('%s', (_, host) => {
    const opened = async () => {
      const { seal } = await sealText(api, TEXT);
      return (await open(seal.verificationUrl.replace('127.0.0.1', host))).page;
    };

    test('nothing is green before a copy is given', async () => {
      const page = await opened();

      expect(await sentenceOf(page)).toBe('Not checked yet.');
      expect(await greenParts(page)).toEqual([]);
      await pressCheck(page);
      expect(await sentenceOf(page)).toContain('Pass the text or the file');
      expect(await greenParts(page)).toEqual([]);
    });

    test('another copy is told apart, and why', async () => {
      const page = await opened();

      await give(page, 'artifact', fileOf('offer.txt', TEXT.replace('4 200', '4 300')));
      expect(await sentenceOf(page)).toMatch(/^The seal is valid.* These are not the sealed bytes\.$/);
      expect(await failedChecks(page)).toEqual(['digest']);
      expect(await greenParts(page)).toEqual([]);

      await give(page, 'artifact', fileOf('offer.txt', TEXT.replaceAll('\n', '\r\n')));
      expect(await sentenceOf(page)).toMatch(
        /^The seal is valid.* The text is the same, but the bytes differ in line ends\.$/,
      );
      expect(await greenParts(page)).toEqual([]);
    });
  });

  test('the copy alone is enough: the rest is in the page, and whose keys they are is said', async () => {
    const { seal } = await sealText(api, TEXT);
    const { page } = await open(seal.verificationUrl);
    const [{ keyId }] = (await api.json('/.well-known/imprimatur/trust.json')).body.sealKeys;

    await give(page, 'artifact', fileOf('offer.txt', TEXT));

    expect(await sentenceOf(page)).toBe(SAME);
    await expect.poll(() => page.locator('[data-check]').count()).toBe(9);
    expect(await page.locator('.result').innerText()).toContain(
      `Judged by the keys of ${api.url}, in the trust file that came with this page; the seal key’s fingerprint is ${keyId}.`,
    );
    expect(await greenParts(page)).not.toEqual([]);
  });

  test('several files are each compared, and an altered one among them leaves nothing green', async () => {
    const { seal } = await sealText(api, TEXT);
    const { page } = await open(seal.verificationUrl);
    const altered = fileOf('altered.txt', TEXT.replace('4 200', '9 200'));
    const files = ['seal.sigstore.json', 'statuses.json'].map(async (name) =>
      fileOf(name, await download(api, `/v/${seal.id}/${name}`)),
    );
    const trust = fileOf('trust.json', await download(api, '/.well-known/imprimatur/trust.json'));

    await drop(page, 'form.verifier', fileOf('offer.txt', TEXT), altered);

    expect(await sentenceOf(page)).toBe('1 of 2 files is verified. Not verified: altered.txt.');
    expect(await greenParts(page)).toEqual([]);
    await drop(page, 'h1', fileOf('offer.txt', TEXT), ...(await Promise.all(files)), trust);
    expect(await sentenceOf(page)).toBe(SAME);
    expect(await page.locator('.result').innerText()).toContain('Judged by the keys in trust.json');
    expect(await greenParts(page)).not.toEqual([]);
  });

  test('a site whose seals name another issuer shows nothing of who sealed, by its own keys', async () => {
    const { seal } = await sealText(api, TEXT);
    const elsewhere = api.url.replace('127.0.0.1', 'seal.test');
    const { page } = await open(seal.verificationUrl.replace('127.0.0.1', 'seal.test'));

    await give(page, 'artifact', fileOf('offer.txt', TEXT));

    expect(await sentenceOf(page)).toBe(WHO_NOT_SHOWN);
    expect(await page.locator('.result').innerText()).toContain(
      `The keys are from ${elsewhere}, but the seal names ${api.url} as its issuer: only keys from there can prove that.`,
    );
    expect(await greenParts(page)).toEqual([]);
    await page.getByText('Salt, or files that you saved').click();
    await give(page, 'trust', fileOf('kept.json', await download(api, '/.well-known/imprimatur/trust.json')));
    expect(await sentenceOf(page)).toBe(SAME);
    expect(await greenParts(page)).not.toEqual([]);
  });

  test('over plain http it warns of whoever is on the way; elsewhere it does not', async () => {
    const { seal } = await sealText(api, TEXT);
    const warning = 'This page came over plain http';

    const plain = await open(seal.verificationUrl.replace('127.0.0.1', 'seal.test'));
    expect(await plain.page.locator('main').innerText()).toContain(warning);
    const local = await open(seal.verificationUrl);
    expect(await local.page.locator('main').innerText()).not.toContain(warning);
  });

  test('without scripts nothing waits for one, and every section is there', async () => {
    const { seal } = await sealText(api, TEXT);
    const { page } = await open(seal.verificationUrl, { javaScriptEnabled: false });

    expect(await page.locator('h2').allInnerTexts()).toEqual([
      'Check your copy',
      'Record the operator’s statement',
      'Check by hand',
      'Files',
      'Fingerprints',
      'Limits of this seal',
    ]);
    expect(await page.locator('#verifier').innerText()).toBe('');
    expect(await page.locator('noscript').innerText()).toContain(
      'With JavaScript, this page checks it in your browser.',
    );
    expect(await greenParts(page)).toEqual([]);
  });

  test('a seal that was revoked is never green', async () => {
    const sealed = await sealText(api, TEXT);
    await revoke(sealed, 'The price was wrong.');
    const { page } = await open(sealed.seal.verificationUrl);

    await give(page, 'artifact', fileOf('offer.txt', TEXT));

    expect(await sentenceOf(page)).toBe('The owner revoked this seal: The price was wrong.');
    expect(await greenParts(page)).toEqual([]);
  });

  test('nor one whose revocation no checkpoint covers yet, there and in a copy of the page', async () => {
    const sealed = await sealText(api, TEXT);
    // As a process leaves it that is killed before it publishes.
    await api.database.query(`update seal set status = 'REVOKED' where id = $1`, [sealed.seal.id]);
    const { page } = await open(sealed.seal.verificationUrl);

    await give(page, 'artifact', fileOf('offer.txt', TEXT));

    expect(await sentenceOf(page)).toMatch(/^This seal can’t be verified here\. .*the seal was revoked as of .* UTC/);
    expect(await greenParts(page)).toEqual([]);
  });

  test('what was not shown of its later life is said under the result, and so is as of when it was', async () => {
    const { seal } = await sealText(api, TEXT);
    const { page } = await open(seal.verificationUrl);
    const result = page.locator('.result');
    await give(page, 'artifact', fileOf('offer.txt', TEXT));
    expect(await result.innerText()).toMatch(
      /As of \d{4}-.* UTC the seal was neither revoked nor superseded, as signed by a trusted seal key/,
    );

    await page.getByText('Salt, or files that you saved').click();
    await give(page, 'statuses', fileOf('statuses.json', '{"ok":true,"statuses":[]}'));

    expect(await result.locator('.answer').innerText()).toBe('Verified, revocation not checked');
    expect(await result.getAttribute('data-tone')).toBe('care');
    expect(await greenParts(page)).toEqual([]);
    expect(await result.innerText()).toContain('It is not proven that the seal was not revoked or superseded');
    expect(await result.getByRole('link', { name: /statuses\.json$/ }).getAttribute('href')).toBe(
      `${seal.verificationUrl}/statuses.json`,
    );
    expect(await page.locator('[data-check="status"]').getAttribute('data-status')).toBe('not-checked');
  });

  test('a page that was saved is amber on another day, until the status list of that day is dropped on it', async () => {
    const { seal } = await sealText(api, TEXT);
    const folder = mkdtempSync(join(tmpdir(), 'imprimatur-saved-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'saved.html'), (await pageOf(api, seal.id)).text);
    const { page } = await open(`file://${folder}/saved.html`);
    await page.clock.setFixedTime(Date.now() + 3 * 24 * 3600_000);
    const trust = fileOf('trust.json', await download(api, '/.well-known/imprimatur/trust.json'));

    await drop(page, 'h1', fileOf('offer.txt', TEXT), trust);
    expect(await page.locator('.result').innerText()).toContain('The status list is stale: it counts for one day.');
    expect(await page.locator('.result').getAttribute('data-answer')).toBe('REVOCATION_NOT_CHECKED');
    await page.clock.setFixedTime(Date.now());
    await drop(page, 'h1', fileOf('new.json', await download(api, `/v/${seal.id}/statuses.json`)));

    expect(await sentenceOf(page)).toBe(SAME);
  });

  test('statuses taken away tell the same to the verifier from the file', async () => {
    const sealed = await sealText(api, TEXT);
    await revoke(sealed, 'The price was wrong.');
    const { page } = await open(`${api.url}/verifier.html`);
    const files = { bundle: 'seal.sigstore.json', trust: 'trust.json', statuses: 'statuses.json' };

    await give(page, 'artifact', fileOf('offer.txt', TEXT));
    for (const [slot, name] of Object.entries(files)) {
      await give(page, slot, fileOf(name, await download(api, `/v/${sealed.seal.id}/${name}`)));
    }

    expect(await sentenceOf(page)).toBe('The owner revoked this seal: The price was wrong.');
  });

  test('keys the reader kept count more than those of the page', async () => {
    const { seal } = await sealText(api, TEXT);
    const { page } = await open(seal.verificationUrl);
    await give(page, 'artifact', fileOf('offer.txt', TEXT));
    expect(await sentenceOf(page)).toBe(SAME);

    await page.getByText('Salt, or files that you saved').click();
    await give(page, 'trust', fileOf('kept.json', formatTrust(new SealingHouse().trust())));

    expect(await sentenceOf(page)).toContain('This seal can’t be verified here.');
    expect(await page.locator('.result').innerText()).toMatch(/Judged by the keys in kept\.json; none of/);
    expect(await greenParts(page)).toEqual([]);
  });

  test('a seal the reader kept is not taken for the one of the page', async () => {
    const [mine, other] = [await sealText(api, TEXT), await sealText(api, TEXT)];
    const { page } = await open(other.seal.verificationUrl);

    await page.getByText('Salt, or files that you saved').click();
    await give(page, 'bundle', fileOf('kept.json', await download(api, `/v/${mine.seal.id}/seal.sigstore.json`)));
    await give(page, 'artifact', fileOf('offer.txt', TEXT));

    expect(await page.locator('.result').innerText()).toContain(
      `The chosen seal is ${mine.seal.id}, not the seal of this page.`,
    );
  });

  test('a checkpoint that was kept is proven with the file that the page links to', async () => {
    await sealText(api, 'before the checkpoint');
    const checkpoint = await download(api, '/log/checkpoint');
    const { seal } = await sealText(api, TEXT);
    const { page, faults } = await openPage(browser, { acceptDownloads: true });
    onTestFinished(() => page.context().close());
    await page.goto(seal.verificationUrl);
    await give(page, 'artifact', fileOf('offer.txt', TEXT));

    await page.getByText('Salt, or files that you saved').click();
    await give(page, 'checkpoint', fileOf('kept.txt', checkpoint));
    expect(await sentenceOf(page)).toContain('no proof was given that the log was not rewritten since');
    expect(await greenParts(page)).toEqual([]);
    const link = page.getByRole('link', { name: /\/log1\.localhost\/consistency\/\d+\/\d+$/ });
    expect(await link.getAttribute('href')).toMatch(new RegExp(`^${api.url}/log/by-name/log1.localhost/consistency/`));
    const downloading = page.waitForEvent('download');
    await link.click();
    const saved = await (await downloading).path();
    await give(page, 'consistency', fileOf('proof.txt', readFileSync(saved)));

    expect(await sentenceOf(page)).toBe(SAME);
    expect(await page.locator('.result').innerText()).toContain('It is consistent with the checkpoint you saved');
    expect(await greenParts(page)).not.toEqual([]);
    expect(faults.filter((fault) => !fault.includes('Cross-Origin-Opener-Policy'))).toEqual([]);
  });

  test('of a seal the reader kept no address is made a link', async () => {
    const checkpoint = await download(api, '/log/checkpoint');
    const [mine, other] = [await sealText(api, TEXT), await sealText(api, TEXT)];
    const { page } = await open(other.seal.verificationUrl);

    await page.getByText('Salt, or files that you saved').click();
    await give(page, 'bundle', fileOf('kept.json', await download(api, `/v/${mine.seal.id}/seal.sigstore.json`)));
    await give(page, 'checkpoint', fileOf('kept.txt', checkpoint));

    expect(await page.locator('.result').innerText()).toMatch(
      /Download the missing consistency proof.*\/log1\.localhost\/consistency\//,
    );
    await expect.poll(() => page.locator('.result a').count()).toBe(0);
  });

  test('a page that was saved works from disk, as closed as before, and its own keys show nothing of who', async () => {
    const { seal } = await sealText(api, TEXT);
    const folder = mkdtempSync(join(tmpdir(), 'imprimatur-saved-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'saved.html'), (await pageOf(api, seal.id)).text);

    const { page } = await open(`file://${folder}/saved.html`);
    await give(page, 'artifact', fileOf('offer.txt', TEXT));

    expect(await sentenceOf(page)).toBe(WHO_NOT_SHOWN);
    expect(await greenParts(page)).toEqual([]);
    await page.getByText('Salt, or files that you saved').click();
    await give(page, 'trust', fileOf('kept.json', await download(api, '/.well-known/imprimatur/trust.json')));
    expect(await sentenceOf(page)).toBe(SAME);
    expect(await greenParts(page)).not.toEqual([]);
  });

  test.each([320, 500])('fits a width of %i pixels', async (width) => {
    const checkpoint = await download(api, '/log/checkpoint');
    const { seal } = await sealText(api, TEXT);
    const { page } = await open(seal.verificationUrl, { viewport: { width, height: 800 } });

    await give(page, 'artifact', fileOf('offer.txt', TEXT));
    await page.getByText('Salt, or files that you saved').click();
    await give(page, 'checkpoint', fileOf('kept.txt', checkpoint));

    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  });
});
