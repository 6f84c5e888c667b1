import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { encodeUtf8 } from './bytes.ts';
import { normalForm } from './normal-form.ts';

export const NORMALIZATION = 'lf-nfc-v1';

/** Length of the random bytes in front of a private seal's text. */
export const SALT_LENGTH = 32;

/**
 * The exact bytes that are sealed: the text in UTF-8. For a private seal the salt comes first, so that a short text can't be
 * guessed from its digest.
 * @throws {MalformedInput} for a lone surrogate, which would become U+FFFD, so that two different texts would have the same digest
 */
export function sealedBytes(text: string, salt?: Uint8Array): Uint8Array {
  const bytes = encodeUtf8(text);
  return salt === undefined ? bytes : concatBytes(salt, bytes);
}

/**
 * A normal form without differences in line ends, byte order mark and spelling of accents: `lf-nfc-v1`. It only explains why
 * bytes differ. A seal is never valid because of it.
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
  /** Changes the reading direction. */
  BIDI_CONTROL: 'BIDI_CONTROL',
  /** Invisible. */
  ZERO_WIDTH: 'ZERO_WIDTH',
  /** Looks like a space, or like nothing. */
  BLANK: 'BLANK',
  /** Can spell hidden words. */
  TAG: 'TAG',
  /** Selects a variant of the preceding character. In a row, or without such a variant, it can spell hidden words. */
  VARIATION: 'VARIATION',
  /** A line end for some programs and not for others. */
  LINE_BREAK: 'LINE_BREAK',
  /** Marks words as annotations, which most programs show within the text. */
  ANNOTATION: 'ANNOTATION',
  CONTROL: 'CONTROL',
} as const;
export type SuspiciousKind = (typeof SuspiciousKind)[keyof typeof SuspiciousKind];

export interface SuspiciousCharacter {
  kind: SuspiciousKind;
  /** e.g. `U+202E` */
  codePoint: string;
  /** Index in UTF-16 code units. */
  at: number;
}

// The flags of England, Scotland and Wales are the only valid sequences of tags; any other sequence can be hidden words.
const FLAG =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/u;

/**
 * Invisible characters as defined by Unicode (`Default_Ignorable_Code_Point`, including reserved ones), and controls except tab
 * and line ends. Also characters that are line ends or annotations only for some programs, and the empty Braille pattern, which
 * programs don't treat as a space.
 */
const SUSPICIOUS = new RegExp(
  String.raw`${FLAG.source}|(?![\t\n\r])\p{Cc}|[\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\ufff9-\ufffb\u2800]`,
  'gu',
);

/**
 * Contexts in which an invisible character is ordinary, because the text would be misspelt or look different without it. A
 * warning for every family emoji, Persian word or Japanese name would teach readers to ignore warnings.
 * Each such character must directly follow what it belongs to, so at most one of a sequence, which could hide words, is ordinary.
 * Sources: UTS #51 for emoji, UAX #31 for joiners, Unicode's variation sequences and the Ideographic Variation Database.
 */
const ORDINARY: { what: RegExp; behind: RegExp; before?: RegExp }[] = [
  // Joined emoji, such as a family.
  {
    what: /\u200d/,
    behind: /\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}\ufe0f]?$/u,
    before: /^\p{Extended_Pictographic}/u,
  },
  // A symbol as emoji or as text.
  { what: /[\ufe0e\ufe0f]/, behind: /\p{Extended_Pictographic}$/u },
  // A telephone key.
  { what: /\ufe0f/, behind: /[0-9#*]$/, before: /^\u20e3/ },
  // A variant of a Chinese or Japanese character, as in names.
  { what: /[\ufe00-\ufe02\u{e0100}-\u{e01ef}]/u, behind: /\p{Unified_Ideograph}$/u },
  { what: /\ufe00/, behind: /\p{Sm}$/u },
  { what: /[\u180b-\u180f]/, behind: /[\u1820-\u18aa]$/ },
  // Between words in Braille.
  { what: /\u2800/, behind: /[\u2801-\u28ff]$/, before: /^[\u2801-\u28ff]/ },
  // Scripts with joining letters, and exceptions from joining.
  {
    what: /[\u200c\u200d]/,
    behind:
      /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]$/u,
  },
];

/** Code units around a character: two characters of up to two units each. */
const NEIGHBOURHOOD = 4;

/**
 * Characters that make a text look different than it is: they change the reading direction, are invisible, or hide words.
 * @param limit of the result, because a text can consist of nothing else
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
 * The text split at suspicious characters, each as its own part, so that untrusted text can be displayed with the characters
 * named instead of interpreted.
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

/** The first match wins. All others have zero width. */
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
