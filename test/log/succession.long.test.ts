import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { databaseOptions } from '../../src/app.ts';
import type { ChainApi } from '../../src/chain/index.ts';
import { LocalSigner, SEAL_KEY } from '../../src/log/keys/signer.ts';
import { LocalCheckpointSigner } from '../../src/log/log-key.ts';
import { succeedLog } from '../../src/log/succession.ts';
import type { Context } from '../../src/platform/context.ts';
import { Database } from '../../src/platform/database/database.ts';
import { encodeBase64 } from '../../src/proof/bytes.ts';
import { openCheckpoint } from '../../src/proof/checkpoint.ts';
import { consistencyPath, parseConsistencyProof } from '../../src/proof/consistency-proof.ts';
import { formatVerifierKey, parseVerifierKey } from '../../src/proof/note.ts';
import { statusBundlesIn } from '../../src/proof/status-list.ts';
import { parseTrust } from '../../src/proof/trust.ts';
import { verifySeal } from '../../src/proof/verify.ts';
import { forgetUnpublished } from '../../src/seals/seal-status.repository.ts';
import { runTasks } from '../chain/export.ts';
import { upload } from '../rest/support.ts';
import { type Api, type Json, LOG_PRIVATE_KEY, SEAL_PRIVATE_KEY, startApi } from '../support/api.ts';
import { Folder, imprimatur } from '../support/command.ts';
import { contextOn } from '../support/context.ts';
import { asSuperuser, cloneDatabase, copyDatabase, type TestDatabase } from '../support/database.ts';
import { appendUnpublished, download, sealFile, sealText, sealTexts } from '../support/seals.ts';
import { until } from '../support/service-process.ts';
import { TestWitness } from '../support/witness.ts';

const NEXT = 'log2.localhost';

/** What a machine keeps from one start to the next: a database, and a folder beside it. */
async function machine() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'imprimatur-succession-'));
  const database = await cloneDatabase();
  onTestFinished(async () => {
    await database.drop();
    rmSync(dataDir, { recursive: true });
  });
  const start = (on: TestDatabase = database, env: Record<string, string> = {}) =>
    startApi({ database: on, works: 'WITNESSES' in env, env: { DATA_DIR: dataDir, ...env } });
  const succeed = async (on: TestDatabase = database, logPrivateKey = LOG_PRIVATE_KEY) => {
    const db = await Database.open(databaseOptions({ databaseUrl: on.url, poolSize: 2 }));
    const succession = {
      database: db,
      signer: new LocalSigner(SEAL_PRIVATE_KEY, SEAL_KEY),
      checkpointSigner: (origin: string) => new LocalCheckpointSigner(origin, logPrivateKey),
      origin: NEXT,
      dataDir,
      forgetUnpublished,
    };
    await succeedLog(succession);
    await expect(succeedLog(succession)).rejects.toThrow(`A log named ${NEXT} already exists`);
    await db.close();
  };
  return { database, dataDir, start, succeed };
}

const text = async (api: Api, of: string) => (await download(api, of)).toString('utf8');
const bundleOf = (api: Api, seal: Json) => sealFile(api, seal.id, 'seal.sigstore.json');

async function verdictOf(api: Api, bundle: Buffer, sealed: string, list?: string) {
  const trust = parseTrust(await download(api, '/.well-known/imprimatur/trust.json'));
  const statuses = list === undefined ? undefined : statusBundlesIn(Buffer.from(list));
  return verifySeal({ bundle, trust, text: sealed, ...(statuses && { statuses }) });
}

test('a new log takes the place of a frozen one, and the seals of both hold', async () => {
  const { database, start, succeed } = await machine();
  const before = await start();
  const { seal: older } = await sealText(before, 'in the first log');
  await before.stop();
  const backup = await copyDatabase(database);
  onTestFinished(() => backup.drop());
  const after = await start();
  const { seal: lost } = await sealText(after, 'lost with the database');
  const lostBundle = await bundleOf(after, lost);
  const last = await text(after, '/log/checkpoint');
  await after.stop();
  await succeed(backup);

  const api = await start(backup);
  const { seal: newer } = await sealText(api, 'in the second log');

  expect(newer.logIndex).toBe(1);
  const about = JSON.parse(await text(api, '/log'));
  expect(about.logs).toEqual(['log1.localhost', NEXT]);
  expect(JSON.parse(Buffer.from(about.genesis.payload, 'base64').toString())).toMatchObject({
    origin: NEXT,
    follows: last,
  });
  expect(JSON.parse(await text(api, '/.well-known/imprimatur/trust.json')).closedLogs).toEqual([
    { origin: 'log1.localhost', checkpoint: last },
  ]);
  const resultOf = async (bundle: Buffer, sealed: string) => (await verdictOf(api, bundle, sealed)).result;
  expect(await resultOf(await bundleOf(api, older), 'in the first log')).toBe('SAME_BYTES');
  expect(await resultOf(await bundleOf(api, newer), 'in the second log')).toBe('SAME_BYTES');
  expect(await resultOf(lostBundle, 'lost with the database')).toBe('SAME_BYTES');
});

