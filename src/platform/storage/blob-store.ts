import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

/** A stored blob. Its key contains the SHA-256 digest of its bytes and is its path in the store. */
export interface StoredBlob {
  key: string;
  sha256: string;
  byteSize: number;
}

/** A byte range. Both ends are included, as in HTTP. Without `end`, it extends to the last byte. */
export interface ByteRange {
  start: number;
  end?: number;
}

/** Result of a read. `byteSize` is the size of the whole blob, even if `stream` has only a range. */
export interface BlobRead {
  stream: Readable;
  byteSize: number;
  /**
   * Changes whenever the bytes are written again. The same revision doesn't prove that the bytes are unchanged, because disks can
   * corrupt data silently.
   */
  revision: string;
  /**
   * True if the stream hashes the whole blob, even for a range, and fails with `BlobDamaged` before its last bytes if they are
   * wrong. Stores over a network do this. Otherwise, the caller has to verify the bytes.
   */
  isVerified?: boolean;
}

export interface ListedBlob {
  key: string;
  byteSize: number;
  /** Time when these bytes were last stored, even if they already existed. Young blobs without a row aren't moved aside. */
  storedAt: Date;
}

export interface BlobStoreOptions {
  /**
   * Returns true if the store was used before, so that its marker must exist. A place without the marker is a failed mount or a
   * wrong address: what is written to it would be missing once the right one is back.
   */
  wasUsed?: () => Promise<boolean>;
}

/** INTACT: the bytes match the key. DAMAGED: they don't. MISSING: the file doesn't exist. */
export const BlobCondition = { INTACT: 'INTACT', DAMAGED: 'DAMAGED', MISSING: 'MISSING' } as const;
export type BlobCondition = (typeof BlobCondition)[keyof typeof BlobCondition];

/**
 * Content-addressed storage: `ab/cd/<sha256>.<extension>`. A key always has the same content, and putting the same bytes twice
 * with the same extension stores them once. Every method can throw `StorageUnavailable`, and writing methods also `StorageFull`.
 * Methods that take a key throw `BlobKeyInvalid` for a malformed one.
 */
export interface BlobStore {
  /**
   * Stores bytes durably: the result survives a power cut, and a failed write leaves no partial blob. Replaces existing bytes
   * under the key, which repairs damage. Errors of the source, such as an interrupted upload, are thrown unchanged.
   */
  put(bytes: Uint8Array | AsyncIterable<Uint8Array>, extension: string): Promise<StoredBlob>;

  /**
   * Opens a blob. Null if it doesn't exist. Read the stream to its end or destroy it, because it holds a file or a connection.
   * @throws RangeOutsideBlob if the range starts after the last byte; BlobDamaged if the store verifies its reads
   */
  read(key: string, range?: ByteRange): Promise<BlobRead | null>;

  has(key: string): Promise<boolean>;

  /** Deletes a blob. A missing blob isn't an error. */
  delete(key: string): Promise<void>;

  /** Reads and hashes the whole blob, and compares the hash with the key. */
  verify(key: string): Promise<BlobCondition>;

  /** Lists blobs in any order: all, or those whose digest starts with the two hex digits `shard`. */
  list(shard?: string): AsyncIterable<ListedBlob>;

  /**
   * Moves a blob out of its place without deleting it, if it was stored before the time `before`. False for a missing blob, and
   * for a younger one, because a row that refers to it may be about to be written.
   */
  moveAside(key: string, before: Date): Promise<boolean>;

  /** Lists blobs that were moved aside, with the time of the move. */
  listMovedAside(): AsyncIterable<ListedBlob>;

  /** Restores a blob that was moved aside, replacing any file under its key. False if the moved blob is missing or damaged. */
  moveBack(key: string): Promise<boolean>;

  /** Deletes a blob that was moved aside. */
  forget(key: string): Promise<void>;

  /** Free and total bytes of the disk, which other programs may share. Null if unknown. */
  space(): Promise<{ freeBytes: number; totalBytes: number } | null>;

  /** Writes, reads and deletes a few bytes, for the health report. */
  probe(): Promise<void>;

  /**
   * Deletes temporary files left by a crash during writing. Running uploads keep their files young by writing to them.
   * @returns the number of deleted files, or with `onlyCounts` of files that would be deleted
   */
  sweepStaging(olderThanMs: number, options?: { onlyCounts?: boolean }): Promise<number>;

  close(): Promise<void>;
}

const KEY = /^([0-9a-f]{2})\/([0-9a-f]{2})\/(\1\2[0-9a-f]{60})\.([a-z0-9]{1,8})$/;
const DIGEST = /^[0-9a-f]{64}$/;
const EXTENSION = /^[a-z0-9]{1,8}$/;

/** Makes the key of a blob. Two levels of 256 folders keep each folder small enough to list, even with millions of blobs. */
export function blobKey(sha256: string, extension: string): string {
  if (!DIGEST.test(sha256)) throw new BlobKeyInvalid(sha256);
  assertExtension(extension);
  return `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}.${extension}`;
}

/** Digest in a blob's key. @throws for a malformed key, so that `../` and absolute paths never reach the file system */
export function sha256OfKey(key: string): string {
  const digest = KEY.exec(key)?.[3];
  if (digest === undefined) throw new BlobKeyInvalid(key);
  return digest;
}

/** @throws for an invalid file extension. Called before the first byte is written. */
export function assertExtension(extension: string): void {
  if (!EXTENSION.test(extension)) throw new BlobKeyInvalid(`.${extension}`);
}

/** True if the text has the form of a key. */
export function isBlobKey(text: string): boolean {
  return KEY.test(text);
}

/** Hashes the bytes of a read and compares their digest with the key. */
export async function conditionOf(key: string, read: BlobRead | null): Promise<BlobCondition> {
  if (!read) return BlobCondition.MISSING;
  const hash = createHash('sha256');
  for await (const chunk of read.stream) hash.update(chunk as Uint8Array);
  return hash.digest('hex') === sha256OfKey(key) ? BlobCondition.INTACT : BlobCondition.DAMAGED;
}

/** The key has a form that no store creates: a bug of the caller, or an attempt to read files outside the store. */
export class BlobKeyInvalid extends Error {
  override readonly name = 'BlobKeyInvalid';

  constructor(key: string) {
    super(`Not a storage key: ${JSON.stringify(key.slice(0, 100))}.`);
  }
}

export class RangeOutsideBlob extends Error {
  override readonly name = 'RangeOutsideBlob';
  readonly byteSize: number;

  constructor(byteSize: number) {
    super(`The range starts after the end of ${byteSize} bytes.`);
    this.byteSize = byteSize;
  }
}

/** The bytes of a blob don't match its key. */
export class BlobDamaged extends Error {
  override readonly name = 'BlobDamaged';
  /** SHA-256 of the bytes that were read. */
  readonly digest: string;

  constructor(key: string, digest: string) {
    super(`The bytes of ${key} have the SHA-256 ${digest}.`);
    this.digest = digest;
  }
}

/** The store has no space left, and the bytes were not stored. They can be sent again later. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull';

  constructor(options?: ErrorOptions) {
    super('The media store has no space left.', options);
  }
}

/** The store isn't reachable, readable or writable. `message` is for operators and can contain a path or host. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
}
