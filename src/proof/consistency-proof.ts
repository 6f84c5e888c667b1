import { decodeBase64, encodeBase64 } from './bytes.ts';
import { parseDecimal } from './decimal.ts';
import { MalformedInput } from './malformed-input.ts';
import { HASH_LENGTH } from './merkle.ts';

const MAX_HASHES = 63;

/**
 * Proof that a log's tree continues an earlier one, in a text format. Logs send it to witnesses, and readers with a saved
 * checkpoint download it. Source: C2SP tlog-witness, the body of add-checkpoint.
 */
export interface ConsistencyProof {
  /** Number of entries in the earlier tree. 0 without an earlier tree. */
  oldSize: number;
  /** Hashes that connect the earlier tree to the checkpoint's. Empty if `oldSize` is 0. */
  proof: readonly Uint8Array[];
  /** Signed note of the later tree, unchanged. */
  checkpoint: string;
}

/**
 * Path of the consistency proof between two trees of a log, relative to the service's address. The path contains the log's name,
 * so it stays the same when another log replaces this one.
 */
export function consistencyPath(origin: string, oldSize: number, size: number): string {
  return `/log/by-name/${origin}/consistency/${oldSize}/${size}`;
}

export function formatConsistencyProof({ oldSize, proof, checkpoint }: ConsistencyProof): string {
  return [`old ${oldSize}`, ...proof.map(encodeBase64), '', checkpoint].join('\n');
}

/** Parses a consistency proof, but not the checkpoint in it. @throws {MalformedInput} */
export function parseConsistencyProof(text: string): ConsistencyProof {
  const end = text.indexOf('\n\n');
  if (end < 0) throw new MalformedInput('a consistency proof must have an empty line before its checkpoint');
  const [old, ...lines] = text.slice(0, end).split('\n');
  if (!old?.startsWith('old ')) throw new MalformedInput('a consistency proof must begin with a line "old <size>"');
  if (lines.length > MAX_HASHES) throw new MalformedInput(`a consistency proof must have at most ${MAX_HASHES} hashes`);
  const proof = lines.map(decodeBase64);
  if (proof.some((hash) => hash.length !== HASH_LENGTH))
    throw new MalformedInput(`each hash of a consistency proof must have ${HASH_LENGTH} bytes`);
  return {
    oldSize: parseDecimal(old.slice('old '.length), 'old size'),
    proof,
    checkpoint: text.slice(end + 2),
  };
}
