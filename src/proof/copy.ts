import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';

/**
 * Up to here a copy is held whole, so that a text with other line ends is known for what it is. More would be held for files
 * that are hardly ever texts.
 */
export const MAX_WHOLE_BYTES = 16_000_000;

/** What a reader wants compared, as far as a verifier needs it. */
export interface ArtifactCopy {
  byteLength: number;
  /** SHA-256, as hex. */
  sha256: string;
  /** Of the salt and then the copy, for a private seal; null when no salt was given. */
  saltedSha256: string | null;
  /** Null when it is too large to hold: whether only line ends differ is not told then. */
  bytes: Uint8Array | null;
}

/** SHA-256 as it goes: of @noble/hashes, which runs anywhere, or a faster one where there is one. */
export interface RunningHash {
  update(bytes: Uint8Array): unknown;
  digest(): Uint8Array;
}

export interface CopyOptions {
  /** Of a private seal. */
  salt?: Uint8Array;
  newHash?: () => RunningHash;
}

/** Reads a copy of any size through, a piece at a time. Whoever gives the pieces decides what else is done in between. */
export async function readCopy(pieces: AsyncIterable<Uint8Array>, options: CopyOptions = {}): Promise<ArtifactCopy> {
  const hashes = new CopyHashes(options);
  let held: Uint8Array[] = [];
  for await (const piece of pieces) {
    hashes.update(piece);
    if (hashes.byteLength <= MAX_WHOLE_BYTES) held.push(piece);
    else held = [];
  }
  return hashes.copy(hashes.byteLength <= MAX_WHOLE_BYTES ? concatBytes(...held) : null);
}

/** A copy that is at hand, whatever its size. */
export function copyOf(bytes: Uint8Array, salt?: Uint8Array): ArtifactCopy {
  const hashes = new CopyHashes({ salt });
  hashes.update(bytes);
  return hashes.copy(bytes);
}

class CopyHashes {
  byteLength = 0;
  readonly #plain: RunningHash;
  readonly #salted: RunningHash | null;

  constructor({ salt, newHash = () => sha256.create() }: CopyOptions) {
    this.#plain = newHash();
    this.#salted = salt ? newHash() : null;
    if (salt) this.#salted?.update(salt);
  }

  update(bytes: Uint8Array): void {
    this.byteLength += bytes.length;
    this.#plain.update(bytes);
    this.#salted?.update(bytes);
  }

  copy(bytes: Uint8Array | null): ArtifactCopy {
    return {
      byteLength: this.byteLength,
      sha256: bytesToHex(this.#plain.digest()),
      saltedSha256: this.#salted && bytesToHex(this.#salted.digest()),
      bytes,
    };
  }
}
