import { MalformedInput } from './malformed-input.ts';

/**
 * Maximum number of consecutive non-starters (accents and other reorderable marks), counted after decomposition. Texts in all
 * writing systems have far fewer. It is the limit of the Stream-Safe Text Format. Source: UAX #15, section 13.
 */
const MAX_NON_STARTERS = 30;

/** Characters whose decomposition can begin with a non-starter: marks, and the two half-width voiced sound marks. */
const MARK = '[\\p{M}\\uff9e\\uff9f]';
const IS_MARK = new RegExp(MARK, 'u');
/**
 * Fewest consecutive marks that can exceed the maximum. The character before the marks can decompose into three of them, and each
 * mark into two.
 */
const FEWEST_MARKS = Math.ceil((MAX_NON_STARTERS + 1 - 3) / 2);
const SUSPECTS = new RegExp(`[^]?${MARK}{${FEWEST_MARKS},}`, 'gu');

/** The text has too many consecutive marks to be normalized in reasonable time. */
export class NotStreamSafe extends MalformedInput {
  override readonly name = 'NotStreamSafe';

  constructor() {
    super(`there are more than ${MAX_NON_STARTERS} combining marks in a row`);
  }
}

/**
 * Unicode normal form of a text. No other code normalizes whole texts with their marks, because reordering marks takes time
 * that grows with the square of their number: a megabyte of marks would take a minute.
 * @throws {NotStreamSafe}
 */
export function normalForm(text: string, form: 'NFC' | 'NFD' | 'NFKC'): string {
  if (!isStreamSafe(text)) throw new NotStreamSafe();
  return text.normalize(form);
}

/**
 * Composes typed text (NFC), so that `é` from macOS, which decomposes file names, equals `é` from elsewhere. Text that can't be
 * composed in reasonable time stays unchanged.
 */
export function composeText(text: string): string {
  return isStreamSafe(text) ? normalForm(text, 'NFC') : text;
}

/**
 * Decomposes a text and removes its marks: `café` becomes `cafe`. Marks are removed before any are reordered, so this is fast for
 * any text.
 */
export function withoutMarks(text: string, form: 'NFD' | 'NFKD'): string {
  return text
    .replace(/\p{M}+/gu, '')
    .normalize(form)
    .replace(/\p{M}+/gu, '');
}

/** Ranges with characters that normalize to a different character. A test checks that no others exist. */
const SINGLETON_RANGES = [
  [0x300, 0x33ff],
  [0xf900, 0xfaff],
  [0x2f800, 0x2fa1f],
] as const;

let singletons: ReadonlyMap<string, string> | undefined;

/**
 * Map from each character that normalizes to a different character to that different character. For example, it maps the Kelvin
 * sign to the letter K. The two aren't interchangeable everywhere. Spellings of accents aren't included.
 */
export function singletonsOfUnicode(): ReadonlyMap<string, string> {
  singletons ??= findSingletons();
  return singletons;
}

function findSingletons(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [first, last] of SINGLETON_RANGES) {
    for (let code = first; code <= last; code++) {
      const character = String.fromCodePoint(code);
      const normal = character.normalize('NFC');
      if (normal !== character && /^\P{M}$/u.test(normal)) found.set(character, normal);
    }
  }
  return found;
}

/** True if normalizing the text takes time proportional to its length. This check itself is cheap. */
export function isStreamSafe(text: string): boolean {
  // Nearly all texts end here, because they have no long sequence of marks.
  if (!hasManyMarks(text)) return true;
  for (const [stretch] of text.matchAll(SUSPECTS)) {
    let inRow = 0;
    for (const character of stretch) {
      for (const isNonStarter of decomposed(character)) {
        inRow = isNonStarter ? inRow + 1 : 0;
        if (inRow > MAX_NON_STARTERS) return false;
      }
    }
  }
  return true;
}

/**
 * True if the text could have too many consecutive marks, so that they must be counted. A mark of two code units can count twice.
 */
function hasManyMarks(text: string): boolean {
  // Looks only at every `FEWEST_MARKS`-th position: every sequence of that many marks covers one of them.
  for (let at = FEWEST_MARKS - 1; at < text.length; at += FEWEST_MARKS) {
    if (!mayBeOfMark(text.charCodeAt(at))) continue;
    let from = at;
    while (from > 0 && mayBeOfMark(text.charCodeAt(from - 1))) from--;
    let to = at + 1;
    while (to < text.length && to - from < FEWEST_MARKS && mayBeOfMark(text.charCodeAt(to))) to++;
    if (to - from >= FEWEST_MARKS) return true;
  }
  return false;
}

const FIRST_MARK = 0x300;
/** For each UTF-16 code unit, 1 if it belongs to a mark. Computed for the first text with characters beyond western Europe. */
let unitsOfMarks: Uint8Array | undefined;

function mayBeOfMark(unit: number): boolean {
  if (unit < FIRST_MARK) return false;
  unitsOfMarks ??= findUnitsOfMarks();
  return unitsOfMarks[unit] === 1;
}

function findUnitsOfMarks(): Uint8Array {
  const units = new Uint8Array(0x10000);
  // Beyond Unicode's second plane, the only marks are variation selectors.
  for (const [first, last] of [
    [FIRST_MARK, 0x1ffff],
    [0xe0000, 0xe0fff],
  ] as const) {
    for (let code = first; code <= last; code++) {
      const character = String.fromCodePoint(code);
      if (!IS_MARK.test(character)) continue;
      for (let at = 0; at < character.length; at++) units[character.charCodeAt(at)] = 1;
    }
  }
  return units;
}

/**
 * Cache: for each mark, and for characters before marks, which characters of the decomposition are non-starters. Unicode has
 * about two thousand marks.
 */
const seen = new Map<string, readonly boolean[]>();
const MAX_SEEN = 4_000;

function decomposed(character: string): readonly boolean[] {
  let known = seen.get(character);
  if (!known) {
    known = Array.from(character.normalize('NFKD'), isNonStarter);
    if (seen.size < MAX_SEEN) seen.set(character, known);
  }
  return known;
}

/**
 * True for a non-starter. JavaScript doesn't expose combining classes, but orders marks by them: U+0334 has the lowest
 * reorderable class, U+0301 one of the highest.
 */
function isNonStarter(character: string): boolean {
  return isMoved(`${character}\u0334`) || isMoved(`\u0301${character}`);
}

const isMoved = (pair: string) => pair.normalize('NFD') !== pair;
