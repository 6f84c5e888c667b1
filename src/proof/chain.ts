import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { encodeUtf8 } from './bytes.ts';
import { canonicalBytes } from './json.ts';

/** What an entry of the chain is made of. */
export interface ChainLink {
  /** From 1 on, without holes. */
  seq: number;
  /** What kind of record it stands for, e.g. `run`. */
  kind: string;
  subjectId: string;
  /** SHA-256 of the record's canonical JSON, as hex. */
  digest: string;
  /** The hash of the entry before; zeros before the first. */
  previous: string;
  /** ISO 8601 in UTC, to the millisecond. */
  recordedAt: string;
}

/** An entry as it is kept and exported. */
export interface HashedLink extends ChainLink {
  hash: string;
}

/** What the first entry continues. */
export const CHAIN_START = '0'.repeat(64);

const ENTRY_DOMAIN = 'imprimatur.chain.entry.v1';
const COMMITMENT_DOMAIN = 'imprimatur.chain.commitment.v1';

/**
 * The hash of an entry: SHA-256 of seven texts, each with its length in bytes in front (`5:hello,`, which others call
 * netstrings), so that no two entries are written alike. The first text says what is hashed, so that no hash of this kind can
 * be passed off as one of another.
 */
export function chainHash({ seq, previous, kind, subjectId, digest, recordedAt }: ChainLink): string {
  return hashOf([ENTRY_DOMAIN, String(seq), previous, kind, subjectId, digest, recordedAt]);
}

/**
 * What stands in a record for a value that may have to be erased. Without the salt nobody can find out what it was, not even by
 * trying all values that it could have had.
 * @param salt 32 random bytes as hex, of this record alone
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
