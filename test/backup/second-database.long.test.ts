import { cpSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cloneDatabase, emptyDatabase, type TestDatabase } from '../support/database.ts';
import { startService, until } from '../support/service-process.ts';
import { backupFolder, bytesAt, drawn, killed, Machine, seal, sealed } from './support.ts';

async function own(made: Promise<TestDatabase>): Promise<TestDatabase> {
  const database = await made;
  onTestFinished(() => database.drop());
  return database;
}

const bothAccounts = ({ url, serviceUrl }: TestDatabase) => ({ DATABASE_URL: serviceUrl, DATABASE_OWNER_URL: url });

/** A backup, and the killed machine that has sealed another text since. */
async function newerThanBackup(database: TestDatabase) {
  const place = backupFolder();
  const machine = new Machine(bothAccounts(database));
  const service = await machine.start();
  await sealed(service, 'before the backup');
  await machine.done(['backup', '--to', place]);
  await sealed(service, 'after the backup');
  await killed(service);
  return { place, machine };
}

test('the account that serves backs up, and the owner restores into an empty database, where work that waited goes on', async () => {
  const database = await own(cloneDatabase());
  const place = backupFolder();
  const machine = new Machine({ DATABASE_URL: database.serviceUrl });
  const service = await machine.start();
  const asset = await drawn(service, 'before');
  const picture = await bytesAt(service, asset.url);
  const { logIndex } = await sealed(service, 'before the backup');
  // Work that no process does: its worker is gone.
  service.kill('SIGTERM');
  await service.exited;
  await using front = await startService({
    args: ['start', '--no-worker'],
    dataDir: machine.dataDir,
    env: { ...machine.env, DATABASE_OWNER_URL: undefined },
  });
  await front.ready();
  const queued = await front.render({ prompt: 'a lighthouse' });
  await machine.done(['backup', '--to', place]);
  await killed(front);

  const target = await own(emptyDatabase());
  const other = new Machine(bothAccounts(target));
  const restored = await other.done(['restore', '--from', place, '--nothing-published-since']);
  const again = await other.start();

  expect(restored.stdout).toContain('It continues.');
  expect((await bytesAt(again, asset.url)).equals(picture)).toBe(true);
  expect((await sealed(again, 'after the restore')).logIndex).toBeGreaterThan(logIndex);
  await until(async () => {
    const { body } = await again.json(`/api/integrations/cinema/render/${queued.body.render.id}`, {
      as: 'integration',
    });
    return body.render.status === 'SUCCEEDED';
  });
  expect(await other.run(['integrity', '--for', '60s'])).toMatchObject({ code: 0 });
  expect((await other.done(['migrate'])).stdout).toBe('The database is up to date.\n');
});

test('a database is never replaced while the service runs on it, nor without being asked to', async () => {
  const database = await own(cloneDatabase());
  const place = backupFolder();
  const machine = new Machine(bothAccounts(database));
  const service = await machine.start();
  await sealed(service, 'before the backup');
  await machine.done(['backup', '--to', place]);

  const running = await machine.run(['restore', '--from', place, '--replace']);
  await killed(service);
  const unasked = await machine.run(['restore', '--from', place]);

  expect(running).toMatchObject({ code: 78 });
  expect(running.stderr).toContain('The service is running on this database. Stop all its processes first.');
  expect(unasked).toMatchObject({ code: 78 });
  expect(unasked.stderr).toContain('Pass --replace to delete them');
});

test('with a database of another program beside it, nothing is deleted', async () => {
  const database = await own(cloneDatabase());
  const place = backupFolder();
  const machine = new Machine(bothAccounts(database));
  await killed(await machine.start());
  await machine.done(['backup', '--to', place]);
  await database.query('create table invoices (id int)');

  const { code, stderr } = await machine.run(['restore', '--from', place, '--replace', '--nothing-published-since']);

  expect(code).toBe(78);
  expect(stderr).toContain('has tables that this release doesn’t know: invoices');
});

test('a killed restore leaves the database as it was, and can be repeated', async () => {
  const database = await own(cloneDatabase());
  const { place, machine } = await newerThanBackup(database);
  const entries = () => database.query('select count(*)::int as count from log_entry');
  const before = await entries();

  await using restore = await startService({
    args: ['restore', '--from', place, '--replace'],
    dataDir: machine.dataDir,
    env: machine.env,
  });
  await until(() => restore.stderr.includes('Restoring the tables'));
  restore.kill('SIGKILL');
  await restore.exited;
  const after = await entries();
  await machine.done(['restore', '--from', place, '--replace']);

  expect(after).toEqual(before);
  expect(await entries()).toEqual([{ count: before[0]!.count - 1 }]);
});

test('a log that one machine knows to be older stays frozen on every machine', async () => {
  const database = await own(cloneDatabase());
  const { place, machine } = await newerThanBackup(database);
  await machine.done(['restore', '--from', place, '--replace']);

  // It has the same keys, and remembers nothing.
  const other = new Machine(bothAccounts(database));
  cpSync(path.join(machine.dataDir.path, 'secrets'), path.join(other.dataDir.path, 'secrets'), { recursive: true });
  const again = await other.start();

  expect(await seal(again, 'after the restore')).toMatchObject({ status: 503, body: { code: 'LOG_FROZEN' } });
});
