import type { Logger } from '../observability/logger.ts';
import {
  BlobCondition,
  type BlobRead,
  type BlobStore,
  type ByteRange,
  conditionOf,
  RangeOutsideBlob,
} from './blob-store.ts';

/** How long bytes are taken to be what they were found to be. Who writes to them is seen at once; a disk that rots is not. */
const BELIEVED_MS = 3600_000;
/** Blobs whose condition is remembered, some 200 bytes each. */
const MAX_REMEMBERED = 10_000;

/** What a row names is not there, or not what the row says. For operators: `key` says which. */
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
 * Reads blobs for who must not be handed anything but what was promised. The size is compared at every read. The bytes are
 * hashed before they are read for the first time, after they were written again, and now and then: a flipped bit under an
 * address that may be kept for ever would be kept for ever.
 */
export class CheckedBlobs {
  readonly #store: BlobStore;
  readonly #logger: Logger;
  readonly #observe: (condition: BlobFault['condition']) => void;
  readonly #found = new Map<string, CheckedBlob>();
  /** What is being hashed, so that a hundred readers of one blob hash it once. */
  readonly #hashing = new Map<string, Promise<CheckedBlob>>();

  /** @param observe told of every read that met a fault */
  constructor(store: BlobStore, logger: Logger, observe: (condition: BlobFault['condition']) => void = () => {}) {
    this.#store = store;
    this.#logger = logger;
    this.#observe = observe;
  }

  /**
   * @param byteSize of the whole, as the row has it
   * @throws BlobFault, which is logged and counted already
   */
  async read(key: string, byteSize: number, range?: ByteRange): Promise<BlobRead> {
    try {
      return await this.#read(key, byteSize, range);
    } catch (error) {
      if (error instanceof BlobFault) {
        this.#logger.error({ err: error, key }, 'the bytes of a picture are not served');
        this.#observe(error.condition);
      }
      throw error;
    }
  }

  async #read(key: string, byteSize: number, range?: ByteRange): Promise<BlobRead> {
    const read = await this.#store.read(key, range).catch((error) => {
      if (error instanceof RangeOutsideBlob) throw wrongSize(key, error.byteSize, byteSize);
      throw error;
    });
    if (!read) throw new BlobFault(BlobCondition.MISSING, key, 'a row names it, and the store has no such file.');
    try {
      if (read.byteSize !== byteSize) throw wrongSize(key, read.byteSize, byteSize);
      const { revision, isIntact } = this.#remembered(key, read.revision) ?? (await this.#hash(key));
      if (revision === read.revision && isIntact) return read;
      if (revision === read.revision) {
        throw new BlobFault(BlobCondition.DAMAGED, key, 'it has its size, and does not hash to its name.');
      }
    } catch (error) {
      read.stream.destroy();
      throw error;
    }
    // Put again since it was opened.
    read.stream.destroy();
    return this.#read(key, byteSize, range);
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
    const found = { revision: read?.revision ?? '', isIntact, at: performance.now() };
    this.#found.delete(key);
    this.#found.set(key, found);
    if (this.#found.size > MAX_REMEMBERED) this.#found.delete(this.#found.keys().next().value!);
    return found;
  }
}

function wrongSize(key: string, byteSize: number, expected: number): BlobFault {
  return new BlobFault(BlobCondition.DAMAGED, key, `it has ${byteSize} bytes, and ${expected} were stored.`);
}
