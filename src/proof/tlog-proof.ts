import { decodeBase64, encodeBase64 } from './bytes.ts';
import { type OpenedCheckpoint, openCheckpoint } from './checkpoint.ts';
import { parseDecimal } from './decimal.ts';
import { Malformed } from './malformed.ts';
import { HASH_LENGTH, verifyInclusion } from './merkle.ts';
import type { VerifierKey } from './note.ts';

const HEADER = 'c2sp.org/tlog-proof@v1';

// A tree of 2^63 entries has proofs this long; sizes here end at 2^53.
const MAX_HASHES = 63;

/** That an entry stands in a log, in one text that is checked offline. Source: C2SP tlog-proof. */
export interface TlogProof {
  /** Whatever the maker added. Nothing signs it. */
  extra?: Uint8Array;
  index: number;
  hashes: Uint8Array[];
  /** The signed note, verbatim. */
  checkpoint: string;
}

export function formatTlogProof({ extra, index, hashes, checkpoint }: TlogProof): string {
  const lines = [HEADER];
  if (extra && extra.length > 0) lines.push(`extra ${encodeBase64(extra)}`);
  lines.push(`index ${index}`, ...hashes.map(encodeBase64), '', checkpoint);
  return lines.join('\n');
}

/** Whether the text claims to be such a proof. */
export function isTlogProof(text: string): boolean {
  return text.startsWith(`${HEADER}\n`);
}

/** The checkpoint is only cut off here; `verifyTlogProof` reads it. @throws {Malformed} */
export function parseTlogProof(proof: string): TlogProof {
  const end = proof.indexOf('\n\n');
  if (end < 0) throw new Malformed('a tlog proof has an empty line before its checkpoint');
  const [header, ...lines] = proof.slice(0, end).split('\n');
  if (header !== HEADER) throw new Malformed(`a tlog proof begins with the line ${HEADER}`);

  const extra = lines[0]?.startsWith('extra ') ? decodeBase64(lines.shift()!.slice('extra '.length)) : undefined;
  if (extra?.length === 0) throw new Malformed('the line for extra data is left out when there is none');
  const index = lines.shift();
  if (!index?.startsWith('index ')) throw new Malformed('a tlog proof has a line "index <number>"');
  if (lines.length > MAX_HASHES) throw new Malformed(`a tlog proof has at most ${MAX_HASHES} hashes`);
  const hashes = lines.map(decodeBase64);
  if (hashes.some((hash) => hash.length !== HASH_LENGTH)) {
    throw new Malformed(`each hash of a tlog proof has ${HASH_LENGTH} bytes`);
  }
  return {
    ...(extra && { extra }),
    index: parseDecimal(index.slice('index '.length), 'index of a tlog proof'),
    hashes,
    checkpoint: proof.slice(end + 2),
  };
}

/** The proof is well formed, but does not show that the entry is in the log. */
export class TlogProofRefused extends Error {
  override readonly name = 'TlogProofRefused';
}

export interface TlogProofPolicy {
  logKey: VerifierKey;
  witnesses?: readonly VerifierKey[];
  /** How many of the witnesses have to have cosigned; 0 when left out. */
  quorum?: number;
}

/**
 * Checks that the leaf stands at the proof's index in the tree of its checkpoint.
 * @returns the checkpoint, as the log signed it
 * @throws {Malformed}
 * @throws {NoteRefused} when the checkpoint's signatures do not hold.
 * @throws {TlogProofRefused} when the leaf is not in that tree, or too few witnesses cosigned.
 */
export function verifyTlogProof(
  proof: string | TlogProof,
  leaf: Uint8Array,
  { logKey, witnesses = [], quorum = 0 }: TlogProofPolicy,
): OpenedCheckpoint {
  const { index, hashes, checkpoint } = typeof proof === 'string' ? parseTlogProof(proof) : proof;
  const opened = openCheckpoint(checkpoint, logKey, witnesses);
  if (!verifyInclusion(index, opened.size, leaf, hashes, opened.root)) {
    throw new TlogProofRefused(`the entry does not stand at index ${index} of the tree of ${opened.size} entries`);
  }
  if (opened.cosignatures.length < quorum) {
    throw new TlogProofRefused(`${opened.cosignatures.length} witnesses cosigned; ${quorum} have to`);
  }
  return opened;
}
