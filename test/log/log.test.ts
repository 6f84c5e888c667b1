import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Statements } from '../../src/platform/database/statements.ts';
import { inRequestScope } from '../../src/platform/request-scope.ts';
import { openCheckpoint } from '../../src/proof/checkpoint.ts';
import { parseConsistencyProof } from '../../src/proof/consistency-proof.ts';
import { parseEntryBody } from '../../src/proof/entry.ts';
import {
  CompactRange,
  consistencyPlan,
  inclusionPlan,
  leafHash,
  verifyConsistency,
  verifyInclusion,
} from '../../src/proof/merkle.ts';
import { parseVerifierKey } from '../../src/proof/note.ts';
import {
  decodeEntryBundle,
  proofFromTiles,
  rootFromTiles,
  TILE_WIDTH,
  tilePath,
  tileWidth,
} from '../../src/proof/tiles.ts';
import { upload } from '../rest/support.ts';
import { type Api, startApi } from '../support/api.ts';
import { contextOn } from '../support/context.ts';
import { asSuperuser, cloneDatabase } from '../support/database.ts';
import { download, sealText, sealTexts } from '../support/seals.ts';

const SEALS = 600;

let api: Api;
beforeAll(async () => {
  api = await startApi();
  await sealTexts(api, SEALS);
});
afterAll(() => api.stop());

const text = async (path: string) => (await download(api, path)).toString('utf8');
const logKey = async () => parseVerifierKey((await text('/.well-known/imprimatur/log.vkey')).trim());
const checkpoint = async () => openCheckpoint(await text('/log/checkpoint'), await logKey());
const fetchTile = async (tile: Parameters<typeof tilePath>[0]) => download(api, `/log/${tilePath(tile)}`);

async function entries(size: number): Promise<Uint8Array[]> {
  const bundles: Uint8Array[][] = [];
  for (let index = 0; index * TILE_WIDTH < size; index++) {
    const width = tileWidth(0, index, size);
    const path = tilePath({ level: 0, index, width }).replace('tile/0/', 'tile/entries/');
    bundles.push(decodeEntryBundle(await download(api, `/log/${path}`)));
  }
  return bundles.flat();
}

/** The statements that something takes. */
async function counted<T>(work: () => Promise<T>): Promise<{ result: T; statements: number }> {
  const statements = new Statements();
  const result = await inRequestScope({ requestId: 'test', statements }, work);
  return { result, statements: statements.count };
}

test('the proofs of many entries take no more statements than a few, and each is the one it gets by itself', async () => {
  const { log } = api.services.apis.log;
  const em = contextOn(api.services.platform.database).em;
  const { size } = await log.published(em);
  const places = Array.from({ length: size }, (_, index) => ({ log: 1, index }));

  const { result, statements } = await counted(() => log.entries(em, places));
  const few = await counted(() => log.entries(em, places.slice(0, 20)));

  // Covering checkpoints, bodies, full tiles and others, cosignatures; with fewer entries there are fewer kinds of tiles.
  expect(statements).toBeLessThanOrEqual(8);
  expect(few.statements).toBeLessThanOrEqual(statements);
  for (const [index, entry] of result.entries()) {
    const { body, checkpoint, proof } = entry!;
    expect(verifyInclusion(index, checkpoint.size, leafHash(body), proof, checkpoint.root)).toBe(true);
  }
  for (const index of [0, 255, 256, 511, size - 1]) {
    expect(await log.entry(em, { log: 1, index })).toEqual(result[index]);
  }
  await expect(log.entries(em, [{ log: 7, index: 0 }])).rejects.toThrow('No log has the number 7.');
});

