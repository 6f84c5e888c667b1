import { expect, test } from 'vitest';
import { backupFolder, bytesAt, drawn, killed, Machine, seal, sealed } from './support.ts';

test('after a total loss, a backup that was taken under load comes back with a frozen log', async () => {
  const place = backupFolder();
  const machine = new Machine();
  const service = await machine.start();
  const asset = await drawn(service, 'before');
  const picture = await bytesAt(service, asset.url);
  const before = await sealed(service, 'before the backup');
  let isOver = false;
  const load = (async () => {
    for (let n = 0; !isOver; n++) await sealed(service, `text ${n}`);
  })();

  const taken = await machine.done(['backup', '--to', place]);
  isOver = true;
  await load;
  const verified = await machine.done(['backup', '--verify', '--to', place]);
  await killed(service);
  const other = new Machine();
  const check = await other.run(['restore', '--from', place, '--check']);
  const restored = await other.done(['restore', '--from', place]);
  const twice = await other.run(['restore', '--from', place, '--replace', '--check']);

  expect(taken.stdout).toMatch(/^Backup 20\S+ is complete in /);
  expect(verified.stdout).toContain(': CLEAN.');
  expect(check).toMatchObject({ code: 0 });
  expect(check.stdout).toContain('It will be frozen: It was restored from a backup of 20');
  expect(twice.stdout).toContain('It will be frozen: It was restored from a backup of 20');
  expect(restored.stdout).toContain('imprimatur succeed-log log2.seals.example.org');
  const again = await other.start();
  expect(again.stderr).toContain('imprimatur succeed-log log2.seals.example.org');
  expect(await seal(again, 'after the loss')).toMatchObject({ status: 503, body: { code: 'LOG_FROZEN' } });
  expect((await bytesAt(again, asset.url)).equals(picture)).toBe(true);
  expect((await again.fetch(`/v/${before.id}`)).status).toBe(200);
  await killed(again);
  await other.done(['succeed-log', 'log2.seals.example.org']);
  const next = await other.start();
  expect((await seal(next, 'after the loss')).status).toBe(201);
  const integrity = await other.run(['integrity', '--for', '60s']);
  expect(integrity.stdout).toContain('CLEAN');
  expect(integrity).toMatchObject({ code: 0 });
});

test('where something was published since the backup, the restored service is frozen', async () => {
  const place = backupFolder();
  const machine = new Machine();
  const service = await machine.start();
  await sealed(service, 'before the backup');
  await machine.done(['backup', '--to', place]);
  await sealed(service, 'after the backup');
  await drawn(service, 'after the backup');
  // A stop in good order anchors the chain once more.
  service.kill('SIGTERM');
  await service.exited;
  const remembered = machine.remembered;
  const lost = machine.anchor;

  const claimed = await machine.done(['restore', '--from', place, '--replace', '--nothing-published-since']);
  const again = await machine.start();

  expect(claimed.stdout).toMatch(/\d+ entries were published, but the restored backup has \d+\./);
  expect(machine.remembered).toBe(remembered);
  expect(await seal(again, 'after the restore')).toMatchObject({ status: 503, body: { code: 'LOG_FROZEN' } });
  await killed(again);
  await machine.done(['succeed-log', 'log2.seals.example.org']);
  const next = await machine.start();
  expect((await seal(next, 'after the loss')).status).toBe(201);
  await drawn(next, 'after the loss');
  next.kill('SIGTERM');
  await next.exited;
  expect(machine.anchor).not.toEqual(lost);
  expect(await machine.run(['integrity', '--for', '60s'])).toMatchObject({ code: 0 });
});
