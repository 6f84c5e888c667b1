import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type CommandResult, imprimatur } from '../support/command.ts';
import { cloneDatabase, emptyDatabase } from '../support/database.ts';
import { DataDir, freePort, startService } from '../support/service-process.ts';

/** As a service makes them for itself. */
const SECRETS = Object.fromEntries(
  ['ADMIN_TOKEN', 'INTEGRATIONS_INBOUND_SECRET'].map((name) => [name, randomBytes(24).toString('base64url')]),
);

interface Seen {
  name: string;
  verdict: 'OK' | 'WARN' | 'FAIL' | 'SKIPPED';
  detail: string;
  advice?: string;
}

const reported = ({ stdout }: CommandResult): { result: string; findings: Seen[] } => JSON.parse(stdout);
const of = (findings: Seen[], name: string) => findings.filter((one) => one.name === name);

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
  expect(stdout).toMatch(/✖ database +it does not answer: nobody listens there/);
  expect(stdout).toContain(`chmod go= '${path.join(secrets, 'admin-token')}'`);
  expect(stdout).toMatch(/✖ secrets +ADMIN_TOKEN can be guessed/);
  expect(stdout).toMatch(/! exposure +PUBLIC_URL is http/);
  expect(stdout).toMatch(
    /! settings +DATABSE_POOL_SIZE: nobody reads this variable\. Did you mean DATABASE_POOL_SIZE\?/,
  );
  expect(stdout).toMatch(/3 things are wrong/);
  expect(stdout).not.toMatch(/hunter2|changeme|\n {4}at /);
});

test('mistakes in the settings are all listed', async () => {
  const seen = await imprimatur(['doctor', '--json'], { PORT: 'x', DATABASE_URL: 'mysql://u:hunter2@db/x' });

  expect(seen.code).toBe(1);
  const settings = of(reported(seen).findings, 'settings');
  expect(settings.map(({ detail }) => detail.split(':')[0])).toEqual(['PORT', 'DATABASE_URL']);
  expect(seen.stdout).not.toContain('hunter2');
});

test('before the first start nothing is wrong, and nothing is made', async () => {
  using dataDir = new DataDir();

  const seen = await imprimatur(['doctor', '--json'], { ...SECRETS, DATA_DIR: path.join(dataDir.path, 'new') });

  expect(seen.code).toBe(0);
  expect(of(reported(seen).findings, 'database')[0]).toMatchObject({ verdict: 'SKIPPED' });
  expect(dataDir.processes()).toEqual([]);
  expect(readdirSync(dataDir.path)).toEqual([]);
});

test('a database of a newer version is named, and so is one that is empty', async () => {
  const [newer, empty] = [await cloneDatabase(), await emptyDatabase()];
  onTestFinished(async () => void (await Promise.all([newer.drop(), empty.drop()])));
  await newer.query(`insert into mikro_orm_migrations (name) values ('20991231000000-from-the-future-migration')`);

  const ahead = await imprimatur(['doctor', '--json'], { ...SECRETS, DATABASE_URL: newer.url });
  const fresh = await imprimatur(['doctor', '--json'], { ...SECRETS, DATABASE_URL: empty.url });

  expect(ahead.code).toBe(1);
  expect(of(reported(ahead).findings, 'schema')[0]).toMatchObject({
    verdict: 'FAIL',
    detail: expect.stringContaining('from-the-future'),
    advice: expect.stringContaining('backup'),
  });
  expect(fresh.code).toBe(0);
  expect(of(reported(fresh).findings, 'schema')[0]).toMatchObject({ verdict: 'SKIPPED' });
});
