import { decodeBase64, encodeBase64 } from './bytes.ts';
import { parseDecimal } from './decimal.ts';
import { MalformedInput } from './malformed-input.ts';
import { type Note, NoteRefused, openNote, parseNote, type VerifiedSignature, type VerifierKey } from './note.ts';

/** The signed size and root hash of a log. */
export interface Checkpoint {
  /** Name of the log. */
  origin: string;
  size: number;
  root: Uint8Array;
  /** Lines after the root hash. Not interpreted. */
  extensions: string[];
}

/** Text of a checkpoint's note. @throws {MalformedInput} for a line that wouldn't be parsed back to the same value */
export function formatCheckpoint({ origin, size, root, extensions = [] }: CheckpointParts): string {
  const lines = [origin, String(size), encodeBase64(root), ...extensions];
  const body = lines.map((line) => `${line}\n`).join('');
  parseCheckpoint(body);
  if (lines.some((line) => line.includes('\n')))
    throw new MalformedInput('a line of a checkpoint must not contain a newline');
  return body;
}

type CheckpointParts = Omit<Checkpoint, 'extensions'> & { extensions?: string[] };

/**
 * Parses the text of a checkpoint's note. A root that isn't 32 bytes long is accepted here, but no proof matches it.
 * @throws {MalformedInput}
 */
export function parseCheckpoint(body: string): Checkpoint {
  const [origin = '', size = '', root = '', ...rest] = body.split('\n');
  if (rest.at(-1) !== '')
    throw new MalformedInput('a checkpoint must have at least three lines, each ending in a newline');
  const extensions = rest.slice(0, -1);
  if ([origin, root, ...extensions].includes('')) throw new MalformedInput('a checkpoint must not have empty lines');
  return { origin, size: parseDecimal(size, 'size of a checkpoint'), root: decodeBase64(root), extensions };
}

export interface OpenedCheckpoint extends Checkpoint {
  /** The signed text of the checkpoint's note. */
  body: string;
  /** Valid cosignatures of the trusted witnesses, at most one per key. */
  cosignatures: VerifiedSignature[];
}

/**
 * Verifies a checkpoint's signature by its log, and the cosignatures of the witnesses that the reader trusts. The name of
 * `logKey` must be the checkpoint's origin.
 * @throws {MalformedInput}
 * @throws {NoteRefused} if `logKey` didn't sign the checkpoint, if the checkpoint names another log, or for an invalid
 * signature of a known key
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
    throw new NoteRefused(`the key of ${logKey.name} signed the checkpoint, but the checkpoint names another log`);
  }
  const cosignatures = signatures.filter(({ key }) => key !== logKey && key.type === 'cosignature/v1');
  return { ...checkpoint, body: text, cosignatures: withDistinctKeys(cosignatures) };
}

/**
 * Removes signatures by the same key. A cosignature doesn't contain its signer's name, so the same one can appear under two
 * names.
 */
function withDistinctKeys(signatures: VerifiedSignature[]): VerifiedSignature[] {
  return [...new Map(signatures.map((signature) => [encodeBase64(signature.key.publicKey), signature])).values()];
}
