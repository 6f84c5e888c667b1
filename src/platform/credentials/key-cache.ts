import { ReadCache } from '../database/read-cache.ts';

/** Maximum age of a cached key in milliseconds, so that a revocation takes effect even if its event is lost. */
const MAX_AGE_MS = 1_000;
/** Maximum number of cached keys. Beyond it, the key that was read longest ago is evicted. */
const MOST = 10_000;

/** Cache of the valid keys of one kind. A cached key is used for at most one second. */
export class KeyCache<Found> {
  /** Cached keys by the digest of the token, in hex. */
  readonly #keys: ReadCache<Found>;

  constructor(read: (digest: Buffer) => Promise<Found | null>) {
    const readHex = (digest: string) => read(Buffer.from(digest, 'hex'));
    this.#keys = new ReadCache({ read: readHex, maxAgeMs: MAX_AGE_MS, most: MOST });
  }

  /** Finds a valid key by the digest of its token. Null when it is unknown, expired or revoked. */
  of(digest: Buffer): Promise<Found | null> {
    return this.#keys.get(digest.toString('hex'));
  }

  /** Returns the cached key. Undefined when it must be read from the database. */
  fresh(digest: Buffer): Found | undefined {
    return this.#keys.fresh(digest.toString('hex'));
  }

  forgetAll(): void {
    this.#keys.forgetAll();
  }
}
