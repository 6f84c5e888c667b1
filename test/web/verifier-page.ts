import { createHash } from 'node:crypto';
import { appendFileSync, createReadStream, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, expect, onTestFinished } from 'vitest';
import { type Bundle, formatBundle } from '../../src/proof/bundle.ts';
import { formatTrust, type Trust } from '../../src/proof/trust.ts';
import { startApi } from '../support/api.ts';
import { HAS_NO_BROWSER, launchBrowser, openPage, type WatchedPage } from '../support/browser.ts';
import { type Sealed, SealingHouse } from '../support/seal-fixture.ts';
import { sealFile, sealText } from '../support/seals.ts';
import { builtVerifier, fileOf, give } from '../support/verifier.ts';

export const TEXT = 'Grüße,\n\nforty chairs for 4 200 EUR, before Christmas.\n';
export const SAME = 'These are exactly the sealed bytes, and the seal is valid.';
export const UNCHECKED =
  'These are exactly the sealed bytes, and the seal is valid, but it was not checked whether the seal was revoked.';
/** Before now, whenever the test runs. */
export const CLAIMED_EARLY = { claimedAt: '2026-10-01T08:59:59Z' };

/** The page as it is built, a service that gives it out, a browser, a seal of that service, and a house that seals in memory. */
export async function verifierPage() {
  const folder = await builtVerifier();
  const html = await readFile(join(folder, 'verifier.html'), 'utf8');
  const api = await startApi({ works: false, verifierFolder: folder });
  const browser = HAS_NO_BROWSER ? null : await launchBrowser(['seal.test']);
  afterAll(async () => {
    await browser?.close();
    await api.stop();
  });
  const house = new SealingHouse();
  const { id } = (await sealText(api, TEXT)).seal;
  const seal = {
    bundle: (await sealFile(api, id, 'seal.sigstore.json')).toString(),
    trust: await (await api.fetch('/.well-known/imprimatur/trust.json')).text(),
    statuses: (await sealFile(api, id, 'statuses.json')).toString(),
  };

  const addresses = {
    'from disk': () => pathToFileURL(join(folder, 'verifier.html')).href,
    'from this machine': () => `${api.url}/verifier.html`,
    'over plain http from a name': () => api.url.replace('127.0.0.1', 'seal.test').concat('/verifier.html'),
  };

  /** The page; when the test is over, that it asked for nothing but itself and broke nothing. */
  async function open(url = addresses['from disk'](), options: BrowserContextOptions = {}): Promise<WatchedPage> {
    const watched = await openPage(browser!, options);
    onTestFinished(async () => {
      await watched.page.context().close();
      expect(watched.requested).toEqual([url]);
      // Over plain http the browser says that it leaves a header aside, which is of no use there.
      const faults = watched.faults.filter((fault) => !fault.includes('Cross-Origin-Opener-Policy'));
      expect(faults).toEqual([]);
    });
    await watched.page.goto(url);
    return watched;
  }

  /** Gives a seal of the house in memory and what it is judged by. */
  async function giveSealed(page: WatchedPage['page'], bundle: Bundle | string, trust: Trust): Promise<void> {
    await give(page, 'bundle', fileOf('seal.json', typeof bundle === 'string' ? bundle : formatBundle(bundle)));
    await give(page, 'trust', fileOf('trust.json', formatTrust(trust)));
  }

  /** The status list of today for a seal of a house in memory. */
  const statusesOf = (sealed: Sealed, by = house) =>
    JSON.stringify({
      ok: true,
      statuses: [],
      standing: JSON.parse(by.standing(sealed, { asOf: new Date().toISOString() })),
    });

  /** Gives the service's seal with its trust file and its status list. */
  async function giveSeal(page: WatchedPage['page']): Promise<void> {
    await give(page, 'bundle', fileOf('seal.sigstore.json', seal.bundle));
    await give(page, 'trust', fileOf('trust.json', seal.trust));
    await give(page, 'statuses', fileOf('statuses.json', seal.statuses));
  }

  /** The page with the seal of a file of zeros with an end of its own, so that it takes no room on the disk. */
  async function openWithLargeFile(byteLength: number, salt?: Uint8Array) {
    const place = mkdtempSync(join(tmpdir(), 'imprimatur-large-'));
    onTestFinished(() => rmSync(place, { recursive: true, force: true }));
    const file = join(place, 'large.bin');
    writeFileSync(file, '');
    truncateSync(file, byteLength - 3);
    appendFileSync(file, 'end');
    const hash = createHash('sha256').update(salt ?? '');
    for await (const chunk of createReadStream(file)) hash.update(chunk);
    const hashed = { sha256: hash.digest('hex'), byteLength: byteLength + (salt?.length ?? 0) };
    const sealed = await house.seal({ hashed, salt, predicate: { ...CLAIMED_EARLY, normalizedDigest: undefined } });
    const watched = await open();
    await giveSealed(watched.page, sealed.bundle, house.trust());
    return { ...watched, file };
  }

  return {
    html,
    browser: browser as Browser,
    house,
    seal,
    addresses,
    open,
    giveSeal,
    giveSealed,
    statusesOf,
    openWithLargeFile,
  };
}
