import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseBundle } from '../../src/proof/bundle.ts';
import { parseTrust } from '../../src/proof/trust.ts';
import { verifySeal } from '../../src/proof/verify.ts';
import { ask, expectProblem } from '../rest/support.ts';
import { type Api, startApi } from '../support/api.ts';
import { contextOn } from '../support/context.ts';
import { download, sealText } from '../support/seals.ts';
import { BROWSER, linksOf, pageOf, pathOf, sealPages, TEXT } from './seal-pages.ts';

const putVerifierIntoLogOf = ({ services: { apis, platform } }: Api) =>
  apis.seals.sealVerifier(contextOn(platform.database));

const { api, startUnbuilt, verifierFolder } = await sealPages();

const unbuilt = await startUnbuilt();

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

    const lines = files[`${seal.id}.VERIFY.txt`]!.toString().split('\n');

    const commands = lines.flatMap((line, at) => (line.startsWith('$ ') ? [[line.slice(2), lines[at + 1]]] : []));
    expect(commands.length).toBeGreaterThanOrEqual(4);
    for (const [command, expected] of commands) expect(run(command!), command).toBe(`${expected}\n`);
  });

  test('are saved under names of their own, and are served under both names', async () => {
    const { seal } = await sealText(api, TEXT);
    const names = {
      'seal.sigstore.json': `${seal.id}.sigstore.json`,
      'seal.tlog-proof': `${seal.id}.tlog-proof`,
      'seal.pub.pem': `${seal.id}.pub.pem`,
      'pae.bin': `${seal.id}.pae.bin`,
      'VERIFY.txt': `${seal.id}.VERIFY.txt`,
      'trust.json': 'trust.json',
    };

    for (const [name, saved] of Object.entries(names)) {
      const answers = [name, saved].map((file) => ask(api, { path: `/v/${seal.id}/${file}` }));
      const [byName, bySavedName] = await Promise.all(answers);

      expect(byName!.headers['content-disposition']).toBe(`attachment; filename="${saved}"`);
      expect(bySavedName!.headers['content-disposition']).toBe(`attachment; filename="${saved}"`);
      expect(bySavedName!.bytes).toEqual(byName!.bytes);
    }
    const statuses = await ask(api, { path: `/v/${seal.id}/statuses.json` });
    expect(statuses.headers['content-disposition']).toBe(`inline; filename="${seal.id}.statuses.json"`);
    const anotherId = seal.id.slice(0, -1) + (seal.id.endsWith('0') ? '1' : '0');
    const ofAnother = await ask(api, { path: `/v/${seal.id}/${anotherId}.sigstore.json` });
    expectProblem(ofAnother, { status: 404, code: 'NOT_FOUND' });
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
    const putVerifierIntoLog = () => putVerifierIntoLogOf(api);
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
    await putVerifierIntoLogOf(erasing);
    const trusted = async () => parseTrust(await download(erasing, '/.well-known/imprimatur/trust.json')).verifiers;
    const [verifier] = await trusted();
    await erasing.graphql('mutation ($in: EraseSealInput!) { eraseSeal(input: $in) { __typename } }', {
      as: 'operator',
      variables: { in: { sealId: verifier!.sealId, reason: 'By mistake.' } },
    });

    expect(await putVerifierIntoLogOf(erasing)).toBe(0);
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
      expectProblem(await ask(unbuilt, { path }), { status: 404, code: 'NOT_FOUND' });
      const inABrowser = await ask(unbuilt, { path, headers: BROWSER });
      expect([inABrowser.status, inABrowser.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    },
  );
});
