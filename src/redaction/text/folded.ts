/**
 * A text in the letters, digits, blanks and dashes that identifiers are written in, with the way back: each of its characters
 * knows the place in the original that it stands for. What is not seen (zero-width characters, soft hyphens) is left out.
 */
export class Folded {
  readonly text: string;
  /** The same, with letters that only look Latin as the Latin ones: character for character, so places are the same. */
  readonly latin: string;
  /** Where each character begins in the original, and one more for the end; null where the places are the same. */
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

  /** Where the character at this place begins in the original. */
  startOf(place: number): number {
    return this.#starts ? this.#starts[place]! : place;
  }

  /** Where what ends before this place ends in the original. */
  endOf(place: number): number {
    return this.#ends ? this.#ends[place - 1]! : place;
  }
}

const FOLDABLE = /[\u0080-\uffff]/;

/** Of each character that was met; only so many are kept, since a stranger chooses them. */
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
  // Full-width forms, mathematical and circled letters: compatible with one ASCII character.
  const compatible = character.normalize('NFKC');
  return /^[\x21-\x7e]$/.test(compatible) ? compatible : character;
}

/** Not seen where it stands: zero-width characters, soft hyphens, marks of direction, variation selectors. */
const INVISIBLE = /\p{Cf}|\p{Variation_Selector}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0/u;
const BLANK = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/;
const DASH = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d\u2043]/;
const DOT = /[\u3002\uff61\uff0e\u2024]/;

/** Decimal digits of every script stand in rows of ten. */
function digitOf(code: number): number {
  let zero = code;
  while (zero > code - 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  // Rows of mathematical digits stand next to each other.
  if (code >= 0x1d7ce && code <= 0x1d7ff) return (code - 0x1d7ce) % 10;
  return code - zero;
}

/** Letters of other scripts that cannot be told from a Latin one by looking. */
export const LOOK_ALIKE: ReadonlyMap<string, string> = new Map(
  (
    'аa еe оo рp сc уy хx іi ѕs јj һh ԁd ԛq ԝw ѵv ӏl АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX ІI ЅS ЈJ ԌG ԜW ' +
    'οo νv ιi κk ρp υu ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ɑa ɡg ıi ſs'
  )
    .split(' ')
    .map(([from, to]) => [from!, to!] as const),
);
