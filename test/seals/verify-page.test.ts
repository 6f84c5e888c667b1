import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ask } from '../rest/support.ts';
import { sealText } from '../support/seals.ts';
import { BROWSER, linksOf, pageOf, pathOf, sealPages, TEXT } from './seal-pages.ts';

const { api, startUnbuilt, sealWith, revoke } = await sealPages();

const unbuilt = await startUnbuilt();

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

    expect(text).not.toMatch(/<script|src=|@import|url\((?!"\/fonts\/)/i);
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
      'Is not a qualified electronic seal.</',
      'in force: neither revoked nor superseded',
    ]) {
      expect(text).toContain(expected);
    }
    // No certificate is supported that could be a qualified one.
    expect(text).not.toMatch(/unless the certificate/);
  });

  test.each([
    ['with the verifier', () => api],
    ['without it', () => unbuilt],
  ])('%s has links that lead to something, at the public address whatever host is asked', async (_, service) => {
    const { seal } = await sealText(service(), TEXT);
    const headers = { ...BROWSER, host: 'evil.example', 'x-forwarded-host': 'evil.example' };

    const { text } = await ask(service(), { path: `/v/${seal.id}`, headers });

    expect(text).not.toContain('evil');
    // What stands at the foot of every page has tests of its own.
    const links = linksOf(text.split('<footer')[0]!);
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
    const notice = 'AI-generated: the seal states that artificial intelligence created this content.';

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
