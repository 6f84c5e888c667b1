import { p256KeyOf, sealKeyIdHex, type VerifyingKey } from './public-key.ts';
import { isWithin, type Trust, type TrustedSealKey } from './trust.ts';

/** The seal keys of a trust file, by id. */
export class SealKeyRing {
  readonly #known: ReadonlyMap<string, TrustedSealKey>;
  readonly #parsed = new Map<string, VerifyingKey>();

  constructor({ sealKeys }: Pick<Trust, 'sealKeys'>) {
    this.#known = new Map(sealKeys.map((key) => [sealKeyIdHex(key.publicKey), key]));
  }

  /** The key with this id. Null if the trust file doesn't have it, or it wasn't valid at this time. */
  find(keyId: string, at: Date): VerifyingKey | null {
    const known = this.#known.get(keyId);
    if (!known || !isWithin(known.validFor, at) || (known.revokedAt && at >= known.revokedAt)) return null;
    const key = this.#parsed.get(keyId) ?? p256KeyOf(known.publicKey);
    this.#parsed.set(keyId, key);
    return key;
  }
}
