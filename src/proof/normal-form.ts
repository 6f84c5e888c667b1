import { Malformed } from './malformed.ts';

/**
 * How many non-starters (accents and other marks that are put in order) may follow each other, counted after decomposition.
 * Every writing system stays far below; the Stream-Safe Text Format draws the line here. Source: UAX #15, section 13.
 */
const MAX_NON_STARTERS = 30;

/** Every character whose decomposition begins with a non-starter: marks, and the two voiced sound marks of half width. */
const MARK = '[\\p{M}\\uff9e\\uff9f]';
const IS_MARK = new RegExp(MARK, 'u');
/** A character before the marks may decompose into three of them itself, and each of the marks into two. */
const FEWEST_MARKS = Math.ceil((MAX_NON_STARTERS + 1 - 3) / 2);
const SUSPECTS = new RegExp(`[^]?${MARK}{${FEWEST_MARKS},}`, 'gu');

/** The text has more marks in a row than can be put in order in good time. */
export class NotStreamSafe extends Malformed {
  override readonly name = 'NotStreamSafe';

  constructor() {
    super(`more than ${MAX_NON_STARTERS} combining marks stand in a row`);
  }
}

/**
 * A Unicode normal form of a text, and the only place where one is made. To put marks in order takes time that grows with
 * the square of how many stand in a row: a megabyte of them would take a minute.
 * @throws {NotStreamSafe}
 */
export function normalForm(text: string, form: 'NFC' | 'NFD' | 'NFKC'): string {
  if (!isStreamSafe(text)) throw new NotStreamSafe();
  return text.normalize(form);
}

/**
 * Composes what a person typed (NFC), so that `é` from macOS, which decomposes names of files, equals `é` from elsewhere. Text
 * that can't be composed in good time stays as it is.
 */
export function composeText(text: string): string {
  return isStreamSafe(text) ? normalForm(text, 'NFC') : text;
}

/**
 * The text decomposed and without marks: `café` becomes `cafe`. Marks go before anything could have to be put in order, so
 * this takes any text.
 */
export function withoutMarks(text: string, form: 'NFD' | 'NFKD'): string {
  return text
    .replace(/\p{M}+/gu, '')
    .normalize(form)
    .replace(/\p{M}+/gu, '');
}

/** Where Unicode has them. None is beyond; a test looks at all there are. */
const SINGLETON_RANGES = [
  [0x300, 0x33ff],
  [0xf900, 0xfaff],
  [0x2f800, 0x2fa1f],
] as const;

let singletons: ReadonlyMap<string, string> | undefined;

/**
 * Characters that normalise to another one, as the Kelvin sign does to the letter K, with that one: they were given two
 * numbers, and are not everywhere the same. Accents are not among them: two spellings of an accent are one.
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

/** Whether normalising the text takes time in proportion to its length. To ask costs next to nothing. */
export function isStreamSafe(text: string): boolean {
  // Nearly every text ends here: none of its characters has so many marks.
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

/** Whether so many marks stand in a row that it is worth counting; a mark of two code units may count for two. */
function hasManyMarks(text: string): boolean {
  // Of each such row one of these places is within: most characters need not be looked at.
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
/** By UTF-16 code unit; made for the first text that has other letters than those of western Europe. */
let unitsOfMarks: Uint8Array | undefined;

function mayBeOfMark(unit: number): boolean {
  if (unit < FIRST_MARK) return false;
  unitsOfMarks ??= findUnitsOfMarks();
  return unitsOfMarks[unit] === 1;
}

function findUnitsOfMarks(): Uint8Array {
  const units = new Uint8Array(0x10000);
  // Beyond the second plane there are variation selectors alone.
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

/** For each character seen, which characters of its decomposition are non-starters. There are some two thousand marks. */
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
 * JavaScript does not tell a character's combining class, but puts marks in order by it: U+0334 has the lowest that changes
 * places, and U+0301 one of the highest.
 */
function isNonStarter(character: string): boolean {
  return isMoved(`${character}\u0334`) || isMoved(`\u0301${character}`);
}

const isMoved = (pair: string) => pair.normalize('NFD') !== pair;
