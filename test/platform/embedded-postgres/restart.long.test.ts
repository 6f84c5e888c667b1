import { existsSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  embeddedPostgres,
  kill,
  listener,
  notes,
  portOf,
  processesNaming,
  query,
  sleep,
  until,
  untilAnswers,
} from './embedded-postgres.ts';

// Which processes are left, and what becomes of zombies, is looked up in /proc.
describe.skipIf(process.platform !== 'linux')('the embedded PostgreSQL', () => {
  const it = embeddedPostgres();
  const { withDatabase, open, otherProcess, postmasterPid } = it;

  describe('when it dies under its owner', () => {
    beforeEach(withDatabase);

    test.each(['SIGKILL', 'SIGQUIT', 'SIGTERM'] as const)('comes back on its port after %s', async (signal) => {
      const server = await open();
      const { url } = server;
      await query(url, "insert into note values ('committed')");
      const died = postmasterPid();

      kill(died, signal);
      const began = Date.now();
      await until(() => existsSync(path.join(it.dataDir, 'postgres/postmaster.pid')) && postmasterPid() !== died);
      await untilAnswers(url);

      expect(Date.now() - began).toBeLessThan(30_000);
      expect(server).toMatchObject({ isOwner: true, url });
      expect(await notes(url)).toEqual(['kept', 'committed']);
    });

    test('comes back for one that opens it at that moment, and keeps its owner', async () => {
      const server = await open();
      kill(postmasterPid(), 'SIGKILL');

      const other = await otherProcess();
      await untilAnswers(server.url);
      await until(() => server.isOwner !== other.isOwner);

      expect(other.url).toBe(server.url);
      expect(await notes(other.url)).toEqual(['kept']);
    });

    test('comes back as soon as its port is free again', async () => {
      const server = await open();
      kill(postmasterPid(), 'SIGKILL');
      const squatter = await listener(portOf(server.url));

      await until(() => it.lines.some((line) => line.includes("can't be restarted")));
      squatter.close();
      await untilAnswers(server.url);

      expect(await notes(server.url)).toEqual(['kept']);
    });

    test('stays down when it is stopped while it comes back', async () => {
      let stopping: Promise<void> | undefined;
      const server = await open({
        log: () => {
          stopping ??= server.stop();
        },
      });

      kill(postmasterPid(), 'SIGKILL');
      await until(() => stopping !== undefined);
      await stopping;

      expect(it.lines).toEqual(['The database server has ended. Restarting it.']);
      expect(processesNaming(it.dataDir)).toEqual([]);
      expect(existsSync(path.join(it.dataDir, 'postgres.json'))).toBe(false);
    });

    test('stays down when it is stopped while it cannot come back', async () => {
      const server = await open();
      kill(postmasterPid(), 'SIGKILL');
      const squatter = await listener(portOf(server.url));
      await until(() => it.lines.some((line) => line.includes("can't be restarted")));

      await server.stop();
      squatter.close();
      await sleep(1_000);

      expect(processesNaming(it.dataDir)).toEqual([]);
    });
  });
});
