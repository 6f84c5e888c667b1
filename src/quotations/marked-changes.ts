import { DifferenceKind } from './alteration.ts';
import { matchEnd, type TextRange } from './normal-form.ts';
import { isBoundary, wordsOf } from './source.ts';

/** Change that a quotation shows: an ellipsis for words left out, or brackets for words that aren't the document's. */
export interface MarkedGap {
  kind: typeof DifferenceKind.OMISSION | typeof DifferenceKind.INSERTION;
  /** The mark as it is written, such as `[…]` or `[the tenant]`. */
  mark: string;
}

/** A quotation divided at its marks. Part `n` is followed by gap `n`. Parts at the ends can be empty. */
export interface MarkedQuotation {
  parts: string[];
  gaps: MarkedGap[];
}

/** Maximum marks of a quotation. One with more is compared as a whole. */
export const MAX_GAPS = 12;
/** Maximum characters of a document between two parts of a quotation: about a page. */
export const MAX_OMITTED = 3_000;

const ELLIPSIS = /^[[(]?(?:…|\.(?:\s?\.){2,3})[\])]?$/u;
/** Ellipses with or without brackets, and brackets with words. A bracketed letter that begins a word is not among them. */
const GAP = /\s*(?:[[(](?:…|\.(?:\s?\.){2})[\])]|…|\.(?:\s?\.){2,3}|\[[^[\]\n]{1,200}\](?!\p{L}))\s*/gu;
/** Ellipsis at an end of a quotation, which only says that the document continues. */
const END_ELLIPSIS =
  /^(?:[[(](?:…|\.(?:\s?\.){2})[\])]|…|\.(?:\s?\.){2,3})\s*|\s*(?:[[(](?:…|\.(?:\s?\.){2})[\])]|…|\.(?:\s?\.){2,3})$/gu;
/** Bracketed letter at the beginning of a word, which shows a changed capital: `[t]he`. */
const CAPITAL = /\[(\p{L})\](?=\p{L})/u;

/** A quotation without the ellipses at its ends. */
export const withoutEndEllipses = (quotation: string) => quotation.replace(END_ELLIPSIS, '');

/** Divides a quotation at its marks. Null if it has none, or too many. */
export function divideAtMarks(quotation: string): MarkedQuotation | null {
  const parts: string[] = [];
  const gaps: MarkedGap[] = [];
  let from = 0;
  for (const { 0: found, index } of quotation.matchAll(GAP)) {
    const mark = found.trim();
    const kind = ELLIPSIS.test(mark) ? DifferenceKind.OMISSION : DifferenceKind.INSERTION;
    parts.push(quotation.slice(from, index));
    gaps.push({ kind, mark });
    from = index + found.length;
    if (gaps.length > MAX_GAPS) return null;
  }
  parts.push(quotation.slice(from));
  return gaps.length > 0 || CAPITAL.test(quotation) ? { parts, gaps } : null;
}

/** A part without the brackets around a letter, in both cases of the letter, with the number of the word that has it. */
export function spellings(part: string): { text: string; capital: { word: number; mark: string } | null }[] {
  const found = CAPITAL.exec(part);
  if (!found) return [{ text: part, capital: null }];
  const [brackets, letter] = found;
  const before = part.slice(0, found.index);
  const after = part.slice(found.index + brackets.length);
  const mark = brackets + (/^[\p{L}\p{M}]*/u.exec(after)?.[0] ?? '');
  const capital = { word: wordsOf(before).length, mark };
  const other = letter === letter!.toUpperCase() ? letter!.toLowerCase() : letter!.toUpperCase();
  return [letter!, other].map((one) => ({ text: before + one + after, capital }));
}

/** A part of a quotation in the form of a source. An empty part has the place where its neighbour begins or ends. */
export interface FoundPart {
  start: number;
  end: number;
  /** Word with a bracketed letter, counted from 0, and how the quotation writes it. */
  capital: { word: number; mark: string } | null;
}

interface PartSpelling {
  /** In the form of the tier HYPHENATION. */
  form: string;
  capital: FoundPart['capital'];
}

/** End of a part that stands at a place of a form, -1 if it doesn't. */
export function partEnd(source: string, at: number, part: string): number {
  const end = matchEnd(source, at, part);
  return end > at && isBoundary(source, at) && isBoundary(source, end) ? end : -1;
}

/** Finds the other parts of a quotation around one that was found, each as near as possible. Null if one isn't there. */
export function partsAround(
  source: string,
  parts: readonly (readonly PartSpelling[])[],
  anchor: number,
  found: FoundPart,
): FoundPart[] | null {
  const around: FoundPart[] = [found];
  for (let index = anchor + 1; index < parts.length; index++) {
    const { end } = around.at(-1)!;
    const next = partWithin(source, parts[index]!, end, Math.min(source.length, end + MAX_OMITTED), 1);
    if (!next) return null;
    around.push(next);
  }
  for (let index = anchor - 1; index >= 0; index--) {
    const { start } = around[0]!;
    const before = partWithin(source, parts[index]!, Math.max(0, start - MAX_OMITTED), start, -1);
    if (!before) return null;
    around.unshift(before);
  }
  return around;
}

/** The first part within a range, or the last one for the direction -1. */
function partWithin(
  source: string,
  spellings: readonly PartSpelling[],
  from: number,
  until: number,
  direction: 1 | -1,
): FoundPart | null {
  const edge = direction === 1 ? from : until;
  if (spellings[0]!.form === '') return { start: edge, end: edge, capital: null };
  for (let step = 0; step < until - from; step++) {
    const at = direction === 1 ? from + step : until - 1 - step;
    for (const { form, capital } of spellings) {
      if (source[at] !== form[0]) continue;
      const end = partEnd(source, at, form);
      if (end > 0 && (direction === 1 || end <= until)) return { start: at, end, capital };
    }
  }
  return null;
}

/** Marked change, with the range of the source's words in its form. The range is empty if the source has none there. */
export interface MarkedChange extends MarkedGap, TextRange {}

/** The changes that a quotation marks, by its parts as they were found in a source. */
export function markedChanges(source: string, parts: readonly FoundPart[], gaps: readonly MarkedGap[]): MarkedChange[] {
  return parts.flatMap((part, index) => [
    ...capitalChange(source, part),
    ...gapChange(part, gaps[index], parts[index + 1]),
  ]);
}

function capitalChange(source: string, { start, end, capital }: FoundPart): MarkedChange[] {
  const word = capital && wordsOf(source.slice(start, end))[capital.word];
  if (!word) return [];
  return [{ kind: DifferenceKind.INSERTION, mark: capital.mark, start: start + word.start, end: start + word.end }];
}

function gapChange(part: FoundPart, gap: MarkedGap | undefined, next: FoundPart | undefined): MarkedChange[] {
  if (!gap || !next) return [];
  const [isFirst, isLast] = [part.end === part.start, next.end === next.start];
  if (!isFirst && !isLast) return [{ ...gap, start: part.end, end: next.start }];
  // An ellipsis at an end leaves out what isn't quoted.
  if (gap.kind === DifferenceKind.OMISSION) return [];
  const at = isFirst ? next.start : part.end;
  return [{ ...gap, start: at, end: at }];
}
