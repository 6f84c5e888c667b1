import { decodeBase64, encodeBase64 } from './bytes.ts';
import { type OpenedCheckpoint, openCheckpoint } from './checkpoint.ts';
import { parseDecimal } from './decimal.ts';
import { MalformedInput } from './malformed-input.ts';
import { HASH_LENGTH, verifyInclusion } from './merkle.ts';
import type { VerifierKey } from './note.ts';

const HEADER = 'c2sp.org/tlog-proof@v1';

// Maximum number of hashes in a proof, as in a tree of 2^63 entries. Sizes in this code end at 2^53.
const MAX_HASHES = 63;

/** Proof that an entry is in a log, as one text that can be verified offline. Source: C2SP tlog-proof. */
export interface TlogProof {
  /** Extra data that the creator of the proof added. Not signed. */
  extra?: Uint8Array;
  index: number;
  hashes: Uint8Array[];
  /** Signed note of the tree, unchanged. */
  checkpoint: string;
}

export function formatTlogProof({ extra, index, hashes, checkpoint }: TlogProof): string {
  const lines = [HEADER];
  if (extra && extra.length > 0) lines.push(`extra ${encodeBase64(extra)}`);
  lines.push(`index ${index}`, ...hashes.map(encodeBase64), '', checkpoint);
  return lines.join('\n');
}

/** True if the text starts like a tlog-proof. */
export function isTlogProof(text: string): boolean {
  return text.startsWith(`${HEADER}\n`);
}

/** Parses a tlog-proof, but not the checkpoint in it, which `verifyTlogProof` parses. @throws {MalformedInput} */
export function parseTlogProof(proof: string): TlogProof {
  const end = proof.indexOf('\n\n');
  if (end < 0) throw new MalformedInput('a tlog proof must have an empty line before its checkpoint');
  const [header, ...lines] = proof.slice(0, end).split('\n');
  if (header !== HEADER) throw new MalformedInput(`a tlog proof must begin with the line ${HEADER}`);

  const extra = lines[0]?.startsWith('extra ') ? decodeBase64(lines.shift()!.slice('extra '.length)) : undefined;
  if (extra?.length === 0)
    throw new MalformedInput('a tlog proof with empty extra data must not have the line "extra"');
  const index = lines.shift();
  if (!index?.startsWith('index ')) throw new MalformedInput('a tlog proof must have a line "index <number>"');
  if (lines.length > MAX_HASHES) throw new MalformedInput(`a tlog proof must have at most ${MAX_HASHES} hashes`);
  const hashes = lines.map(decodeBase64);
  if (hashes.some((hash) => hash.length !== HASH_LENGTH)) {
    throw new MalformedInput(`each hash of a tlog proof must have ${HASH_LENGTH} bytes`);
  }
  return {
    ...(extra && { extra }),
    index: parseDecimal(index.slice('index '.length), 'index of a tlog proof'),
    hashes,
    checkpoint: proof.slice(end + 2),
  };
}

/** The proof is well-formed, but doesn't show that the entry is in the log. */
export class TlogProofRefused extends Error {
  override readonly name = 'TlogProofRefused';
}

export interface TlogProofPolicy {
  logKey: VerifierKey;
  witnesses?: readonly VerifierKey[];
  /** Number of witnesses that must cosign the checkpoint. Default 0. */
  quorum?: number;
}

/**
 * Verifies that the leaf is at the proof's index in the tree of its checkpoint. Returns the signed checkpoint.
 * @throws {MalformedInput}
 * @throws {NoteRefused} for an invalid signature of the checkpoint
 * @throws {TlogProofRefused} if the leaf isn't in that tree, or too few witnesses cosigned
 */
export function verifyTlogProof(
  proof: string | TlogProof,
  leaf: Uint8Array,
  { logKey, witnesses = [], quorum = 0 }: TlogProofPolicy,
): OpenedCheckpoint {
  const { index, hashes, checkpoint } = typeof proof === 'string' ? parseTlogProof(proof) : proof;
  const opened = openCheckpoint(checkpoint, logKey, witnesses);
  if (!verifyInclusion(index, opened.size, leaf, hashes, opened.root)) {
    throw new TlogProofRefused(`the entry is not at index ${index} of the tree of ${opened.size} entries`);
  }
  if (opened.cosignatures.length < quorum) {
    throw new TlogProofRefused(
      `${opened.cosignatures.length} witnesses cosigned the checkpoint; ${quorum} are required`,
    );
  }
  return opened;
}