test('a log with another key is another log: it takes the place under a name of its own, and the seals of both hold', async () => {
  const { start, succeed } = await machine();
  const before = await start();
  const { seal: older } = await sealText(before, 'under the first key');
  await before.stop();
  const next = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const env = { LOG_PRIVATE_KEY: next };
  const frozen = await start(undefined, env);
  const refused = await frozen.json('/api/legal/provenance-seal', {
    body: { artifact_text: 'one more', disclaimer_ack: true },
  });
  await frozen.stop();
  await succeed(undefined, next);

  const api = await start(undefined, env);
  const { seal: newer } = await sealText(api, 'under the second key');

  expect(refused).toMatchObject({ status: 503, body: { code: 'LOG_FROZEN' } });
  const { logs } = parseTrust(await download(api, '/.well-known/imprimatur/trust.json'));
  expect(new Set(logs.map(({ publicKey }) => encodeBase64(publicKey))).size).toBe(2);
  expect((await verdictOf(api, await bundleOf(api, older), 'under the first key')).result).toBe('SAME_BYTES');
  expect((await verdictOf(api, await bundleOf(api, newer), 'under the second key')).result).toBe('SAME_BYTES');
});

test('what a log of another name left in the folder is not taken for the end of this one', async () => {
  const { start, succeed } = await machine();
  const other = await start(undefined, { LOG_ORIGIN: 'log1.staging.localhost' });
  await sealTexts(other, 3);
  await other.stop();
  const fresh = await cloneDatabase();
  onTestFinished(() => fresh.drop());
  const frozen = await start(fresh);
  await expect(sealText(frozen, 'one more')).rejects.toThrow('LOG_FROZEN');
  await frozen.stop();
  await succeed(fresh);

  const api = await start(fresh);
  const { seal } = await sealText(api, 'in the new log');

  expect((await verdictOf(api, await bundleOf(api, seal), 'in the new log')).result).toBe('SAME_BYTES');
});

test('what happened to a seal in the first log stands before what happened in the second', async () => {
  const { start, succeed } = await machine();
  const before = await start();
  const [{ seal: older }, { seal: newer }] = [await sealText(before, 'older'), await sealText(before, 'newer')];
  await change(before, 'supersedeSeal', { sealId: older.id, bySealId: newer.id, reason: 'Replaced.' });
  await before.stop();
  await succeed();

  const api = await start();
  const { statusHistory } = await change(api, 'revokeSeal', { sealId: older.id, reason: 'The figures were wrong.' });

  expect(statusHistory).toEqual([
    { status: 'SUPERSEDED', logIndex: 3 },
    { status: 'REVOKED', logIndex: 1 },
  ]);
});

/** The seal after an operator changed its status. */
async function change(api: Api, mutation: 'supersedeSeal' | 'revokeSeal', input: object): Promise<Json> {
  const payload = { supersedeSeal: 'SupersededSeal', revokeSeal: 'RevokedSeal' }[mutation];
  const query = `mutation ($in: ${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input!) { answer: ${mutation}(input: $in) {
    ... on ${payload} { seal { statusHistory { status logIndex } } } ... on Problem { code message } } }`;
  const { data } = await api.graphql(query, { as: 'operator', variables: { in: input } });
  return data.answer.seal;
}

const SEAL_ASSET = `mutation ($id: ID!) { answer: sealAsset(input: { assetId: $id }) {
  ... on SealedAsset { seal { id logIndex } } ... on Problem { code } } }`;

