import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { reinstateSealKey, retireSealKey, revokeSealKey } from '../../src/log/keys/seal-keys.ts';
import { LocalSigner, SEAL_KEY } from '../../src/log/keys/signer.ts';
import { parseTrust } from '../../src/proof/trust.ts';
import { verifySeal } from '../../src/proof/verify.ts';
import { type Api, startApi } from '../support/api.ts';
import { imprimatur } from '../support/command.ts';
import { contextOn } from '../support/context.ts';
import { cloneDatabase } from '../support/database.ts';
import { download, sealFile, sealText } from '../support/seals.ts';
import { startTimeStampAuthority } from '../support/time-stamp-authority.ts';

const newKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const trustOf = async (api: Api) => parseTrust(await download(api, '/.well-known/imprimatur/trust.json'));

async function verdictOf(api: Api, sealId: string, text: string) {
  return verifySeal({ bundle: await sealFile(api, sealId, 'seal.sigstore.json'), trust: await trustOf(api), text });
}

const keyOf = async (api: Api, sealId: string): Promise<string> => (await api.json(`/v/${sealId}`)).body.seal.keyId;

async function rotated() {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  const before = await startApi({ database, works: false, env: { SEAL_PRIVATE_KEY: newKey() } });
  const { seal: older } = await sealText(before, 'with the first key');
  await before.stop();
  const api = await startApi({ database, works: false, env: { SEAL_PRIVATE_KEY: newKey() } });
  const { seal: newer } = await sealText(api, 'with the second key');
  await retireSealKey(contextOn(api.services.platform.database), await keyOf(api, older.id));
  return { api, older, newer };
}

test('after a change of key the seals of both hold, and the earlier key has an end', async () => {
  const { api, older, newer } = await rotated();

  const { sealKeys } = await trustOf(api);

  expect(sealKeys).toHaveLength(2);
  const endsInMs = sealKeys[0]!.validFor.end!.getTime() - Date.now();
  expect(endsInMs).toBeGreaterThan(3_500_000);
  expect(endsInMs).toBeLessThanOrEqual(3_600_000);
  expect(sealKeys[1]!.validFor.end).toBeUndefined();
  expect((await verdictOf(api, older.id, 'with the first key')).result).toBe('SAME_BYTES');
  expect((await verdictOf(api, newer.id, 'with the second key')).result).toBe('SAME_BYTES');
});

test('a key that is reinstated has no end again, and its seals hold', async () => {
  const { api, older } = await rotated();
  const keyId = await keyOf(api, older.id);

  await reinstateSealKey(contextOn(api.services.platform.database), keyId);

  const { sealKeys } = await trustOf(api);
  expect(sealKeys.map(({ validFor }) => validFor.end)).toEqual([undefined, undefined]);
  expect((await verdictOf(api, older.id, 'with the first key')).result).toBe('SAME_BYTES');
});

test.each([
  ['was revoked', `update seal_key set revoked_at = now(), reason = 'lost'`],
  ['was retired long ago', `update seal_key set valid_until = now() - interval '1 minute'`],
])('nothing is sealed with a key that %s', async (_, change) => {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  const key = newKey();
  const before = await startApi({ database, works: false, env: { SEAL_PRIVATE_KEY: key } });
  await sealText(before, 'while it was good');
  await database.query(change);

  await before.stop();
  const api = await startApi({ database, works: false, env: { SEAL_PRIVATE_KEY: key } });
  const answer = await api.json('/api/legal/provenance-seal', { body: { artifact_text: 'a', disclaimer_ack: true } });

  expect(answer).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
});

test('a process that goes on with a key hears soon that it was retired', async () => {
  const api = await startApi({ works: false });
  await sealText(api, 'while it was good');
  await api.database.query(`update seal_key set valid_until = now() - interval '1 minute'`);

  const sealNow = () => api.json('/api/legal/provenance-seal', { body: { artifact_text: 'a', disclaimer_ack: true } });
  await expect.poll(async () => (await sealNow()).status).toBe(503);
});

