import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { equalBytes } from './bytes.ts';
import { MalformedInput } from './malformed-input.ts';
import { nativeVerifier } from './native-signatures.ts';

// The bytes that precede the key itself in the DER form of SubjectPublicKeyInfo. All lengths are fixed, so the parser only
// compares these bytes.
const P256_PREFIX = hexToBytes('3059301306072a8648ce3d020106082a8648ce3d030107034200');
const ED25519_PREFIX = hexToBytes('302a300506032b6570032100');

/** A public key that verifies signatures. It returns false for an invalid signature and never throws. */
export interface VerifyingKey {
  verifies(message: Uint8Array, signature: Uint8Array): boolean;
}

/** Key id of a seal key: SHA-256 of its SPKI. A bundle contains it in base64 as a hint. */
export function sealKeyId(spki: Uint8Array): Uint8Array {
  return sha256(spki);
}

/** Key id of a seal key in hex, as stored and as in the chain. */
export function sealKeyIdHex(spki: Uint8Array): string {
  return bytesToHex(sealKeyId(spki));
}

/**
 * Reads an ECDSA key over P-256 for signatures in DER over SHA-256.
 * @throws {MalformedInput} if the bytes aren't a P-256 key in SPKI with an uncompressed point on the curve
 */
export function p256KeyOf(spki: Uint8Array): VerifyingKey {
  const point = after(P256_PREFIX, spki, 65, 'an ECDSA P-256 public key in SPKI form');
  try {
    p256.Point.fromBytes(point);
  } catch (cause) {
    throw new MalformedInput('The P-256 public key is not a point of the curve.', { cause });
  }
  const isSurely = nativeVerifier(spki, 'sha256');
  return {
    verifies(message, signature) {
      try {
        if (isSurely?.(message, signature)) return true;
        // lowS is off because OpenSSL and most hardware don't normalize `s`: half of their signatures would be rejected.
        return p256.verify(signature, message, point, { format: 'der', lowS: false, prehash: true });
      } catch {
        return false;
      }
    },
  };
}

/** The 32 bytes of an Ed25519 key in SPKI. @throws {MalformedInput} */
export function ed25519BytesOf(spki: Uint8Array): Uint8Array {
  return after(ED25519_PREFIX, spki, 32, 'an Ed25519 public key in SPKI form');
}

export function ed25519Spki(publicKey: Uint8Array): Uint8Array {
  return concatBytes(ED25519_PREFIX, publicKey);
}

/**
 * Creates a key that verifies by RFC 8032, like Go and openssl. ZIP 215 would also accept keys of small order, under which any
 * signature can be valid.
 */
export function ed25519Key(publicKey: Uint8Array): VerifyingKey {
  const native = nativeVerifier(ed25519Spki(publicKey), null);
  const isSurely = native && isSoundEd25519(publicKey) ? native : null;
  return {
    verifies(message, signature) {
      try {
        if (isSurely?.(message, signature)) return true;
        return ed25519.verify(signature, message, publicKey, { zip215: false });
      } catch {
        return false;
      }
    },
  };
}

/** True for a valid key by RFC 8032 that isn't of small order. Under a key of small order, any signature can be valid. */
export function isSoundEd25519(publicKey: Uint8Array): boolean {
  try {
    return !ed25519.Point.fromBytes(publicKey, false).isSmallOrder();
  } catch {
    return false;
  }
}

function after(prefix: Uint8Array, spki: Uint8Array, length: number, what: string): Uint8Array {
  const isSo = spki.length === prefix.length + length && equalBytes(spki.subarray(0, prefix.length), prefix);
  if (!isSo) throw new MalformedInput(`The public key is not ${what}.`);
  return spki.slice(prefix.length);
}
