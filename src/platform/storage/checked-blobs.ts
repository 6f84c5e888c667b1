import type { Logger } from '../observability/logger.ts';
import {
  BlobCondition,
  BlobDamaged,
  type BlobRead,
  type BlobStore,
  type ByteRange,
  conditionOf,
  RangeOutsideBlob,
} from './blob-store.ts';

/**
 * Milliseconds for which a check of a blob stays valid. Changes by the service are noticed at once, damage by a failing disk only
 * after this time.
 */
const BELIEVED_MS = 3600_000;
/** Maximum number of blobs whose check is remembered, about 200 bytes of memory each. */
const MAX_REMEMBERED = 10_000;

/** A row's blob is missing or differs from the row. The message contains `key` and is for operators only. */
export class BlobFault extends Error {
  override readonly name = 'BlobFault';
  readonly condition: Exclude<BlobCondition, 'INTACT'>;

  constructor(condition: BlobFault['condition'], key: string, details: string) {
    super(`The blob ${key} is ${condition.toLowerCase()}: ${details}`);
    this.condition = condition;
  }
}

interface CheckedBlob {
  revision: string;
  isIntact: boolean;
  at: number;
}

/**
 * Reads blobs whose bytes must be correct. Compares the size at every read. Hashes the bytes before the first read, after they
 * were written again, and every hour: otherwise caches would keep a damaged file forever under an immutable address. Stores that
 * verify each read aren't read twice: a read of damaged bytes fails before its end.
 */
export class CheckedBlobs {
  readonly #store: BlobStore;
  readonly #logger: Logger;
  readonly #observe: (condition: BlobFault['condition']) => void;
  readonly #found = new Map<string, CheckedBlob>();
  /** Hashes being computed, by blob, so that concurrent readers of one blob hash it once. */
  readonly #hashing = new Map<string, Promise<CheckedBlob>>();

  /** @param observe called for every read of a missing or damaged blob */
  constructor(store: BlobStore, logger: Logger, observe: (condition: BlobFault['condition']) => void = () => {}) {
    this.#store = store;
    this.#logger = logger;
    this.#observe = observe;
  }

  /**
   * @param byteSize size of the whole blob, as its row states
   * @throws BlobFault, which is already logged and counted
   */
  async read(key: string, byteSize: number, range?: ByteRange): Promise<BlobRead> {
    try {
      return await this.#read(key, byteSize, range);
    } catch (error) {
      if (error instanceof BlobFault) this.#report(key, error);
      throw error;
    }
  }

  #report(key: string, fault: BlobFault): void {
    this.#logger.error({ err: fault, key }, 'stored bytes are missing or damaged and were not served');
    this.#observe(fault.condition);
  }

  async #read(key: string, byteSize: number, range?: ByteRange): Promise<BlobRead> {
    const read = await this.#store.read(key, range).catch((error) => {
      if (error instanceof RangeOutsideBlob) throw wrongSize(key, error.byteSize, byteSize);
      if (error instanceof BlobDamaged) throw wrongBytes(key);
      throw error;
    });
    // A row can be written in the moment in which its bytes are moved aside as orphans.
    if (!read && (await this.#store.moveBack(key))) return this.#read(key, byteSize, range);
    if (!read)
      throw new BlobFault(
        BlobCondition.MISSING,
        key,
        "a row refers to it, but the store doesn't have it. Restore it from a backup.",
      );
    try {
      if (read.byteSize !== byteSize) throw wrongSize(key, read.byteSize, byteSize);
      const remembered = this.#remembered(key, read.revision);
      if (read.isVerified) {
        if (remembered?.isIntact === false) await this.#assertRecovered(key);
        return this.#watched(key, read);
      }
      const { revision, isIntact } = remembered ?? (await this.#hash(key));
      if (revision === read.revision && isIntact) return read;
      if (revision === read.revision) throw wrongBytes(key);
    } catch (error) {
      read.stream.destroy();
      throw error;
    }
    // The blob was stored again since it was opened.
    read.stream.destroy();
    return this.#read(key, byteSize, range);
  }

  /**
   * Reports a large blob that turns out to be damaged while it is sent, and remembers it, so that the next read fails before it
   * begins.
   */
  #watched(key: string, read: BlobRead): BlobRead {
    read.stream.once('error', (error) => {
      if (!(error instanceof BlobDamaged)) return;
      this.#report(key, wrongBytes(key));
      this.#store.verify(key).then(
        (condition) => this.#remember(key, read.revision, condition === BlobCondition.INTACT),
        (cause) => this.#logger.warn({ err: cause, key }, 'damaged bytes could not be read again'),
      );
    });
    return read;
  }

  /** Reads a blob that was damaged once more before it is sent, because the fault can have been on the way from the store. */
  async #assertRecovered(key: string): Promise<void> {
    if ((await this.#store.verify(key)) !== BlobCondition.INTACT) throw wrongBytes(key);
    this.#found.delete(key);
  }

  #remembered(key: string, revision: string): CheckedBlob | undefined {
    const found = this.#found.get(key);
    return found?.revision === revision && performance.now() - found.at < BELIEVED_MS ? found : undefined;
  }

  #hash(key: string): Promise<CheckedBlob> {
    let hashing = this.#hashing.get(key);
    if (!hashing) {
      hashing = this.#hashNow(key).finally(() => this.#hashing.delete(key));
      this.#hashing.set(key, hashing);
    }
    return hashing;
  }

  async #hashNow(key: string): Promise<CheckedBlob> {
    const read = await this.#store.read(key);
    const isIntact = (await conditionOf(key, read)) === BlobCondition.INTACT;
    return this.#remember(key, read?.revision ?? '', isIntact);
  }

  #remember(key: string, revision: string, isIntact: boolean): CheckedBlob {
    const found = { revision, isIntact, at: performance.now() };
    this.#found.delete(key);
    this.#found.set(key, found);
    if (this.#found.size > MAX_REMEMBERED) this.#found.delete(this.#found.keys().next().value!);
    return found;
  }
}

function wrongBytes(key: string): BlobFault {
  return new BlobFault(
    BlobCondition.DAMAGED,
    key,
    "it has the right size, but its bytes don't match its digest. Restore it from a backup.",
  );
}

function wrongSize(key: string, byteSize: number, expected: number): BlobFault {
  return new BlobFault(
    BlobCondition.DAMAGED,
    key,
    `it has ${byteSize} bytes, but ${expected} were stored. Restore it from a backup.`,
  );
}
