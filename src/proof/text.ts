import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { encodeUtf8 } from './bytes.ts';
import { normalForm } from './normal-form.ts';

export const NORMALIZATION = 'lf-nfc-v1';

/** Length in bytes of the random salt in front of a private seal's text. */
export const SALT_LENGTH = 32;

/**
 * The exact bytes that are sealed: the text in UTF-8. For a private seal the salt comes first, so that a short text can't be
 * guessed from its digest.
 * @throws {MalformedInput} for a lone surrogate, which would become U+FFFD, so that two different texts would have the same
 * digest
 */
export function sealedBytes(text: string, salt?: Uint8Array): Uint8Array {
  const bytes = encodeUtf8(text);
  return salt === undefined ? bytes : concatBytes(salt, bytes);
}

/**
 * Text in a normal form without differences in line ends, byte order mark and spelling of accents: `lf-nfc-v1`. It only explains
 * why bytes differ, and never makes a seal valid.
 * @throws {NotStreamSafe}
 */
export function normalizedText(text: string): string {
  const lines = normalForm(text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'), 'NFC');
  let end = lines.length;
  while (end > 0 && lines[end - 1] === '\n') end--; // an anchored regular expression would be quadratic
  return `${lines.slice(0, end)}\n`;
}

/** SHA-256 of the normalized text, with the salt in front for a private seal. @throws {MalformedInput} */
export function normalizedDigest(text: string, salt?: Uint8Array): Uint8Array {
  return sha256(sealedBytes(normalizedText(text), salt));
}

export const SuspiciousKind = {
  /** Character that changes the reading direction. */
  BIDI_CONTROL: 'BIDI_CONTROL',
  /** Any other invisible character. */
  ZERO_WIDTH: 'ZERO_WIDTH',
  /** Character that looks like a space, or is invisible. */
  BLANK: 'BLANK',
  /** Tag characters, which are invisible and can spell hidden words. */
  TAG: 'TAG',
  /**
   * Character that selects a variant of the preceding one. A sequence of them, or one without such a variant, can spell hidden
   * words.
   */
  VARIATION: 'VARIATION',
  /** Character that some programs treat as a line end and others don't. */
  LINE_BREAK: 'LINE_BREAK',
  /** Character that marks words as annotations, which most programs show within the text. */
  ANNOTATION: 'ANNOTATION',
  CONTROL: 'CONTROL',
} as const;
export type SuspiciousKind = (typeof SuspiciousKind)[keyof typeof SuspiciousKind];

export interface SuspiciousCharacter {
  kind: SuspiciousKind;
  /** Unicode code point of the character, e.g. `U+202E`. */
  codePoint: string;
  /** Index of the character in the text, in UTF-16 code units. */
  at: number;
}

// The flags of England, Scotland and Wales, which are the only valid sequences of tag characters. Any other sequence can be
// hidden words.
const FLAG =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/u;

/**
 * Characters to report: invisible ones as defined by Unicode (`Default_Ignorable_Code_Point`, including reserved ones), and
 * controls except tab and line ends. Also characters that only some programs treat as line ends or annotations, and the empty
 * Braille pattern, which programs don't treat as a space.
 */
const SUSPICIOUS = new RegExp(
  String.raw`${FLAG.source}|(?![\t\n\r])\p{Cc}|[\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\ufff9-\ufffb\u2800]`,
  'gu',
);

/**
 * Contexts in which an invisible character isn't reported, because without it the text would be misspelt or look different. A
 * warning for every family emoji, Persian word or Japanese name would teach readers to ignore warnings. In these contexts the
 * character must follow the visible one that it modifies, with at most a variation selector between the two. So in a sequence
 * of invisible characters, which could hide words, at most two aren't reported. Sources: UTS #51 for emoji, UAX #31 for
 * joiners, Unicode's variation sequences and the Ideographic Variation Database.
 */
const ORDINARY: { what: RegExp; behind: RegExp; before?: RegExp }[] = [
  // Joiner between emoji, such as in a family.
  {
    what: /\u200d/,
    behind: /\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}\ufe0f]?$/u,
    before: /^\p{Extended_Pictographic}/u,
  },
  // Selects whether a symbol is shown as emoji or as text.
  { what: /[\ufe0e\ufe0f]/, behind: /\p{Extended_Pictographic}$/u },
  // Variation selector in a telephone key emoji.
  { what: /\ufe0f/, behind: /[0-9#*]$/, before: /^\u20e3/ },
  // Selects a variant of a Chinese or Japanese character, as in names.
  { what: /[\ufe00-\ufe02\u{e0100}-\u{e01ef}]/u, behind: /\p{Unified_Ideograph}$/u },
  { what: /\ufe00/, behind: /\p{Sm}$/u },
  { what: /[\u180b-\u180f]/, behind: /[\u1820-\u18aa]$/ },
  // Space between words in Braille.
  { what: /\u2800/, behind: /[\u2801-\u28ff]$/, before: /^[\u2801-\u28ff]/ },
  // Joiners and non-joiners in scripts with joining letters.
  {
    what: /[\u200c\u200d]/,
    behind:
      /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]$/u,
  },
];

/** Code units to look at on each side of a character: two characters of up to two units each. */
const NEIGHBOURHOOD = 4;

/**
 * Finds characters that make a text look different than it is: they change the reading direction, are invisible, or hide words.
 * @param limit maximum number of results, because a text can consist of nothing but such characters
 */
export function suspiciousCharacters(text: string, limit = 1000): SuspiciousCharacter[] {
  const found: SuspiciousCharacter[] = [];
  for (const { 0: character, index: at } of text.matchAll(SUSPICIOUS)) {
    if (found.length >= limit) break;
    if (FLAG.test(character) || isOrdinary(text, at, character)) continue;
    found.push({ kind: kindOf(character.codePointAt(0)!), codePoint: codePointOf(character), at });
  }
  return found;
}

function codePointOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
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
 * Splits a text at suspicious characters, each of which is returned as an object, so that it can be displayed by name instead of
 * being interpreted.
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

/** The text on one line, with suspicious characters, tabs and line ends replaced by their code points, such as `U+202E`. */
export function visibleText(text: string): string {
  return visibleParts(text)
    .map((part) => (typeof part === 'string' ? part.replace(/[\t\n\r]/g, codePointOf) : part.codePoint))
    .join('');
}

/**
 * Kinds of suspicious characters, of which the first that matches is used. All other suspicious characters are of the kind
 * ZERO_WIDTH.
 */
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