/** A service whose seals are stamped, with one that is. */
async function withStamped(text: string) {
  const authority = await startTimeStampAuthority();
  const folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-keys-'));
  onTestFinished(async () => {
    await authority.stop();
    rmSync(folder, { recursive: true });
  });
  const file = path.join(folder, 'tsa.pem');
  writeFileSync(file, authority.certificatePem + authority.caPem);
  const api = await startApi({ env: { TSA_URL: authority.url, TSA_CERTIFICATES: file } });
  const { seal, ownerToken } = await sealText(api, text);
  await expect.poll(async () => (await api.json(`/v/${seal.id}`)).body.seal.status).toBe('SEALED');
  return { api, seal, ownerToken };
}

test('a key that was lost leaves the seals that were stamped before, and takes those that were not', async () => {
  const { api, seal } = await withStamped('before the loss');
  const { body } = await api.json(`/v/${seal.id}`);
  const revoke = (since: Date) =>
    revokeSealKey(contextOn(api.services.platform.database), body.seal.keyId, {
      since,
      reason: 'A laptop was stolen.',
    });
  const stampedAt = new Date((await verdictOf(api, seal.id, 'before the loss')).time.at!);

  // A stamp counts in whole seconds.
  await revoke(new Date(stampedAt.getTime() + 1_000));
  const before = await verdictOf(api, seal.id, 'before the loss');
  await revoke(stampedAt);
  const after = await verdictOf(api, seal.id, 'before the loss');

  expect(before.result).toBe('SAME_BYTES');
  expect(after.result).toBe('INVALID');
  expect(after.summary).toContain('A laptop was stolen.');
});

test('a seal that was revoked stays revoked when the key is lost later', async () => {
  const { api, seal, ownerToken } = await withStamped('withdrawn');
  await api.graphql('mutation ($in: RevokeSealInput!) { revokeSeal(input: $in) { __typename } }', {
    variables: { in: { sealId: seal.id, reason: 'Wrong.', ownerToken } },
  });
  const { body } = await api.json(`/v/${seal.id}`);
  await revokeSealKey(contextOn(api.services.platform.database), body.seal.keyId, {
    since: new Date(Date.now() + 2_000),
    reason: 'Lost.',
  });
  const { statuses } = (await api.json(`/v/${seal.id}/statuses.json`)).body;

  const verdict = await verifySeal({
    bundle: await sealFile(api, seal.id, 'seal.sigstore.json'),
    trust: await trustOf(api),
    text: 'withdrawn',
    statuses: statuses.map((status: object) => JSON.stringify(status)),
  });

  expect(verdict.result).toBe('REVOKED');
});

test('a key that was lost to others vouches for nothing whose time is not proven', async () => {
  const { api, older, newer } = await rotated();
  const { body } = await api.json(`/v/${older.id}`);
  await revokeSealKey(contextOn(api.services.platform.database), body.seal.keyId, {
    since: new Date(Date.now() - 60_000),
    reason: 'A laptop was stolen.',
  });

  const verdict = await verdictOf(api, older.id, 'with the first key');

  expect(verdict.result).not.toBe('SAME_BYTES');
  expect(verdict.checks.find(({ name }) => name === 'key')).toMatchObject({
    status: 'failed',
    detail: expect.stringContaining('A laptop was stolen.'),
  });
  expect((await verdictOf(api, newer.id, 'with the second key')).result).toBe('SAME_BYTES');
});

test('the key in DATA_DIR is changed by a command, and the earlier one is gone', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'imprimatur-keys-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  const earlier = LocalSigner.open(dataDir, null, SEAL_KEY);

  const { stdout } = await imprimatur(['rotate-seal-key'], { DATA_DIR: dataDir, DATABASE_URL: database.url });

  const { keyId } = LocalSigner.open(dataDir, null, SEAL_KEY);
  const file = path.join(dataDir, 'secrets/seal-private-key.pem');
  expect(keyId).not.toBe(earlier.keyId);
  expect(stdout).toContain(keyId);
  expect(await database.query('select key_id from seal_key')).toEqual([{ key_id: keyId }]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(path.dirname(file)).filter((name) => name.startsWith('seal-private-key'))).toHaveLength(1);
});

test('of a key that never signed nothing can be said', async () => {
  const api = await startApi({ works: false });

  await expect(
    revokeSealKey(contextOn(api.services.platform.database), 'f'.repeat(64), { since: new Date(), reason: 'none' }),
  ).rejects.toThrow('This service has no seal key');
});
