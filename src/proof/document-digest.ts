import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { canonicalBytes } from './json.ts';

/** SHA-256 of the canonical JSON (RFC 8785) in UTF-8, 64 hex digits. @throws MalformedProof for values that JSON can't contain */
export function documentDigest(document: unknown): string {
  return bytesToHex(sha256(canonicalBytes(document)));
}