describe('a log that another one has followed', () => {
  test('is served under its name for ever, so that it can still be audited', async () => {
    const { start, succeed } = await machine();
    const before = await start();
    await sealTexts(before, 300);
    const checkpoint = await text(before, '/log/checkpoint');
    const tile = await text(before, '/log/tile/0/000');
    const named = await text(before, '/log/by-name/log1.localhost/checkpoint');
    await before.stop();
    await succeed();
    const api = await start();

    const prefix = '/log/by-name/log1.localhost';
    const about = JSON.parse(await text(api, prefix));
    using folder = new Folder();
    const audited = await imprimatur(
      ['audit', `${api.url}${prefix}`, '--log-key', about.verifierKey, '--state', folder.path, '--json'],
      {},
    );

    expect(named).toBe(checkpoint);
    expect(await text(api, `${prefix}/checkpoint`)).toBe(checkpoint);
    expect(await text(api, `${prefix}/tile/0/000`)).toBe(tile);
    expect(about.origin).toBe('log1.localhost');
    const { size } = openCheckpoint(checkpoint, keyOf(JSON.stringify(about)));
    const proof = parseConsistencyProof(await text(api, consistencyPath('log1.localhost', 1, size)));
    expect(proof).toMatchObject({ oldSize: 1, checkpoint: expect.stringContaining('log1.localhost\n301\n') });
    expect(JSON.parse(audited.stdout)).toMatchObject({ origin: 'log1.localhost', size: 301, entriesRead: 301 });
    expect(audited.code).toBe(0);
    expect(openCheckpoint(await text(api, '/log/checkpoint'), keyOf(await text(api, '/log'))).origin).toBe(NEXT);
    expect(await api.json('/log/by-name/log3.localhost/checkpoint')).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND', detail: expect.stringContaining('log1.localhost, log2.localhost') },
    });
  });

  test('needs no witness of later days: the trust file names its last tree', async () => {
    await using witness = await TestWitness.start('witness.example', vkeyOf(NEXT));
    const { start, succeed } = await machine();
    const before = await start();
    const { seal: older } = await sealText(before, 'before there were witnesses');
    await sealText(before, 'and another one');
    const taken = await bundleOf(before, older);
    await before.stop();
    await succeed();

    const api = await start(undefined, { WITNESSES: witness.setting, WITNESS_QUORUM: '1' });
    const { seal: newer } = await sealText(api, 'with a witness');
    await until(async () => (await text(api, '/log/checkpoint')).includes('— witness.example '));

    const ofOlder = await verdictOf(api, await bundleOf(api, older), 'before there were witnesses');
    const ofNewer = await verdictOf(api, await bundleOf(api, newer), 'with a witness');
    // What was taken away before shows a smaller tree, and nobody vouches for the time.
    const ofTaken = await verdictOf(api, taken, 'before there were witnesses');
    const witnesses = ({ checks }: typeof ofOlder) => checks.find(({ name }) => name === 'witnesses')!.detail;
    expect([ofOlder.result, witnesses(ofOlder)]).toEqual([
      'SAME_BYTES',
      'It is the last tree of log1.localhost, which the trust file names.',
    ]);
    expect([ofNewer.result, witnesses(ofNewer)]).toEqual(['SAME_BYTES', 'Cosigned by witness.example.']);
    expect(ofTaken.result).toBe('UNKNOWN');
  });

  test('is what an earlier process goes on with, which shows the seals of the next log none the less', async () => {
    const { start, succeed } = await machine();
    const earlier = await start();
    await sealText(earlier, 'in the first log');
    await succeed();
    const api = await start();
    const { seal } = await sealText(api, 'in the second log');

    const bundle = await bundleOf(earlier, seal);

    expect((await verdictOf(earlier, bundle, 'in the second log')).result).toBe('SAME_BYTES');
    await expect(sealText(earlier, 'one more')).rejects.toThrow('restart the service');
  });

  test('keeps what was sealed once from being sealed again', async () => {
    const { start, succeed } = await machine();
    const before = await start();
    const asset = await upload(before);
    const seal = (api: Api) =>
      api.graphql(SEAL_ASSET, {
        as: 'operator',
        variables: { id: asset.id },
      });
    const first = (await seal(before)).data.answer.seal;
    await before.stop();
    await succeed();

    const api = await start();
    await api.services.apis.seals.service.sealAssetOnce(contextOn(api.services.platform.database), asset.id);

    expect((await seal(api)).data.answer.seal).toEqual(first);
    expect(await api.database.query('select id from seal')).toHaveLength(1);
  });
});

