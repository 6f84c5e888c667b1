import { execFileSync } from 'node:child_process';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import canonicalize from 'canonicalize';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parseTrust } from '../../src/proof/trust.ts';
import { verifySeal } from '../../src/proof/verify.ts';
import { type Answer, ask, expectProblem, post, upload } from '../rest/support.ts';
import { type Api, startApi } from '../support/api.ts';

const SEAL = '/api/legal/provenance-seal';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const digest = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');

// biome-ignore lint/suspicious/noExplicitAny: the REST body
async function seal(text: string): Promise<any> {
  const { status, json } = await ask(api, post(SEAL, { artifact_text: text, disclaimer_ack: true }));
  expect(status).toBe(201);
  return json.seal;
}

const pathOf = (url: string) => new URL(url).pathname;
const bundleOf = async (sealed: { bundleUrl: string }) => (await ask(api, { path: pathOf(sealed.bundleUrl) })).json;
const keyOf = async () => (await ask(api, { path: '/.well-known/imprimatur/seal-public-key.pem' })).text;

/** What is signed according to DSSE v1, written here a second time. */
function signedBytes({ payloadType, payload }: { payloadType: string; payload: string }): Buffer {
  const body = Buffer.from(payload, 'base64');
  return Buffer.concat([Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${body.length} `), body]);
}

describe('a seal', () => {
  test('is a statement about the exact bytes, in canonical form', async () => {
    const sealed = await seal('Ein Text.\n');

    const bundle = await bundleOf(sealed);
    const payload = Buffer.from(bundle.dsseEnvelope.payload, 'base64').toString('utf8');
    const statement = JSON.parse(payload);
    expect(payload).toBe(canonicalize(statement));
    expect(bundle.dsseEnvelope.payloadType).toBe('application/vnd.in-toto+json');
    expect(statement).toMatchObject({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [{ name: 'text', digest: { sha256: digest('Ein Text.\n') } }],
      predicate: {
        sealId: sealed.id,
        byteLength: 10,
        canonicalization: 'none',
        claimedAt: sealed.sealedAt,
        disclaimer: { version: '1', language: 'en', ackedAt: sealed.sealedAt },
      },
    });
    expect(Buffer.from(statement.predicate.nonce, 'base64')).toHaveLength(32);
  });

  test('is under a key and in a log that are already valid, even the first of a new service', async () => {
    const fresh = await startApi();
    const { json } = await ask(fresh, post(SEAL, { artifact_text: 'the first', disclaimer_ack: true }));

    const bundle = (await ask(fresh, { path: pathOf(json.seal.bundleUrl) })).text;
    const trust = parseTrust((await ask(fresh, { path: '/.well-known/imprimatur/trust.json' })).text);

    expect(await verifySeal({ bundle, trust, text: 'the first' })).toMatchObject({ result: 'SAME_BYTES' });
  });

  test('verifies with node:crypto, and not when a byte of anything differs', async () => {
    const { dsseEnvelope: envelope } = await bundleOf(await seal('to be verified'));
    const key = createPublicKey(await keyOf());
    const signature = Buffer.from(envelope.signatures[0].sig, 'base64');
    const signed = signedBytes(envelope);

    expect(verify('sha256', signed, key, signature)).toBe(true);
    for (const at of [0, 20, signed.length - 1]) {
      const changed = Buffer.from(signed);
      changed[at]! ^= 1;
      expect(verify('sha256', changed, key, signature)).toBe(false);
    }
    expect(verify('sha256', Buffer.from(envelope.payload, 'base64'), key, signature)).toBe(false);
  });

  test('verifies with openssl alone', async () => {
    const { dsseEnvelope: envelope } = await bundleOf(await seal('checked by somebody else'));
    const folder = mkdtempSync(join(tmpdir(), 'imprimatur-seal-'));
    try {
      writeFileSync(join(folder, 'key.pem'), await keyOf());
      writeFileSync(join(folder, 'sig'), Buffer.from(envelope.signatures[0].sig, 'base64'));
      writeFileSync(join(folder, 'signed'), signedBytes(envelope));
      const openssl = (file: string) =>
        execFileSync('openssl', ['dgst', '-sha256', '-verify', 'key.pem', '-signature', 'sig', file], {
          cwd: folder,
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'pipe'],
        });

      expect(openssl('signed')).toContain('Verified OK');
      writeFileSync(join(folder, 'other'), 'something else');
      expect(() => openssl('other')).toThrow();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('names its key by the digest of the key itself', async () => {
    const bundle = await bundleOf(await seal('a'));
    const pem = await keyOf();
    const der = createPublicKey(pem).export({ type: 'spki', format: 'der' });

    expect(bundle.verificationMaterial.publicKey).toEqual({
      hint: Buffer.from(digest(der), 'hex').toString('base64'),
    });
  });

  test('is of exact bytes: texts that look the same have other digests', async () => {
    const texts = [
      'é',
      'e\u0301',
      'a\nb',
      'a\r\nb',
      'a\rb',
      'a',
      'a\n',
      ' a',
      'a ',
      '\ufeffa',
      'ａ',
      '👩‍🚀',
      '\u200b',
      '\u2028',
      '\t',
    ];

    const sealed = await Promise.all(texts.map(seal));

    expect(sealed.map((one) => one.sha256)).toEqual(texts.map((text) => digest(text)));
    expect(new Set(sealed.map((one) => one.sha256)).size).toBe(texts.length);
  });

  test('is of texts that look other than they are, too: their characters are shown, not obeyed', async () => {
    const text = 'pay \u202e001\u202c EUR\u200b to \u{e0041}';
    const sealed = await seal(text);

    expect(sealed.sha256).toBe(digest(text));
  });

  test.each([
    ['empty', '', 422, 'INPUT_INVALID'],
    ['with NUL', 'a\0b', 400, 'BAD_USER_INPUT'],
    ['over a megabyte', 'a'.repeat(1_000_001), 422, 'INPUT_INVALID'],
    ['of three megabytes', 'a'.repeat(3_000_000), 422, 'INPUT_INVALID'],
    ['of five megabytes', 'a'.repeat(5_000_000), 413, 'PAYLOAD_TOO_LARGE'],
    ['of more marks in a row than can be put in order', `a${'\u0301\u0323'.repeat(60_000)}`, 422, 'INPUT_INVALID'],
  ])('is not of a text that is %s, and nothing is written', async (_, text, status, code) => {
    const rows = async () => (await api.database.query('select index from log_entry')).length;
    const before = await rows();

    const answer = await ask(api, post(SEAL, { artifact_text: text, disclaimer_ack: true }));

    expectProblem(answer, { status, code });
    expect(await rows()).toBe(before);
  });

  test('is not of half a character: two different texts would have one digest', async () => {
    for (const half of ['\\ud800', '\\udfff']) {
      const body = `{"artifact_text": "pay ${half} now", "disclaimer_ack": true}`;
      const answer = await ask(api, {
        method: 'POST',
        path: SEAL,
        headers: { 'content-type': 'application/json' },
        body,
      });

      expectProblem(answer, { status: 400, code: 'BAD_USER_INPUT' });
    }
  });

  test.each([
    ['nothing in it', '""', { code: 'INPUT_INVALID' }],
    ['NUL', '"a\\u0000b"', { code: 'BAD_USER_INPUT' }],
    ['half a character', '"pay \\ud800 now"', { code: 'BAD_USER_INPUT' }],
    ['over a megabyte', `"${'a'.repeat(1_000_001)}"`, { code: 'INPUT_INVALID' }],
    ['five megabytes', `"${'a'.repeat(5_000_000)}"`, 'PAYLOAD_TOO_LARGE'],
    ['marks in a row', `"a${'\u0301\u0323'.repeat(60_000)}"`, { code: 'INPUT_INVALID' }],
  ])('is not of a text with %s in GraphQL either', async (_, text, refused) => {
    const query = `mutation ($text: String!) { sealText(input: { text: $text, disclaimerAcknowledged: true }) {
      ... on InputInvalid { code } } }`;
    const body = `{"query": ${JSON.stringify(query)}, "variables": {"text": ${text}}}`;
    const rows = async () => (await api.database.query('select index from log_entry')).length;
    const before = await rows();

    const { data, errors } = (await api.json('/graphql', { body })).body;

    expect(errors?.[0].extensions.code ?? data.sealText).toEqual(refused);
    expect(await rows()).toBe(before);
  });

  test('makes the service ask nobody, whatever addresses come along', async () => {
    let asked = 0;
    const canary = createServer((_req, res) => {
      asked++;
      res.end();
    });
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void canary.close());
    const url = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/key.pem`;
    const body = { artifact_text: url, disclaimer_ack: true };

    const sealed = await seal(url);
    for (const name of ['url', 'artifact_url', 'public_key', 'publicKeyUrl', 'callback_url', 'tsa_url', 'log_url']) {
      const answer = await ask(api, post(SEAL, { ...body, [name]: url }));
      expectProblem(answer, { status: 400, code: 'BAD_USER_INPUT' });
    }
    const page = await ask(api, {
      path: `${pathOf(sealed.verificationUrl)}?key=${url}&tsa=${url}`,
      headers: { referer: url, origin: url, accept: 'text/html' },
    });

    expect(sealed.sha256).toBe(digest(url));
    expect(page.status).toBe(200);
    expect(asked).toBe(0);
  });

  test('of the largest text there may be', async () => {
    const text = 'é'.repeat(500_000);

    expect((await seal(text)).sha256).toBe(digest(text));
  });

  test('of the same text again is another one, and both are found by the digest', async () => {
    const [first, second] = [await seal('twice'), await seal('twice')];

    expect(second.id).not.toBe(first.id);
    const { data } = await api.graphql('query ($sha256: Sha256!) { sealsByDigest(sha256: $sha256) { id } }', {
      variables: { sha256: digest('twice').toUpperCase() },
    });
    expect(data.sealsByDigest.map((one: { id: string }) => one.id)).toEqual([first.id, second.id]);
  });

  test('keeps no word of the text, in no column of no table', async () => {
    const text = `canary-${Math.random()}-of-the-text`;
    await seal(text);

    const tables = await api.database.query<{ name: string }>(
      `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
       where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
    );
    for (const { name } of tables) {
      for (const kept of [text, Buffer.from(text).toString('base64').slice(0, 20), Buffer.from(text).toString('hex')]) {
        const [row] = await api.database.query(`select count(*)::int as count from ${name} t where t::text like $1`, [
          `%${kept}%`,
        ]);
        expect({ name, count: row!.count }).toEqual({ name, count: 0 });
      }
    }
  });
});

describe('the page of a seal', () => {
  const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

  test('is HTML for a browser, by itself, and JSON for everybody else', async () => {
    const sealed = await seal('to be looked at');
    const path = pathOf(sealed.verificationUrl);

    const page = await ask(api, { path, headers: BROWSER });
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'Accept, Accept-Encoding',
      'x-content-type-options': 'nosniff',
    });
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'/);
    expect(page.text).toContain(sealed.sha256);
    expect(page.text).toContain(`${sealed.verificationUrl}/${sealed.id}.sigstore.json`);
    expect(page.text).not.toMatch(/<script|src=|@import|url\((?!"\/fonts\/)/i);

    for (const accept of [undefined, '*/*', 'application/json']) {
      const { json } = await ask(api, { path, headers: accept ? { accept } : {} });
      const { byteLength, mediaType, keyId, isPrivate, bytesPurgedAt, ...rest } = json.seal;
      expect({ ok: json.ok, seal: rest }).toEqual({ ok: true, seal: sealed });
      expect({ byteLength, mediaType, isPrivate, bytesPurgedAt }).toEqual({
        bytesPurgedAt: null,
        byteLength: 15,
        mediaType: 'text/plain; charset=utf-8',
        isPrivate: false,
      });
      expect(keyId).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  test('comes with the bundle as a file', async () => {
    const sealed = await seal('to take away');

    const { headers } = await ask(api, { path: pathOf(sealed.bundleUrl) });

    expect(headers['content-disposition']).toBe(`attachment; filename="${sealed.id}.sigstore.json"`);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test.each([
    ['an unknown id', 'seal_00000000000000000000000000'],
    ['another kind of id', 'ast_00000000000000000000000000'],
    ['a digest', 'a'.repeat(64)],
    ['an id in other case', 'SEAL_00000000000000000000000000'],
    ['NUL', 'seal_%00'],
    ['a path', '..%2f..%2fetc'],
    ['markup', '%3Cscript%3E'],
    ['10 kB', 'a'.repeat(10_000)],
  ])('is not there for %s, in a browser neither', async (_, id) => {
    for (const path of [`/v/${id}`, `/v/${id}/seal.sigstore.json`]) {
      expectProblem(await ask(api, { path }), { status: 404, code: 'NOT_FOUND' });
      const page: Answer = await ask(api, { path, headers: BROWSER });
      expect(page.status).toBe(404);
      expect(page.text).toContain('No seal has this id.');
    }
  });
});

test('links are made of the public address, whatever host a caller names', async () => {
  const headers = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example',
  };
  const asked = [
    await ask(api, post(SEAL, { artifact_text: 'host', disclaimer_ack: true }, { headers })),
    await ask(api, { path: '/api/admin/image-bank', as: 'operator', headers }),
    await ask(api, { path: pathOf((await seal('b')).verificationUrl), headers: { ...headers, accept: 'text/html' } }),
    await ask(api, { path: '/openapi.json', headers }),
    await ask(api, { path: '/nowhere', headers }),
    await ask(
      api,
      post(
        '/api/integrations/cinema/render',
        { prompt: 'sea', width: 256, height: 256 },
        { as: 'integration', headers: { ...headers, prefer: 'wait=0' } },
      ),
    ),
  ];

  for (const answer of asked) expect(answer.text + JSON.stringify(answer.headers)).not.toContain('evil');
  expect(asked[0]!.json.seal.verificationUrl).toMatch(new RegExp(`^${api.url}/v/`));
});

describe('a picture', () => {
  const SEAL_ASSET = `mutation ($id: ID!) { sealAsset(input: { assetId: $id }) {
    ... on SealedAsset { seal { id sha256 byteLength mediaType subject asset { id } } } ... on NotFound { code } } }`;

  test('that was rendered is sealed by itself, once', async () => {
    const { asset } = await api.render({ seed: 77 });

    const seals = () =>
      api.database.query<{ id: string }>('select id, sha256 from seal where asset_id = $1', [asset.id]);
    await expect.poll(seals).toMatchObject([{ sha256: asset.sha256 }]);

    const sealed = (await seals())[0]!;
    const { data } = await api.graphql('query ($id: ID!) { asset(id: $id) { seal { id verificationUrl } } }', {
      as: 'operator',
      variables: { id: asset.id },
    });
    expect(data.asset.seal).toEqual({ id: sealed.id, verificationUrl: `${api.url}/v/${sealed.id}` });
    const again = await api.graphql(SEAL_ASSET, { as: 'operator', variables: { id: asset.id } });
    expect(again.data.sealAsset.seal.id).toBe(sealed.id);
  });

  test('that was rendered is not sealed where the setting says so', async () => {
    const quiet = await startApi({ env: { SEAL_RENDERS: '0' } });
    await quiet.render({ seed: 78 });
    const waiting = () => quiet.database.query('select id from outbox_event where dispatched_at is null');
    await expect.poll(waiting).toEqual([]);

    expect(await quiet.database.query('select id from seal')).toEqual([]);
  });

  test('that was uploaded is sealed on request, and by many at once only once', async () => {
    const asset = await upload(api, { tags: ['sealed'] });
    expect(asset.sealUrl).toBeNull();

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => api.graphql(SEAL_ASSET, { as: 'operator', variables: { id: asset.id } })),
    );

    const seals = answers.map(({ data }) => data.sealAsset.seal);
    expect(new Set(seals.map((one) => one.id)).size).toBe(1);
    expect(seals[0]).toMatchObject({
      subject: 'ASSET',
      sha256: asset.sha256,
      byteLength: asset.byteSize,
      mediaType: 'image/png',
      asset: { id: asset.id },
    });
    const { body } = await api.json('/api/admin/image-bank?tags=sealed', { as: 'operator' });
    expect(body.items[0].sealUrl).toBe(`${api.url}/v/${seals[0].id}`);
    const statement = JSON.parse(
      Buffer.from(
        (await bundleOf({ bundleUrl: `${body.items[0].sealUrl}/seal.sigstore.json` })).dsseEnvelope.payload,
        'base64',
      ).toString(),
    );
    expect(statement.subject).toEqual([{ name: asset.id, digest: { sha256: asset.sha256 } }]);
  });

  test('that was uploaded is never said to be made by us, whatever it says of itself', async () => {
    const claim = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description xmlns:i="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
        i:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia"/></rdf:RDF></x:xmpmeta>`;
    const claiming = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123456' } })
      .withXmp(claim)
      .jpeg()
      .toBuffer();
    const rendered = await api.render({ seed: 79 });
    const { url } = rendered.asset;
    const ours = await sharp((await ask(api, { path: pathOf(url) })).bytes)
      .tint('#204060')
      .png()
      .toBuffer();
    const claimsOf = async (assetId: string) => {
      const { data } = await api.graphql(SEAL_ASSET, { as: 'operator', variables: { id: assetId } });
      const { dsseEnvelope } = await bundleOf({
        bundleUrl: `${api.url}/v/${data.sealAsset.seal.id}/seal.sigstore.json`,
      });
      return JSON.parse(Buffer.from(dsseEnvelope.payload, 'base64').toString()).predicate;
    };

    const foreign = [
      await upload(api),
      await upload(api, { imageBase64: claiming.toString('base64'), source: 'imprimatur' }),
      await upload(api, { imageBase64: ours.toString('base64'), title: rendered.asset.title }),
    ];

    for (const { id } of foreign) {
      const predicate = await claimsOf(id);
      for (const made of ['digitalSourceType', 'aiGenerated', 'producer']) expect(predicate).not.toHaveProperty(made);
    }
    expect((await claimsOf(rendered.asset.id)).digitalSourceType).toMatch(/algorithmicMedia$/);
  });

  test('that is not there is not sealed', async () => {
    const { data } = await api.graphql(SEAL_ASSET, {
      as: 'operator',
      variables: { id: 'ast_00000000000000000000000000' },
    });

    expect(data.sealAsset).toEqual({ code: 'NOT_FOUND' });
  });

  test('behind a seal is not shown to a stranger, the seal is', async () => {
    const { id } = await upload(api);
    const { data } = await api.graphql(SEAL_ASSET, { as: 'operator', variables: { id } });

    const seen = await api.graphql('query ($id: ID!) { seal(id: $id) { sha256 asset { title } } }', {
      variables: { id: data.sealAsset.seal.id },
    });

    expect(seen.data.seal).toEqual({ sha256: data.sealAsset.seal.sha256, asset: null });
    expect(seen.errors?.[0]).toMatchObject({ path: ['seal', 'asset'], extensions: { code: 'UNAUTHENTICATED' } });
  });
});
