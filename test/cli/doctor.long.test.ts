import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Folder, imprimatur } from '../support/command.ts';
import { cloneDatabase, emptyDatabase } from '../support/database.ts';
import { DataDir } from '../support/service-process.ts';
import { of, reported, SECRETS } from './doctor.ts';

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

test('a secret in a file is judged as one in a variable is', async () => {
  using folder = new Folder();
  writeFileSync(folder.file('token'), 'changeme-changeme\n');

  const seen = await imprimatur(['doctor', '--json'], {
    ...SECRETS,
    DATA_DIR: folder.file('data'),
    ADMIN_TOKEN: undefined,
    ADMIN_TOKEN_FILE: folder.file('token'),
  });

  expect(seen.code).toBe(1);
  expect(of(reported(seen).findings, 'secrets')[0]).toMatchObject({
    verdict: 'FAIL',
    detail: 'ADMIN_TOKEN can be guessed',
  });
  expect(seen.stdout).not.toContain('changeme');
});
