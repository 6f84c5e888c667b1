import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { encodeUtf8 } from './bytes.ts';
import { normalForm } from './normal-form.ts';

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
 * @throws {NotStreamSafe}
 */
export function normalizedText(text: string): string {
  const lines = normalForm(text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'), 'NFC');
  let end = lines.length;
  while (end > 0 && lines[end - 1] === '\n') end--; // a regular expression anchored at the end would be quadratic
  return `${lines.slice(0, end)}\n`;
}

/** SHA-256 of the normalised text, with the salt in front for a private seal. @throws {Malformed} */
export function normalizedDigest(text: string, salt?: Uint8Array): Uint8Array {
  return sha256(sealedBytes(normalizedText(text), salt));
}

export const SuspiciousKind = {
  /** Turns the reading direction. */
  BIDI_CONTROL: 'BIDI_CONTROL',
  /** Nothing is to be seen of it. */
  ZERO_WIDTH: 'ZERO_WIDTH',
  /** A letter that looks like a space, or like nothing. */
  BLANK: 'BLANK',
  /** Spells hidden words. */
  TAG: 'TAG',
  /** Asks for another form of the character before it; in a row, or where there is none, they spell hidden words. */
  VARIATION: 'VARIATION',
  /** Ends a line for some programs and not for others. */
  LINE_BREAK: 'LINE_BREAK',
  /** Sets words aside that most programs then show in the midst of the others. */
  ANNOTATION: 'ANNOTATION',
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

// The flags of England, Scotland and Wales are spelt with tags, and are the only ones; any other row of tags may be words.
const FLAG =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/u;

/**
 * All that Unicode itself says is not to be seen (`Default_Ignorable_Code_Point`, which has room for what is still to come),
 * controls but for tab and line ends, what is a line end or a note to one program and nothing to another, and the Braille
 * pattern without a dot, which is no space to a program.
 */
const SUSPICIOUS = new RegExp(
  String.raw`${FLAG.source}|(?![\t\n\r])\p{Cc}|[\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\ufff9-\ufffb\u2800]`,
  'gu',
);

/**
 * Where an unseen character is ordinary, since the text would be spelt wrong or look otherwise without it: an alarm at every
 * family emoji, Persian word or Japanese name would teach readers to pass over alarms. Each such character has to stand right
 * behind what it belongs to, so that of a row of them, in which words can be hidden, one at the most is ordinary.
 * Sources: UTS #51 for emoji, UAX #31 for joiners, Unicode's variation sequences and the Ideographic Variation Database.
 */
const ORDINARY: { what: RegExp; behind: RegExp; before?: RegExp }[] = [
  // An emoji of several, such as a family.
  {
    what: /\u200d/,
    behind: /\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}\ufe0f]?$/u,
    before: /^\p{Extended_Pictographic}/u,
  },
  // A sign as a picture or as a letter.
  { what: /[\ufe0e\ufe0f]/, behind: /\p{Extended_Pictographic}$/u },
  // A key of a telephone.
  { what: /\ufe0f/, behind: /[0-9#*]$/, before: /^\u20e3/ },
  // A form of a Chinese or Japanese character, as names have them.
  { what: /[\ufe00-\ufe02\u{e0100}-\u{e01ef}]/u, behind: /\p{Unified_Ideograph}$/u },
  { what: /\ufe00/, behind: /\p{Sm}$/u },
  { what: /[\u180b-\u180f]/, behind: /[\u1820-\u18aa]$/ },
  // Between words in Braille.
  { what: /\u2800/, behind: /[\u2801-\u28ff]$/, before: /^[\u2801-\u28ff]/ },
  // Scripts in which letters join, or must not.
  {
    what: /[\u200c\u200d]/,
    behind:
      /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]$/u,
  },
];

/** Of what stands around a character, in UTF-16 code units: two characters, each of which may be two. */
const NEIGHBOURHOOD = 4;

/**
 * Characters that make a text look other than it is: they turn the reading direction, are not to be seen, or carry hidden
 * words.
 * @param limit how many to list; a text may be nothing else
 */
export function suspiciousCharacters(text: string, limit = 1000): SuspiciousCharacter[] {
  const found: SuspiciousCharacter[] = [];
  for (const { 0: character, index: at } of text.matchAll(SUSPICIOUS)) {
    if (found.length >= limit) break;
    if (FLAG.test(character) || isOrdinary(text, at, character)) continue;
    const code = character.codePointAt(0)!;
    found.push({
      kind: kindOf(code),
      codePoint: `U+${code.toString(16).toUpperCase().padStart(4, '0')}`,
      at,
    });
  }
  return found;
}

function isOrdinary(text: string, at: number, character: string): boolean {
  const left = text.slice(Math.max(0, at - NEIGHBOURHOOD), at);
  const end = at + character.length;
  const right = text.slice(end, end + NEIGHBOURHOOD);
  return ORDINARY.some(
    ({ what, behind, before }) => what.test(character) && behind.test(left) && (before?.test(right) ?? true),
  );
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

/** The first that fits; what is left has no width. */
const KINDS: [SuspiciousKind, RegExp][] = [
  [SuspiciousKind.CONTROL, /\p{Cc}/u],
  [SuspiciousKind.BIDI_CONTROL, /\p{Bidi_Control}/u],
  [SuspiciousKind.VARIATION, /\p{Variation_Selector}/u],
  [SuspiciousKind.TAG, /[\u{e0000}-\u{e0fff}]/u],
  [SuspiciousKind.LINE_BREAK, /[\p{Zl}\p{Zp}]/u],
  [SuspiciousKind.ANNOTATION, /[\ufff9-\ufffb]/],
  [SuspiciousKind.BLANK, /[\u115f\u1160\u2800\u3164\uffa0]/],
];

function kindOf(code: number): SuspiciousKind {
  const character = String.fromCodePoint(code);
  return KINDS.find(([, pattern]) => pattern.test(character))?.[0] ?? SuspiciousKind.ZERO_WIDTH;
}
