import { isStreamSafe, normalForm } from '../proof/normal-form.ts';

/** Maximum length of a tag's label and of its key, in Unicode characters. */
export const MAX_TAG_LENGTH = 64;
/** Maximum length of a tag's label as sent, in UTF-16 code units. Trimming and composing can shorten the label. */
const MAX_RAW_LENGTH = 10 * MAX_TAG_LENGTH;

/**
 * Invisible characters that are removed from the key of a tag. The zero width joiner (U+200D) stays: without it 👩‍🚀 becomes 👩🚀.
 */
const INVISIBLE = /[\u00AD\u200B\u200C\u2060\uFEFF]/g;
/**
 * Invisible characters that are removed from a tag's label. Labels keep the zero width non-joiner (U+200C), which Persian needs.
 */
const INVISIBLE_IN_LABEL = /[\u00AD\u200B\u2060\uFEFF]/g;
/**
 * Characters that tags can't contain: control characters, annotation marks, and marks of the reading direction, which can make
 * one tag look like another.
 */
const FORBIDDEN = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFFF9-\uFFFB]/u;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Thrown for a text that isn't a valid tag. `message` tells the caller what to change. */
export class TagInvalid extends Error {
  override readonly name = 'TagInvalid';
}

/**
 * Returns the key shared by all spellings of a tag: `Straße`, `STRASSE` and ` strasse ` have the same key, as do İzmir and izmir.
 * Folding a key returns the same key.
 *
 * The text is converted to lower, upper and lower case again: upper case turns ß into SS, and the first lower case is for ẞ,
 * which is upper case already. The dot that lower case leaves of İ is removed, and the dotless ı becomes i by way of upper case.
 * @throws {NotStreamSafe}
 */
export function foldTag(label: string): string {
  // Invisible characters are removed before normalization, because the characters on both sides of one can combine.
  const plain = normalForm(label.replace(INVISIBLE, ''), 'NFKC');
  const caseless = plain
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(/i\u0307+/g, 'i');
  return normalForm(caseless, 'NFKC').replace(/\s+/g, ' ').trim();
}

/**
 * Returns a tag's label for display: the caller's spelling, trimmed and without the characters of `INVISIBLE_IN_LABEL`.
 * @throws TagInvalid
 */
export function parseTagLabel(text: string): string {
  assertFoldable(text);
  if (!text.isWellFormed()) throw new TagInvalid('The tag contains half of a surrogate pair. Type it again.');
  const label = normalForm(text.replace(INVISIBLE_IN_LABEL, ''), 'NFC').replace(/\s+/g, ' ').trim();
  const key = foldTag(label);

  if (!VISIBLE.test(key)) throw new TagInvalid('The tag is empty. Enter a word or two.');
  if (FORBIDDEN.test(label)) {
    throw new TagInvalid('The tag contains an invisible control character. Type it again instead of pasting it.');
  }
  if (key.includes(',')) throw new TagInvalid('A tag can’t contain a comma, which separates tags. Send two tags.');
  // Both lengths are checked, because folding can lengthen a text: the ligature ﷺ is one character and folds to eighteen.
  const length = Math.max([...label].length, [...key].length);
  if (length > MAX_TAG_LENGTH) {
    throw new TagInvalid(`The tag has ${length} characters, but the maximum is ${MAX_TAG_LENGTH}.`);
  }
  return label;
}

/**
 * Returns the key of any text, even one that isn't a valid tag; the key of an invalid tag matches nothing.
 * @throws TagInvalid if the text is too long or has too many combining marks in a row
 */
export function tagKey(text: string): string {
  assertFoldable(text);
  return foldTag(text);
}

/**
 * Checks that the cost of folding a text is bounded: that it is short enough, without too many combining marks in a row.
 * @throws TagInvalid
 */
function assertFoldable(text: string): void {
  if (text.length > MAX_RAW_LENGTH) {
    throw new TagInvalid(`The tag has ${text.length} characters, but the maximum is ${MAX_TAG_LENGTH}.`);
  }
  if (!isStreamSafe(text.replace(INVISIBLE, ''))) {
    throw new TagInvalid('The tag has more than 30 combining marks in a row. Type it again.');
  }
}
