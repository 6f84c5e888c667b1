import { createHash } from 'node:crypto';
import {
  appendFileSync,
  createReadStream,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Bundle, formatBundle } from '../../src/proof/bundle.ts';
import { formatConsistencyProof } from '../../src/proof/consistency-proof.ts';
import { formatTrust, type Trust } from '../../src/proof/trust.ts';
import { type Api, startApi } from '../support/api.ts';
import { HAS_NO_BROWSER, launchBrowser, openPage, type WatchedPage } from '../support/browser.ts';
import { LOG_ORIGIN, SealingHouse } from '../support/seal-fixture.ts';
import { TestLog } from '../support/test-log.ts';
import { FOR_TIME_STAMPS, makeCertificate, stamp } from '../support/time-stamp-forger.ts';
import {
  type BuiltFolder,
  buildVerifier,
  failedChecks,
  fileOf,
  give,
  greenParts,
  pressCheck,
  sentenceOf,
} from '../support/verifier.ts';

const TEXT = 'Grüße,\n\nforty chairs for 4 200 EUR, before Christmas.\n';
const SAME = 'These are byte for byte the sealed bytes, and the seal holds.';

let built: BuiltFolder;
let html: string;
let api: Api;

beforeAll(async () => {
  built = await buildVerifier();
  html = await readFile(join(built.folder, 'verifier.html'), 'utf8');
  api = await startApi({ verifierFolder: built.folder });
}, 60_000);

afterAll(async () => {
  await api?.stop();
  await built?.[Symbol.asyncDispose]();
});