describe('the log', () => {
  test('is what its checkpoint says: every entry hashes to the tree that was signed', async () => {
    const { size, root, origin } = await checkpoint();
    const bodies = await entries(size);
    const range = new CompactRange();
    for (const body of bodies) range.append(leafHash(body));

    expect(origin).toBe('log1.localhost');
    expect(size).toBe(SEALS + 1);
    expect(bodies).toHaveLength(size);
    expect(Buffer.from(range.root())).toEqual(Buffer.from(root));
    expect(Buffer.from(await rootFromTiles(size, fetchTile))).toEqual(Buffer.from(root));
  });

  test('begins with what it says of itself, so that no seal has index 0', async () => {
    const about = JSON.parse(await text('/log'));
    const genesis = JSON.parse(Buffer.from(about.genesis.payload, 'base64').toString('utf8'));
    const [first] = await entries(1);
    const indexes = await api.database.query<{ first: string }>('select min(log_index) as first from seal');

    expect(genesis).toMatchObject({ origin: about.origin, logKey: about.verifierKey, follows: null });
    expect(Buffer.from(parseEntryBody(first!).signature).toString('base64')).toBe(about.genesis.signatures[0].sig);
    expect(indexes[0]!.first).toBe('1');
  });

  test('proves from its tiles that any entry is in it, and that any earlier tree is its beginning', async () => {
    const { size, root } = await checkpoint();
    const bodies = await entries(size);
    const roots: Uint8Array[] = [];
    const range = new CompactRange();
    for (const body of bodies) {
      range.append(leafHash(body));
      roots.push(range.root());
    }

    for (const index of [0, 1, 254, 255, 256, 257, 511, 512, size - 1]) {
      const proof = await proofFromTiles(inclusionPlan(index, size), size, fetchTile);
      expect(verifyInclusion(index, size, leafHash(bodies[index]!), proof, root)).toBe(true);
    }
    for (const earlier of [1, 2, 255, 256, 257, 512, 600, size]) {
      const proof = await proofFromTiles(consistencyPlan(earlier, size), size, fetchTile);
      expect(verifyConsistency(earlier, size, proof, roots[earlier - 1]!, root)).toBe(true);
    }
  });

  test('keeps full tiles only, each with its root', async () => {
    const tiles = await api.database.query('select level, index, length(hashes) as bytes from log_tile order by 1, 2');

    expect(tiles).toEqual([
      { level: 0, index: '0', bytes: 8192 },
      { level: 0, index: '1', bytes: 8192 },
    ]);
  });

  test('serves tiles that may be kept for ever and a checkpoint that may not, to any page', async () => {
    const tile = await api.fetch('/log/tile/0/000');
    const partial = await api.fetch('/log/tile/0/002.p/3');
    const head = await api.fetch('/log/checkpoint', { method: 'HEAD' });

    expect(tile.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(tile.headers.get('content-type')).toBe('application/octet-stream');
    expect(partial.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await partial.arrayBuffer()).byteLength).toBe(96);
    expect(head.headers.get('cache-control')).toBe('public, max-age=1');
    expect(head.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    for (const answer of [tile, partial, head]) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    }
  });

  test.each([
    ['beyond its end', 'tile/0/900'],
    ['of a width it does not have', 'tile/0/002.p/255'],
    ['of a level it does not have', 'tile/3/000'],
    ['of no level', 'tile/64/000'],
    ['under a second name', 'tile/0/0'],
    ['under an empty width', 'tile/0/002.p/0'],
    ['that is none', 'tile/x'],
    ['of entries beyond its end', 'tile/entries/900'],
    ['outside', 'tile/0/..%2f..%2fcheckpoint'],
  ])('has no tile %s', async (_, path) => {
    const answer = await api.json(`/log/${path}`);

    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });

  test('proves to whoever kept a checkpoint that the later tree continues it, in the form of a witness’s request', async () => {
    const notes = (await api.json('/log/checkpoints')).body.checkpoints as string[];
    const key = await logKey();
    const [old, next] = [notes.at(-3)!, notes.at(-1)!].map((note) => openCheckpoint(note, key));

    const answer = await api.fetch(`/log/consistency/${old!.size}/${next!.size}`);

    const { oldSize, proof, checkpoint } = parseConsistencyProof(await answer.text());
    expect(oldSize).toBe(old!.size);
    expect(checkpoint).toBe(notes.at(-1));
    expect(verifyConsistency(old!.size, next!.size, proof, old!.root, next!.root)).toBe(true);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('proves a tree of any size to be the beginning of a published one', async () => {
    const { size, root } = await checkpoint();
    const range = new CompactRange();
    const bodies = await entries(size);

    for (const body of bodies.slice(0, 257)) range.append(leafHash(body));

    const { proof } = parseConsistencyProof(await text(`/log/consistency/257/${size}`));
    expect(verifyConsistency(257, size, proof, range.root(), root)).toBe(true);
  });

  test('says that no checkpoint of exactly this size was published, and names the next', async () => {
    const sizes = ((await api.json('/log/checkpoints')).body.checkpoints as string[]).map((note) =>
      Number(note.split('\n')[1]),
    );
    const between = sizes.find((size, at) => at > 0 && size - sizes[at - 1]! > 1)! - 1;

    const missing = await api.json(`/log/consistency/1/${between}`);
    const beyond = await api.json('/log/consistency/1/900000');

    expect(missing).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(missing.body.detail).toBe(
      `No checkpoint of exactly ${between} entries was published; the next larger one has ${between + 1}.`,
    );
    expect(beyond).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(beyond.body.detail).toMatch(/^No checkpoint of exactly 900000 entries was published; /);
  });

  test.each(['0/5', '5/5', '6/5', '05/6', 'a/5', '1/b', '1/1e3', '1/99999999999999999999', '-1/5'])(
    'has no proof between %s',
    async (sizes) => {
      const answer = await api.json(`/log/consistency/${sizes}`);

      expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_USER_INPUT' } });
    },
  );

  test('holds no word and no digest of what is sealed', async () => {
    const { seal } = await sealText(api, 'nothing of this is in the log');
    const bundle = JSON.parse((await download(api, `/v/${seal.id}/seal.sigstore.json`)).toString());
    const body = (await entries((await checkpoint()).size))[seal.logIndex]!;

    const shown = Buffer.from(body).toString('utf8');
    expect(bundle.verificationMaterial.tlogEntries[0].canonicalizedBody).toBe(Buffer.from(body).toString('base64'));
    for (const hidden of [seal.id, seal.sha256, Buffer.from(seal.sha256, 'hex').toString('base64'), 'nothing']) {
      expect(shown).not.toContain(hidden);
    }
  });
});

describe('what is in the log stays as it is', () => {
  const TABLES = {
    log_entry: 'log',
    log_tile: 'log',
    log_checkpoint: 'log',
    log_cosignature: 'log',
    log_witness_policy: 'quorum',
  };
  const CHANGES = Object.entries(TABLES).flatMap(([table, column]) => [
    `update ${table} set ${column} = 2`,
    `delete from ${table}`,
    `truncate ${table}`,
  ]);

  test.each(CHANGES)('the service may not: %s', async (statement) => {
    await expect(api.database.query(statement)).rejects.toThrow(/permission denied for table|insert-only/);
  });

  test.each(CHANGES)('who has more rights is refused as well: %s', async (statement) => {
    await expect(asSuperuser(statement, api.database.url)).rejects.toThrow(/insert-only/);
  });
});

test('what is asked for twice while another batch is being written is logged once, and both get the same', async () => {
  const { service } = api.services.apis.seals;
  const { database } = api.services.platform;
  const asset = await upload(api);
  const client = await holdLog(api.database.url);
  const blocker = sealText(api, 'first in its batch');
  await new Promise((resolve) => setTimeout(resolve, 200));
  const both = [1, 2].map(() => service.sealAsset(contextOn(database), asset.id));
  await new Promise((resolve) => setTimeout(resolve, 200));

  await client.end();

  const [one, other] = await Promise.all(both);
  await blocker;
  expect((one as { id: string }).id).toBe((other as { id: string }).id);
  expect((await api.fetch(`/v/${(one as { id: string }).id}`)).status).toBe(200);
});

test('an entry that a killed process left without a checkpoint gets one when it is asked for', async () => {
  const { seal } = await sealText(api, 'covered later');
  await asSuperuser(
    `set session_replication_role = replica; delete from log_checkpoint where size > ${seal.logIndex}`,
    api.database.url,
  );
  const restarted = await startApi({ database: api.database, works: false });

  expect((await restarted.fetch(`/v/${seal.id}/seal.sigstore.json`)).status).toBe(200);
});

/** Holds up whoever writes to the log, until it ends. */
async function holdLog(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  await client.query('select 1 from log_state for update');
  return client;
}

test('two services that write at once leave no hole and no double', async () => {
  const database = await cloneDatabase();
  const [one, other] = [await startApi({ database }), await startApi({ database })];

  await Promise.all([sealTexts(one, 100), sealTexts(other, 100)]);

  const rows = await database.query<{ index: string }>('select index from log_entry order by index');
  expect(rows.map(({ index }) => Number(index))).toEqual(Array.from({ length: 201 }, (_, index) => index));
  const seals = await database.query('select count(distinct log_index)::int as count from seal');
  expect(seals).toEqual([{ count: 200 }]);
  await Promise.all([one.stop(), other.stop()]);
  await database.drop();
});

describe('a bundle of entries', () => {
  const FULL = '/log/tile/entries/000';
  const asked = async (path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => {
    const { statusCode, headers: answered, body } = await request(api.url + path, { method, headers });
    return { status: statusCode, headers: answered, bytes: Buffer.from(await body.arrayBuffer()) };
  };
  const gzip = { 'accept-encoding': 'gzip' };

  test('is compressed for who accepts it, and the same bytes for everybody', async () => {
    const plain = await asked(FULL);
    const small = await asked(FULL, gzip);

    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(small.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(small.bytes).equals(plain.bytes)).toBe(true);
    expect(small.bytes.length).toBeLessThan(0.3 * plain.bytes.length);
    for (const { status, headers, bytes } of [plain, small]) {
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'application/octet-stream',
        'content-length': String(bytes.length),
        'access-control-allow-origin': '*',
      });
      expect(headers.vary).toContain('Accept-Encoding');
    }
    expect(decodeEntryBundle(plain.bytes)).toHaveLength(TILE_WIDTH);
  });

  test.each([
    ['gzip;q=0', undefined],
    ['identity', undefined],
    ['br', undefined],
    ['', undefined],
    ['identity, gzip;q=0.5', 'gzip'],
    ['br, gzip, deflate', 'gzip'],
    ['*', 'gzip'],
  ])('for `Accept-Encoding: %s` it is sent as %s', async (encodings, sent) => {
    expect((await asked(FULL, { 'accept-encoding': encodings })).headers['content-encoding']).toBe(sent);
  });

  test('has a tag for each of its forms, with which it need not be sent again', async () => {
    const [plain, small] = [await asked(FULL), await asked(FULL, gzip)];
    expect(small.headers.etag).not.toBe(plain.headers.etag);

    for (const [form, headers] of [
      [plain, {}],
      [small, gzip],
    ] as const) {
      const again = await asked(FULL, { ...headers, 'if-none-match': String(form.headers.etag) });
      expect(again).toMatchObject({ status: 304, headers: { etag: form.headers.etag } });
      expect(again.bytes).toHaveLength(0);
      expect(again.headers).not.toHaveProperty('content-encoding');
      expect(again.headers).toMatchObject({
        'cache-control': plain.headers['cache-control'],
        vary: plain.headers.vary,
      });
    }
    expect((await asked(FULL, { 'if-none-match': String(small.headers.etag) })).status).toBe(200);
  });

  test('answers HEAD as GET, without the bytes', async () => {
    for (const headers of [{}, gzip]) {
      const [get, head] = [await asked(FULL, headers), await asked(FULL, headers, 'HEAD')];
      expect(head.bytes).toHaveLength(0);
      for (const name of ['etag', 'vary', 'content-length', 'content-encoding', 'content-type', 'cache-control']) {
        expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
      }
    }
  });

  test('that is small is not compressed, nor is a tile, whose hashes cannot be', async () => {
    const one = await asked('/log/tile/entries/000.p/1', gzip);
    const tile = await asked('/log/tile/0/000', gzip);

    expect(one.bytes.length).toBeLessThan(1_400);
    expect(one.headers).not.toHaveProperty('content-encoding');
    expect(one.headers.vary).toContain('Accept-Encoding');
    expect(tile).toMatchObject({ status: 200, headers: { etag: expect.any(String) } });
    expect(tile.headers).not.toHaveProperty('content-encoding');
    expect(String(tile.headers.vary)).not.toContain('Accept-Encoding');
    expect((await asked('/log/tile/0/000', { 'if-none-match': String(tile.headers.etag) })).status).toBe(304);
  });

  test('that is not there is a problem in words, not in gzip', async () => {
    const missing = await asked('/log/tile/entries/900', gzip);

    expect(missing.status).toBe(404);
    expect(missing.headers).not.toHaveProperty('content-encoding');
    expect(JSON.parse(missing.bytes.toString())).toMatchObject({ code: 'NOT_FOUND' });
  });
});
