import { composeText } from '../proof/normal-form.ts';
import {
  HYPHEN,
  isDash,
  isDigit,
  isDoubleMark,
  isHyphen,
  isInvisible,
  isLetter,
  isLineEnd,
  isMark,
  isNumber,
  isPlainSpace,
  isSingleMark,
  isSpace,
  isTypographicSpace,
  isUpper,
  isWideDash,
  isWordUnit,
  LIGATURES,
  MINUS,
  SOFT_HYPHEN,
} from './characters.ts';
import { isLaxer, Tier } from './tier.ts';

/** Part of a text, in UTF-16 code units. `end` is exclusive. */
export interface TextRange {
  start: number;
  end: number;
}

/** Normal form of a text, and the origin of each of its code units. */
export interface NormalText {
  text: string;
  /** For each code unit, the start of its origin in the original text. */
  starts: Int32Array;
  /** For each code unit, the end of its origin. */
  ends: Int32Array;
}

/** Maximum letters to look at on each side of a hyphen. No word that is hyphenated has more. */
const LONGEST_PART = 60;
const BLANK = 32;
const QUOTATION_MARK = 0x22;
const APOSTROPHE = 0x27;
const EN_DASH = 0x2013;
const EM_DASH = 0x2014;
const EXPANDING = /[\ufb00-\ufb06]|…|[\u0300-\uffff]/;
const CHUNK = 8192;

/**
 * Normal form of a text for a tier. Doesn't use NFKC, which would turn `10²` into `102`.
 * @param leftOut ranges that are skipped, in order, such as footnotes
 */
export function normalText(text: string, tier: Tier, leftOut: readonly TextRange[] = []): NormalText {
  return new NormalFormWriter(text, tier, leftOut).write();
}

class NormalFormWriter {
  readonly #text: string;
  readonly #leftOut: readonly TextRange[];
  readonly #typography: boolean;
  readonly #whiteSpace: boolean;
  readonly #hyphenation: boolean;
  readonly #units: Uint16Array;
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  #length = 0;

  constructor(text: string, tier: Tier, leftOut: readonly TextRange[]) {
    this.#text = text;
    this.#leftOut = leftOut;
    this.#typography = tier !== Tier.EXACT;
    this.#whiteSpace = isLaxer(tier, Tier.TYPOGRAPHY);
    this.#hyphenation = tier === Tier.HYPHENATION;
    const most = EXPANDING.test(text) ? text.length * 3 : text.length;
    this.#units = new Uint16Array(most);
    this.#starts = new Int32Array(most);
    this.#ends = new Int32Array(most);
  }

