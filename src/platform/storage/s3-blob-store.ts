import { createHash, randomUUID } from 'node:crypto';
import { basename } from 'node:path/posix';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import {
  assertExtension,
  BlobCondition,
  BlobDamaged,
  type BlobRead,
  type BlobStore,
  type BlobStoreOptions,
  type ByteRange,
  blobKey,
  isBlobKey,
  type ListedBlob,
  RangeOutsideBlob,
  StorageUnavailable,
  type StoredBlob,
  sha256OfKey,
} from './blob-store.ts';
import { S3Bucket, type S3Options } from './s3-bucket.ts';
import { describeS3, type S3Location } from './s3-location.ts';
import { openVerified } from './s3-verified-read.ts';

const MARKER = '.imprimatur-store';
const ASIDE = '.set-aside/';
const PROBE = '.probe/';
/** Maximum size of a blob. It is held in memory while it is sent, because its key is known only after its last byte. */
const MAX_BYTES = 256 * 1024 * 1024;
/** Number of reads after which bytes that arrived differently each time are given up. */
const MAX_READS = 3;

/**
 * Blobs as objects in an S3-compatible store. A blob is hashed in memory and stored with one request, so an object under a key is
 * always complete. Every read is verified, because a network or a proxy can change or cut bytes.
 */
export class S3BlobStore implements BlobStore {
  readonly #bucket: S3Bucket;
  readonly #wasUsed: () => Promise<boolean>;
  #opening: Promise<void> | undefined;

  constructor(location: S3Location, { wasUsed = async () => false, ...options }: BlobStoreOptions & S3Options = {}) {
    this.#bucket = new S3Bucket(location, options);
    this.#wasUsed = wasUsed;
  }

  async put(bytes: Uint8Array | AsyncIterable<Uint8Array>, extension: string): Promise<StoredBlob> {
    assertExtension(extension);
    await this.#ready();

    const whole = bytes instanceof Uint8Array ? bytes : await collect(bytes);
    const sha256 = createHash('sha256').update(whole).digest('hex');
    const key = blobKey(sha256, extension);
    await this.#bucket.put(key, whole);
    return { key, sha256, byteSize: whole.byteLength };
  }

