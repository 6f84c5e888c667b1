import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { encodeUtf8 } from './bytes.ts';

export const NORMALIZATION = 'lf-nfc-v1';

/** Of the random bytes in front of a private seal's text. */
export const SALT_LENGTH = 32;

/**
 * The exact bytes that are sealed: the text in UTF-8 and nothing else; for a private seal the salt and then the text, so
 * that nobody can guess a short text from its digest.
 * @throws {Malformed} for a lone surrogate. It would become U+FFFD, and two different texts would have one digest.
 */
export function sealedBytes(text: string, salt?: Uint8Array): Uint8Array {
  const bytes = encodeUtf8(text);
  return salt === undefined ? bytes : concatBytes(salt, bytes);
}

/**
 * The form in which line ends, a byte order mark and the two spellings of an accent do not differ: `lf-nfc-v1`. It only
 * explains why bytes differ. A seal is never valid because of it.
 */
export function normalizedText(text: string): string {
  const lines = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .normalize('NFC');
  let end = lines.length;
  while (end > 0 && lines[end - 1] === '\n') end--; // a regular expression anchored at the end would be quadratic
  return `${lines.slice(0, end)}\n`;
}

/** SHA-256 of the normalised text, with the salt in front for a private seal. @throws {Malformed} */
export function normalizedDigest(text: string, salt?: Uint8Array): Uint8Array {
  return sha256(sealedBytes(normalizedText(text), salt));
}

export const SuspiciousKind = {
  BIDI_CONTROL: 'BIDI_CONTROL',
  ZERO_WIDTH: 'ZERO_WIDTH',
  TAG: 'TAG',
  CONTROL: 'CONTROL',
} as const;
export type SuspiciousKind = (typeof SuspiciousKind)[keyof typeof SuspiciousKind];

export interface SuspiciousCharacter {
  kind: SuspiciousKind;
  /** e.g. `U+202E` */
  codePoint: string;
  /** Index in UTF-16 code units, as JavaScript counts. */
  at: number;
}

const SUSPICIOUS =
  /(?![\t\n\r])\p{Cc}|[\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/**
 * Characters that make a text look other than it is: they turn the reading direction, have no width, or carry hidden words.
 * @param limit how many to list; a text may be nothing else
 */
export function suspiciousCharacters(text: string, limit = 1000): SuspiciousCharacter[] {
  const found: SuspiciousCharacter[] = [];
  for (const match of text.matchAll(SUSPICIOUS)) {
    if (found.length >= limit) break;
    const code = match[0].codePointAt(0)!;
    found.push({
      kind: kindOf(code),
      codePoint: `U+${code.toString(16).toUpperCase().padStart(4, '0')}`,
      at: match.index,
    });
  }
  return found;
}

/**
 * The text in pieces, with each suspicious character as a piece of its own: what shows a text of somebody else names such a
 * character instead of obeying it.
 */
export function visibleParts(text: string): (string | SuspiciousCharacter)[] {
  const parts: (string | SuspiciousCharacter)[] = [];
  let shown = 0;
  for (const character of suspiciousCharacters(text, Number.POSITIVE_INFINITY)) {
    if (character.at > shown) parts.push(text.slice(shown, character.at));
    parts.push(character);
    shown = character.at + String.fromCodePoint(text.codePointAt(character.at)!).length;
  }
  if (shown < text.length) parts.push(text.slice(shown));
  return parts;
}

function kindOf(code: number): SuspiciousKind {
  if (code >= 0xe0000) return SuspiciousKind.TAG;
  if (code < 0xa0) return SuspiciousKind.CONTROL;
  const turnsDirection =
    code === 0x061c ||
    code === 0x200e ||
    code === 0x200f ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2066 && code <= 0x2069);
  return turnsDirection ? SuspiciousKind.BIDI_CONTROL : SuspiciousKind.ZERO_WIDTH;
}
