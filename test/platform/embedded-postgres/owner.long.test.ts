import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
  until,
  untilAnswers,
} from './embedded-postgres.ts';

// Which processes are left, and what becomes of zombies, is looked up in /proc.
describe.skipIf(process.platform !== 'linux')('the embedded PostgreSQL', () => {
  const it = embeddedPostgres();
  const { withDatabase, open, otherProcess, postmasterPid, unreapedPostmaster } = it;

  describe('when the process that owned it was killed', () => {
    beforeEach(withDatabase);

    test('is taken over with its data, and stopped by who took it', async () => {
      const owner = await otherProcess();
      await query(owner.url, "insert into note values ('from the first')");
      await owner.kill();

      const server = await open();

      expect(server).toMatchObject({ isOwner: true, url: owner.url });
      expect(await notes(server.url)).toEqual(['kept', 'from the first']);
      await server.stop();
      expect(processesNaming(it.dataDir)).toEqual([]);
      expect(readdirSync(it.dataDir).sort()).toEqual(['postgres', 'postgres.log', 'secrets']);
    });

    test('is started again on its port when it was killed as well', async () => {
      const owner = await otherProcess();
      await query(owner.url, "insert into note values ('committed')");
      kill(postmasterPid(), 'SIGKILL');
      await owner.kill();

      const server = await open();

      expect(server).toMatchObject({ isOwner: true, url: owner.url });
      expect(await notes(server.url)).toEqual(['kept', 'committed']);
    });

    test('is started on another port when somebody has taken the recorded one', async () => {
      const owner = await otherProcess();
      kill(postmasterPid(), 'SIGKILL');
      await owner.kill();
      const squatter = await listener(portOf(owner.url));

      const server = await open();

      expect(portOf(server.url)).not.toBe(portOf(owner.url));
      expect(await notes(server.url)).toEqual(['kept']);
      squatter.close();
    });

    test('has one owner when several processes start at once', async () => {
      const owner = await otherProcess();
      await owner.kill();
      const abandoned = JSON.parse(readFileSync(path.join(it.dataDir, 'postgres.json'), 'utf8')).owner;
      writeFileSync(path.join(it.dataDir, 'postgres.lock'), JSON.stringify(abandoned));

      const others = await Promise.all([otherProcess(), otherProcess(), otherProcess()]);

      expect(others.filter(({ isOwner }) => isOwner)).toHaveLength(1);
      expect(new Set(others.map(({ url }) => url))).toEqual(new Set([owner.url]));
    });
  });

  describe('when a file names processes that are no more', () => {
    beforeEach(withDatabase);

    test('takes no other program for the server', async () => {
      const { uid, gid } = statSync(path.join(it.dataDir, 'postgres'));
      const stranger = spawn('sleep', ['60'], { uid, gid });
      it.children.push(stranger);
      const file = path.join(it.dataDir, 'postgres/postmaster.pid');
      writeFileSync(
        file,
        `${stranger.pid}\n${it.dataDir}/postgres\n1700000000\n25432\n\n127.0.0.1\n   1 2\nready   \n`,
      );

      const server = await open();

      expect(server.isOwner).toBe(true);
      expect(await notes(server.url)).toEqual(['kept']);
      expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    });

    test.each(['never', 'later'])('does not wait for a dead postmaster that is reaped %s', async (reaped) => {
      const { pid, parent } = await unreapedPostmaster();
      kill(pid, 'SIGKILL');
      await until(() => readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z '));
      if (reaped === 'later') setTimeout(() => parent.kill('SIGKILL'), 300);

      const began = Date.now();
      const server = await open();

      expect(server.isOwner).toBe(true);
      expect(await notes(server.url)).toEqual(['kept']);
      expect(Date.now() - began).toBeLessThan(10_000);
    });

    test('passes over a lock that a crash of the machine cut short', async () => {
      writeFileSync(path.join(it.dataDir, 'postgres.lock'), '');

      const server = await open();

      expect(await notes(server.url)).toEqual(['kept']);
    });

    test('starts empty where DATA_DIR was deleted', async () => {
      const server = await open();
      await server.stop();
      rmSync(it.dataDir, { recursive: true });

      const again = await open();

      expect(await query(again.url, "select to_regclass('note') as note")).toEqual([{ note: null }]);
    });

    test('ends although DATA_DIR was deleted under it', async () => {
      const server = await open();
      rmSync(it.dataDir, { recursive: true });

      await server.stop();

      expect(processesNaming(it.dataDir)).toEqual([]);
      expect(existsSync(it.dataDir)).toBe(false);
    });
  });

  describe('shared by several processes', () => {
    beforeEach(withDatabase);

    test('runs on when one stops that only shares it', async () => {
      const owner = await otherProcess();
      const sharer = await open();

      await sharer.stop();

      expect(sharer).toMatchObject({ isOwner: false, url: owner.url });
      expect(await notes(owner.url)).toEqual(['kept']);
      await owner.stop();
      expect(processesNaming(it.dataDir)).toEqual([]);
    });

    test('is looked after by the other when its owner is killed', async () => {
      const owner = await otherProcess();
      const sharer = await open();

      await owner.kill();
      await until(() => sharer.isOwner);
      kill(postmasterPid(), 'SIGKILL');
      await untilAnswers(sharer.url);

      expect(sharer.url).toBe(owner.url);
      expect(await notes(sharer.url)).toEqual(['kept']);
    });

    test('is started by the other when its owner stops it', async () => {
      const owner = await otherProcess();
      const sharer = await open();
      await query(sharer.url, "insert into note values ('written in between')");

      await owner.stop();
      await until(() => sharer.isOwner);

      expect(sharer.url).toBe(owner.url);
      expect(await notes(sharer.url)).toEqual(['kept', 'written in between']);
    });

    test('goes to the next that opens it when its owner was killed, and the other shares on', async () => {
      const owner = await otherProcess();
      const sharer = await otherProcess();
      await owner.kill();

      const next = await open();
      // Whichever saw it first is the owner now; the other still finds a server after it has stopped.
      if (next.isOwner) await sharer.stop();
      else {
        await sharer.stop();
        await until(() => next.isOwner);
      }

      expect(next.url).toBe(owner.url);
      expect(await notes(next.url)).toEqual(['kept']);
    });
  });
});