  async read(key: string, range?: ByteRange): Promise<BlobRead | null> {
    sha256OfKey(key);
    await this.#ready();
    return unlessUnsteady(key, () => this.#open(key, range));
  }

  async has(key: string): Promise<boolean> {
    sha256OfKey(key);
    await this.#ready();
    if (await this.#bucket.head(key)) return true;
    await this.#assertMarked();
    return false;
  }

  async delete(key: string): Promise<void> {
    sha256OfKey(key);
    await this.#ready();
    await this.#bucket.delete(key);
  }

  async verify(key: string): Promise<BlobCondition> {
    sha256OfKey(key);
    await this.#ready();
    try {
      return await unlessUnsteady(key, async () => {
        const read = await this.#open(key);
        if (!read) return BlobCondition.MISSING;
        await finished(read.stream.resume());
        return BlobCondition.INTACT;
      });
    } catch (error) {
      if (error instanceof BlobDamaged) return BlobCondition.DAMAGED;
      throw error;
    }
  }

  async *list(shard?: string): AsyncIterable<ListedBlob> {
    await this.#ready();
    for await (const found of this.#bucket.list(shard === undefined ? '' : `${shard}/`)) {
      if (isBlobKey(found.key)) yield found;
    }
  }

  /**
   * Copies the object aside, then deletes it. After a crash between the two, the blob is in both places, and the next check moves
   * it again. The store can't delete on a condition, so the same bytes stored by another process in the moment of the deletion
   * are moved aside as well. The check that called this or the next read then restores them.
   */
  async moveAside(key: string, before: Date): Promise<boolean> {
    const aside = asideKey(key);
    await this.#ready();
    const isOld = async () => {
      const found = await this.#bucket.head(key);
      return found !== null && found.storedAt < before;
    };
    if (!(await isOld()) || !(await this.#bucket.copy(key, aside))) return false;
    if (!(await isOld())) {
      // The blob was stored again since, so its bytes are needed.
      await this.#bucket.delete(aside);
      return false;
    }
    await this.#bucket.delete(key);
    return true;
  }

  async *listMovedAside(): AsyncIterable<ListedBlob> {
    await this.#ready();
    for await (const { key: aside, ...facts } of this.#bucket.list(ASIDE)) {
      const name = aside.slice(ASIDE.length);
      const key = `${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`;
      if (isBlobKey(key)) yield { key, ...facts };
    }
  }

  /** Sends the verified bytes again instead of copying the object, so that the store verifies what it stores. */
  async moveBack(key: string): Promise<boolean> {
    const aside = asideKey(key);
    await this.#ready();
    let bytes: Buffer | null;
    try {
      bytes = await unlessUnsteady(key, async () => {
        const found = await this.#bucket.get(aside);
        return found && buffer(await openVerified(this.#bucket, key, found));
      });
    } catch (error) {
      if (error instanceof BlobDamaged) return false;
      throw error;
    }
    if (!bytes) return false;
    await this.#bucket.put(key, bytes);
    await this.#bucket.delete(aside);
    return true;
  }

  async forget(key: string): Promise<void> {
    const aside = asideKey(key);
    await this.#ready();
    await this.#bucket.delete(aside);
  }

  async space(): Promise<null> {
    return null;
  }

  /** Doesn't mark an unused bucket as a store, because `doctor` changes nothing. */
  async probe(): Promise<void> {
    if (!(await this.#isMarked()) && (await this.#wasUsed())) await this.#assertMarked();

    const key = `${PROBE}${randomUUID()}`;
    const sent = Buffer.from(randomUUID());
    try {
      await this.#bucket.put(key, sent);
      const back = await this.#bucket.get(key);
      if (!back || !sent.equals(await buffer(back.body))) {
        throw new StorageUnavailable(`The media store ${this.#name} doesn't return the bytes that were written.`);
      }
    } finally {
      await this.#bucket.delete(key).catch(() => {}); // `sweepStaging` deletes it later.
    }
  }

  /** Nothing is staged. Deletes what interrupted probes left. */
  async sweepStaging(olderThanMs: number, { onlyCounts = false } = {}): Promise<number> {
    await this.#ready();
    const oldest = Date.now() - olderThanMs;
    let removed = 0;
    for await (const { key, storedAt } of this.#bucket.list(PROBE)) {
      if (storedAt.getTime() > oldest) continue;
      if (!onlyCounts) await this.#bucket.delete(key);
      removed++;
    }
    return removed;
  }

  close(): Promise<void> {
    return this.#bucket.close();
  }

  async #open(key: string, range?: ByteRange): Promise<BlobRead | null> {
    const found = await this.#bucket.get(key);
    if (!found) {
      await this.#assertMarked();
      return null;
    }
    const { byteSize, revision } = found;
    if (range && range.start >= byteSize) {
      found.body.destroy();
      throw new RangeOutsideBlob(byteSize);
    }
    return { stream: await openVerified(this.#bucket, key, found, range), byteSize, revision, isVerified: true };
  }

  /** Opens the store once. A failed opening is repeated at the next use. */
  #ready(): Promise<void> {
    this.#opening ??= this.#prepare().catch((cause) => {
      this.#opening = undefined;
      throw cause;
    });
    return this.#opening;
  }

  async #prepare(): Promise<void> {
    if (await this.#isMarked()) return;
    if (await this.#wasUsed()) await this.#assertMarked();
    await this.#bucket.put(MARKER, Buffer.from('Imprimatur keeps its media here, under their SHA-256. Format 1.\n'));
  }

  /** Reads the marker, because the response to a HEAD doesn't tell a missing object from a missing bucket. */
  async #isMarked(): Promise<boolean> {
    const found = await this.#bucket.get(MARKER);
    found?.body.destroy();
    return found !== null;
  }

  async #assertMarked(): Promise<void> {
    if (await this.#isMarked()) return;
    throw new StorageUnavailable(
      `The media store ${this.#name} has no object ${MARKER}, so it isn't the place that was used before. ` +
        'Correct the bucket and the prefix in STORAGE_URL. Nothing was written.',
    );
  }

  get #name(): string {
    return describeS3(this.#bucket.location);
  }
}

function asideKey(key: string): string {
  sha256OfKey(key);
  return `${ASIDE}${basename(key)}`;
}

/**
 * Repeats a read whose bytes were wrong. The same wrong bytes twice are damage in the store; other bytes each time are damage on
 * their way.
 * @throws BlobDamaged for damage in the store
 */
async function unlessUnsteady<T>(key: string, read: () => Promise<T>): Promise<T> {
  let earlier: string | undefined;
  for (let reads = 0; reads < MAX_READS; reads++) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof BlobDamaged) || error.digest === earlier) throw error;
      earlier = error.digest;
    }
  }
  throw new StorageUnavailable(
    `The bytes of ${key} arrive differently each time. Check the network to the media store.`,
  );
}

async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let byteSize = 0;
  for await (const chunk of source) {
    byteSize += chunk.byteLength;
    if (byteSize > MAX_BYTES) throw new RangeError(`A blob can have at most ${MAX_BYTES} bytes.`);
    // Sources may use their buffer again.
    chunks.push(Buffer.from(chunk));
  }
  return Buffer.concat(chunks);
}
