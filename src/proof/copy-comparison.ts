import { bytesToHex } from '@noble/hashes/utils.js';
import { decodeUtf8 } from './bytes.ts';
import { type ArtifactCopy, copyOf } from './copy.ts';
import { type CheckFinding, failed, notChecked, passed, uncheckedUnknown } from './evidence.ts';
import { MalformedInput } from './malformed-input.ts';
import { type MalformedProof, UnknownVersion } from './malformed-proof.ts';
import { NotStreamSafe } from './normal-form.ts';
import { differenceOf, type TextDifference } from './same-text.ts';
import type { SealResult } from './seal-result.ts';
import type { SealStatement } from './statement.ts';
import { normalizedDigest, SALT_LENGTH, sealedBytes } from './text.ts';

/** The copy that a reader has. */
export interface CopyToCompare {
  /**
   * The bytes to compare, or the result of `readCopy` with the given salt. For a private seal: the salt and the text, or the text
   * alone if `salt` is set.
   */
  artifact?: Uint8Array | ArtifactCopy;
  /** A pasted text to compare, instead of bytes. Ignored if `artifact` is set. */
  text?: string;
  /** Salt of a private seal. */
  salt?: Uint8Array;
}

/** Result of comparing a copy with the sealed content. */
export interface CopyComparison {
  outcome:
    | typeof SealResult.SAME_BYTES
    | typeof SealResult.SAME_TEXT
    | typeof SealResult.SIMILAR_TEXT
    | typeof SealResult.DIFFERENT
    | typeof SealResult.NOT_COMPARED;
  finding: CheckFinding;
  /** How the texts differ. Null unless their normal forms are equal and their bytes aren't. */
  difference: TextDifference | null;
  /** Sentence that asks for the input without which the copy can't be compared. Empty if nothing is missing. */
  wanted: string;
}

const comparison = (outcome: CopyComparison['outcome'], finding: CheckFinding, wanted = ''): CopyComparison => ({
  outcome,
  finding,
  difference: null,
  wanted,
});
/** Comparison with a statement that can't be read. */
export const notRead = (error: MalformedProof) =>
  comparison('NOT_COMPARED', (error instanceof UnknownVersion ? uncheckedUnknown : failed)(error.message));
const notCompared = (detail: string, wanted: string) => comparison('NOT_COMPARED', notChecked(detail), wanted);
const different = (detail: string) => comparison('DIFFERENT', failed(detail));
const otherBytes = ({ predicate }: SealStatement, byteLength: number, remarks = ''): CopyComparison =>
  different(`These are not the sealed bytes (${byteLength} here, ${predicate.byteLength} sealed).${remarks}`);
const SAME_BYTES = comparison('SAME_BYTES', passed('These are exactly the sealed bytes.'));
/** Result for a private seal without its salt, which proves nothing about a copy, not even that it differs. */
const SALT_MISSING = notCompared(
  'The seal is private, and its salt was not given. No copy can be compared without the salt.',
  'The seal is private: pass its salt to compare this file',
);

/**
 * Compares the copy with the sealed bytes. @sigstore/verify leaves that to its caller: it accepts a valid bundle for any file.
 */
export function compareCopy(statement: SealStatement, { artifact, text, salt }: CopyToCompare): CopyComparison {
  if (artifact === undefined && text === undefined) {
    return notCompared('Nothing was given to compare.', 'Pass the text or the file to compare it with the sealed one');
  }
  const isPrivate = statement.predicate.private === true;
  if (isPrivate && salt !== undefined && salt.length !== SALT_LENGTH) {
    const detail = `The salt of a private seal has ${SALT_LENGTH} bytes, but the given one has ${salt.length}.`;
    return notCompared(detail, `Nothing was compared, because the salt doesn’t have ${SALT_LENGTH} bytes`);
  }
  if (isPrivate && salt === undefined && artifact === undefined) return SALT_MISSING;
  const usedSalt = isPrivate ? salt : undefined;
  let copy: ArtifactCopy;
  try {
    copy = artifact === undefined ? copyOf(sealedBytes(text!, usedSalt)) : copyFrom(artifact, usedSalt);
  } catch (error) {
    if (!(error instanceof MalformedInput)) throw error;
    return different(
      'The text contains half of a surrogate pair, so it has no exact bytes and can’t be the sealed one.',
    );
  }
  if (isSealed(statement, copy, usedSalt)) return SAME_BYTES;
  try {
    const normal = normalTextOf(statement, artifact === undefined ? text! : copy.bytes, usedSalt);
    if (normal) return leveled(statement, normal);
    if (isPrivate && salt === undefined) return SALT_MISSING;
  } catch (error) {
    if (!(error instanceof NotStreamSafe)) throw error;
    if (isPrivate && salt === undefined) return SALT_MISSING;
    return otherBytes(
      statement,
      copy.byteLength,
      ` It can’t be determined whether only accents or line ends differ: ${error.message}.`,
    );
  }
  return otherBytes(statement, copy.byteLength, isPrivate ? ' Or the salt belongs to another seal.' : '');
}

