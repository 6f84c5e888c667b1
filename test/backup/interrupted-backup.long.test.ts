import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cloneDatabase } from '../support/database.ts';
import { startService, until } from '../support/service-process.ts';
import { canMount, SmallDisk } from '../support/small-disk.ts';
import { backupFolder, drawn, filesOf, killed, Machine } from './support.ts';

async function machineWithPicture(env: Record<string, string> = {}) {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  const machine = new Machine({ DATABASE_URL: database.serviceUrl, ...env });
  const service = await machine.start();
  await drawn(service, 'a picture');
  return { database, machine, service };
}

test('a killed backup leaves the earlier ones whole, and the next one continues with its pictures', async () => {
  const { machine, service } = await machineWithPicture();
  const place = backupFolder();
  const { stdout } = await machine.done(['backup', '--to', place]);
  const first = /^Backup (\S+)/.exec(stdout)![1]!;
  await drawn(service, 'another picture');

  await using second = await startService({
    args: ['backup', '--to', place],
    dataDir: machine.dataDir,
    env: machine.env,
  });
  await until(() => second.stderr.includes('Backing up pictures'));
  second.kill('SIGKILL');
  expect((await second.exited).signal).toBe('SIGKILL');
  const verified = await machine.run(['backup', '--verify', '--to', place]);
  const third = await machine.done(['backup', '--to', place, '--keep', '1']);
  await killed(service);

  expect(verified.stdout).toContain(`Backup ${first}: CLEAN.`);
  expect(third.stdout).toContain('1 older backup');
  expect((await machine.run(['backup', '--verify', '--to', place])).stdout).toContain(': CLEAN.');
});

test('pictures are copied once, and deleted with the last backup that names them', async () => {
  const { database, machine, service } = await machineWithPicture();
  const place = backupFolder();
  const pictures = () => filesOf(place).filter((name) => name.startsWith('pictures/'));

  const first = await machine.done(['backup', '--to', place]);
  const stored = pictures();
  const second = await machine.done(['backup', '--to', place]);
  await killed(service);
  await database.query('delete from render; delete from asset');
  await machine.done(['backup', '--to', place, '--keep', '2']);
  const whileNamed = pictures();
  await machine.done(['backup', '--to', place, '--keep', '1']);

  expect(first.stdout).toMatch(/pictures +\d+ pictures?, [1-9]\d* of them new/);
  expect(second.stdout).toMatch(/pictures +\d+ pictures?, 0 of them new/);
  expect(whileNamed).toEqual(stored);
  expect(pictures()).toEqual([]);
});

test.skipIf(!canMount)('a full disk is reported, and leaves no backup that looks complete', async () => {
  const { machine } = await machineWithPicture();
  const disk = new SmallDisk(2);
  disk.fill(8);

  const full = await machine.run(['backup', '--to', disk.path]);
  const doctor = await machine.run(['doctor', '--json']);

  expect(full).toMatchObject({ code: 2 });
  expect(full.stderr).toContain(`No backup was taken: ${disk.path} has no space left.`);
  expect(filesOf(disk.path).filter((name) => name.endsWith('manifest.json'))).toEqual([]);
  expect(JSON.parse(doctor.stdout).findings).toContainEqual(
    expect.objectContaining({ name: 'backup', verdict: 'WARN', detail: expect.stringContaining('has no space left') }),
  );
});

test('a backup lacks a picture that the store lacks, and says so', async () => {
  const { machine } = await machineWithPicture();
  const place = backupFolder();
  rmSync(path.join(machine.dataDir.path, 'blobs'), { recursive: true });

  const { code, stderr } = await machine.run(['backup', '--to', place]);

  expect(code).toBe(2);
  expect(stderr).toContain('has no .imprimatur-store file');
});