  write(): NormalText {
    let at = 0;
    for (const { start, end } of this.#leftOut) {
      while (at < start) at = this.#step(at, start);
      at = Math.max(at, end);
      // A mark between two spaces leaves one of them.
      if (this.#length > 0 && isSpace(this.#units[this.#length - 1]!) && isSpace(this.#code(at))) at++;
    }
    while (at < this.#text.length) at = this.#step(at, this.#text.length);
    return {
      text: this.#string(),
      starts: this.#starts.slice(0, this.#length),
      ends: this.#ends.slice(0, this.#length),
    };
  }

  /** Writes the normal form of what begins at `at`, and returns where the rest begins. */
  #step(at: number, limit: number): number {
    const code = this.#code(at);
    if (!this.#typography) return this.#put(code, at, at + 1);
    if (code >= 0x61 && code <= 0x7a && this.#code(at + 1) < 0x300) return this.#put(code, at, at + 1);
    if (at + 1 < limit && this.#code(at + 1) >= 0x300 && isMark(this.#code(at + 1)))
      return this.#putAccented(at, limit);
    if (this.#hyphenation) {
      const end = this.#lineEndHyphen(at, code, limit);
      if (end > 0) return end;
      if (code === SOFT_HYPHEN) return at + 1;
    }
    if (isSpace(code)) return this.#putSpace(at, code, limit);
    if (this.#whiteSpace && isInvisible(code)) return at + 1;
    if (isHyphen(code) || isDash(code) || code === MINUS) return this.#putDash(at, code);
    if (isDoubleMark(code) || isSingleMark(code)) return this.#put(this.#mark(at, code), at, at + 1);
    const expanded = code > 0x2000 ? LIGATURES[this.#text[at]!] : undefined;
    if (expanded === undefined) return this.#put(code, at, at + 1);
    for (let i = 0; i < expanded.length; i++) this.#put(expanded.charCodeAt(i), at, at + 1);
    return at + 1;
  }

  #putAccented(at: number, limit: number): number {
    let end = at + 1;
    while (end < limit && this.#code(end) >= 0x300 && isMark(this.#code(end))) end++;
    const accented = this.#text.slice(at, end);
    const composed = composeText(accented);
    if (composed === accented) {
      for (let i = at; i < end; i++) this.#put(this.#code(i), i, i + 1);
      return end;
    }
    for (let i = 0; i < composed.length; i++) this.#put(composed.charCodeAt(i), at, end);
    return end;
  }

  #putSpace(at: number, code: number, limit: number): number {
    if (!this.#whiteSpace) return this.#put(isTypographicSpace(code) ? BLANK : code, at, at + 1);
    let end = at + 1;
    while (end < limit && (isSpace(this.#code(end)) || isInvisible(this.#code(end)))) end++;
    return this.#isFrenchSpace(at, end) ? end : this.#put(BLANK, at, end);
  }

  /** True for a space that French puts inside guillemets, and before `;`, `:`, `!` and `?`. */
  #isFrenchSpace(at: number, end: number): boolean {
    const next = this.#text[end] ?? '';
    if (next !== '' && ';:!?'.includes(next)) return true;
    if ((next === '»' || next === '›') && !isWordUnit(this.#code(end + 1))) return true;
    const before = this.#text[at - 1];
    return (before === '«' || before === '‹') && (at < 2 || !isWordUnit(this.#code(at - 2)));
  }

  #putDash(at: number, code: number): number {
    let end = at + 1;
    if (code === HYPHEN) while (end < at + 4 && this.#code(end) === HYPHEN) end++;
    const isDouble = end - at > 1;
    if (end - at > 3) return this.#put(code, at, at + 1);
    const isSign = isDigit(this.#code(end)) && !this.#followsWord(at);
    if (code === MINUS) return this.#put(MINUS, at, end);
    if (isSign) return this.#put(isHyphen(code) && !isDouble ? MINUS : EN_DASH, at, end);
    const isSpaced =
      (at === 0 || isSpace(this.#code(at - 1))) && (end >= this.#text.length || isSpace(this.#code(end)));
    return this.#put(isDouble || isWideDash(code) || isSpaced ? EM_DASH : HYPHEN, at, end);
  }

  #followsWord(at: number): boolean {
    const before = this.#code(at - 1);
    return at > 0 && (isWordUnit(before) || before === 0x29 || before === 0x5d);
  }

  /** Single and double marks are equal, because nested quotations swap them. After a digit, they are feet and inches. */
  #mark(at: number, code: number): number {
    const isSingle = isSingleMark(code);
    if (at > 0 && isDigit(this.#code(at - 1))) return isSingle ? APOSTROPHE : QUOTATION_MARK;
    const isInWord = isSingle && at > 0 && isLetter(this.#code(at - 1)) && isLetter(this.#code(at + 1));
    return isInWord ? APOSTROPHE : QUOTATION_MARK;
  }

  /**
   * Writes a hyphen at the end of a line. A soft hyphen in the result means a hyphen that can be part of the word or not.
   * Before a capital letter, the hyphen is part of the word. Parts with digits are never joined.
   * @returns offset after the hyphen and the line end, or 0 if no word is hyphenated at `at`
   */
  #lineEndHyphen(at: number, code: number, limit: number): number {
    if (!isHyphen(code) && code !== SOFT_HYPHEN) return 0;
    let end = at + 1;
    while (end < limit && isSpace(this.#code(end)) && !isLineEnd(this.#code(end))) end++;
    if (end >= limit || !isLineEnd(this.#code(end))) return 0;
    if (this.#code(end) === 13 && this.#code(end + 1) === 10) end++;
    end++;
    if (this.#code(end) === 12) end++;
    while (end < limit && isSpace(this.#code(end)) && !isLineEnd(this.#code(end))) end++;
    if (!this.#isWordPart(at - 1, -1) || end >= limit || !this.#isWordPart(end, 1)) return 0;
    const keepsHyphen = isUpper(this.#code(end)) && !isUpper(this.#code(at - 1)) && code !== SOFT_HYPHEN;
    return this.#put(keepsHyphen ? HYPHEN : SOFT_HYPHEN, at, end);
  }

  /** True if the letters from `at` in a direction are a part of a word without digits. */
  #isWordPart(at: number, direction: 1 | -1): boolean {
    let length = 0;
    let next = at;
    while (length < LONGEST_PART && next >= 0 && next < this.#text.length && isLetter(this.#code(next))) {
      length++;
      next += direction;
    }
    return length > 0 && length < LONGEST_PART && !isNumber(this.#code(next));
  }

  #put(code: number, start: number, end: number): number {
    this.#units[this.#length] = code;
    this.#starts[this.#length] = start;
    this.#ends[this.#length] = end;
    this.#length++;
    return end;
  }

  /** Code unit, 0 outside the text. */
  #code(at: number): number {
    return at >= 0 && at < this.#text.length ? this.#text.charCodeAt(at) : 0;
  }

  #string(): string {
    let text = '';
    for (let at = 0; at < this.#length; at += CHUNK) {
      text += String.fromCharCode(...this.#units.subarray(at, Math.min(at + CHUNK, this.#length)));
    }
    return text;
  }
}

const isLineHyphen = (code: number) => code === SOFT_HYPHEN;

/**
 * End of a quotation within a source, both in the form of the tier HYPHENATION, if it is there from `at` on; -1 if it isn't. A
 * hyphen at a line end of one text equals a hyphen, a hyphen with a space, or nothing in the other.
 */
export function matchEnd(source: string, at: number, quotation: string): number {
  let there = at;
  let here = 0;
  while (here < quotation.length) {
    const one = quotation.charCodeAt(here);
    const other = there < source.length ? source.charCodeAt(there) : -1;
    if (one === other) {
      here++;
      there++;
    } else if (isLineHyphen(other)) {
      there++;
      here += hyphenLength(quotation, here);
    } else if (isLineHyphen(one)) {
      here++;
      there += hyphenLength(source, there);
    } else return -1;
  }
  return there;
}

function hyphenLength(text: string, at: number): number {
  if (text.charCodeAt(at) !== HYPHEN) return 0;
  return text.charCodeAt(at + 1) === BLANK ? 2 : 1;
}

/** The strictest tier in which two texts are equal. Null if they differ in all. */
export function tierOf(source: string, quotation: string, leftOut: readonly TextRange[] = []): Tier | null {
  const rest = leftOut.length === 0 ? source : normalText(source, Tier.EXACT, leftOut).text;
  if (rest === quotation) return Tier.EXACT;
  for (const tier of [Tier.TYPOGRAPHY, Tier.WHITESPACE] as const) {
    if (normalText(source, tier, leftOut).text === normalText(quotation, tier).text) return tier;
  }
  const form = normalText(source, Tier.HYPHENATION, leftOut).text;
  return matchEnd(form, 0, normalText(quotation, Tier.HYPHENATION).text) === form.length ? Tier.HYPHENATION : null;
}

/** True if the code unit of the original is white space that a quotation needn't have at its ends. */
export const isTrimmed = (code: number) => isPlainSpace(code) || isTypographicSpace(code) || isInvisible(code);
