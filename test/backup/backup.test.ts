import { expect, test } from 'vitest';
import { backupFolder, killed, Machine, sealed } from './support.ts';

test('where nothing was published since the backup, the restored service continues its log', async () => {
  const place = backupFolder();
  const machine = new Machine();
  const service = await machine.start();
  const before = await sealed(service, 'before the backup');
  await machine.done(['backup', '--to', place]);
  await killed(service);
  const remembered = machine.remembered;

  machine.lose('postgres', 'postgres.json', 'blobs');
  const { stdout } = await machine.done(['restore', '--from', place]);
  const again = await machine.start();

  expect(stdout).toContain('It continues.');
  expect(machine.remembered).toBe(remembered);
  // The chain of records can have been anchored in between.
  expect((await sealed(again, 'after the restore')).logIndex).toBeGreaterThan(before.logIndex);
});
