import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parseBundle } from '../../src/proof/bundle.ts';
import type { SealPredicate } from '../../src/proof/statement.ts';
import { formatTrust, parseTrust } from '../../src/proof/trust.ts';
import { verifySeal } from '../../src/proof/verify.ts';
import { ask, expectProblem } from '../rest/support.ts';
import { type Api, type Json, startApi } from '../support/api.ts';
import { HAS_NO_BROWSER, launchBrowser, openPage, type WatchedPage } from '../support/browser.ts';
import { SealingHouse } from '../support/seal-fixture.ts';
import { download, sealText } from '../support/seals.ts';
import { builtVerifier, failedChecks, fileOf, give, greenParts, pressCheck, sentenceOf } from '../support/verifier.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const TEXT = 'Grüße,\n\nforty chairs for 4 200 EUR, before Christmas.\n';
const SAME = 'These are byte for byte the sealed bytes, and the seal holds.';

let verifierFolder: string;
let api: Api;
let unbuilt: Api;

beforeAll(async () => {
  verifierFolder = await builtVerifier();
  api = await startApi({ works: false, verifierFolder });
  unbuilt = await startApi({ works: false });
}, 60_000);

afterAll(async () => {
  await Promise.all([api?.stop(), unbuilt?.stop()]);
});

const pathOf = (url: string) => new URL(url).pathname + new URL(url).search;
const pageOf = (service: Api, id: string) => ask(service, { path: `/v/${id}`, headers: BROWSER });
const linksOf = (html: string) =>
  [...html.matchAll(/href="([^"#][^"]*)"/g)].map(([, url]) => url!).filter((url) => url !== 'data:,');

/** Seals a text with whatever its statement is to say of it. */
async function sealWith(claims: Partial<SealPredicate>, wishes: { name?: string; mediaType?: string } = {}) {
  const { database, seals } = api.services;
  const seal = await seals.seal(database.orm.em.fork(), {
    subject: 'TEXT',
    name: 'text',
    sha256: createHash('sha256').update(TEXT).digest('hex'),
    byteLength: Buffer.byteLength(TEXT),
    mediaType: 'text/plain; charset=utf-8',
    claims,
    ...wishes,
  });
  return seal!;
}

async function revoke(sealed: Json, reason: string): Promise<void> {
  const { data } = await api.graphql(
    'mutation ($in: EndSealInput!) { revokeSeal(input: $in) { ... on Seal { status } } }',
    { variables: { in: { sealId: sealed.seal.id, reason, ownerToken: sealed.ownerToken } } },
  );
  expect(data.revokeSeal.status).toBe('REVOKED');
}

describe('the page of a seal', () => {
  test('may run the script that stands in it and nothing else, and is not to be found by search', async () => {
    const { seal } = await sealText(api, TEXT);

    const { text, headers } = await pageOf(api, seal.id);

    const policy = String(headers['content-security-policy']);
    const hashOf = (element: string) => {
      const content = new RegExp(`<${element}>([\\s\\S]*?)</${element}>`).exec(text)?.[1] ?? '';
      return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
    };
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src ${hashOf('script')}`,
      "connect-src 'none'",
      "require-trusted-types-for 'script'",
      `style-src ${hashOf('style')}`,
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(headers['x-robots-tag']).toBe('noindex');
    expect(text).toContain('<meta name="robots" content="noindex">');
  });

  test('needs no script: who states what, how to check by hand, every file, the keys, the limits', async () => {
    const { seal } = await sealText(unbuilt, TEXT);

    const { text, headers } = await pageOf(unbuilt, seal.id);

    expect(text).not.toMatch(/<script|src=|@import|url\(/i);
    expect(String(headers['content-security-policy'])).not.toContain('script');
    const trust = (await unbuilt.json('/.well-known/imprimatur/trust.json')).body;
    for (const expected of [
      'the operator’s statement',
      `echo &#39;${seal.sha256}  your-file&#39; | sha256sum -c -`,
      `SHA-256 begins with <code>${seal.sha256.slice(0, 16)}</code>`,
      Buffer.from(trust.trustedRoot.tlogs[0].logId.keyId, 'base64').toString('hex'),
      trust.sealKeys[0].keyId,
      'aria-label="QR code of the link to this page"',
      'Does not say that the content is true, lawful or complete.',
      'Is not a qualified electronic seal',
      'in force: neither revoked nor superseded',
    ]) {
      expect(text).toContain(expected);
    }
  });

  test.each([
    ['with the verifier', () => api],
    ['without it', () => unbuilt],
  ])('%s has links that lead to something, at the public address whatever host is asked', async (_, service) => {
    const { seal } = await sealText(service(), TEXT);
    const headers = { ...BROWSER, host: 'evil.example', 'x-forwarded-host': 'evil.example' };

    const { text } = await ask(service(), { path: `/v/${seal.id}`, headers });

    expect(text).not.toContain('evil');
    const links = linksOf(text);
    expect(links.length).toBeGreaterThan(9);
    for (const link of links) {
      expect(link).toMatch(new RegExp(`^${service().url}/`));
      expect((await ask(service(), { path: pathOf(link) })).status, link).toBe(200);
    }
  });

  test('shows names and kinds as text, whatever they are, also to its own script', async () => {
    const hostile = '</script><script>alert(1)</script><!--\u202etxt.exe\u200b&"\'';
    const seal = await sealWith(
      { producer: { kind: hostile, agentId: hostile }, digitalSourceType: `https://example.org/"${hostile}` },
      { name: hostile, mediaType: hostile },
    );

    const { text } = await pageOf(api, seal.id);

    expect(text.match(/<script/g)).toHaveLength(2);
    expect(text.match(/<\/script/g)).toHaveLength(2);
    expect(text).not.toContain('<!--');
    expect(text).not.toMatch(/[\u202e\u200b]/);
    expect(text).toContain(
      '<span class="hidden-character">U+202E</span>txt.exe<span class="hidden-character">U+200B</span>',
    );
    const evidence = /<script type="application\/json" id="evidence">([^<]*)<\/script>/.exec(text)?.[1];
    const payload = JSON.parse(JSON.parse(evidence!).bundle).dsseEnvelope.payload;
    expect(JSON.parse(Buffer.from(payload, 'base64').toString()).subject[0].name).toBe(hostile);
  });

  test('says in words and for machines that a content is AI-generated, when its issuer says so', async () => {
    const source = 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia';
    const notice = 'AI-generated: the seal states that artificial intelligence made this content.';

    const generated = (await pageOf(api, (await sealWith({ aiGenerated: true })).id)).text;
    const composite = (await pageOf(api, (await sealWith({ digitalSourceType: source })).id)).text;
    const drawn = (await pageOf(api, (await sealWith({ aiGenerated: false })).id)).text;

    expect(generated).toContain(notice);
    expect(generated).toContain(
      'itemprop="digitalSourceType" content="http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia"',
    );
    expect(composite).toContain(notice);
    expect(composite).toContain(`itemprop="digitalSourceType" content="${source}"`);
    expect(drawn.split('<script')[0]).not.toContain('AI-generated: the');
  });

  test('tells of a seal that was revoked, with the reason as text', async () => {
    const sealed = await sealText(api, 'revoked on the page');
    await revoke(sealed, 'Wrong <b>price</b>\u202e!');

    const { text } = await pageOf(api, sealed.seal.id);

    expect(text).toContain('<strong>revoked</strong>');
    expect(text).toContain('Wrong &#60;b&#62;price&#60;/b&#62;<span class="hidden-character">U+202E</span>!');
  });
});

