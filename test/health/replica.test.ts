import { spawn } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { databaseOptions } from '../../src/app.ts';
import { Database } from '../../src/platform/database/database.ts';
import { openEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.ts';
import { DataDir } from '../support/service-process.ts';

const settings = { fsync: 'off', hot_standby: 'on' };

async function probed(url: string): Promise<unknown> {
  const database = await Database.open(databaseOptions({ databaseUrl: url, poolSize: 1 }));
  const outcome = await database.probe().catch((error: unknown) => error);
  await database.close();
  return outcome;
}

test('a replica is not taken for the database: it answers, and takes no writes', async () => {
  using dataDir = new DataDir();
  const primary = await openEmbeddedPostgres({ dataDir: dataDir.path, settings });
  expect(await probed(primary.url)).toBeUndefined();
  const pid = Math.min(...dataDir.processes());
  const [program, ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
  await primary.stop();
  writeFileSync(path.join(primary.dataDirectory, 'standby.signal'), '');

  // The helper would wait for a server that it can write to.
  const { uid, gid } = statSync(primary.dataDirectory);
  const replica = spawn(program!, args, { uid, gid, cwd: primary.dataDirectory, stdio: 'ignore' });
  const ended = new Promise((resolve) => replica.once('close', resolve));

  await expect.poll(() => probed(primary.url)).toMatchObject({ message: 'The database is read-only.' });
  replica.kill('SIGQUIT');
  await ended;
});
