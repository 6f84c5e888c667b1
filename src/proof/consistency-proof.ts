import { decodeBase64, encodeBase64 } from './bytes.ts';
import { parseDecimal } from './decimal.ts';
import { Malformed } from './malformed.ts';
import { HASH_LENGTH } from './merkle.ts';

const MAX_HASHES = 63;

/**
 * That a log's tree continues an earlier one, in one text: what a log sends to a witness, and what a reader who kept a
 * checkpoint downloads. Source: C2SP tlog-witness, the body of add-checkpoint.
 */
export interface ConsistencyProof {
  /** Of the earlier tree; 0 when there is none. */
  oldSize: number;
  /** From the tree of the old size to the checkpoint's; empty from size 0. */
  proof: readonly Uint8Array[];
  /** The signed note of the later tree, verbatim. */
  checkpoint: string;
}

/** Where the service of a log gives the proof between two of its trees, beneath its own address: for ever, under its name. */
export function consistencyPath(origin: string, oldSize: number, size: number): string {
  return `/log/by-name/${origin}/consistency/${oldSize}/${size}`;
}

export function formatConsistencyProof({ oldSize, proof, checkpoint }: ConsistencyProof): string {
  return [`old ${oldSize}`, ...proof.map(encodeBase64), '', checkpoint].join('\n');
}

/** The checkpoint is only cut off here. @throws {Malformed} */
export function parseConsistencyProof(text: string): ConsistencyProof {
  const end = text.indexOf('\n\n');
  if (end < 0) throw new Malformed('a consistency proof has an empty line before its checkpoint');
  const [old, ...lines] = text.slice(0, end).split('\n');
  if (!old?.startsWith('old ')) throw new Malformed('a consistency proof begins with a line "old <size>"');
  if (lines.length > MAX_HASHES) throw new Malformed(`a consistency proof has at most ${MAX_HASHES} hashes`);
  const proof = lines.map(decodeBase64);
  if (proof.some((hash) => hash.length !== HASH_LENGTH)) throw new Malformed(`each hash has ${HASH_LENGTH} bytes`);
  return {
    oldSize: parseDecimal(old.slice('old '.length), 'old size'),
    proof,
    checkpoint: text.slice(end + 2),
  };
}