function copyFrom(artifact: Uint8Array | ArtifactCopy, salt: Uint8Array | undefined): ArtifactCopy {
  return artifact instanceof Uint8Array ? copyOf(artifact, salt) : artifact;
}

/** True if the copy has the sealed bytes, or is the text of a private seal without the salt. */
function isSealed(
  { subject: [{ digest }], predicate }: SealStatement,
  { byteLength, sha256, saltedSha256 }: ArtifactCopy,
  salt: Uint8Array | undefined,
): boolean {
  const isIt = (length: number, digits: string | null) => length === predicate.byteLength && digits === digest.sha256;
  return isIt(byteLength, sha256) || (salt !== undefined && isIt(salt.length + byteLength, saltedSha256));
}

/** A copy whose text has the normal form of the sealed text. */
interface NormalText {
  text: string;
  salt: Uint8Array | undefined;
}

/**
 * The copy as text, if it has the normal form of the sealed text. Null otherwise.
 * @param copy pasted text or bytes. Null if the file was too large to keep in memory
 * @throws {NotStreamSafe} if the text can't be normalized in reasonable time
 */
function normalTextOf(
  { predicate }: SealStatement,
  copy: string | Uint8Array | null,
  salt: Uint8Array | undefined,
): NormalText | null {
  const expected = predicate.normalizedDigest?.sha256;
  if (expected === undefined || copy === null) return null;
  try {
    const candidate = candidateOf(copy, salt, predicate.private === true);
    return bytesToHex(normalizedDigest(candidate.text, candidate.salt)) === expected ? candidate : null;
  } catch (error) {
    if (error instanceof MalformedInput && !(error instanceof NotStreamSafe)) return null; // not a text
    throw error;
  }
}

/** The text of a copy, and its salt. @throws {MalformedInput} if the copy isn't a text */
function candidateOf(copy: string | Uint8Array, salt: Uint8Array | undefined, isPrivate: boolean): NormalText {
  if (typeof copy === 'string') return { text: copy, salt };
  return isPrivate && salt === undefined
    ? { text: decodeUtf8(copy.slice(SALT_LENGTH)), salt: copy.slice(0, SALT_LENGTH) }
    : { text: decodeUtf8(copy), salt };
}

/** Compares two texts with equal normal forms: SAME_TEXT if only line ends and accents differ, SIMILAR_TEXT if characters do. */
function leveled(
  { subject: [{ digest }], predicate: { byteLength } }: SealStatement,
  { text, salt }: NormalText,
): CopyComparison {
  const difference = differenceOf(text, { byteLength, sha256: digest.sha256 }, salt);
  const { taken } = difference;
  return taken.length > 0
    ? { outcome: 'SIMILAR_TEXT', finding: failed(takenSentence(difference)), difference, wanted: '' }
    : {
        outcome: 'SAME_TEXT',
        finding: failed(`The bytes differ, but only in ${partsOf(difference)}: the text is the same.`),
        difference,
        wanted: '',
      };
}

/** Maximum number of characters that a sentence lists. */
const MAX_NAMED = 8;

function takenSentence({ taken, isCertain }: TextDifference): string {
  const named = taken.slice(0, MAX_NAMED).map(({ copy, sealed }) => `${numbered(copy)} for ${numbered(sealed)}`);
  const more = taken.length > MAX_NAMED ? ` and ${taken.length - MAX_NAMED} more` : '';
  return isCertain
    ? `The bytes differ, and so does the text: your copy has ${named.join(', ').replaceAll(' for ', ' where the sealed text has ')}${more}.`
    : `The bytes differ, and it can’t be determined whether the text is the same: the comparison treats different characters as equal, possibly ${named.join(', ')}${more}.`;
}

function numbered(character: string): string {
  return `${character} (U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')})`;
}

/** Parts in which two equal texts differ, as words. */
export function partsOf({ parts }: TextDifference): string {
  const [last, ...others] = parts.toReversed();
  if (last === undefined) return 'line ends, a byte order mark or the encoding of accents';
  return others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`;
}
