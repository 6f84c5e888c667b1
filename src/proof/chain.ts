import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { encodeUtf8 } from './bytes.ts';
import { canonicalBytes } from './json.ts';

/** Fields of a chain entry that its hash covers. */
export interface ChainLink {
  /** Sequence number of the entry, from 1 without gaps. */
  seq: number;
  /** Kind of the record, e.g. `RUN`. */
  kind: string;
  subjectId: string;
  /** SHA-256 of the record's canonical JSON, as hex. */
  digest: string;
  /** Hash of the previous entry. Zeros for the first entry. */
  previous: string;
  /** Time when the entry was added. ISO 8601 in UTC, to the millisecond. */
  recordedAt: string;
}

/** An entry of the chain as stored and exported. */
export interface HashedLink extends ChainLink {
  hash: string;
}

/** Value of `previous` in the first entry of the chain. */
export const CHAIN_START = '0'.repeat(64);

const ENTRY_DOMAIN = 'imprimatur.chain.entry.v1';
const COMMITMENT_DOMAIN = 'imprimatur.chain.commitment.v1';

/**
 * Hash of a chain entry: SHA-256 of seven texts, each preceded by its length in bytes (`5:hello,`, known as netstrings), so that
 * two different entries never have the same encoding. The first text names the purpose, so that the hash can't pass as one of
 * another format.
 */
export function chainHash({ seq, previous, kind, subjectId, digest, recordedAt }: ChainLink): string {
  return hashOf([ENTRY_DOMAIN, String(seq), previous, kind, subjectId, digest, recordedAt]);
}

/**
 * Hash that replaces a value in a record, so that the value may be erased later. Without the salt, the hash reveals nothing
 * about the value, even by trying all candidates.
 * @param salt 32 random bytes as hex, used for no other record
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
