import { generateKeyPairSync } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { parseTrust } from '../../src/seals/proof/trust.ts';
import { verifySeal } from '../../src/seals/proof/verify.ts';
import { revokeSealKey } from '../../src/seals/seal-keys.ts';
import { type Api, startApi } from '../support/api.ts';
import { cloneDatabase } from '../support/database.ts';
import { download, sealFile, sealText } from '../support/seals.ts';

const newKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const trustOf = async (api: Api) => parseTrust(await download(api, '/.well-known/imprimatur/trust.json'));

async function verdictOf(api: Api, sealId: string, text: string) {
  return verifySeal({ bundle: await sealFile(api, sealId, 'seal.sigstore.json'), trust: await trustOf(api), text });
}

async function rotated() {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  const before = await startApi({ database, works: false, env: { SEAL_PRIVATE_KEY: newKey() } });
  const { seal: older } = await sealText(before, 'with the first key');
  await before.stop();
  const api = await startApi({ database, works: false, env: { SEAL_PRIVATE_KEY: newKey() } });
  const { seal: newer } = await sealText(api, 'with the second key');
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

test('a key that was lost to others vouches for nothing whose time is not proven', async () => {
  const { api, older, newer } = await rotated();
  const { body } = await api.json(`/v/${older.id}`);
  await revokeSealKey(api.services.database.orm.em.fork(), body.seal.keyId, {
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

test('of a key that never signed nothing can be said', async () => {
  const api = await startApi({ works: false });

  await expect(
    revokeSealKey(api.services.database.orm.em.fork(), 'f'.repeat(64), { since: new Date(), reason: 'none' }),
  ).rejects.toThrow('No seal was ever signed with the key');
});
