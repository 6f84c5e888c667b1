import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { claimEmbeddedPostgres } from '../../../src/platform/database/embedded-postgres.ts';
import { of, reported } from '../../cli/doctor.ts';
import { imprimatur } from '../../support/command.ts';
import { embeddedPostgres, notes, query } from './embedded-postgres.ts';

const MARKER = 'postgres-location';

// Which processes are left, and what becomes of zombies, is looked up in /proc.
describe.skipIf(process.platform !== 'linux')('a data folder that leads to a database outside of it', () => {
  const it = embeddedPostgres();
  const { withDatabase, open, otherProcess } = it;

  /** As root leaves it where the database's account may not enter DATA_DIR, and with the note `kept`. */
  function outside(): string {
    withDatabase();
    const home = path.join(it.root, `home-${path.basename(it.dataDir)}`);
    mkdirSync(home);
    renameSync(path.join(it.dataDir, 'postgres'), path.join(home, 'database'));
    writeFileSync(path.join(it.dataDir, MARKER), `${home}/database\n`);
    return `${home}/database`;
  }

  const openIn = (dataDir: string) => open({ dataDir });

  const copyOf = (folder: string, to = `${folder}-copy`) => {
    expect(spawnSync('cp', ['-a', folder, to]).status).toBe(0);
    return to;
  };

  /** Runs the commands that a message names, in their order. */
  const run = (line: string) => expect(spawnSync('sh', ['-ec', line])).toMatchObject({ status: 0 });

  test('a copy is refused while the original runs, and says how to make a real one, which has data of its own', async () => {
    const database = outside();
    const original = await otherProcess();
    const copy = copyOf(it.dataDir);

    const refusal = await openIn(copy).catch((error: Error) => error);

    expect(refusal).toMatchObject({ exitCode: 78 });
    const { message } = refusal as Error;
    expect(message).toContain(
      `DATA_DIR: ${copy} uses the database in ${database}, which belongs to ${it.dataDir}. Process ${original.pid}`,
    );
    await expect(claimEmbeddedPostgres(copy)).rejects.toMatchObject({ exitCode: 78 });
    await original.stop();
    run(/run: (cp .*)$/.exec(message)![1]!);

    const again = await open();
    const real = await openIn(copy);
    await query(real.url, "insert into note values ('in the copy')");

    expect(await notes(again.url)).toEqual(['kept']);
    expect(await notes(real.url)).toEqual(['kept', 'in the copy']);
    expect(real.dataDirectory).toBe(`${database}-copy`);
  });

  test('a copy is refused while the original exists, until it claims the database; then the original is refused', async () => {
    outside();
    await (await open()).stop();
    const copy = copyOf(it.dataDir);

    await expect(openIn(copy)).rejects.toThrow('That folder still exists');
    await claimEmbeddedPostgres(copy);
    await (await openIn(copy)).stop();

    await expect(open()).rejects.toThrow(`belongs to ${copy}. That folder still exists`);
  });

  test('several processes share one folder, and another takes over', async () => {
    outside();
    const first = await otherProcess();
    const second = await otherProcess();
    expect(second).toMatchObject({ isOwner: false, url: first.url });
    await first.stop();

    const third = await otherProcess();

    expect(await notes(third.url)).toEqual(['kept']);
    await second.stop();
    await third.stop();
  });

  test('a folder that was moved is taken, on its disk and as a copy whose original is gone', async () => {
    outside();
    await (await open()).stop();
    const moved = `${it.dataDir}-moved`;
    renameSync(it.dataDir, moved);

    await (await openIn(moved)).stop();
    const elsewhere = copyOf(moved, `${moved}-elsewhere`);
    rmSync(moved, { recursive: true });
    const server = await openIn(elsewhere);

    expect(await notes(server.url)).toEqual(['kept']);
  });

  test('a backup that was restored in its place is taken', async () => {
    outside();
    await (await open()).stop();
    const backup = copyOf(it.dataDir, `${it.dataDir}-backup`);
    rmSync(it.dataDir, { recursive: true });
    copyOf(backup, it.dataDir);
    expect(statSync(it.dataDir).ino).not.toBe(statSync(backup).ino);

    expect(await notes((await open()).url)).toEqual(['kept']);
    await expect(openIn(backup)).rejects.toMatchObject({ exitCode: 78 });
  });

  test('a folder in the place of the original that leads elsewhere keeps nobody out', async () => {
    outside();
    await (await open()).stop();
    const moved = `${it.dataDir}-away`;
    spawnSync('cp', ['-a', it.dataDir, moved]);
    rmSync(it.dataDir, { recursive: true });
    mkdirSync(path.join(it.root, 'takes the number of the folder'));
    mkdirSync(it.dataDir);

    expect(await notes((await openIn(moved)).url)).toEqual(['kept']);
  });

  test('a symlink in the place of the database leads outside, too', async () => {
    const database = outside();
    rmSync(path.join(it.dataDir, MARKER));
    run(`ln -s ${database} ${it.dataDir}/postgres`);
    await (await open()).stop();
    const copy = copyOf(it.dataDir);

    await expect(openIn(copy)).rejects.toThrow(`belongs to ${it.dataDir}`);
  });

  test('a copy with the database in it has data of its own, beside the original', async () => {
    withDatabase();
    await (await open()).stop();
    const copy = copyOf(it.dataDir);
    const one = await open();
    // As in a copy that was made while the original ran.
    copyOf(path.join(it.dataDir, 'postgres.json'), path.join(copy, 'postgres.json'));

    const other = await openIn(copy);
    await query(other.url, "insert into note values ('in the copy')");

    expect(await notes(one.url)).toEqual(['kept']);
    expect(existsSync(path.join(one.dataDirectory, 'imprimatur-data-folder.json'))).toBe(false);
  });

  test('start, migrate and doctor of a copy end with the sentence, and the doctor of the original names the place', async () => {
    const database = outside();
    await (await open()).stop();
    const copy = copyOf(it.dataDir);
    const env = (DATA_DIR: string) => ({ DATA_DIR, DEMO: '0' });

    for (const command of ['start', 'worker', 'migrate']) {
      const { code, stderr } = await imprimatur([command], env(copy));
      expect({ code, stderr }, command).toEqual({
        code: 78,
        stderr: expect.stringContaining(`belongs to ${it.dataDir}`),
      });
    }
    const refused = reported(await imprimatur(['doctor', '--json'], env(copy)));
    expect(of(refused.findings, 'database')).toEqual([
      expect.objectContaining({ verdict: 'FAIL', detail: expect.stringContaining('claim-database') }),
    ]);
    const taken = reported(await imprimatur(['doctor', '--json'], env(it.dataDir)));
    expect(of(taken.findings, 'database')[0]?.detail).toContain(`the embedded one in ${database}: PostgreSQL`);

    expect(await imprimatur(['claim-database'], env(copy))).toEqual({
      code: 0,
      stdout: `The database in ${database} now belongs to ${copy}.\n`,
      stderr: '',
    });
    expect(await imprimatur(['migrate'], env(it.dataDir))).toMatchObject({ code: 78 });
  });
});
