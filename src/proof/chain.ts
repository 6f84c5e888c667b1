import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { encodeUtf8 } from './bytes.ts';
import { canonicalBytes } from './json.ts';

/** Fields that are hashed for an entry of the chain. */
export interface ChainLink {
  /** Sequence number, from 1 without gaps. */
  seq: number;
  /** Kind of the record, e.g. `run`. */
  kind: string;
  subjectId: string;
  /** SHA-256 of the record's canonical JSON, as hex. */
  digest: string;
  /** Hash of the previous entry. Zeros for the first entry. */
  previous: string;
  /** ISO 8601 in UTC, to the millisecond. */
  recordedAt: string;
}

/** An entry as stored and exported. */
export interface HashedLink extends ChainLink {
  hash: string;
}

/** Previous hash of the first entry. */
export const CHAIN_START = '0'.repeat(64);

const ENTRY_DOMAIN = 'imprimatur.chain.entry.v1';
const COMMITMENT_DOMAIN = 'imprimatur.chain.commitment.v1';

/**
 * Hash of an entry: SHA-256 of seven texts, each preceded by its length in bytes (`5:hello,`, known as netstrings), so that two
 * different entries never have the same encoding. The first text names the purpose, so that a hash can't be reused for another
 * one.
 */
export function chainHash({ seq, previous, kind, subjectId, digest, recordedAt }: ChainLink): string {
  return hashOf([ENTRY_DOMAIN, String(seq), previous, kind, subjectId, digest, recordedAt]);
}

/**
 * Placeholder in a record for a value that may be erased. Without the salt it reveals nothing about the value, even by trying all
 * candidates.
 * @param salt 32 random bytes as hex, used for this record alone
 */
export function commitmentTo(salt: string, member: string, value: unknown): string {
  return hashOf([COMMITMENT_DOMAIN, salt, member, new TextDecoder().decode(canonicalBytes(value))]);
}

function hashOf(texts: readonly string[]): string {
  const hash = sha256.create();
  for (const text of texts) {
    const bytes = encodeUtf8(text);
    hash
      .update(encodeUtf8(`${bytes.length}:`))
      .update(bytes)
      .update(COMMA);
  }
  return bytesToHex(hash.digest());
}

const COMMA = encodeUtf8(',');
