import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { of, reported } from '../cli/doctor.ts';
import { imprimatur } from '../support/command.ts';
import { DataDir, type ServiceProcess, startService } from '../support/service-process.ts';
import { ServerFolder, SystemPostgres } from '../support/system-postgres.ts';
import { commandsUnder, runScript } from './documented-commands.ts';

const [BASE_BACKUP = '', RECOVER = ''] = commandsUnder('backup.md', 'Point in time recovery');

const seal = (service: ServiceProcess, text: string) =>
  service.json('/api/legal/provenance-seal', { body: { artifact_text: text, disclaimer_ack: true } });

test('the database returns to a time: the log is frozen if more was published since, and continues if not', async () => {
  using folder = new ServerFolder();
  using dataDir = new DataDir();
  const archive = folder.folder('wal');
  const inFolders = (commands: string) =>
    commands.replaceAll('/backup/wal', archive).replaceAll('/backup/base', path.join(folder.path, 'base'));
  const server = await SystemPostgres.make(folder, [
    'archive_mode = on',
    `archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'`,
    'archive_timeout = 60',
  ]);
  await using _server = server;
  await server.query('create role imprimatur login');
  await server.query('create database imprimatur owner imprimatur');
  const start = async (on: SystemPostgres) =>
    (await startService({ env: { DATABASE_URL: on.url('imprimatur', 'imprimatur') }, dataDir })).ready();
  const stop = async (service: ServiceProcess) => {
    service.kill('SIGTERM');
    await service.exited;
  };
  const now = async () => String((await server.query('select clock_timestamp()::text as now'))[0]!.now);
  /** The server as it was at a time, from the base backup and the archive. */
  const recovered = async (name: string, time: string) => {
    const data = path.join(folder.path, name);
    const { code, output } = await runScript(inFolders(RECOVER), {
      folder: dataDir.path,
      env: { PGDATA: data, TIME: time },
    });
    expect({ code, output }).toEqual({ code: 0, output: '' });
    return SystemPostgres.start(SystemPostgres.own(data));
  };

  await using first = await start(server);
  expect((await seal(first, 'before the base backup')).status).toBe(201);
  const base = await runScript(inFolders(BASE_BACKUP), {
    folder: dataDir.path,
    env: { REPLICATION_URL: server.url() },
  });
  expect(base, base.output).toMatchObject({ code: 0 });
  const { body } = await seal(first, 'before the earlier time');
  const earlier = await now();
  expect((await seal(first, 'after the earlier time')).status).toBe(201);
  await stop(first);
  const later = await now();
  await server.query('create table mistake as select 1', 'imprimatur');
  await server.query('select pg_switch_wal()');
  await server.stop();

  const doctorOf = async (on: SystemPostgres) =>
    reported(
      await imprimatur(['doctor', '--json'], {
        DATABASE_URL: on.url('imprimatur', 'imprimatur'),
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
  expect(await atLater.query(`select to_regclass('mistake') as mistake`, 'imprimatur')).toEqual([{ mistake: null }]);
  expect(of(await doctorOf(atLater), 'log')).toMatchObject([{ verdict: 'OK' }]);
  await using service = await start(atLater);
  expect((await seal(service, 'the log continues')).status).toBe(201);
  const integrity = await imprimatur(['integrity', '--json', '--only', 'log,seals,chain'], {
    DATABASE_URL: atLater.url('imprimatur', 'imprimatur'),
    DATA_DIR: dataDir.path,
  });
  expect(JSON.parse(integrity.stdout), integrity.stderr).toMatchObject({ findings: [] });
  expect(existsSync(path.join(archive, '000000010000000000000001'))).toBe(true);
});
