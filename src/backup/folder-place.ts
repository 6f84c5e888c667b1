import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { syncFolder } from '../platform/storage/sync-folder.ts';
import { writeAndHash } from '../platform/storage/written-file.ts';
import type { BackupPlace, PlacedFile } from './backup-place.ts';
import { PlaceUnavailable } from './place-unavailable.ts';

const STAGING = '.staging';
/** Backups are readable by the account of the service only, because they contain everything that it stores. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** Backups in a folder. A file is written beside its place, synced, and renamed, so that a file under a name is always complete. */
export class FolderPlace implements BackupPlace {
  readonly title: string;
  readonly #root: string;

  constructor(to: string) {
    this.#root = path.resolve(/^file:\/\//i.test(to) ? fileURLToPath(to) : to);
    this.title = this.#root;
  }

  async put(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const target = this.#pathOf(name);
    const staging = path.join(this.#root, STAGING);
    const draft = path.join(staging, randomUUID());
    const call = <T>(work: () => Promise<T>) => this.#call(work);
    await call(() => mkdir(staging, { recursive: true, mode: FOLDER_MODE }));
    try {
      await writeAndHash(draft, bytes, call, FILE_MODE);
      await call(async () => {
        await mkdir(path.dirname(target), { recursive: true, mode: FOLDER_MODE });
        await rename(draft, target);
        // All of them, also if another writer has just created one: its sync can still be running.
        for (const folder of this.#foldersOf(target)) await syncFolder(folder);
      });
    } catch (cause) {
      await unlink(draft).catch(() => {});
      throw cause;
    }
  }

  async read(name: string): Promise<Readable | null> {
    const file = await this.#call(() => unlessAbsent(() => open(this.#pathOf(name), 'r')));
    return file?.createReadStream() ?? null;
  }

  async *list(folder: string): AsyncIterable<PlacedFile> {
    const root = this.#pathOf(folder);
    const found = await this.#call(() => unlessAbsent(() => readdir(root, { recursive: true, withFileTypes: true })));
    for (const entry of found ?? []) {
      if (!entry.isFile()) continue;
      const file = path.join(entry.parentPath, entry.name);
      const stats = await this.#call(() => unlessAbsent(() => stat(file)));
      const name = path.relative(this.#root, file).split(path.sep).join('/');
      if (stats) yield { name, byteSize: stats.size };
    }
  }

  async delete(name: string): Promise<void> {
    const target = this.#pathOf(name);
    await this.#call(() => rm(target, { force: true }));
    // Deletes the folder, too, if that was its last file.
    await this.#call(() => unlessAbsent(() => readdir(path.dirname(target)))).then(async (rest) => {
      if (rest?.length === 0 && path.dirname(target) !== this.#root) {
        await rm(path.dirname(target), { recursive: true }).catch(() => {});
      }
    });
  }

  async close(): Promise<void> {}

  #pathOf(name: string): string {
    const target = path.resolve(this.#root, name);
    if (target !== this.#root && !target.startsWith(this.#root + path.sep)) {
      throw new Error(`Not a name in a backup: ${JSON.stringify(name.slice(0, 100))}.`);
    }
    return target;
  }

  /** Folders of a file, from its own to the root. */
  #foldersOf(file: string): string[] {
    const folders = [path.dirname(file)];
    while (folders.at(-1) !== this.#root) folders.push(path.dirname(folders.at(-1)!));
    return folders;
  }

  async #call<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      if (code === undefined) throw cause;
      if (code === 'ENOSPC' || code === 'EDQUOT') {
        throw new PlaceUnavailable(`${this.title} has no space left.`, { cause });
      }
      throw new PlaceUnavailable(`${this.title} can’t be used: ${(cause as Error).message}.`, { cause });
    }
  }
}

async function unlessAbsent<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw cause;
  }
}
