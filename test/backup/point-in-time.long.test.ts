import { chmodSync, existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { of, reported } from '../cli/doctor.ts';
import { Folder, imprimatur } from '../support/command.ts';
import { DebianPostgres } from '../support/debian-postgres.ts';
import { DataDir, type ServiceProcess, startService } from '../support/service-process.ts';
import { commandsUnder, runScript } from './documented-commands.ts';

const [BASE_BACKUP = '', RECOVER = ''] = commandsUnder('backup.md', 'Point in time recovery');

const seal = (service: ServiceProcess, text: string) =>
  service.json('/api/legal/provenance-seal', { body: { artifact_text: text, disclaimer_ack: true } });

test('the database returns to a time: the log is frozen if more was published since, and continues if not', async () => {
  using dataDir = new DataDir();
  using archive = new Folder();
  chmodSync(archive.path, 0o777);
  const archiving = {
    archive_mode: 'on',
    archive_command: `test ! -f ${archive.path}/%f && cp %p ${archive.path}/%f`,
    archive_timeout: '60',
  };
  await using server = await DebianPostgres.start(archiving);
  const inFolders = (commands: string) =>
    commands.replaceAll('/backup/wal', archive.path).replaceAll('/backup/base', path.join(server.folder, 'base'));
  const start = async (on: DebianPostgres) =>
    (await startService({ env: { DATABASE_URL: on.url() }, dataDir })).ready();
  const stop = async (service: ServiceProcess) => {
    service.kill('SIGTERM');
    await service.exited;
  };
  const now = async () =>
    String((await server.query<{ now: string }>('select clock_timestamp()::text as now'))[0]!.now);
  /** The server as it was at a time, from the base backup and the archive. */
  const recovered = async (name: string, time: string) => {
    const data = path.join(server.folder, name);
    const { code, output } = await runScript(inFolders(RECOVER), {
      folder: dataDir.path,
      env: { PGDATA: data, TIME: time },
    });
    expect({ code, output }).toEqual({ code: 0, output: '' });
    return DebianPostgres.startAt(data, archiving);
  };

  await using first = await start(server);
  expect((await seal(first, 'before the base backup')).status).toBe(201);
  const base = await runScript(inFolders(BASE_BACKUP), {
    folder: dataDir.path,
    env: { REPLICATION_URL: server.url('postgres', 'postgres') },
  });
  expect(base, base.output).toMatchObject({ code: 0 });
  const { body } = await seal(first, 'before the earlier time');
  const earlier = await now();
  expect((await seal(first, 'after the earlier time')).status).toBe(201);
  await stop(first);
  const later = await now();
  await server.query('create table mistake as select 1');
  await server.query('select pg_switch_wal()');
  await server.stop();

  const doctorOf = async (on: DebianPostgres) =>
    reported(
      await imprimatur(['doctor', '--json'], {
        DATABASE_URL: on.url(),
        DATA_DIR: dataDir.path,
      }),
    ).findings;
  {
    await using atEarlier = await recovered('earlier', earlier);
    await using service = await start(atEarlier);
    expect(await seal(service, 'a second history')).toMatchObject({
      status: 503,
      body: {
        code: 'LOG_FROZEN',
        detail: expect.stringMatching(/\d entries were published, but the database has \d\./),
      },
    });
    expect((await service.json(`/v/${body.seal.id}`, { headers: { accept: 'application/json' } })).status).toBe(200);
    expect(of(await doctorOf(atEarlier), 'log')).toMatchObject([{ verdict: 'FAIL' }]);
    await stop(service);
  }
  await using atLater = await recovered('later', later);
  expect(await atLater.query(`select to_regclass('mistake') as mistake`)).toEqual([{ mistake: null }]);
  expect(of(await doctorOf(atLater), 'log')).toMatchObject([{ verdict: 'OK' }]);
  await using service = await start(atLater);
  expect((await seal(service, 'the log continues')).status).toBe(201);
  const integrity = await imprimatur(['integrity', '--json', '--only', 'log,seals,chain'], {
    DATABASE_URL: atLater.url(),
    DATA_DIR: dataDir.path,
  });
  expect(JSON.parse(integrity.stdout), integrity.stderr).toMatchObject({ findings: [] });
  expect(existsSync(path.join(archive.path, '000000010000000000000001'))).toBe(true);
});
