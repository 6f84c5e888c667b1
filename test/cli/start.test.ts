import { expect, test } from 'vitest';
import { startService, until } from '../support/service-process.ts';
import { TcpGate } from '../support/tcp-gate.ts';

test.concurrent('a service that waits for its database can be stopped', async () => {
  await using gate = await TcpGate.before('postgres://nobody:secret@127.0.0.1:1/none');
  await using service = await startService({ env: { DATABASE_URL: gate.url } });
  await until(() => service.stderr.includes('The database does not answer'));

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
