import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { IsolationLevel } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Database } from '../platform/database/database.ts';
import { BlobDamaged, type BlobStore, sha256OfKey } from '../platform/storage/blob-store.ts';
import type { BlobHolder } from '../platform/storage/bytes-check.ts';
import { eachOf, SHARDS } from '../platform/storage/copy-blobs.ts';
import type { BackupPlace } from './backup-place.ts';
import { useSnapshot } from './snapshot.sql.ts';
import { putCompressed, type StoredFile } from './stored-file.ts';

/** Folder of the pictures of all backups in a place: each picture is stored once. */
export const POOL = 'pictures';
/** Pictures copied at the same time. Each waits for the disk or the network. */
export const CONCURRENT = 8;

export const poolName = (key: string) => `${POOL}/${key}`;

/** Names of the pictures to back up, for two hex digits with which their digests start. */
export type PictureNames = (shard: string) => Promise<Iterable<string>>;

export interface PictureOptions {
  place: BackupPlace;
  store: BlobStore;
  names: PictureNames;
  /** Path of the list of pictures in the place. */
  file: string;
  signal: AbortSignal;
}

export interface CopiedPictures extends StoredFile {
  count: number;
  bytes: number;
  missing: string[];
  /** Number of pictures that the place didn't have yet. */
  added: number;
}

/** Names of the pictures that rows name in the snapshot. */
export function namedInSnapshot(database: Database, snapshot: string, holders: readonly BlobHolder[]): PictureNames {
  return (shard) =>
    database.orm.em.fork().transactional(
      async (em) => {
        await useSnapshot(em as EntityManager, snapshot);
        const keys = new Set<string>();
        for (const holder of holders) {
          for (const { key } of await holder.named(em as EntityManager, shard)) keys.add(key);
        }
        return keys;
      },
      { isolationLevel: IsolationLevel.REPEATABLE_READ },
    );
}

/** Names of all stored pictures. For a database of an earlier release, whose rows this release can't read. */
export function allStored(store: BlobStore): PictureNames {
  return async (shard) => {
    const keys: string[] = [];
    for await (const { key } of store.list(shard)) keys.push(key);
    return keys;
  };
}

/** Copies the pictures that the place doesn't have yet, and stores the list of all, sorted by key, one `key size` per line. */
export async function copyPictures(options: PictureOptions): Promise<CopiedPictures> {
  const { place, file } = options;
  const copied = { count: 0, bytes: 0, missing: [] as string[], added: 0 };
  const list = await putCompressed(place, file, Readable.from(lines(options, copied)));
  return { ...list, ...copied };
}

async function* lines({ place, store, names, signal }: PictureOptions, copied: Omit<CopiedPictures, keyof StoredFile>) {
  for (const shard of SHARDS) {
    const there = new Map<string, number>();
    for await (const { name, byteSize } of place.list(`${POOL}/${shard}`)) there.set(name, byteSize);
    const sizes = new Map<string, number>();
    await eachOf(oneByOne(await names(shard)), CONCURRENT, signal, async (key) => {
      const known = there.get(poolName(key));
      const byteSize = known ?? (await copyPicture(place, store, key));
      if (byteSize === null) copied.missing.push(key);
      else sizes.set(key, byteSize);
      if (byteSize !== null && known === undefined) copied.added++;
    });
    signal.throwIfAborted();
    copied.count += sizes.size;
    let text = '';
    for (const [key, byteSize] of [...sizes].sort(([one], [other]) => (one < other ? -1 : 1))) {
      copied.bytes += byteSize;
      text += `${key} ${byteSize}\n`;
    }
    if (text !== '') yield text;
  }
}

async function* oneByOne<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

/** Copies one picture. Returns its size, or null if the store doesn't have it or has other bytes. */
async function copyPicture(place: BackupPlace, store: BlobStore, key: string): Promise<number | null> {
  const read = await store.read(key);
  if (!read) return null;
  try {
    await place.put(poolName(key), checked(key, read.stream));
    return read.byteSize;
  } catch (error) {
    if (error instanceof BlobDamaged) return null;
    throw error;
  } finally {
    read.stream.destroy();
  }
}

/** Passes bytes on. @throws BlobDamaged at their end unless they hash to the digest in the key */
export async function* checked(key: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
  const digest = hash.digest('hex');
  if (digest !== sha256OfKey(key)) throw new BlobDamaged(key, digest);
}