describe('what a frozen log took and never published', () => {
  const REVOKE = `mutation ($in: RevokeSealInput!) { answer: revokeSeal(input: $in) {
    ... on RevokedSeal { seal { status } } ... on Problem { code } } }`;

  /** A log that is frozen by what is asked of it, after it was written and before anybody signed for it. */
  async function frozenBy(mutation: string) {
    const { database, start, succeed } = await machine();
    const api = await start();
    const asset = await upload(api);
    const { seal } = await sealText(api, 'as it was');
    const variables =
      mutation === SEAL_ASSET ? { id: asset.id } : { in: { sealId: seal.id, reason: 'The figures were wrong.' } };
    const ask = async (of: Api): Promise<Json> =>
      (await of.graphql(mutation, { as: 'operator', variables })).data.answer;
    await appendUnpublished(database.url, 'spoilt');
    await asSuperuser(
      `set session_replication_role = replica; update log_entry set leaf_hash = sha256(body) where key = 'spoilt'`,
      database.url,
    );
    expect(await ask(api)).toEqual({ code: 'LOG_FROZEN' });
    const restart = async () => {
      await api.stop();
      await succeed();
      return start();
    };
    return { database, api, seal, ask, restart };
  }

  test('of a picture has no proof, and is sealed when it is asked for again in the log that follows', async () => {
    const { database, api: before, ask, restart } = await frozenBy(SEAL_ASSET);
    const [unpublished] = await database.query<{ id: string }>('select id from seal where asset_id is not null');
    const refused = await before.json(`/v/${unpublished!.id}/seal.sigstore.json`);

    const api = await restart();
    const { seal } = await ask(api);
    // As a job does that heard of the picture twice.
    const asset = await database.query<{ id: string }>('select id from asset');
    await api.services.apis.seals.service.sealAssetOnce(contextOn(api.services.platform.database), asset[0]!.id);

    expect(await database.query('select id from seal where asset_id is not null')).toEqual([{ id: seal.id }]);
    expect(refused).toMatchObject({ status: 503, body: { code: 'LOG_FROZEN' } });
    expect((await api.json(`/v/${unpublished!.id}`)).status).toBe(404);
    expect(seal.logIndex).toBe(1);
    expect((await bundleOf(api, seal)).length).toBeGreaterThan(1_000);
  });

  test('of a seal that is there takes nothing from it, and is done when it is asked for again', async () => {
    const { api: before, seal, ask, restart } = await frozenBy(REVOKE);
    const page = await before.fetch(`/v/${seal.id}`, { headers: { accept: 'text/html' } });
    const statuses = await text(before, `/v/${seal.id}/statuses.json`);
    const meanwhile = await verdictOf(before, await bundleOf(before, seal), 'as it was', statuses);

    const api = await restart();
    const { status } = (await api.json(`/v/${seal.id}`)).body.seal;
    const list = await text(api, `/v/${seal.id}/statuses.json`);
    const { result } = await verdictOf(api, await bundleOf(api, seal), 'as it was', list);
    const revoked = await ask(api);

    expect(page.status).toBe(200);
    // Nothing is published of it, and whether it comes about is open: nobody is told that the seal is good.
    expect(JSON.parse(statuses)).toMatchObject({ ok: true, statuses: [] });
    expect(meanwhile.result).toBe('UNKNOWN');
    expect([status, result]).toEqual(['SEALED', 'SAME_BYTES']);
    expect(revoked).toEqual({ seal: { status: 'REVOKED' } });
    expect(JSON.parse(await text(api, `/v/${seal.id}/statuses.json`)).statuses).toHaveLength(1);
  });
});

test('a checkpoint that is remembered, and that the database never got, is the last one all the same', async () => {
  const { database, start, succeed } = await machine();
  const before = await start();
  await sealText(before, 'first');
  const { seal } = await sealText(before, 'signed for, and killed before it was written down');
  await before.stop();
  await asSuperuser(
    `set session_replication_role = replica; delete from log_checkpoint where size = (select max(size) from log_checkpoint)`,
    database.url,
  );
  await succeed();

  const api = await start();

  const verdict = await verdictOf(api, await bundleOf(api, seal), 'signed for, and killed before it was written down');
  expect(verdict.result).toBe('SAME_BYTES');
});

test('entries of the chain are anchored in the next log if none of many anchors in the first was published', async () => {
  const { database, dataDir, start, succeed } = await machine();
  const before = await start();
  for (let runs = 0; runs < 7; runs++) await anchorOneRun(before);
  await before.stop();
  await asSuperuser(`set session_replication_role = replica; delete from log_checkpoint where size > 1`, database.url);
  rmSync(path.join(dataDir, 'log', 'checkpoint-1'));
  await succeed();

  const api = await start();
  const { chain, ctx } = await anchorOneRun(api);

  expect(await chain.anchors.covering(ctx.em, 1)).toMatchObject({ seq: 8 });
});

async function anchorOneRun(api: Api): Promise<{ chain: ChainApi; ctx: Context }> {
  await runTasks(api, 1);
  const { chain } = api.services.apis as { chain: ChainApi };
  const ctx = contextOn(api.services.platform.database);
  await chain.linkAll(ctx);
  expect(await chain.anchors.anchorMoved(ctx)).toBe(1);
  return { chain, ctx };
}

const keyOf = (about: string) => parseVerifierKey(JSON.parse(about).verifierKey);

/** Of a log that this key signs under that name. */
const vkeyOf = (origin: string) => formatVerifierKey(new LocalCheckpointSigner(origin, LOG_PRIVATE_KEY).key);