describe('the file', () => {
  test('weighs less than 150 kB on the way', () => {
    expect(gzipSync(html).length).toBeLessThan(150_000);
  });

  test('names no other file and no host', () => {
    const [markup] = html.split('<script>');

    expect(markup).not.toMatch(/src=|@import|url\(|https?:|<link(?! rel="icon" href="data:,")/);
  });

  test('is closed by its own policy, so that it is as closed on a disk', () => {
    const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(html)?.[1];

    expect(policy?.replaceAll('&#39;', "'")).toMatch(
      /^default-src 'none'; script-src 'sha256-[^ ]+'; connect-src 'none'; .*style-src 'sha256-[^ ]+'; img-src data:;/,
    );
  });
});

describe.skipIf(HAS_NO_BROWSER)(
  'in a browser',
  () => {
    let browser: Browser;
    let house: SealingHouse;
    let seal: { bundle: string; trust: string };

    beforeAll(async () => {
      browser = await launchBrowser(['seal.test']);
      house = new SealingHouse();
      const { status, body } = await api.json('/api/legal/provenance-seal', {
        body: { artifact_text: TEXT, disclaimer_ack: true },
      });
      expect(status).toBe(201);
      const textAt = async (path: string) => (await api.fetch(path)).text();
      seal = {
        bundle: await textAt(new URL(body.seal.bundleUrl).pathname),
        trust: await textAt('/.well-known/imprimatur/trust.json'),
      };
    }, 30_000);

    afterAll(() => browser?.close());

    const addresses = {
      'from disk': () => pathToFileURL(join(built.folder, 'verifier.html')).href,
      'from this machine': () => `${api.url}/verifier.html`,
      'over plain http from a name': () => api.url.replace('127.0.0.1', 'seal.test').concat('/verifier.html'),
    };

    /** The page; when the test is over, that it asked for nothing but itself and broke nothing. */
    async function open(url = addresses['from disk'](), options = {}): Promise<WatchedPage> {
      const watched = await openPage(browser, options);
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

    describe.each(Object.entries(addresses))('%s', (_, address) => {
      const opened = async () => {
        const { page } = await open(address());
        await give(page, 'bundle', fileOf('seal.sigstore.json', seal.bundle));
        await give(page, 'trust', fileOf('trust.json', seal.trust));
        return page;
      };

      test('nothing is green before a copy is given, though the seal is there', async () => {
        const { page } = await open(address());
        expect(await sentenceOf(page)).toBe('Not checked yet.');
        expect(await greenParts(page)).toEqual([]);

        await give(page, 'bundle', fileOf('seal.sigstore.json', seal.bundle));
        await give(page, 'trust', fileOf('trust.json', seal.trust));

        expect(await sentenceOf(page)).toContain('give the text or the file');
        expect(await greenParts(page)).toEqual([]);
      });

      test('the sealed bytes are told in one sentence, and are green', async () => {
        const page = await opened();

        await give(page, 'artifact', fileOf('offer.txt', TEXT));

        expect(await sentenceOf(page)).toBe(SAME);
        expect(await failedChecks(page)).toEqual([]);
        expect(await page.locator('[data-check]').count()).toBe(9);
        expect(await greenParts(page)).not.toEqual([]);
      });

      test('one changed byte is another copy', async () => {
        const page = await opened();
        const changed = Buffer.from(TEXT);
        changed[20]! ^= 1;

        await give(page, 'artifact', fileOf('offer.txt', changed));

        expect(await sentenceOf(page)).toBe('The seal holds, but these are not the sealed bytes.');
        expect(await failedChecks(page)).toEqual(['digest']);
        expect(await page.locator('[data-check="digest"]').innerText()).toContain('These are not the sealed bytes');
        expect(await greenParts(page)).toEqual([]);
      });

      test('other line ends are the same text, and not green', async () => {
        const page = await opened();

        await give(page, 'artifact', fileOf('offer.txt', TEXT.replaceAll('\n', '\r\n')));

        expect(await sentenceOf(page)).toContain('The seal holds for the same text; the bytes differ in line ends');
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

        expect(await sentenceOf(page)).toContain('This is not a valid seal. The signature is not by the seal key');
        expect(await failedChecks(page)).toEqual(['signature', 'entry']);
        expect(await page.locator('.reasons').innerText()).toContain('not shown to be the issuer’s word');
        expect(await greenParts(page)).toEqual([]);
      });
    });

    test('what was found falls as soon as the text is another', async () => {
      const { page } = await open();
      await give(page, 'bundle', fileOf('seal.sigstore.json', seal.bundle));
      await give(page, 'trust', fileOf('trust.json', seal.trust));
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
      expect(await sentenceOf(page)).toBe(SAME);

      await page.getByLabel('Or its text').fill('a third text');
      await pressCheck(page);

      expect(await sentenceOf(page)).toContain('not the sealed bytes');
    });

    test('a file can be dropped beside the slots, and the page stays', async () => {
      const { page } = await open();
      await give(page, 'bundle', fileOf('seal.sigstore.json', seal.bundle));
      await give(page, 'trust', fileOf('trust.json', seal.trust));

      await page.evaluate(`{
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([${JSON.stringify(TEXT)}], 'offer.txt'));
        document.querySelector('h1').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      }`);
      await page.locator('.result[data-tone="same"]').waitFor();

      expect(await sentenceOf(page)).toBe(SAME);
    });

    test('keys that are not those of the seal leave it unjudged', async () => {
      const { page } = await open();

      await give(page, 'artifact', fileOf('offer.txt', TEXT));
      await giveSealed(page, seal.bundle, new SealingHouse().trust());

      expect(await sentenceOf(page)).toContain('This seal cannot be judged here.');
      expect(await greenParts(page)).toEqual([]);
    });

    test.each([
      ['trust', 'no JSON', /trust|JSON/i],
      ['trust', '{}', /The trust file/],
      ['bundle', 'no JSON', /This is not a valid seal/],
      ['bundle', '', /This is not a valid seal/],
    ])('a %s file with %j is told apart from a bad copy', async (slot, content, sentence) => {
      const { page } = await open();
      await give(page, 'artifact', fileOf('offer.txt', TEXT));
      await give(page, 'bundle', fileOf('seal.sigstore.json', seal.bundle));
      await give(page, 'trust', fileOf('trust.json', seal.trust));

      await give(page, slot, fileOf('spoilt', content));

      expect(await sentenceOf(page)).toMatch(sentence);
      expect(await greenParts(page)).toEqual([]);
    });

    test('a private seal asks for its salt', async () => {
      const salt = new Uint8Array(32).map((_, index) => index);
      const sealed = await house.seal({ text: TEXT, salt, predicate: CLAIMED_EARLY });
      const { page } = await open();
      await giveSealed(page, sealed.bundle, house.trust());
      await give(page, 'artifact', fileOf('offer.txt', TEXT));
      expect(await page.locator('.result').innerText()).toContain('without its salt no text is the sealed one');

      await page.getByText('Salt, later statements, a checkpoint').click();
      await page.getByLabel('The salt of a private seal').fill(`${Buffer.from(salt).toString('base64')}\n`);
      await pressCheck(page);

      expect(await sentenceOf(page)).toBe(SAME);
      await page.getByLabel('The salt of a private seal').fill('no base64');
      await pressCheck(page);
      expect(await sentenceOf(page)).toContain('The salt cannot be read.');
      expect(await greenParts(page)).toEqual([]);
    });

    test('a seal that was revoked is said to be, with the reason shown and not obeyed', async () => {
      const sealed = await house.seal({ text: TEXT, predicate: CLAIMED_EARLY });
      const status = await house.status(sealed, { reason: 'Wrong <b>price</b>\u202e!', ...CLAIMED_EARLY });
      const { page } = await open();
      await giveSealed(page, sealed.bundle, house.trust());
      await give(page, 'artifact', fileOf('offer.txt', TEXT));
      expect(await sentenceOf(page)).toBe(SAME);

      await give(page, 'statuses', fileOf('status.json', formatBundle(status)));

      expect(await sentenceOf(page)).toBe('The issuer revoked this seal: Wrong <b>price</b>U+202E!');
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

      expect([onDisk?.sentence, overHttp?.sentence]).toEqual([SAME, SAME]);
      expect(onDisk?.all).toContain('It existed at 2026-10-01 09:00:00 UTC; that is the word of Test TSA');
      expect(overHttp?.all).toContain('which this browser cannot check on a page over plain http');
    });

    describe('a large file', () => {
      /** A file of zeros with an end of its own, so that it takes no room on the disk, and its seal. */
      async function opened(byteLength: number, salt?: Uint8Array) {
        const folder = mkdtempSync(join(tmpdir(), 'imprimatur-large-'));
        onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
        const file = join(folder, 'large.bin');
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

      test('is hashed piece by piece: the page answers meanwhile, shows how far it is and never holds it whole', async () => {
        const byteLength = 300_000_000;
        const { page, file } = await opened(byteLength);
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
        expect(await sentenceOf(page)).toBe(SAME);
        expect(shown).toMatch(/^Hashing large\.bin … \d+ %$/);
        expect(percents, figures).toBeGreaterThan(10);
        expect(frames, figures).toBeGreaterThan(10);
        expect(longestPart, figures).toBeLessThan(0.2);
        // Pieces that were let go of and not yet collected count as well: up to some 120 MB, however large the file.
        expect(grown, figures).toBeLessThan((byteLength * 2) / 3);
        expect(await page.locator('progress').count()).toBe(0);
        expect(await page.locator('.result').innerText()).toContain(
          'Of a file above 16 MB only the digest is compared',
        );
      });

      test('is let go of as soon as another copy is given', async () => {
        const { page, file } = await opened(400_000_000);
        await page.setInputFiles('#artifact', file);
        await page.locator('.result progress').waitFor();

        await give(page, 'artifact', fileOf('offer.txt', TEXT));

        expect(await sentenceOf(page)).toContain('not the sealed bytes');
        await page.evaluate(WATCH_READING);
        await page.waitForTimeout(300);
        expect(await page.evaluate('pieces')).toBe(0);
        expect(await page.locator('.result').innerText()).toContain('the file offer.txt');
      });

      test('under a private seal is found with its salt', async () => {
        const salt = new Uint8Array(32).map((_, index) => index);
        const { page, file } = await opened(17_000_000, salt);
        await page.setInputFiles('#artifact', file);
        await page.locator('.result[data-result="DIFFERENT"]').waitFor();

        await page.getByText('Salt, later statements, a checkpoint').click();
        await page.getByLabel('The salt of a private seal').fill(Buffer.from(salt).toString('base64'));
        await pressCheck(page);

        expect(await sentenceOf(page)).toBe(SAME);
      });

      test('in another slot than its own is not read', async () => {
        const { page, file } = await opened(2_000_000);

        await page.setInputFiles('#trust', file);
        await page.locator('.result[data-tone="bad"]').waitFor();

        expect(await sentenceOf(page)).toBe('large.bin is larger than one megabyte: it belongs in another slot.');
      });
    });

    describe('a checkpoint that was kept', () => {
      /** The page with a seal and its copy, and the log as it went on afterwards. */
      const opened = async () => {
        const by = new SealingHouse();
        const sealed = await by.seal({ text: TEXT, predicate: CLAIMED_EARLY });
        await by.seal({ text: 'a later one' });
        const { page } = await open();
        await giveSealed(page, sealed.bundle, by.trust());
        await give(page, 'artifact', fileOf('offer.txt', TEXT));
        await page.getByText('Salt, later statements, a checkpoint').click();
        return { page, tree: by.tree(), sealed };
      };

      test.each([
        ['smaller', 5, [5, 23]],
        ['larger', 30, [23, 30]],
      ] as const)(
        'of a %s tree asks for the proof by its address, and is proven with it',
        async (_, size, [oldSize, newSize]) => {
          const { page, tree } = await opened();

          await give(page, 'checkpoint', fileOf('kept.txt', tree.checkpoint(size)));
          expect(await sentenceOf(page)).toContain(`The checkpoint you kept is of ${size}`);
          expect(await greenParts(page)).toEqual([]);
          expect(await page.locator('.result code').innerText()).toBe(
            `https://seals.example.org/log/by-name/${LOG_ORIGIN}/consistency/${oldSize}/${newSize}`,
          );
          const proof = formatConsistencyProof(await tree.consistencyProof(oldSize, newSize));
          await give(page, 'consistency', fileOf('proof.txt', proof));

          expect(await sentenceOf(page)).toBe(SAME);
          expect(await page.locator('.result').innerText()).toContain(
            `It is consistent with the checkpoint you kept, of ${size} entries.`,
          );
        },
      );

      test('may be the one in a seal that was kept', async () => {
        const { page, sealed } = await opened();

        await give(page, 'checkpoint', fileOf('another.sigstore.json', formatBundle(sealed.bundle)));

        expect(await sentenceOf(page)).toBe(SAME);
        expect(await page.locator('.result').innerText()).toContain('It is the tree of the checkpoint you kept.');
      });

      test('of another log is said to be, and is no reason to call the seal invalid', async () => {
        const { page } = await opened();

        await give(page, 'checkpoint', fileOf('kept.txt', new TestLog('log9.example.org', 9).checkpoint(9)));

        expect(await sentenceOf(page)).toContain('is of another log, log9.example.org');
        expect(await page.locator('.result').getAttribute('data-result')).toBe('UNKNOWN');
        expect(await greenParts(page)).toEqual([]);
      });

      test.each(['checkpoint', 'consistency'])('%s files that are none are named', async (slot) => {
        const { page, tree } = await opened();
        await give(page, 'checkpoint', fileOf('kept.txt', tree.checkpoint(5)));

        await give(page, slot, fileOf('holiday.jpg', new Uint8Array([0xff, 0xd8, 0xff])));

        expect(await sentenceOf(page)).toMatch(/^holiday\.jpg is no (checkpoint|consistency proof)/);
        expect(await greenParts(page)).toEqual([]);
      });

      test('is missed when only the proof was given', async () => {
        const { page, tree } = await opened();
        const proof = formatConsistencyProof(await tree.consistencyProof(5, 23));

        await give(page, 'consistency', fileOf('proof.txt', proof));

        expect(await sentenceOf(page)).toBe(SAME);
        expect(await page.locator('.result').innerText()).toContain('proof.txt was not looked at');
      });
    });

    test('names of a seal stand there as text, with what hides in them by its number', async () => {
      const producer = { kind: 'ai-agent', agentId: '<img src=x onerror=alert(1)>\u202etxt.exe\u200b' };
      const sealed = await house.seal({ text: TEXT, predicate: { ...CLAIMED_EARLY, producer } });
      const { page } = await open();

      await giveSealed(page, sealed.bundle, house.trust());
      await give(page, 'artifact', fileOf('offer.txt', TEXT));

      const reasons = await page.locator('.reasons').innerText();
      expect(reasons).toContain('agent <img src=x onerror=alert(1)>U+202Etxt.exeU+200B');
      expect(reasons).toContain('AI-generated: the seal states that artificial intelligence made this content.');
      expect(await page.locator('img').count()).toBe(0);
    });

    test('what a copy hides is listed', async () => {
      const text = `pay 1\u200b0 \u202eRUE\n`;
      const sealed = await house.seal({ text, predicate: CLAIMED_EARLY });
      const { page } = await open();

      await giveSealed(page, sealed.bundle, house.trust());
      await give(page, 'artifact', fileOf('offer.txt', text));

      expect(await sentenceOf(page)).toBe(SAME);
      expect(await page.locator('.reasons').innerText()).toMatch(
        /Characters you do not see[\s\S]*U\+200B has no width, at character 6\s+U\+202E turns the reading direction, at character 9/,
      );
    });

    test('what a copy hides is listed once for each character, up to a number, and an emoji is nothing hidden', async () => {
      const text = `in\u00advoice 👨‍👩‍👧 ❤️ ${'\u3164'.repeat(30)}`;
      const sealed = await house.seal({ text, predicate: CLAIMED_EARLY });
      const { page } = await open();

      await giveSealed(page, sealed.bundle, house.trust());
      await give(page, 'artifact', fileOf('offer.txt', text));

      const reasons = page.locator('.reasons');
      expect(await reasons.locator('ul').first().locator('li').allInnerTexts()).toEqual([
        'U+00AD has no width, at character 3',
        expect.stringMatching(/^U\+3164 is a letter that looks like a space, or like nothing, at character 22, 23, /),
      ]);
      expect(await reasons.innerText()).toContain('Only the first 20 are listed; there are more.');
    });

    test('could not send anything if it wanted to', async () => {
      const asked: string[] = [];
      const server = createServer((req, res) => {
        asked.push(req.url!);
        res.end();
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => void server.close());
      const { page } = await openPage(browser);
      await page.goto(addresses['from disk']());

      const sent = await page.evaluate(`(async () => {
        const at = 'http://127.0.0.1:${(server.address() as AddressInfo).port}';
        const image = new Promise((resolve) => {
          const picture = new Image();
          picture.onload = () => resolve('loaded');
          picture.onerror = () => resolve('refused');
          picture.src = at + '/picture.png';
        });
        const fetched = fetch(at + '/fetched', { mode: 'no-cors' }).then(() => 'loaded', () => 'refused');
        navigator.sendBeacon(at + '/beacon', 'text');
        document.body.append(Object.assign(document.createElement('iframe'), { src: at + '/frame' }));
        return [await image, await fetched];
      })()`);
      await page.context().close();

      expect(sent).toEqual(['refused', 'refused']);
      expect(asked).toEqual([]);
    });

    test('works with the keyboard alone, and the result is read out', async () => {
      const { page } = await open();
      await give(page, 'bundle', fileOf('seal.sigstore.json', seal.bundle));
      await give(page, 'trust', fileOf('trust.json', seal.trust));
      const focused = () =>
        page.evaluate(`document.activeElement.labels?.[0]?.innerText ?? document.activeElement.innerText`);

      await page.evaluate('document.activeElement.blur()');
      await page.keyboard.press('Tab');
      expect(await focused()).toBe('The file');
      await page.keyboard.press('Tab');
      expect(await focused()).toBe('Or its text');
      await page.keyboard.insertText(TEXT);
      for (const name of ['The seal', 'The trust file', 'Salt, later statements, a checkpoint', 'Check']) {
        await page.keyboard.press('Tab');
        expect(await focused()).toBe(name);
      }
      await page.keyboard.press('Enter');
      await page.locator('.result[data-tone="same"]').waitFor();

      expect(await page.getByRole('status').innerText()).toContain(SAME);
    });

    test.each([320, 390, 500])(
      'fits a width of %i pixels, as a phone has it, or a page at twice its size',
      async (width) => {
        const { page } = await open(undefined, { viewport: { width, height: 800 } });

        await give(page, 'bundle', fileOf('seal.sigstore.json', seal.bundle));
        await give(page, 'trust', fileOf('trust.json', seal.trust));
        await give(page, 'artifact', fileOf('offer.txt', TEXT));

        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        await page.getByText('Salt, later statements, a checkpoint').click();
        await give(page, 'checkpoint', fileOf('kept.sigstore.json', seal.bundle));
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      },
    );
  },
  60_000,
);

/** Before now, whenever the test runs: a stamp from the future is none. */
const STAMPED_AT = new Date('2026-10-01T09:00:00Z');
const CLAIMED_EARLY = { claimedAt: '2026-10-01T08:59:59Z' };

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