describe('the files of a seal', () => {
  const inFolder = (files: Record<string, string | Buffer>) => {
    const folder = mkdtempSync(join(tmpdir(), 'imprimatur-files-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    return (command: string) =>
      execFileSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  };

  test('are all that VERIFY.txt asks for, and its commands say what it says', async () => {
    const { seal } = await sealText(api, TEXT);
    const links = linksOf((await pageOf(api, seal.id)).text).filter((link) =>
      link.startsWith(`${seal.verificationUrl}/`),
    );
    const files: Record<string, Buffer> = { artifact: Buffer.from(TEXT) };
    for (const link of links) files[link.slice(link.lastIndexOf('/') + 1)] = await download(api, pathOf(link));
    const run = inFolder(files);

    const lines = files['VERIFY.txt']!.toString().split('\n');

    const commands = lines.flatMap((line, at) => (line.startsWith('$ ') ? [[line.slice(2), lines[at + 1]]] : []));
    expect(commands.length).toBeGreaterThanOrEqual(4);
    for (const [command, expected] of commands) expect(run(command!), command).toBe(`${expected}\n`);
  });

  test.each(['constructor', '__proto__', 'seal.SIGSTORE.json', 'absent'])('do not include %s', async (name) => {
    const { seal } = await sealText(api, TEXT);

    const answer = await ask(api, { path: `/v/${seal.id}/${name}` });

    expectProblem(answer, { status: 404, code: 'NOT_FOUND' });
  });

  test('do not include a time stamp that is not there', async () => {
    const { seal } = await sealText(api, TEXT);

    for (const name of ['sig.tsr', 'tsa-ca.pem']) {
      expectProblem(await ask(api, { path: `/v/${seal.id}/${name}` }), { status: 404, code: 'NOT_FOUND' });
    }
  });

  test('are checked by a verifier that the log and the trust file know, so that a forged one is found out', async () => {
    const { putVerifierIntoLog } = api.services;
    const counts = await Promise.all([putVerifierIntoLog(), putVerifierIntoLog()]);
    const again = await putVerifierIntoLog();
    const html = (await ask(api, { path: '/verifier.html?download' })).bytes;
    const trust = parseTrust(await download(api, '/.well-known/imprimatur/trust.json'));
    const [verifier] = trust.verifiers;
    const bundle = await download(api, `/v/${verifier!.sealId}/seal.sigstore.json`);

    expect(Math.max(...counts)).toBe(1);
    expect(again).toBe(0);
    expect(trust.verifiers).toEqual([
      {
        sha256: createHash('sha256').update(html).digest('hex'),
        sealId: expect.any(String),
        origin: 'log1.localhost',
        logIndex: expect.any(Number),
      },
    ]);
    expect(parseBundle(bundle).logEntry.logIndex).toBe(verifier!.logIndex);
    expect((await verifySeal({ bundle, trust, artifact: html })).result).toBe('SAME_BYTES');
    const forged = Buffer.from(html.toString('utf8').replace('</body>', '<script></script></body>'));
    expect((await verifySeal({ bundle, trust, artifact: forged })).result).toBe('DIFFERENT');
    const { seal } = await sealText(api, 'another seal');
    const page = (await ask(api, { path: `/v/${seal.id}`, headers: BROWSER })).bytes.toString('utf8');
    expect(page).toContain(`<a href="${api.url}/v/${verifier!.sealId}">its own seal</a>`);
    expect((await ask(api, { path: `/v/${verifier!.sealId}`, headers: BROWSER })).status).toBe(200);
  });

  test('are checked by a verifier that is not sealed again by itself once its seal was erased', async () => {
    const erasing = await startApi({ works: false, verifierFolder });
    await erasing.services.putVerifierIntoLog();
    const trusted = async () => parseTrust(await download(erasing, '/.well-known/imprimatur/trust.json')).verifiers;
    const [verifier] = await trusted();
    await erasing.graphql('mutation ($in: EndSealInput!) { eraseSeal(input: $in) { __typename } }', {
      as: 'operator',
      variables: { in: { sealId: verifier!.sealId, reason: 'By mistake.' } },
    });

    expect(await erasing.services.putVerifierIntoLog()).toBe(0);
    expect(await trusted()).toEqual([]);
  });

  test('are checked by a verifier whose digest is published', async () => {
    const saved = await ask(api, { path: '/verifier.html?download' });
    const run = inFolder({
      'verifier.html': saved.bytes,
      'verifier.sha256': await download(api, '/.well-known/imprimatur/verifier.sha256'),
    });

    expect(saved.headers['content-disposition']).toBe('attachment; filename="verifier.html"');
    expect(run('sha256sum -c verifier.sha256')).toBe('verifier.html: OK\n');
    expect((await ask(api, { path: '/verifier.html' })).headers['content-disposition']).toBeUndefined();
  });

  test.each(['/verifier.html', '/.well-known/imprimatur/verifier.sha256'])(
    'come without the verifier where it was not built: %s',
    async (path) => {
      expectProblem(await ask(unbuilt, { path, headers: BROWSER }), { status: 404, code: 'NOT_FOUND' });
    },
  );
});

describe.skipIf(HAS_NO_BROWSER)(
  'in a browser',
  () => {
    let browser: Browser;

    beforeAll(async () => {
      browser = await launchBrowser(['seal.test']);
    }, 30_000);

    afterAll(() => browser?.close());

    /** The page; when the test is over, that it asked for nothing but itself and broke nothing. */
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
        expect(await sentenceOf(page)).toContain('give the text or the file');
        expect(await greenParts(page)).toEqual([]);
      });

      test('the copy alone is enough: the rest is in the page', async () => {
        const page = await opened();

        await give(page, 'artifact', fileOf('offer.txt', TEXT));

        expect(await sentenceOf(page)).toBe(SAME);
        expect(await page.locator('[data-check]').count()).toBe(9);
        expect(await page.locator('.result').innerText()).toContain(
          'Judged by the keys in the trust file that came with this page.',
        );
        expect(await greenParts(page)).not.toEqual([]);
      });

      test('another copy is told apart, and why', async () => {
        const page = await opened();

        await give(page, 'artifact', fileOf('offer.txt', TEXT.replace('4 200', '4 300')));
        expect(await sentenceOf(page)).toBe('The seal holds, but these are not the sealed bytes.');
        expect(await failedChecks(page)).toEqual(['digest']);
        expect(await greenParts(page)).toEqual([]);

        await give(page, 'artifact', fileOf('offer.txt', TEXT.replaceAll('\n', '\r\n')));
        expect(await sentenceOf(page)).toContain('The seal holds for the same text');
        expect(await greenParts(page)).toEqual([]);
      });
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
        'Is your copy the sealed one?',
        'The record the operator’s statement',
        'How to check by hand',
        'To take away',
        'To compare with your papers',
        'What this seal does not say',
      ]);
      expect(await page.locator('#verifier').innerText()).toBe('');
      expect(await page.locator('noscript').innerText()).toContain('how to check by hand');
      expect(await greenParts(page)).toEqual([]);
    });

    test('a seal that was revoked is never green', async () => {
      const sealed = await sealText(api, TEXT);
      await revoke(sealed, 'The price was wrong.');
      const { page } = await open(sealed.seal.verificationUrl);

      await give(page, 'artifact', fileOf('offer.txt', TEXT));

      expect(await sentenceOf(page)).toBe('The issuer revoked this seal: The price was wrong.');
      expect(await greenParts(page)).toEqual([]);
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

      expect(await sentenceOf(page)).toBe('The issuer revoked this seal: The price was wrong.');
    });

    test('keys the reader kept count more than those of the page', async () => {
      const { seal } = await sealText(api, TEXT);
      const { page } = await open(seal.verificationUrl);
      await give(page, 'artifact', fileOf('offer.txt', TEXT));
      expect(await sentenceOf(page)).toBe(SAME);

      await page.getByText('Salt, or files that you kept yourself').click();
      await give(page, 'trust', fileOf('kept.json', formatTrust(new SealingHouse().trust())));

      expect(await sentenceOf(page)).toContain('This seal cannot be judged here.');
      expect(await page.locator('.result').innerText()).toContain('Judged by the keys in kept.json.');
      expect(await greenParts(page)).toEqual([]);
    });

    test('a seal the reader kept is not taken for the one of the page', async () => {
      const [mine, other] = [await sealText(api, TEXT), await sealText(api, TEXT)];
      const { page } = await open(other.seal.verificationUrl);

      await page.getByText('Salt, or files that you kept yourself').click();
      await give(page, 'bundle', fileOf('kept.json', await download(api, `/v/${mine.seal.id}/seal.sigstore.json`)));
      await give(page, 'artifact', fileOf('offer.txt', TEXT));

      expect(await page.locator('.result').innerText()).toContain(
        `The seal you gave is ${mine.seal.id}, not the one of this page.`,
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

      await page.getByText('Salt, or files that you kept yourself').click();
      await give(page, 'checkpoint', fileOf('kept.txt', checkpoint));
      expect(await sentenceOf(page)).toContain('no proof is here that the log was not rewritten in between');
      expect(await greenParts(page)).toEqual([]);
      const link = page.getByRole('link', { name: /\/log1\.localhost\/consistency\/\d+\/\d+$/ });
      expect(await link.getAttribute('href')).toMatch(
        new RegExp(`^${api.url}/log/by-name/log1.localhost/consistency/`),
      );
      const downloading = page.waitForEvent('download');
      await link.click();
      const saved = await (await downloading).path();
      await give(page, 'consistency', fileOf('proof.txt', readFileSync(saved)));

      expect(await sentenceOf(page)).toBe(SAME);
      expect(await page.locator('.result').innerText()).toContain('It is consistent with the checkpoint you kept');
      expect(await greenParts(page)).not.toEqual([]);
      expect(faults.filter((fault) => !fault.includes('Cross-Origin-Opener-Policy'))).toEqual([]);
    });

    test('of a seal the reader kept no address is made a link', async () => {
      const checkpoint = await download(api, '/log/checkpoint');
      const [mine, other] = [await sealText(api, TEXT), await sealText(api, TEXT)];
      const { page } = await open(other.seal.verificationUrl);

      await page.getByText('Salt, or files that you kept yourself').click();
      await give(page, 'bundle', fileOf('kept.json', await download(api, `/v/${mine.seal.id}/seal.sigstore.json`)));
      await give(page, 'checkpoint', fileOf('kept.txt', checkpoint));

      expect(await page.locator('.result').innerText()).toMatch(
        /Download the proof that is missing.*\/log1\.localhost\/consistency\//,
      );
      expect(await page.locator('.result a').count()).toBe(0);
    });

    test('a page that was saved works from disk, as closed as before', async () => {
      const { seal } = await sealText(api, TEXT);
      const folder = mkdtempSync(join(tmpdir(), 'imprimatur-saved-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      writeFileSync(join(folder, 'saved.html'), (await pageOf(api, seal.id)).text);

      const { page } = await open(`file://${folder}/saved.html`);
      await give(page, 'artifact', fileOf('offer.txt', TEXT));

      expect(await sentenceOf(page)).toBe(SAME);
    });

    test.each([320, 500])('fits a width of %i pixels', async (width) => {
      const checkpoint = await download(api, '/log/checkpoint');
      const { seal } = await sealText(api, TEXT);
      const { page } = await open(seal.verificationUrl, { viewport: { width, height: 800 } });

      await give(page, 'artifact', fileOf('offer.txt', TEXT));
      await page.getByText('Salt, or files that you kept yourself').click();
      await give(page, 'checkpoint', fileOf('kept.txt', checkpoint));

      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    });
  },
  60_000,
);
