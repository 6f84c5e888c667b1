import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { asSuperuser, cloneDatabase, type TestDatabase } from './database.ts';

/** Only root may mount. */
export const canMount = process.getuid?.() === 0;

/** A real file system with room for so many megabytes, which goes with the test. */
export class SmallDisk {
  readonly path = mkdtempSync(path.join(tmpdir(), 'imprimatur-disk-'));

  /** @param owner who may write to it */
  constructor(megabytes: number, owner?: { uid: number; gid: number }) {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', this.path]);
    chmodSync(this.path, 0o755);
    onTestFinished(() => {
      execFileSync('/bin/umount', ['--lazy', this.path]);
      rmSync(this.path, { recursive: true });
    });
    if (owner) chownSync(this.path, owner.uid, owner.gid);
  }

  /** Takes all the room there is, but for so many kilobytes. */
  fill(leftKilobytes = 0): void {
    for (const size of [1 << 20, 1 << 12]) {
      try {
        for (;;) writeFileSync(this.#ballast, Buffer.alloc(size), { flag: 'a' });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
    if (leftKilobytes > 0) truncateSync(this.#ballast, statSync(this.#ballast).size - leftKilobytes * 1024);
  }

  /** Gives it back. */
  clear(): void {
    if (existsSync(this.#ballast)) rmSync(this.#ballast);
  }

  get #ballast(): string {
    return path.join(this.path, 'ballast');
  }
}

/** A database whose tables lie on a small disk, and nothing else of its server. */
export async function databaseOn(megabytes: number): Promise<{ database: TestDatabase; disk: SmallDisk }> {
  const owner = statSync(await serverFolder());
  const disk = new SmallDisk(megabytes, owner);
  const database = await cloneDatabase();
  const name = new URL(database.url).pathname.slice(1);
  const folder = path.join(disk.path, 'tablespace');
  mkdirSync(folder, { mode: 0o700 });
  chownSync(folder, owner.uid, owner.gid);
  await asSuperuser(`create tablespace of_${name} location '${folder}'`);
  onTestFinished(async () => {
    disk.clear();
    await database.drop();
    await asSuperuser(`drop tablespace of_${name}`);
  });
  await database.disconnect();
  await asSuperuser(`alter database ${name} set tablespace of_${name}`);
  return { database, disk };
}

/** The folder of the server, which belongs to the account that it runs as. */
async function serverFolder(): Promise<string> {
  const client = new pg.Client({ connectionString: inject('superuserUrl') });
  await client.connect();
  const { rows } = await client.query<{ data_directory: string }>('show data_directory');
  await client.end();
  return rows[0]!.data_directory;
}
