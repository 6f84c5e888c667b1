import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { LocalCheckpointSigner } from '../../src/log/log-key.ts';
import { formatCheckpoint } from '../../src/proof/checkpoint.ts';
import { CompactRange, leafHash } from '../../src/proof/merkle.ts';
import { formatNote } from '../../src/proof/note.ts';
import { type Api, LOG_PRIVATE_KEY, startApi } from '../support/api.ts';
import { asSuperuser, cloneDatabase, copyDatabase, type TestDatabase } from '../support/database.ts';
import { appendUnpublished, download, sealText, sealTexts } from '../support/seals.ts';

const seal = (api: Api) =>
  api.json('/api/legal/provenance-seal', { body: { artifact_text: 'one more', disclaimer_ack: true } });

const REFUSED = { status: 503, body: { ok: false, code: 'LOG_FROZEN' } };

/** What a machine keeps from one start to the next: a database, and a folder beside it. */
async function machine() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'imprimatur-frozen-'));
  const database = await cloneDatabase();
  onTestFinished(async () => {
    await database.drop();
    rmSync(dataDir, { recursive: true });
  });
  const start = (on: TestDatabase = database) => startApi({ database: on, works: false, env: { DATA_DIR: dataDir } });
  return { database, start };
}

const sizeOf = async (database: TestDatabase) =>
  Number((await database.query<{ size: string }>('select size from log_state'))[0]!.size);

test('a database that was set back to a backup is not sealed in, and what it has is still served', async () => {
  const { database, start } = await machine();
  const before = await start();
  const { seal: kept } = await sealText(before, 'kept');
  expect(JSON.parse(String(await download(before, `/v/${kept.id}/statuses.json`))).standing).toBeDefined();
  await before.stop();
  const backup = await copyDatabase(database);
  onTestFinished(() => backup.drop());
  const after = await start();
  await sealTexts(after, 3);
  await after.stop();

  const restored = await start(backup);

  const answer = await seal(restored);
  expect(answer).toMatchObject(REFUSED);
  expect(answer.body.detail).toContain('5 entries were published, but the database has 2.');
  expect(await sizeOf(backup)).toBe(2);
  expect(await backup.query('select id from seal')).toHaveLength(1);
  expect((await download(restored, `/v/${kept.id}/seal.sigstore.json`)).length).toBeGreaterThan(1_000);
  // What was lost with the log may have been a revocation.
  expect(JSON.parse(String(await download(restored, `/v/${kept.id}/statuses.json`)))).toEqual({
    ok: true,
    statuses: [],
  });
  const health = await restored.json('/api/health/architecture');
  expect(health.body).toMatchObject({ ok: true, status: 'warn' });
  const { data } = await restored.graphql('{ transparencyLog { size frozen } }', { as: 'operator' });
  expect(data.transparencyLog).toEqual({ size: 2, frozen: '5 entries were published, but the database has 2.' });
  expect(health.body.connections).toContainEqual(expect.objectContaining({ name: 'log', ok: false }));
});

test('a database that is set back under a running service is not sealed in', async () => {
  const { database, start } = await machine();
  const api = await start();
  await sealTexts(api, 3);
  await asSuperuser(
    `set session_replication_role = replica;
     delete from log_entry where index > 1; delete from log_checkpoint where size > 2; delete from seal where log_index > 1;
     update log_state set size = 2, edge = (select leaf_hash from log_entry where index = 0)`,
    database.url,
  );

  expect(await seal(api)).toMatchObject(REFUSED);
  expect(await database.query('select key from log_entry')).toHaveLength(2);
});

test.each([
  ['a flipped bit of an entry', `update log_entry set body = set_byte(body, 3, get_byte(body, 3) # 1) where index = 2`],
  [
    'a flipped bit of the stored hash',
    `update log_entry set leaf_hash = set_byte(leaf_hash, 0, get_byte(leaf_hash, 0) # 1) where index = 2`,
  ],
  ['an entry that is gone', `delete from log_entry where index = 2`],
])('%s is noticed before it is signed for', async (_, change) => {
  const { database, start } = await machine();
  const api = await start();
  await sealText(api, 'first');
  await appendUnpublished(database.url, 'unpublished');
  await asSuperuser(`set session_replication_role = replica; ${change}`, database.url);

  const answer = await seal(api);

  expect(answer).toMatchObject(REFUSED);
  expect(answer.body.detail).toMatch(/Entry 2 (is missing|does not have the hash)/);
  expect(await database.query('select size from log_checkpoint order by size desc limit 1')).toEqual([{ size: '2' }]);
});

test('a rewritten history is noticed at the next start', async () => {
  const { database, start } = await machine();
  const before = await start();
  await sealTexts(before, 3);
  await before.stop();
  await asSuperuser(
    `set session_replication_role = replica;
     update log_entry set body = '\\x7b7d', leaf_hash = sha256('\\x007b7d') where index = 2`,
    database.url,
  );

  const api = await start();

  expect((await seal(api)).body.detail).toContain('The first 4 entries differ from the published ones.');
});

test('another key than the log’s does not sign for it', async () => {
  const { database, start } = await machine();
  const before = await start();
  await sealText(before, 'first');
  await before.stop();
  const { privateKey } = generateKeyPairSync('ed25519');

  const api = await startApi({
    database,
    works: false,
    env: { LOG_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() },
  });

  expect((await seal(api)).body.detail).toContain('is not signed with this service’s key');
});

test('another process’s checkpoint that does not continue ours is noticed', async () => {
  const { database, start } = await machine();
  const api = await start();
  await sealTexts(api, 3);
  // As if a second process with the same key had published another history.
  const range = new CompactRange();
  const hashes = Array.from({ length: 6 }, (_, n) => leafHash(Buffer.from(`{"other":${n}}`)));
  for (const hash of hashes) range.append(hash);
  const signer = new LocalCheckpointSigner('log1.localhost', LOG_PRIVATE_KEY);
  const text = formatCheckpoint({ origin: 'log1.localhost', size: 6, root: range.root() });
  const note = formatNote({ text, signatures: [await signer.sign(text)] });
  await appendUnpublished(database.url, 'fifth');
  await appendUnpublished(database.url, 'sixth');
  await database.query('insert into log_checkpoint (log, size, note) values (1, 6, $1)', [note]);

  const answer = await seal(api);

  expect(answer).toMatchObject(REFUSED);
  expect(answer.body.detail).toContain('The published tree of 6 entries does not continue that of 4.');
});

test('entries that a killed process left without a checkpoint are covered by the next one', async () => {
  const { database, start } = await machine();
  const before = await start();
  await sealText(before, 'first');
  await before.stop();
  await appendUnpublished(database.url, 'left behind');

  const api = await start();
  const { seal: next } = await sealText(api, 'next');

  expect(next.logIndex).toBe(3);
  expect((await download(api, '/log/checkpoint')).toString().split('\n')[1]).toBe('4');
});
