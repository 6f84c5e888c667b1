import { HYPHEN, isDigit, isLetter, isUnspaced, isWordUnit, MINUS, SOFT_HYPHEN } from './characters.ts';
import { LIMITS, requireLength } from './limits.ts';
import { type NormalText, normalText, type TextRange } from './normal-form.ts';
import { Tier } from './tier.ts';

/** A word of a text, as positions in its form. A number with its separators and its sign is one word. */
export interface Word {
  start: number;
  end: number;
  /** Lower case without hyphens. */
  folded: string;
}

/** One layer of a document: with its footnotes, or without. */
export interface SourceLayer {
  form: NormalText;
  leftOut: readonly TextRange[];
  words: Word[];
}

/** A document that quotations are looked for in. Made once for many quotations. */
export interface PreparedSource {
  text: string;
  layers: SourceLayer[];
}

export interface FootnoteOptions {
  /** Footnotes and their marks, as found by the extractor. A quotation can leave them out. */
  footnotes?: readonly TextRange[];
}

/**
 * Superscripts that can only be marks of footnotes: after a word of at least four letters that isn't a unit, or after
 * punctuation.
 */
const FOOTNOTE_MARKS =
  /(?:(?<=[.,;:!?»”"])|(?<=\p{L}{4})(?<!meters?|metres?|mètres?|Meter|miles?|inch|feet|foot|yards?|Zoll))[¹²³⁰⁴-⁹]+(?![\p{L}\p{N}])/gu;

/** @throws {QuotationLimitExceeded} */
export function prepareSource(text: string, { footnotes = [] }: FootnoteOptions = {}): PreparedSource {
  requireLength('The document', text.length, LIMITS.SOURCE);
  const marks = Array.from(text.matchAll(FOOTNOTE_MARKS), ({ 0: mark, index }) => ({
    start: index,
    end: index + mark.length,
  }));
  const leftOut = joinedRanges([...footnotes, ...marks], text.length);
  const layers = leftOut.length > 0 ? [layerOf(text, leftOut), layerOf(text, [])] : [layerOf(text, [])];
  return { text, layers };
}

function layerOf(text: string, leftOut: readonly TextRange[]): SourceLayer {
  const form = normalText(text, Tier.HYPHENATION, leftOut);
  return { form, leftOut, words: wordsOf(form.text) };
}

function joinedRanges(ranges: readonly TextRange[], length: number): TextRange[] {
  const joined: TextRange[] = [];
  for (const { start, end } of ranges.toSorted((one, other) => one.start - other.start)) {
    const range = { start: Math.max(0, start), end: Math.min(end, length) };
    const last = joined.at(-1);
    if (range.start >= range.end) continue;
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else joined.push(range);
  }
  return joined;
}

/** Words of a form of the tier HYPHENATION. */
export function wordsOf(form: string): Word[] {
  const words: Word[] = [];
  const code = (at: number) => form.charCodeAt(at);
  let at = 0;
  while (at < form.length) {
    if (!isWordUnit(code(at))) {
      at++;
      continue;
    }
    const start = at > 0 && code(at - 1) === MINUS ? at - 1 : at;
    let end = at + 1;
    while (
      end < form.length &&
      continuesWord(code(end - 1), code(end), code(end + 1)) &&
      !isPartEnd(form, start, end)
    ) {
      end++;
    }
    words.push({ start, end, folded: foldedWord(form.slice(start, end)) });
    at = end;
  }
  return words;
}

/** True between a shortened word of French or Italian and the next word, and after a suspended hyphen, as in `Ein- und`. */
function isPartEnd(form: string, start: number, end: number): boolean {
  const code = form.charCodeAt(end);
  if (code === 0x27) return end - start < 7 && ELIDED.test(form.slice(start, end));
  return code === SOFT_HYPHEN && CONJUNCTION.test(form.slice(end + 1, end + 7));
}

function continuesWord(before: number, code: number, after: number): boolean {
  if (isUnspaced(before)) return false;
  if (isWordUnit(code)) return !isUnspaced(code);
  if (code === HYPHEN || code === SOFT_HYPHEN || code === 0x27) return isWordUnit(before) && isWordUnit(after);
  if (code === 0x25) return isDigit(before);
  return isSeparator(code) && isDigit(before) && isDigit(after);
}

/** `.`, `,`, `:` and `/` between digits. */
export const isSeparator = (code: number) => code === 0x2e || code === 0x2c || code === 0x3a || code === 0x2f;

export const foldedWord = (word: string) => word.toLowerCase().replace(/[-\u00ad]/g, '');

/** True if a quotation can begin or end between two code units of a form: not within a word, a number or a compound. */
export function isBoundary(form: string, at: number): boolean {
  if (at <= 0 || at >= form.length) return true;
  const code = (index: number) => form.charCodeAt(index);
  const [before, after] = [code(at - 1), code(at)];
  if (isWordUnit(before) && isWordUnit(after)) return isUnspaced(before) || isUnspaced(after);
  if (before === MINUS && isDigit(after)) return false;
  if (isDigit(before)) {
    if (after === 0x25 || after === 0x2030 || after === 0xb0) return false;
    if ((isSeparator(after) || isJoint(after)) && isWordUnit(code(at + 1))) return false;
    if (after === 32 && isGroup(form, at + 1) && /(?<!\d)\d{1,3}$/.test(form.slice(Math.max(0, at - 4), at)))
      return false;
  }
  if (isDigit(after)) {
    if (isSeparator(before) && !isLetter(code(at - 2)))
      return code(at - 2) === 32 ? before > 0x2e : !isDigit(code(at - 2));
    if (isJoint(before) && isWordUnit(code(at - 2))) return false;
    if (before === 32 && isGroup(form, at) && /(?<!\d)\d{1,3}$/.test(form.slice(Math.max(0, at - 5), at - 1)))
      return false;
  }
  if (isLetter(before) && isJoint(after) && isWordUnit(code(at + 1))) return false;
  if (isJoint(before) && isWordUnit(after) && isWordUnit(code(at - 2))) {
    return before === 0x27 && ELIDED.test(form.slice(Math.max(0, at - 9), at - 1));
  }
  return true;
}

/** Words that French and Italian shorten before a vowel. `n’` isn't among them, because it negates. */
const ELIDED = /(?:^|[^\p{L}])(?:[ldcjsm]|qu|jusqu|lorsqu|puisqu|dell|all|nell)$/iu;

const CONJUNCTION = /^(?:und|oder|bzw|sowie|bis|and|or|to|et|ou)(?!\p{L})/u;

/** Hyphen or apostrophe within a word. */
const isJoint = (code: number) => code === HYPHEN || code === SOFT_HYPHEN || code === 0x27;

/** True for three digits, as in `10 000`. */
const isGroup = (form: string, at: number) => /^\d{3}(?!\d)/.test(form.slice(at, at + 4));
