import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, stat, statfs, unlink, utimes } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import {
  assertExtension,
  BlobCondition,
  type BlobRead,
  type BlobStore,
  type BlobStoreOptions,
  type ByteRange,
  blobKey,
  conditionOf,
  isBlobKey,
  type ListedBlob,
  RangeOutsideBlob,
  StorageFull,
  StorageUnavailable,
  type StoredBlob,
  sha256OfKey,
} from './blob-store.ts';
import { partsOf } from './digest.ts';
import { syncFolder } from './sync-folder.ts';
import { writeAndHash } from './written-file.ts';

const MARKER = '.imprimatur-store';
const STAGING = '.staging';
const ASIDE = '.set-aside';

/**
 * Blobs as files in a folder. Bytes are written to a temporary file, synced, and renamed into place, so that a file under a key
 * is always complete.
 */
export class LocalBlobStore implements BlobStore {
  readonly #root: string;
  readonly #staging: string;
  readonly #aside: string;
  readonly #marker: string;
  readonly #wasUsed: () => Promise<boolean>;
  #opening: Promise<void> | undefined;

  constructor(directory: string, options: BlobStoreOptions = {}) {
    this.#root = resolve(directory);
    this.#staging = join(this.#root, STAGING);
    this.#aside = join(this.#root, ASIDE);
    this.#marker = join(this.#root, MARKER);
    this.#wasUsed = options.wasUsed ?? (async () => false);
  }

