import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PROJECT_ROOT } from '../../../src/platform/program/project-root.ts';
import { embeddedPostgres, killed, query, sleep, USER_FIXTURE } from './embedded-postgres.ts';

// Which processes are left, and what becomes of zombies, is looked up in /proc.
describe.skipIf(process.platform !== 'linux')('the first start of the embedded PostgreSQL', () => {
  const it = embeddedPostgres();
  const { open } = it;

  test('outlives being killed at any moment of it', async () => {
    for (const delayMs of [250, 450, 650]) {
      const child = spawn(process.execPath, [USER_FIXTURE, it.dataDir], { cwd: PROJECT_ROOT, stdio: 'ignore' });
      it.children.push(child);
      await sleep(delayMs);
      await killed(child);
    }

    const server = await open();

    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
    expect(readdirSync(it.dataDir).sort()).toEqual(['postgres', 'postgres.log', 'secrets']);
  });
});
