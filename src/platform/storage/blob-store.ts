import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

/** What a store made of some bytes. The key says where they are and, being their digest, what they are. */
export interface StoredBlob {
  key: string;
  sha256: string;
  byteSize: number;
}

/** Part of a blob by byte offset. Both ends are included, as in HTTP; without `end` it runs to the last byte. */
export interface ByteRange {
  start: number;
  end?: number;
}

/** `byteSize` is the size of the whole blob, also when `stream` carries only a range of it. */
export interface BlobRead {
  stream: Readable;
  byteSize: number;
  /** Another one when the bytes were written again since, by whomever. Of the same one nothing follows: disks rot in silence. */
  revision: string;
}

export interface ListedBlob {
  key: string;
  byteSize: number;
  /** When these bytes were last put, also when they were there already: a sweep spares what is young. */
  storedAt: Date;
}

/** INTACT: the bytes still hash to the key. DAMAGED: they do not. MISSING: there are none. */
export const BlobCondition = { INTACT: 'INTACT', DAMAGED: 'DAMAGED', MISSING: 'MISSING' } as const;
export type BlobCondition = (typeof BlobCondition)[keyof typeof BlobCondition];

/**
 * Where bytes are kept, addressed by what they are: `ab/cd/<sha256>.<extension>`.
 * A key therefore never changes its meaning, and putting the same bytes twice stores them once.
 *
 * Every method may throw `StorageUnavailable`, and the writing ones `StorageFull`.
 * A malformed key throws `BlobKeyInvalid`.
 */
export interface BlobStore {
  /**
   * Stores the bytes durably: what this returns survives a power cut, and a failure leaves nothing behind. What stood under
   * the key before is replaced, so that the right bytes heal what was damaged.
   * An error of the source itself (an upload cut short, say) comes out unchanged.
   */
  put(bytes: Uint8Array | AsyncIterable<Uint8Array>, extension: string): Promise<StoredBlob>;

  /**
   * Null when there is no such blob. Read the stream to its end or destroy it; it holds a file or a connection.
   * @throws RangeOutsideBlob when the range begins past the last byte.
   */
  read(key: string, range?: ByteRange): Promise<BlobRead | null>;

  has(key: string): Promise<boolean>;

  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>;

  /** Reads the whole blob and hashes it again. */
  verify(key: string): Promise<BlobCondition>;

  /** Every blob there is, in no particular order; or those whose digest begins with these two digits. */
  list(shard?: string): AsyncIterable<ListedBlob>;

  /**
   * Takes a blob out of use that nobody has put since `before`, without deleting it. False for one that is younger or not
   * there: whoever put it a moment ago may be about to name it.
   */
  setAside(key: string, before: Date): Promise<boolean>;

  /** What was set aside, and when. */
  listAside(): AsyncIterable<ListedBlob>;

  /** Brings a blob back that was set aside, in the place of what stands under its key; false when it is not there, or spoilt. */
  takeBack(key: string): Promise<boolean>;

  /** Deletes what was set aside. */
  forget(key: string): Promise<void>;

  /** How much room there is, for others as well; null where nobody can say. */
  space(): Promise<{ freeBytes: number; totalBytes: number } | null>;

  /** Writes a few bytes, reads them back and removes them: the proof for the health report. */
  probe(): Promise<void>;

  /**
   * Removes what a crash in mid-write left behind. Uploads in progress keep their stage young by writing to it.
   * @returns how many were removed, or would be when it only counts.
   */
  sweepStaging(olderThanMs: number, options?: { onlyCounts?: boolean }): Promise<number>;

  close(): Promise<void>;
}

const KEY = /^([0-9a-f]{2})\/([0-9a-f]{2})\/(\1\2[0-9a-f]{60})\.([a-z0-9]{1,8})$/;
const DIGEST = /^[0-9a-f]{64}$/;
const EXTENSION = /^[a-z0-9]{1,8}$/;

/** Two levels of 256 folders keep each folder small enough to list, even with millions of blobs. */
export function blobKey(sha256: string, extension: string): string {
  if (!DIGEST.test(sha256)) throw new BlobKeyInvalid(sha256);
  assertExtension(extension);
  return `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}.${extension}`;
}

/** The digest a key promises. Being strict here is what keeps `../` and absolute paths out of the file system. */
export function sha256OfKey(key: string): string {
  const digest = KEY.exec(key)?.[3];
  if (digest === undefined) throw new BlobKeyInvalid(key);
  return digest;
}

/** Known before the first byte is written, so that a wrong extension costs nothing. */
export function assertExtension(extension: string): void {
  if (!EXTENSION.test(extension)) throw new BlobKeyInvalid(`.${extension}`);
}

/** Whether what was read is what the key promises. */
export async function conditionOf(key: string, read: BlobRead | null): Promise<BlobCondition> {
  if (!read) return BlobCondition.MISSING;
  const hash = createHash('sha256');
  for await (const chunk of read.stream) hash.update(chunk as Uint8Array);
  return hash.digest('hex') === sha256OfKey(key) ? BlobCondition.INTACT : BlobCondition.DAMAGED;
}

/** A key that no store could have given out: a mistake of the caller's, or an attempt to leave the store. */
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
    super(`The range begins past the end: there are ${byteSize} bytes.`);
    this.byteSize = byteSize;
  }
}

/** There is no room left. Nothing was stored; the same bytes can be sent again once there is. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull';

  constructor(options?: ErrorOptions) {
    super('The media store has no room left.', options);
  }
}

/** The store cannot be reached, read or written. `message` is for operators: it may name a path or a host. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
}