  async put(bytes: Uint8Array | AsyncIterable<Uint8Array>, extension: string): Promise<StoredBlob> {
    assertExtension(extension);
    await this.#ready();

    const stage = this.#stagePath();
    try {
      const { sha256, byteSize } = await writeAndHash(
        stage,
        bytes instanceof Uint8Array ? partsOf(bytes) : bytes,
        storageCall,
      );
      const key = blobKey(sha256, extension);
      await storageCall(() => this.#settle(stage, this.#pathOf(key)));
      return { key, sha256, byteSize };
    } catch (cause) {
      await unlink(stage).catch(() => {}); // Moved already, or unreachable. `sweepStaging` deletes it later.
      throw cause;
    }
  }

  async read(key: string, range?: ByteRange): Promise<BlobRead | null> {
    const path = this.#pathOf(key);
    await this.#ready();

    const file = await this.#unlessAbsent(() => open(path, 'r'));
    if (!file) return null;
    try {
      const { size, ino, mtimeMs, ctimeMs } = await storageCall(() => file.stat());
      if (range && range.start >= size) throw new RangeOutsideBlob(size);
      const revision = [ino, size, mtimeMs, ctimeMs].join(' ');
      return { stream: file.createReadStream(range), byteSize: size, revision };
    } catch (cause) {
      await file.close();
      throw cause;
    }
  }

  async has(key: string): Promise<boolean> {
    const path = this.#pathOf(key);
    await this.#ready();

    const found = await this.#unlessAbsent(() => stat(path));
    return found?.isFile() ?? false;
  }

  async delete(key: string): Promise<void> {
    const path = this.#pathOf(key);
    await this.#ready();

    await this.#unlessAbsent(async () => {
      await unlink(path);
      await syncFolder(dirname(path));
    });
  }

  async verify(key: string): Promise<BlobCondition> {
    return conditionOf(key, await this.read(key));
  }

  async *list(shard?: string): AsyncIterable<ListedBlob> {
    await this.#ready();
    const folders = shard === undefined ? await storageCall(() => readdir(this.#root)) : [shard];
    for (const folder of folders.filter((name) => /^[0-9a-f]{2}$/.test(name))) {
      const paths = await this.#unlessAbsent(() => readdir(join(this.#root, folder), { recursive: true }));
      for (const path of (paths ?? []).sort()) {
        const key = `${folder}/${path.replaceAll('\\', '/')}`;
        const found = isBlobKey(key) && (await this.#unlessAbsent(() => stat(join(this.#root, key))));
        if (found) yield { key, byteSize: found.size, storedAt: found.mtime };
      }
    }
  }

  async moveAside(key: string, before: Date): Promise<boolean> {
    const path = this.#pathOf(key);
    const aside = this.#asidePathOf(key);
    await this.#ready();
    if (!isOlder(await this.#unlessAbsent(() => stat(path)), before)) return false;

    await storageCall(() => mkdirUnlessThere(this.#aside));
    const wasThere = await this.#unlessAbsent(async () => {
      await rename(path, aside);
      return true;
    });
    if (!wasThere) return false;
    return storageCall(async () => {
      // The blob was stored again between check and move, so its bytes are needed.
      if (!isOlder(await stat(aside), before)) {
        await this.#settle(aside, path);
        return false;
      }
      const now = new Date();
      await utimes(aside, now, now);
      await Promise.all([dirname(path), this.#aside].map(syncFolder));
      return true;
    });
  }

  async *listMovedAside(): AsyncIterable<ListedBlob> {
    await this.#ready();
    for (const name of (await this.#unlessAbsent(() => readdir(this.#aside))) ?? []) {
      const key = `${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`;
      const found = isBlobKey(key) && (await this.#unlessAbsent(() => stat(join(this.#aside, name))));
      if (found) yield { key, byteSize: found.size, storedAt: found.mtime };
    }
  }

  async moveBack(key: string): Promise<boolean> {
    const path = this.#pathOf(key);
    const aside = this.#asidePathOf(key);
    await this.#ready();

    const file = await this.#unlessAbsent(() => open(aside, 'r'));
    const read = file && { stream: file.createReadStream(), byteSize: 0, revision: '' };
    if ((await storageCall(() => conditionOf(key, read))) !== BlobCondition.INTACT) return false;
    const now = new Date();
    await storageCall(async () => {
      // Sets the time of the file to now, so that the next integrity check treats the blob as young.
      await utimes(aside, now, now);
      await this.#settle(aside, path);
    });
    return true;
  }

  async forget(key: string): Promise<void> {
    const aside = this.#asidePathOf(key);
    await this.#ready();
    await this.#unlessAbsent(() => unlink(aside));
  }

  /** Returns the space of the disk. Creates no folder if the store doesn't exist: that would hide a missing mount. */
  async space(): Promise<{ freeBytes: number; totalBytes: number } | null> {
    if (!(await storageCall(() => statIfThere(this.#marker)))) return null;
    const { bavail, blocks, bsize } = await storageCall(() => statfs(this.#root));
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  }

  async probe(): Promise<void> {
    await this.#ready();
    await this.#assertMounted();

    const path = this.#stagePath();
    const sent = randomUUID();
    try {
      await writeAndHash(path, [Buffer.from(sent)], storageCall);
      const back = await storageCall(() => readFile(path, 'utf8'));
      if (back !== sent)
        throw new StorageUnavailable(`The media store at ${this.#root} doesn't return the bytes that were written.`);
    } finally {
      await unlink(path).catch(() => {});
    }
  }

  async sweepStaging(olderThanMs: number, { onlyCounts = false } = {}): Promise<number> {
    await this.#ready();
    // Uses wall-clock time, because file times follow the wall clock.
    const oldest = Date.now() - olderThanMs;
    let removed = 0;
    for (const name of await storageCall(() => readdir(this.#staging))) {
      const path = join(this.#staging, name);
      const found = await this.#unlessAbsent(() => stat(path));
      if (!found || found.mtimeMs > oldest) continue;
      if (!onlyCounts) await this.#unlessAbsent(() => unlink(path));
      removed++;
    }
    return removed;
  }

  async close(): Promise<void> {}

  /** Opens the store once. A failed opening is repeated at the next use, so that a late mount works without a restart. */
  #ready(): Promise<void> {
    this.#opening ??= this.#open().catch((cause) => {
      this.#opening = undefined;
      throw cause;
    });
    return this.#opening;
  }

  /** Creates the store's root folder. No other code creates it, because later a missing root means that the mount is gone. */
  async #open(): Promise<void> {
    const isMarked = await storageCall(() => statIfThere(this.#marker));
    if (!isMarked && (await this.#wasUsed())) await this.#assertMounted();
    await storageCall(() => mkdir(this.#staging, { recursive: true }));
    if (!isMarked) await storageCall(() => this.#mark());
  }

  async #mark(): Promise<void> {
    const stage = this.#stagePath();
    await writeAndHash(
      stage,
      [Buffer.from('Imprimatur keeps its media here, under their SHA-256. Format 1.\n')],
      storageCall,
    );
    await rename(stage, this.#marker);
    await syncFolder(this.#root);
  }

  async #assertMounted(): Promise<void> {
    if (await storageCall(() => statIfThere(this.#marker))) return;
    throw new StorageUnavailable(
      `The media store at ${this.#root} has no ${MARKER} file, so it isn't the folder that was used before. ` +
        'Mount that folder, or set STORAGE_URL to it. Nothing was written.',
    );
  }

  /**
   * Moves completely written bytes to the path of their key. Replaces an existing file without comparing, because it can be
   * damaged. Current readers continue with the file they opened.
   */
  async #settle(finished: string, path: string): Promise<void> {
    await renameIntoShards(finished, path);
    // Syncs the folders even if another writer just created them or the file: that writer's sync may still be running.
    await Promise.all([dirname(path), dirname(dirname(path)), this.#root].map(syncFolder));
  }

  #pathOf(key: string): string {
    sha256OfKey(key);
    return join(this.#root, key);
  }

  #asidePathOf(key: string): string {
    sha256OfKey(key);
    return join(this.#aside, basename(key));
  }

  #stagePath(): string {
    return join(this.#staging, `${randomUUID()}.part`);
  }

  /** Runs a file system call. Null if the file doesn't exist although the store does. */
  async #unlessAbsent<T>(call: () => Promise<T>): Promise<T | null> {
    try {
      return await call();
    } catch (cause) {
      if (!isAbsent(cause)) throw asStorageError(cause);
      await this.#assertMounted();
      return null;
    }
  }
}

async function renameIntoShards(stage: string, path: string): Promise<void> {
  try {
    await rename(stage, path);
  } catch (cause) {
    if (!isAbsent(cause)) throw cause;
    // Doesn't use `recursive`, so that the folder of a store that disappeared isn't created again.
    for (const folder of [dirname(dirname(path)), dirname(path)]) await mkdirUnlessThere(folder);
    await rename(stage, path);
  }
}

async function mkdirUnlessThere(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (cause) {
    if (codeOf(cause) !== 'EEXIST') throw cause;
  }
}

async function statIfThere(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (cause) {
    if (isAbsent(cause)) return null;
    throw cause;
  }
}

async function storageCall<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    throw asStorageError(cause);
  }
}

function asStorageError(cause: unknown): unknown {
  const code = codeOf(cause);
  if (code === undefined) return cause; // Thrown by this module or by a bug, not by the file system.
  if (code === 'ENOSPC' || code === 'EDQUOT') return new StorageFull({ cause });
  return new StorageUnavailable(`The media store failed: ${(cause as Error).message}.`, { cause });
}

function isAbsent(cause: unknown): boolean {
  return codeOf(cause) === 'ENOENT';
}

/** `errno` name of a failed system call. Undefined for other errors. */
function codeOf(cause: unknown): string | undefined {
  return cause instanceof Error && 'syscall' in cause ? (cause as NodeJS.ErrnoException).code : undefined;
}

function isOlder(found: Stats | null, before: Date): boolean {
  return found !== null && found.mtime < before;
}
