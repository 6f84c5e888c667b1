import { generateKeyPairSync } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { admitSealKey } from '../../src/log/keys/seal-keys.ts';
import { LocalSigner, SEAL_KEY } from '../../src/log/keys/signer.ts';
import { parseTrust } from '../../src/proof/trust.ts';
import { verifySeal } from '../../src/proof/verify.ts';
import { type Api, DECISION_PRIVATE_KEY, LOG_PRIVATE_KEY, startApi } from '../support/api.ts';
import { imprimatur } from '../support/command.ts';
import { contextOn } from '../support/context.ts';
import { cloneDatabase } from '../support/database.ts';
import { download, sealFile, sealText } from '../support/seals.ts';
import { DataDir, startService } from '../support/service-process.ts';

const newKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const logHealth = async (api: Api) => {
  const { body } = await api.json('/api/health/architecture');
  return { status: body.status, log: body.connections.find(({ name }: { name: string }) => name === 'log').status };
};

async function twoKeys({ isAdmitted = false } = {}) {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  const [rightPem, wrongPem] = [newKey(), newKey()];
  const right = await startApi({ database, works: false, env: { SEAL_PRIVATE_KEY: rightPem } });
  await sealText(right, 'before');
  const wrongKey = new LocalSigner(wrongPem, SEAL_KEY);
  if (isAdmitted) await admitSealKey(contextOn(right.services.platform.database), wrongKey);
  const wrong = await startApi({ database, works: false, env: { SEAL_PRIVATE_KEY: wrongPem } });
  return { database, right, wrong, rightKey: new LocalSigner(rightPem, SEAL_KEY), wrongKey, wrongPem };
}

test('a process that is started with another key retires none: both say so, and the seals of both hold', async () => {
  const { database, right, wrong } = await twoKeys();

  const seals = [
    { api: right, text: 'by the one', ...(await sealText(right, 'by the one')) },
    { api: wrong, text: 'by the other', ...(await sealText(wrong, 'by the other')) },
  ];

  expect(await database.query('select from seal_key where valid_until is not null')).toEqual([]);
  for (const api of [right, wrong]) await expect.poll(() => logHealth(api)).toEqual({ status: 'warn', log: 'warn' });
  const trust = parseTrust(await download(right, '/.well-known/imprimatur/trust.json'));
  for (const { api, text, seal } of seals) {
    const bundle = await sealFile(api, seal.id, 'seal.sigstore.json');
    expect((await verifySeal({ bundle, trust, text })).result).toBe('SAME_BYTES');
  }
});

test('one that has not sealed anything yet is warned about all the same, and its key is trusted by nobody', async () => {
  const { database, wrong, rightKey } = await twoKeys();

  expect(await logHealth(wrong)).toEqual({ status: 'warn', log: 'warn' });
  expect(await database.query('select key_id from seal_key')).toEqual([{ key_id: rightKey.keyId }]);
});

test('a process that is started with one that was admitted says so, with both keys and what to do', async () => {
  const { database, right, wrongPem, rightKey, wrongKey } = await twoKeys({ isAdmitted: true });
  await right.stop();
  using dataDir = new DataDir();
  const env = { DATABASE_URL: database.url, SEAL_PRIVATE_KEY: wrongPem, DECISION_PRIVATE_KEY, LOG_PRIVATE_KEY };

  await using service = await startService({ args: ['start', '--no-worker'], env, dataDir });
  await service.ready();

  expect(service.stderr).toContain(wrongKey.keyId);
  expect(service.stderr).toContain(`imprimatur retire-seal-key ${rightKey.keyId}`);
});

test('a key is retired by its name, an hour ahead, and taken back by its name', async () => {
  const { database, right, wrong: next, rightKey: earlier, wrongKey } = await twoKeys();
  await sealText(next, 'with the new key');
  await right.stop();
  const env = { DATABASE_URL: database.url };
  const inUse = () =>
    database.query(
      `select key_id = $1 as earlier, valid_until is null as open,
         coalesce(valid_until between now() + interval '55 minutes' and now() + interval '61 minutes', true) as "isAnHour"
       from seal_key order by valid_from`,
      [earlier.keyId],
    );

  const unknown = await imprimatur(['retire-seal-key', 'f'.repeat(64)], env);
  const retired = await imprimatur(['retire-seal-key', earlier.keyId], env);
  const afterwards = await inUse();
  await expect.poll(() => logHealth(next)).toEqual({ status: 'pass', log: 'pass' });
  const last = await imprimatur(['retire-seal-key', wrongKey.keyId], env);
  const reinstated = await imprimatur(['reinstate-seal-key', earlier.keyId], env);

  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('This service has no seal key') });
  expect(retired).toMatchObject({ code: 0, stdout: expect.stringContaining(earlier.keyId) });
  expect(afterwards).toEqual([
    { earlier: true, open: false, isAnHour: true },
    { earlier: false, open: true, isAnHour: true },
  ]);
  expect(last).toMatchObject({ code: 1, stderr: expect.stringContaining('the only seal key in use') });
  expect(reinstated.code).toBe(0);
  expect((await inUse()).map(({ open }) => open)).toEqual([true, true]);
});
