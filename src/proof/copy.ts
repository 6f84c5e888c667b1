import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';

/** Maximum size of a copy that is kept in memory to detect changed line ends. Files larger than this are rarely texts. */
export const MAX_WHOLE_BYTES = 16_000_000;

/** A copy to compare with the sealed bytes, reduced to what verification needs. */
export interface ArtifactCopy {
  byteLength: number;
  /** SHA-256 of the file, hex. */
  sha256: string;
  /** SHA-256 of the salt followed by the copy, for a private seal. Null if no salt was given. */
  saltedSha256: string | null;
  /** Bytes of the file. Null if the file is too large to keep in memory; then a change of line ends alone isn't detected. */
  bytes: Uint8Array | null;
}

/** Incremental SHA-256: from @noble/hashes, which runs anywhere, or a faster native implementation. */
export interface RunningHash {
  update(bytes: Uint8Array): unknown;
  digest(): Uint8Array;
}

export interface CopyOptions {
  /** Salt of a private seal. */
  salt?: Uint8Array;
  newHash?: () => RunningHash;
}

/** Reads and hashes a file of any size in pieces. */
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

/** Hashes content that is in memory. */
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
