import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { commitWords } from '../../src/platform/program/release.ts';
import { VERSION } from '../../src/platform/program/version.ts';
import { imprimatur } from '../support/command.ts';
import { cloneDatabase } from '../support/database.ts';
import { buildProgram, DataDir, freePort, startService } from '../support/service-process.ts';
import { of, reported, SECRETS } from './doctor.ts';

test('a service that runs is well: the doctor finds it, says so by its exit code, and changes nothing', async () => {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  using dataDir = new DataDir();
  const port = await freePort();
  const env = { ...SECRETS, DATABASE_URL: database.url };
  // What works in the background changes things by itself.
  await using service = await startService({ args: ['start', '--no-worker'], env, dataDir, port });
  await service.ready();
  const state = () =>
    database.query(
      `select (select count(*)::int from seal_key) as keys, (select max(size)::int from log_state) as log`,
    );
  const before = await state();

  const seen = await imprimatur(['doctor', '--json'], { ...env, DATA_DIR: dataDir.path, PORT: String(port) });
  const { result, findings } = reported(seen);

  expect(findings.filter(({ verdict }) => verdict === 'FAIL')).toEqual([]);
  expect({ code: seen.code, result }).toEqual({ code: 0, result: 'WELL' });
  expect(findings.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'versions',
      'settings',
      'secrets',
      'port',
      'disk of DATA_DIR',
      'database',
      'clock',
      'schema',
      'encryption key',
      'seal key',
      'log key',
      'storage',
    ]),
  );
  const built = JSON.parse(readFileSync(path.join(path.dirname(await buildProgram()), 'commit.json'), 'utf8'));
  expect(of(findings, 'versions')[0]!.detail).toContain(`Imprimatur ${VERSION} (${commitWords(built)}), Node 24`);
  expect(of(findings, 'port')[0]!.detail).toContain('the service answers at');
  expect(await state()).toEqual(before);
});

test('what is wrong is named with what to do, for a person: one line each, and an exit code', async () => {
  using dataDir = new DataDir();
  const secrets = path.join(dataDir.path, 'secrets');
  mkdirSync(secrets, { mode: 0o700 });
  writeFileSync(path.join(secrets, 'admin-token'), 'a token that others may read\n');
  chmodSync(path.join(secrets, 'admin-token'), 0o644);

  const { code, stdout } = await imprimatur(['doctor'], {
    ...SECRETS,
    DATA_DIR: dataDir.path,
    DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x',
    ADMIN_TOKEN: 'changeme-changeme',
    PUBLIC_URL: 'http://bank.example.org',
    DATABSE_POOL_SIZE: '3',
  });

  expect(code).toBe(1);
  expect(stdout).toMatch(/✖ database +it does not answer: no server listens at its address/);
  expect(stdout).toContain(`chmod go= '${path.join(secrets, 'admin-token')}'`);
  expect(stdout).toMatch(/✖ secrets +ADMIN_TOKEN can be guessed/);
  expect(stdout).toMatch(/! exposure +PUBLIC_URL is http/);
  expect(stdout).toMatch(
    /! settings +DATABSE_POOL_SIZE: the service doesn't read this variable\. Did you mean DATABASE_POOL_SIZE\?/,
  );
  expect(stdout).toMatch(/3 problems/);
  expect(stdout).not.toMatch(/hunter2|changeme|\n {4}at /);
});
