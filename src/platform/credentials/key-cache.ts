import { ReadCache } from '../database/read-cache.ts';

/** An entry expires after a second, so that a revocation takes effect even if its event is lost. */
const MAX_AGE_MS = 1_000;
/** Maximum number of cached keys. Further keys are read each time. */
const MOST = 10_000;

/** Cache of the working keys of one kind. An entry is at most one second old. */
export class KeyCache<Found> {
  /** Keys by the digest of the whole token, in hex. */
  readonly #keys: ReadCache<Found>;

  constructor(read: (digest: Buffer) => Promise<Found | null>) {
    const readHex = (digest: string) => read(Buffer.from(digest, 'hex'));
    this.#keys = new ReadCache({ read: readHex, maxAgeMs: MAX_AGE_MS, most: MOST });
  }

  /** Finds a working key. Null when it is unknown, expired or revoked. */
  of(digest: Buffer): Promise<Found | null> {
    return this.#keys.get(digest.toString('hex'));
  }

  /** Returns the cached entry. Undefined when the key must be read. */
  fresh(digest: Buffer): Found | undefined {
    return this.#keys.fresh(digest.toString('hex'));
  }

  forgetAll(): void {
    this.#keys.forgetAll();
  }
}
