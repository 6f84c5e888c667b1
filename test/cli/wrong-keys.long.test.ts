import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { LocalSigner, SEAL_KEY } from '../../src/log/keys/signer.ts';
import { imprimatur } from '../support/command.ts';
import { cloneDatabase, emptyDatabase, type TestDatabase } from '../support/database.ts';
import { DataDir, startService, until } from '../support/service-process.ts';

const encryptionKey = () => randomBytes(32).toString('base64');
const pem = (key: { export(options: { type: 'pkcs8'; format: 'pem' }): string | Buffer }) =>
  key.export({ type: 'pkcs8', format: 'pem' }).toString();
const sealKey = () => pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey);
const logKey = () => pem(generateKeyPairSync('ed25519').privateKey);
const keys = () => ({
  ENCRYPTION_KEY: encryptionKey(),
  SEAL_PRIVATE_KEY: sealKey(),
  LOG_PRIVATE_KEY: logKey(),
  DECISION_PRIVATE_KEY: sealKey(),
});

async function usedWith(env: Record<string, string>): Promise<TestDatabase> {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  await using service = await startService({ env: { ...env, DATABASE_URL: database.url } });
  await service.ready();
  service.kill('SIGTERM');
  await service.exited;
  return database;
}

test('every key that is not the one in use is named at the start, all at once, with what to do, and nothing is changed', async () => {
  const right = keys();
  const database = await usedWith(right);
  const state = () =>
    database.query(
      `select (select count(*)::int from seal_key) as keys, (select count(*)::int from decision_key) as decision_keys, (select max(size)::int from log_state) as size,
         (select encode(encrypted, 'hex') from encryption_canary) as canary`,
    );
  const before = await state();
  const wrong = keys();

  const all = await imprimatur(['start'], { ...wrong, DATABASE_URL: database.url });

  expect(all.code).toBe(78);
  expect(all.stderr.match(/^ {2}- [A-Z_]+(?=: )/gm)).toEqual([
    '  - ENCRYPTION_KEY',
    '  - SEAL_PRIVATE_KEY',
    '  - LOG_PRIVATE_KEY',
    '  - DECISION_PRIVATE_KEY',
  ]);
  expect(all.stderr).toContain(new LocalSigner(right.SEAL_PRIVATE_KEY, SEAL_KEY).keyId);
  expect(all.stderr).toContain(new LocalSigner(wrong.SEAL_PRIVATE_KEY, SEAL_KEY).keyId);
  for (const command of ['replace-encryption-key', 'admit-seal-key', 'succeed-log', 'admit-decision-key'])
    expect(all.stderr).toContain(`imprimatur ${command}`);
  expect(all.stderr).not.toContain(wrong.ENCRYPTION_KEY);
  expect(all.stderr).not.toMatch(/PRIVATE KEY-----|\n {4}at /);
  expect(await state()).toEqual(before);
});

test.for(['start', 'worker'] as const)(
  '`%s` is refused with a wrong key in DATA_DIR, which is named by its file',
  async (command) => {
    const right = keys();
    const database = await usedWith(right);
    using dataDir = new DataDir();
    const { SEAL_PRIVATE_KEY, LOG_PRIVATE_KEY, DECISION_PRIVATE_KEY } = right;

    const refused = await imprimatur([command], {
      SEAL_PRIVATE_KEY,
      LOG_PRIVATE_KEY,
      DECISION_PRIVATE_KEY,
      DATABASE_URL: database.url,
      DATA_DIR: dataDir.path,
    });

    expect(refused.code).toBe(78);
    expect(refused.stderr).toContain(
      `ENCRYPTION_KEY: the key from ${path.join(dataDir.path, 'secrets/encryption-key')}`,
    );
  },
);

test('of two that start at once on a new database with keys of their own, one runs and the other names them', async () => {
  const database = await emptyDatabase();
  onTestFinished(() => database.drop());
  const env = () => ({ ...keys(), DATABASE_URL: database.url });

  await using one = await startService({ env: env() });
  await using other = await startService({ env: env() });
  const ended = await Promise.race([one.exited.then(() => one), other.exited.then(() => other)]);
  const running = ended === one ? other : one;
  await running.ready();

  expect(await ended.exited).toEqual({ code: 78, signal: null });
  expect(ended.stderr).toContain('- ENCRYPTION_KEY: ');
  await until(async () => (await running.statusOf('/readyz')) === 200);
});

test('a new seal key is admitted by a command, and starts then; a lost encryption key is replaced by one', async () => {
  const right = keys();
  const database = await usedWith(right);
  const next = { ...right, ENCRYPTION_KEY: encryptionKey(), SEAL_PRIVATE_KEY: sealKey(), DATABASE_URL: database.url };

  const admitted = await imprimatur(['admit-seal-key'], next);
  const replaced = await imprimatur(['replace-encryption-key'], next);
  await using service = await startService({ env: next });
  await service.ready();

  expect(admitted).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(new LocalSigner(next.SEAL_PRIVATE_KEY, SEAL_KEY).keyId),
  });
  expect(replaced).toMatchObject({ code: 0, stdout: expect.stringContaining('can’t be read') });
  const sealed = await service.json('/api/legal/provenance-seal', {
    body: { artifact_text: 'by the new one', disclaimer_ack: true },
  });
  expect(sealed.status).toBe(201);
});

test('a database from before there were canaries tells a wrong key by a text that it keeps', async () => {
  const right = keys();
  const database = await usedWith(right);
  await using service = await startService({ env: { ...right, DATABASE_URL: database.url } });
  await service.ready();
  const { body } = await service.json('/graphql', {
    as: 'operator',
    body: {
      query: `mutation { sealText(input: { text: "kept", disclaimerAcknowledged: true, retain: true }) { __typename } }`,
    },
  });
  expect(body.data.sealText.__typename).toBe('SealedText');
  service.kill('SIGTERM');
  await service.exited;
  await database.query('delete from encryption_canary');

  const refused = await imprimatur(['start'], {
    ...right,
    ENCRYPTION_KEY: encryptionKey(),
    DATABASE_URL: database.url,
  });

  expect(refused).toMatchObject({ code: 78, stderr: expect.stringContaining('- ENCRYPTION_KEY: ') });
  expect(await database.query('select from encryption_canary')).toEqual([]);
});

test('keys in DATA_DIR that are none are named by their files, before anything is started', async () => {
  using dataDir = new DataDir();
  const secrets = path.join(dataDir.path, 'secrets');
  mkdirSync(secrets, { mode: 0o700 });
  for (const name of ['encryption-key', 'seal-private-key.pem', 'log-private-key.pem', 'admin-token'])
    writeFileSync(path.join(secrets, name), 'no key\n', { mode: 0o600 });

  const { code, stderr } = await imprimatur(['start'], { DATA_DIR: dataDir.path, ADMIN_TOKEN: undefined });

  expect(code).toBe(78);
  for (const name of ['encryption-key', 'seal-private-key.pem', 'log-private-key.pem', 'admin-token'])
    expect(stderr).toContain(`- ${path.join(secrets, name)}: `);
  expect(dataDir.processes()).toEqual([]);
});
