import { isStreamSafe, normalForm } from '../proof/normal-form.ts';

/** In Unicode characters, for the label and for its key. */
export const MAX_TAG_LENGTH = 64;
/** In UTF-16 code units, before anything is done to it: what is tidied away and composed may have been longer. */
const MAX_RAW_LENGTH = 10 * MAX_TAG_LENGTH;

/** Nobody sees these. The zero width joiner (U+200D) stays: without it 👩‍🚀 becomes 👩🚀. */
const INVISIBLE = /[\u00AD\u200B\u200C\u2060\uFEFF]/g;
/** A label keeps the zero width non-joiner (U+200C) too: Persian is spelt with it. */
const INVISIBLE_IN_LABEL = /[\u00AD\u200B\u2060\uFEFF]/g;
/** Control characters; marks that turn the reading direction, with which one tag can look like another. */
const FORBIDDEN = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFFF9-\uFFFB]/u;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** The text is no tag. `message` says what to change and may be shown. */
export class TagInvalid extends Error {
  override readonly name = 'TagInvalid';
}

/**
 * The key under which spellings of one tag meet: `Straße`, `STRASSE` and ` strasse ` are one, so are İzmir and izmir.
 * Folding a key gives the same key.
 *
 * Lower, upper, lower: upper case turns ß into SS, and the first step is there for ẞ, which is upper case already.
 * A dot above i is what is left of İ, and the dotless ı became i on its way through upper case.
 * @throws {NotStreamSafe}
 */
export function foldTag(label: string): string {
  const plain = normalForm(label.replace(INVISIBLE, ''), 'NFKC'); // in this order: what was apart may combine
  const caseless = plain
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(/i\u0307+/g, 'i');
  return normalForm(caseless, 'NFKC').replace(/\s+/g, ' ').trim();
}

/**
 * A tag as it will be shown: as it was written, tidied.
 * @throws TagInvalid
 */
export function parseTagLabel(text: string): string {
  assertFoldable(text);
  if (!text.isWellFormed()) throw new TagInvalid('The tag has half a character in it. Type it again.');
  const label = normalForm(text.replace(INVISIBLE_IN_LABEL, ''), 'NFC').replace(/\s+/g, ' ').trim();
  const key = foldTag(label);

  if (!VISIBLE.test(key)) throw new TagInvalid('The tag is empty. Write a word or two.');
  if (FORBIDDEN.test(label)) {
    throw new TagInvalid('The tag has an invisible control character in it. Type it again instead of pasting it.');
  }
  if (key.includes(',')) throw new TagInvalid('A tag cannot contain a comma, which separates tags. Send two tags.');
  // Both, because folding can lengthen: the ligature ﷺ is one character and stands for eighteen.
  const length = Math.max([...label].length, [...key].length);
  if (length > MAX_TAG_LENGTH) {
    throw new TagInvalid(`The tag has ${length} characters; use at most ${MAX_TAG_LENGTH}.`);
  }
  return label;
}

/**
 * The key of a text that need not be a tag at all: nothing is found by it then.
 * @throws TagInvalid when it is too long to be looked at
 */
export function tagKey(text: string): string {
  assertFoldable(text);
  return foldTag(text);
}

/** Folding takes a text of this length no time, whatever is in it. @throws TagInvalid */
function assertFoldable(text: string): void {
  if (text.length > MAX_RAW_LENGTH) {
    throw new TagInvalid(`The tag has ${text.length} characters; use at most ${MAX_TAG_LENGTH}.`);
  }
  if (!isStreamSafe(text.replace(INVISIBLE, ''))) {
    throw new TagInvalid('The tag has more than 30 combining marks in a row. Type it again.');
  }
}
