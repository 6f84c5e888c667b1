import { decodeBase64, encodeBase64 } from './bytes.ts';
import { parseDecimal } from './decimal.ts';
import { Malformed } from './malformed.ts';
import { type Note, NoteRefused, openNote, parseNote, type VerifiedSignature, type VerifierKey } from './note.ts';

/** The head of a log's tree at one size. */
export interface Checkpoint {
  /** The log's name. */
  origin: string;
  size: number;
  root: Uint8Array;
  /** Lines after the root that no reader here gives a meaning. */
  extensions: string[];
}

/** The text of a checkpoint's note. @throws {Malformed} for a line that would be read as something else. */
export function formatCheckpoint({ origin, size, root, extensions = [] }: CheckpointParts): string {
  const lines = [origin, String(size), encodeBase64(root), ...extensions];
  const body = lines.map((line) => `${line}\n`).join('');
  parseCheckpoint(body);
  if (lines.some((line) => line.includes('\n'))) throw new Malformed('a line of a checkpoint holds no newline');
  return body;
}

type CheckpointParts = Omit<Checkpoint, 'extensions'> & { extensions?: string[] };

/**
 * The text of a checkpoint's note, taken apart. The root may have any length: a proof against one that is not 32 bytes
 * never holds.
 * @throws {Malformed}
 */
export function parseCheckpoint(body: string): Checkpoint {
  const [origin = '', size = '', root = '', ...rest] = body.split('\n');
  if (rest.at(-1) !== '') throw new Malformed('a checkpoint has at least three lines, each with its newline');
  const extensions = rest.slice(0, -1);
  if ([origin, root, ...extensions].includes('')) throw new Malformed('no line of a checkpoint is empty');
  return { origin, size: parseDecimal(size, 'size of a checkpoint'), root: decodeBase64(root), extensions };
}

export interface OpenedCheckpoint extends Checkpoint {
  /** The note's text: the bytes that were signed. */
  body: string;
  /** Of the witnesses asked about, those that cosigned: no two with the same key. */
  cosignatures: VerifiedSignature[];
}

/**
 * A checkpoint that its log signed, with the cosignatures of the witnesses that the reader trusts.
 * @param logKey its name is the origin that the checkpoint has to carry
 * @throws {Malformed}
 * @throws {NoteRefused} when the log did not sign, when it is another log's, or when a known signature is bad.
 */
export function openCheckpoint(
  note: string | Note,
  logKey: VerifierKey,
  witnesses: readonly VerifierKey[] = [],
): OpenedCheckpoint {
  const parsed = typeof note === 'string' ? parseNote(note) : note;
  const { text, signatures } = openNote(parsed, [logKey, ...witnesses]);
  if (!signatures.some(({ key }) => key === logKey))
    throw new NoteRefused(`${logKey.name} did not sign the checkpoint`);
  const checkpoint = parseCheckpoint(text);
  if (checkpoint.origin !== logKey.name) {
    throw new NoteRefused(`the checkpoint is not of ${logKey.name}, though that key signed it`);
  }
  const cosignatures = signatures.filter(({ key }) => key !== logKey && key.type === 'cosignature/v1');
  return { ...checkpoint, body: text, cosignatures: withDistinctKeys(cosignatures) };
}

/** A cosignature does not name its signer, so one signature can stand under two names: it counts once. */
function withDistinctKeys(signatures: VerifiedSignature[]): VerifiedSignature[] {
  return [...new Map(signatures.map((signature) => [encodeBase64(signature.key.publicKey), signature])).values()];
}
