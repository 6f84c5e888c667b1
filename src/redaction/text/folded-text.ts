/**
 * Text in which variants of ASCII characters, such as full-width letters, digits of other scripts and typographic dashes, are
 * replaced by the ASCII character. Invisible characters (zero-width characters, soft hyphens) and marks that don't change how a
 * character reads are removed. Each remaining character has its position in the original.
 */
export class FoldedText {
  readonly text: string;
  /** Folded text in which look-alikes of Latin letters are replaced, character for character, so that positions are equal. */
  readonly latin: string;
  /**
   * Position in the original at which each character of the folded text starts; `#ends` has the ends. Null if positions are
   * equal.
   */
  readonly #starts: Int32Array | null;
  readonly #ends: Int32Array | null;

  constructor(original: string) {
    if (!FOLDABLE.test(original)) {
      this.text = original;
      this.latin = original;
      this.#starts = null;
      this.#ends = null;
      return;
    }
    let text = '';
    let latin = '';
    const starts: number[] = [];
    const ends: number[] = [];
    for (let at = 0; at < original.length; ) {
      const code = original.codePointAt(at)!;
      const end = at + (code > 0xffff ? 2 : 1);
      const folded = code < 0x80 ? original[at]! : foldedOf(code);
      if (code >= 0x300 && isMarkOn(text.at(-1), original.slice(at, end))) {
        // A removed mark extends the character before it, so that both are redacted together.
        ends[ends.length - 1] = end;
        at = end;
        continue;
      }
      for (let index = 0; index < folded.length; index++) {
        starts.push(at);
        ends.push(end);
      }
      text += folded;
      latin += folded.length === 1 ? (LOOK_ALIKE.get(folded) ?? folded) : folded;
      at = end;
    }
    this.text = text;
    this.latin = latin;
    this.#starts = Int32Array.from(starts);
    this.#ends = Int32Array.from(ends);
  }

  /** Start in the original of the character at this position. */
  startOf(place: number): number {
    return this.#starts ? this.#starts[place]! : place;
  }

  /** End in the original of the character before this position. */
  endOf(place: number): number {
    return this.#ends ? this.#ends[place - 1]! : place;
  }
}

/** Marks that overlay or enclose the character before them, as in keycaps. */
const OVERLAY = /[\u0334-\u0338\u20d2\u20d3\u20d8-\u20da\u20e5-\u20eb]|\p{Me}/u;
const MARK = /\p{M}/u;

/** True if a mark doesn't change how the character before it reads: any mark on a digit, an overlay on a letter. */
function isMarkOn(before: string | undefined, mark: string): boolean {
  if (before === undefined || !/[0-9A-Za-z]/.test(before)) return false;
  return (before <= '9' ? MARK : OVERLAY).test(mark);
}

const FOLDABLE = /[\u0080-\uffff]/;

/** Cache of folded characters. Limited, because callers choose the characters. */
const known = new Map<number, string>();
const MOST_KNOWN = 20_000;

function foldedOf(code: number): string {
  let folded = known.get(code);
  if (folded === undefined) {
    folded = folding(code);
    if (known.size < MOST_KNOWN) known.set(code, folded);
  }
  return folded;
}

function folding(code: number): string {
  const character = String.fromCodePoint(code);
  if (INVISIBLE.test(character)) return '';
  if (BLANK.test(character)) return ' ';
  if (DASH.test(character)) return '-';
  if (DOT.test(character)) return '.';
  if (/\p{Nd}/u.test(character)) return String(digitOf(code));
  // Full-width, mathematical and circled letters are compatible with one ASCII character.
  const compatible = character.normalize('NFKC');
  return /^[\x21-\x7e]$/.test(compatible) ? compatible : character;
}

/** Invisible characters: zero-width characters, soft hyphens, direction marks, variation selectors. */
const INVISIBLE = /\p{Cf}|\p{Variation_Selector}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0/u;
/** Includes the empty braille pattern, which prints as nothing. */
const BLANK = /[\u00a0\u1680\u2800\u2000-\u200a\u202f\u205f\u3000]/;
const DASH = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d\u2043]/;
const DOT = /[\u3002\uff61\uff0e\u2024]/;

/** Decimal digits of every script are encoded in rows of ten. */
function digitOf(code: number): number {
  let zero = code;
  while (zero > code - 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  // Rows of mathematical digits follow each other directly.
  if (code >= 0x1d7ce && code <= 0x1d7ff) return (code - 0x1d7ce) % 10;
  return code - zero;
}

/** Letters that look like an ASCII letter, with that letter. Most of them are of other scripts. */
export const LOOK_ALIKE: ReadonlyMap<string, string> = new Map(
  (
    'аa еe оo рp сc уy хx іi ѕs јj һh ԁd ԛq ԝw ѵv ӏl АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX ІI ЅS ЈJ ԌG ԜW ' +
    'οo νv ιi κk ρp υu ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ɑa ɡg ıi ſs'
  )
    .split(' ')
    .map(([from, to]) => [from!, to!] as const),
);
