import { SHARDS } from '../platform/storage/copy-blobs.ts';
import type { BackupPlace } from './backup-place.ts';
import { POOL, poolName } from './copy-pictures.ts';
import { type Manifest, openManifest } from './manifest.ts';
import { BackupChanged, linesOf, readCompressed } from './stored-file.ts';

/** Folder of the backups in a place. */
const BACKUPS = 'backups';
const MANIFEST = 'manifest.json';
const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z-[0-9a-f]{6}$/;
/** Age in milliseconds at which a backup without a manifest counts as interrupted, and not as one that still runs. */
const INTERRUPTED_MS = 24 * 3_600_000;
/** A manifest names each table and each month of runs, so a few hundred kilobytes are usual. */
const MAX_MANIFEST_BYTES = 50_000_000;

export const isBackupName = (name: string) => NAME.test(name);
export const folderOf = (name: string) => `${BACKUPS}/${name}`;
export const manifestOf = (name: string) => `${folderOf(name)}/${MANIFEST}`;

/** Name of a backup that begins at a time. Names sort by time. */
export function nameAt(at: Date, random: string): string {
  return `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z-${random}`;
}

interface FoundBackups {
  /** Names of complete backups, oldest first. */
  complete: string[];
  /** Names of backups without a manifest. */
  incomplete: string[];
}

/** Lists the backups in a place. */
export async function findBackups(place: BackupPlace): Promise<FoundBackups> {
  const complete = new Set<string>();
  const all = new Set<string>();
  for await (const { name } of place.list(BACKUPS)) {
    const [, backup = '', ...rest] = name.split('/');
    if (!isBackupName(backup)) continue;
    all.add(backup);
    if (rest.join('/') === MANIFEST) complete.add(backup);
  }
  return {
    complete: [...complete].sort(),
    incomplete: [...all].filter((name) => !complete.has(name)).sort(),
  };
}

/** Reads the manifest of a backup. Null if the backup has no manifest. @throws BackupChanged */
export async function readManifest(place: BackupPlace, name: string): Promise<Manifest | null> {
  const stream = await place.read(manifestOf(name));
  if (!stream) return null;
  const chunks: Uint8Array[] = [];
  let byteSize = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    byteSize += chunk.byteLength;
    if (byteSize > MAX_MANIFEST_BYTES) throw new BackupChanged(`${manifestOf(name)} is too large for a manifest.`);
    chunks.push(chunk);
  }
  const manifest = openManifest(Buffer.concat(chunks), manifestOf(name));
  if (manifest.name !== name) throw new BackupChanged(`${manifestOf(name)} is the manifest of ${manifest.name}.`);
  return manifest;
}

/**
 * Deletes all but the newest `keep` backups, interrupted ones that are older than a day, and the pictures that no backup names any
 * more. Returns the number of deleted backups.
 * @throws BackupChanged if the manifest of a kept backup is damaged; then no picture is deleted
 */
export async function deleteOldBackups(place: BackupPlace, keep: number, now: Date): Promise<number> {
  const { complete, incomplete } = await findBackups(place);
  const old = complete.slice(0, Math.max(0, complete.length - keep));
  const youngest = nameAt(new Date(now.getTime() - INTERRUPTED_MS), '');
  const interrupted = incomplete.filter((name) => name < youngest);
  for (const name of [...old, ...interrupted]) await deleteBackup(place, name);
  const kept = complete.slice(old.length);
  if (old.length + interrupted.length > 0 && kept.length > 0) await deleteUnnamedPictures(place, kept);
  return old.length;
}

/** Deletes a backup, its manifest first, so that an interrupted deletion leaves none that looks complete. */
async function deleteBackup(place: BackupPlace, name: string): Promise<void> {
  await place.delete(manifestOf(name));
  const files: string[] = [];
  for await (const file of place.list(folderOf(name))) files.push(file.name);
  for (const file of files) await place.delete(file);
}

async function deleteUnnamedPictures(place: BackupPlace, kept: readonly string[]): Promise<void> {
  const lists: PictureList[] = [];
  for (const name of kept) {
    const manifest = await readManifest(place, name);
    if (manifest) lists.push(new PictureList(place, manifest));
  }
  for (const shard of SHARDS) {
    const named = new Set<string>();
    for (const list of lists) for (const key of await list.keysOf(shard)) named.add(poolName(key));
    const unnamed: string[] = [];
    for await (const { name } of place.list(`${POOL}/${shard}`)) if (!named.has(name)) unnamed.push(name);
    for (const name of unnamed) await place.delete(name);
  }
  for (const list of lists) await list.end();
}

/** A backup's list of pictures, which is sorted, so that it can be read in parts. */
class PictureList {
  readonly #lines: AsyncGenerator<string>;
  #next: string | null = null;

  constructor(place: BackupPlace, { pictures }: Manifest) {
    this.#lines = linesOf(readCompressed(place, pictures));
  }

  /** Keys that start with a prefix. Prefixes must be asked for in their order. */
  async keysOf(prefix: string): Promise<string[]> {
    const keys: string[] = [];
    for (;;) {
      if (this.#next === null) {
        const { done, value } = await this.#lines.next();
        if (done) return keys;
        this.#next = value;
      }
      if (!this.#next.startsWith(prefix)) return keys;
      keys.push(keyOfLine(this.#next));
      this.#next = null;
    }
  }

  async end(): Promise<void> {
    await this.#lines.return(undefined);
  }
}

/** Key in a line of a list of pictures. */
export const keyOfLine = (line: string) => line.slice(0, line.indexOf(' '));
