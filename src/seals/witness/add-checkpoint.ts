import { decodeBase64, encodeBase64 } from '../proof/bytes.ts';
import { parseDecimal } from '../proof/decimal.ts';
import { Malformed } from '../proof/malformed.ts';
import { HASH_LENGTH } from '../proof/merkle.ts';

/** Of an answer 409 that tells the size the witness knows. */
export const SIZE_MEDIA_TYPE = 'text/x.tlog.size';

// 63 hashes, a checkpoint and its signatures; post-quantum ones are nearly 5 kB each.
export const MAX_REQUEST_BYTES = 65_536;
const MAX_HASHES = 63;

/** What a log asks of a witness. Source: C2SP tlog-witness, add-checkpoint. */
export interface AddCheckpoint {
  /** Of the last checkpoint that the witness cosigned; 0 when it never has. */
  oldSize: number;
  /** From the tree of the old size to the checkpoint's; empty from size 0. */
  proof: readonly Uint8Array[];
  /** The signed note, verbatim. */
  checkpoint: string;
}

export function formatAddCheckpoint({ oldSize, proof, checkpoint }: AddCheckpoint): string {
  return [`old ${oldSize}`, ...proof.map(encodeBase64), '', checkpoint].join('\n');
}

/** @throws {Malformed} */
export function parseAddCheckpoint(body: string): AddCheckpoint {
  const end = body.indexOf('\n\n');
  if (end < 0) throw new Malformed('the request has an empty line before its checkpoint');
  const [old, ...hashes] = body.slice(0, end).split('\n');
  if (!old?.startsWith('old ')) throw new Malformed('the request begins with a line "old <size>"');
  if (hashes.length > MAX_HASHES) throw new Malformed(`a consistency proof has at most ${MAX_HASHES} hashes`);
  const proof = hashes.map(decodeBase64);
  if (proof.some((hash) => hash.length !== HASH_LENGTH)) throw new Malformed(`each hash has ${HASH_LENGTH} bytes`);
  return {
    oldSize: parseDecimal(old.slice('old '.length), 'old size'),
    proof,
    checkpoint: body.slice(end + 2),
  };
}

/** The size in an answer 409. @throws {Malformed} */
export function parseSizeAnswer(body: string): number {
  if (!body.endsWith('\n')) throw new Malformed('a size ends in a newline');
  return parseDecimal(body.slice(0, -1), 'size that the witness knows');
}
