import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DataDir, startService, until } from '../support/service-process.ts';
import { TcpGate } from '../support/tcp-gate.ts';

test.concurrent('a service that waits for its database can be stopped', async () => {
  await using gate = await TcpGate.before('postgres://nobody:secret@127.0.0.1:1/none');
  await using service = await startService({ env: { DATABASE_URL: gate.url } });
  await until(() => service.stderr.includes("The database doesn't answer"));

  const begin = performance.now();
  service.kill('SIGTERM');

  expect(await service.exited).toEqual({ code: 0, signal: null });
  expect(performance.now() - begin).toBeLessThan(30_000);
});

test.concurrent('every mistake in the settings is listed at once, without its value', async () => {
  await using service = await startService({
    env: {
      PORT: 'eighty-eighty',
      DATABASE_URL: 'mysql://root:hunter2hunter2@db/x',
      ADMIN_TOKEN: 'too-short',
      SEAL_PRIVATE_KEY: '-----BEGIN PRIVATE KEY----- c2VjcmV0',
      LOG_LEVEL: 'loud',
    },
  });

  expect(await service.exited).toEqual({ code: 78, signal: null });
  for (const name of ['PORT', 'DATABASE_URL', 'ADMIN_TOKEN', 'SEAL_PRIVATE_KEY', 'LOG_LEVEL'])
    expect(service.stderr).toMatch(new RegExp(`^  - ${name}: .+$`, 'm'));
  expect(service.stderr.trim().split('\n')).toHaveLength(6);
  for (const value of ['eighty-eighty', 'hunter2', 'too-short', 'c2VjcmV0', 'loud']) {
    expect(service.stderr).not.toContain(value);
  }
});

test.concurrent('a secret file that is missing and a quoted token end the start, and no embedded database is made', async () => {
  using dataDir = new DataDir();
  await using service = await startService({
    dataDir,
    env: { DATABASE_URL_FILE: '/nowhere/hunter2', ADMIN_TOKEN: '"hunter2-hunter2-hunter2"' },
  });

  expect(await service.exited).toEqual({ code: 78, signal: null });
  expect(service.stderr).toMatch(/^ {2}- DATABASE_URL_FILE: the file can't be read \(ENOENT\)/m);
  expect(service.stderr).toMatch(/^ {2}- ADMIN_TOKEN: the value is in quotation marks/m);
  expect(service.stderr).not.toContain('hunter2');
  expect(readdirSync(dataDir.path)).toEqual([]);
});
