import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Folder, imprimaturInTurn } from '../support/command.ts';
import { cloneDatabase } from '../support/database.ts';
import { backupFolder, drawn, filesOf, killed, Machine, PASSPHRASE, sealed } from './support.ts';

/** A complete backup of a service with a seal and a picture. */
async function backedUp() {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  const place = backupFolder();
  const machine = new Machine({ DATABASE_URL: database.serviceUrl });
  const service = await machine.start();
  await sealed(service, 'a text');
  await drawn(service, 'a picture');
  await machine.done(['backup', '--to', place]);
  await killed(service);
  return { place, machine };
}

test('each changed or missing file of a backup is found, and no such backup is restored', async () => {
  const { place, machine } = await backedUp();
  const files = filesOf(place);
  const { stdout } = await machine.run(['backup', '--verify', '--to', place], { SEAL_PRIVATE_KEY: undefined });
  expect(stdout).toContain(': CLEAN.');
  const other = new Machine({ BACKUP_PASSPHRASE: undefined });
  const key = (await other.run(['backup', '--verify', '--to', place])).stdout.match(/--key ([0-9a-f]{64})/)![1]!;
  const verify = () => imprimaturInTurn(['backup', '--verify', '--to', place, '--key', key]);
  expect(await verify()).toMatchObject({ code: 0 });

  const unnoticed: string[] = [];
  for (const name of files) {
    const file = path.join(place, name);
    const bytes = readFileSync(file);
    const changed = Buffer.from(bytes);
    changed[Math.floor(bytes.length / 2)]! ^= 1;
    writeFileSync(file, changed);
    if ((await verify()).code !== 1) unnoticed.push(`${name} changed`);
    rmSync(file);
    const { code } = await verify();
    // Without its manifest, there is no backup.
    if (code !== (name.endsWith('manifest.json') ? 66 : 1)) unnoticed.push(`${name} missing: ${code}`);
    writeFileSync(file, bytes);
  }

  expect(unnoticed).toEqual([]);
  expect(await verify()).toMatchObject({ code: 0 });
  const table = files.find((name) => name.endsWith('service.seal.zst'))!;
  writeFileSync(path.join(place, table), readFileSync(path.join(place, table)).subarray(1));
  const refused = await machine.run(['restore', '--from', place, '--replace']);
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.stdout).toContain(`${table} isn’t the file that was backed up.`);
});

test('a wrong passphrase, a foreign key and missing keys are named, and nothing is restored', async () => {
  const { place } = await backedUp();
  const restore = (env: Record<string, string | undefined>, ...args: string[]) =>
    new Machine(env).run(['restore', '--from', place, ...args]);

  const wrong = await restore({ BACKUP_PASSPHRASE: `${PASSPHRASE}!` });
  const foreign = await restore({ BACKUP_PASSPHRASE: undefined });
  using trust = new Folder();
  writeFileSync(trust.file('none.txt'), 'no checkpoint');
  const noCheckpoint = await restore({}, '--published', trust.file('none.txt'));

  expect(wrong).toMatchObject({ code: 78 });
  expect(wrong.stderr).toContain('BACKUP_PASSPHRASE: The passphrase doesn’t open the secrets of this backup.');
  expect(foreign).toMatchObject({ code: 78 });
  expect(foreign.stderr).toMatch(/The key [0-9a-f]{64} signed this backup, and it isn’t known here/);
  expect(foreign.stderr).toContain('Neither DATA_DIR nor a variable has the keys encryption-key,');
  expect(noCheckpoint).toMatchObject({ code: 78 });
  expect(noCheckpoint.stderr).toContain('isn’t one of the log in this backup');
});
