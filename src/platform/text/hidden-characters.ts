/** What a character is that somebody who reads a text does not see, or that makes it look like another. */
export const HiddenKind = {
  /** Turns the direction of what comes after it, so that it is read in another order than it stands. */
  BIDI_CONTROL: 'BIDI_CONTROL',
  /** Takes no room: joins, blanks without width, fillers, soft hyphens. */
  ZERO_WIDTH: 'ZERO_WIDTH',
  /** Of the block of tags and of long rows of variation selectors, in which whole messages can be hidden. */
  TAG: 'TAG',
  /** C0 and C1 but for tab and line breaks, and line and paragraph separators. */
  CONTROL: 'CONTROL',
} as const;
export type HiddenKind = (typeof HiddenKind)[keyof typeof HiddenKind];

export interface HiddenCharacter {
  readonly kind: HiddenKind;
  /** In UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  readonly codePoint: number;
}

/** A text without any of these has nothing hidden: most texts are done with by this. */
const UNUSUAL = /[^\t\n\r\x20-\x7e\u00a1-\u00ac\u00ae-\u033f\u0370-\u05ff\u3041-\u3163\u4e00-\u9fff]/;

/**
 * Bidirectional controls, what has no width, tags, and controls, in the order of the text. What a script needs to be written
 * rightly is none: joiners between letters of Arabic or Indic scripts, those within an emoji, flags made of tags, and the one
 * selector that makes an emoji of a sign. A pair of CR and LF is a line break.
 * Sources: UAX 9 (bidi controls), UAX 31 (joiners in words), UTS 51 (sequences of emoji, flags of tags), UAX 44 (categories).
 */
export function* hiddenCharacters(text: string): Generator<HiddenCharacter> {
  const first = text.search(UNUSUAL);
  if (first === -1) return;
  let before = first === 0 ? 0 : codePointBefore(text, first);
  let isFlag = false;
  for (let start = first; start < text.length; ) {
    const codePoint = text.codePointAt(start)!;
    const end = start + (codePoint > 0xffff ? 2 : 1);
    isFlag = codePoint === BLACK_FLAG || (isFlag && isTag(codePoint));
    const kind = isFlag ? null : kindAt(text, codePoint, before, end);
    if (kind) yield { kind, start, end, codePoint };
    before = codePoint;
    start = end;
  }
}

function kindAt(text: string, codePoint: number, before: number, end: number): HiddenKind | null {
  if (codePoint < 0x20) return BREAKS.has(codePoint) ? null : HiddenKind.CONTROL;
  if (codePoint < 0x7f) return null;
  if (codePoint < 0xa0 || codePoint === 0x2028 || codePoint === 0x2029) return HiddenKind.CONTROL;
  if (BIDI.has(codePoint)) return HiddenKind.BIDI_CONTROL;
  if (isTag(codePoint)) return HiddenKind.TAG;
  if (isSelector(codePoint)) return selectsWhatIsBefore(codePoint, before) ? null : HiddenKind.TAG;
  if (codePoint === ZWJ || codePoint === ZWNJ) {
    return joins(codePoint, before, text.codePointAt(end) ?? 0) ? null : HiddenKind.ZERO_WIDTH;
  }
  return isWithoutWidth(codePoint) ? HiddenKind.ZERO_WIDTH : null;
}

const BREAKS = new Set([0x09, 0x0a, 0x0d]);
const BIDI = new Set([
  ...[0x061c, 0x200e, 0x200f],
  ...[0x202a, 0x202b, 0x202c, 0x202d, 0x202e],
  ...[0x2066, 0x2067, 0x2068, 0x2069],
]);
const BLACK_FLAG = 0x1f3f4;
const ZWNJ = 0x200c;
const ZWJ = 0x200d;
const WITHOUT_WIDTH = new Set([
  0x2800, 0x00ad, 0x034f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180e, 0x200b, 0x3164, 0xfeff, 0xffa0,
]);

const isTag = (codePoint: number) => codePoint >= 0xe0000 && codePoint <= 0xe007f;

const isSelector = (codePoint: number) =>
  (codePoint >= 0xfe00 && codePoint <= 0xfe0f) || (codePoint >= 0xe0100 && codePoint <= 0xe01ef);

/** One selector after what it selects a form of. A second one after the first selects nothing. */
function selectsWhatIsBefore(selector: number, before: number): boolean {
  if (isSelector(before) || before <= 0x20) return false;
  if (selector >= 0xe0100) return HAN.test(String.fromCodePoint(before));
  return selector >= 0xfe0e ? SELECTABLE.test(String.fromCodePoint(before)) : before > 0x7f;
}

function joins(joiner: number, before: number, after: number): boolean {
  const [left, right] = [String.fromCodePoint(before), String.fromCodePoint(after)];
  if (JOINED_SCRIPT.test(left)) return true;
  return joiner === ZWJ && PICTURE.test(left) && PICTURE.test(right);
}

/** Invisible operators of mathematics, interlinear annotation, and whatever else Unicode calls a format character. */
function isWithoutWidth(codePoint: number): boolean {
  if (WITHOUT_WIDTH.has(codePoint)) return true;
  if (codePoint < 0x0600) return false;
  const character = String.fromCodePoint(codePoint);
  return FORMAT.test(character) && !SEEN_FORMAT.test(character);
}

const HAN = /\p{Script=Han}/u;
const SELECTABLE = /[\p{Extended_Pictographic}\p{Emoji}\p{Script=Han}]|\p{S}|\p{P}/u;
const PICTURE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\u2640\u2642]|\ufe0f/u;
const JOINED_SCRIPT =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const FORMAT = /\p{Cf}/u;
/** Signs of Arabic, Syriac, Kaithi and hieroglyphs that are drawn. */
const SEEN_FORMAT = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}\u{13430}-\u{1343f}]/u;

function codePointBefore(text: string, at: number): number {
  const code = text.charCodeAt(at - 1);
  return code >= 0xdc00 && code <= 0xdfff && at > 1 ? text.codePointAt(at - 2)! : code;
}
