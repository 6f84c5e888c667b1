import { isSpace, isWordUnit } from './characters.ts';
import { LIMITS, requireLength } from './limits.ts';
import type { TextRange } from './normal-form.ts';

export const QuotationForm = { MARKS: 'MARKS', BLOCK: 'BLOCK' } as const;
export type QuotationForm = (typeof QuotationForm)[keyof typeof QuotationForm];

/** A quotation of a brief. Its offsets are those of its words, without the marks, in the brief. */
export interface QuotationInBrief extends TextRange {
  form: QuotationForm;
  /** The quoted words, without the marks that begin each further paragraph or line. */
  text: string;
  /** Citation that follows the quotation. Null if nothing there looks like one. */
  citation: (TextRange & { text: string }) | null;
}

export interface QuotationsInBrief {
  quotations: QuotationInBrief[];
  /** Offsets of marks that open a quotation and are never closed. The following text is read without them. */
  unclosed: number[];
}

interface OpenQuotation {
  mark: string;
  /** Offset of the mark. */
  at: number;
  /** Offsets of marks and markers within the quotation that don't belong to its text. */
  skipped: TextRange[];
  /** Closed quotations within this one, which count if this one is never closed. */
  inner: ClosedQuotation[];
}

interface ClosedQuotation extends TextRange {
  skipped: TextRange[];
}

/** Closing marks of each opening mark. */
const CLOSING: Readonly<Record<string, string>> = {
  '“': '”',
  '„': '“”',
  '«': '»',
  '»': '«',
  '"': '"',
  '‘': '’',
  '‚': '‘’',
  '‹': '›',
  '›': '‹',
};
/** Marks, and empty lines. The number of empty lines is limited, because each takes memory while the expression is matched. */
const MARKS = /["“”„«»‘’‚‹›]|\r?\n[ \t]*(?:\r?\n[ \t]*){1,1000}/g;
const MAX_CITATION = 160;
/** Maximum nested quotations. More are nothing but marks. */
const MAX_DEPTH = 20;

/**
 * Finds the quotations of a text: those in quotation marks, and block quotations (lines after `>`, and indented paragraphs after
 * a colon). A quotation within another one belongs to it.
 * @throws {QuotationLimitExceeded}
 */
export function findQuotationsIn(brief: string): QuotationsInBrief {
  requireLength('The brief', brief.length, LIMITS.BRIEF);
  const blocks = blocksOf(brief);
  const quotations: QuotationInBrief[] = blocks.map((block) => ({
    form: QuotationForm.BLOCK,
    ...withoutOuterMarks(brief, block),
    citation: citationAfter(brief, block.end),
  }));
  const unclosed: number[] = [];
  let from = 0;
  for (const { start, end } of [...blocks, { start: brief.length, end: brief.length }]) {
    const found = markedIn(brief, from, start);
    for (const at of found.unclosed) unclosed.push(at);
    for (const closed of found.closed) {
      const lead = brief.slice(closed.start, closed.end).search(/\S/);
      if (lead < 0) continue;
      quotations.push({
        form: QuotationForm.MARKS,
        start: closed.start + lead,
        end: closed.start + brief.slice(closed.start, closed.end).trimEnd().length,
        text: textOf(brief, closed),
        citation: citationAfter(brief, closed.end + 1),
      });
    }
    from = end;
  }
  quotations.sort((one, other) => one.start - other.start);
  return { quotations, unclosed: unclosed.sort((one, other) => one - other) };
}

function markedIn(brief: string, from: number, to: number): { closed: ClosedQuotation[]; unclosed: number[] } {
  const closed: ClosedQuotation[] = [];
  const unclosed: number[] = [];
  let open: OpenQuotation[] = [];
  const giveUp = () => {
    for (const one of open) {
      unclosed.push(one.at);
      for (const inner of one.inner) closed.push(inner);
    }
    open = [];
  };
  const marks = new RegExp(MARKS);
  marks.lastIndex = from;
  for (let found = marks.exec(brief); found && found.index < to; found = marks.exec(brief)) {
    const { 0: mark, index: at } = found;
    if (mark.length > 1 || mark === '\n') {
      const next = at + mark.length;
      const outer = open[0];
      // A quotation of several paragraphs repeats its mark at the start of each, and closes at the end of the last.
      if (outer && next < to && brief[next] === outer.mark) {
        outer.skipped.push({ start: next, end: next + 1 });
        for (const inner of open.slice(1)) unclosed.push(inner.at);
        open.length = 1;
        marks.lastIndex = next + 1;
      } else giveUp();
      continue;
    }
    const closes = closesAt(brief, at, mark, open);
    if (closes >= 0) {
      const one = open[closes]!;
      for (const inner of open.slice(closes + 1)) unclosed.push(inner.at);
      open.length = closes;
      const done = { start: one.at + 1, end: at, skipped: one.skipped };
      const outer = open.at(-1);
      if (outer) outer.inner.push(done);
      else closed.push(done);
    } else if (open.length < MAX_DEPTH && opensAt(brief, at, mark)) open.push({ mark, at, skipped: [], inner: [] });
  }
  giveUp();
  return { closed, unclosed };
}

/** Index of the open quotation that a mark closes. -1 if it closes none. */
function closesAt(brief: string, at: number, mark: string, open: readonly OpenQuotation[]): number {
  for (let index = open.length - 1; index >= 0; index--) {
    const one = open[index]!;
    if (!CLOSING[one.mark]!.includes(mark) || at === one.at + 1) continue;
    const follows = !isSpace(brief.charCodeAt(at - 1)) || mark === '»' || mark === '›';
    if (mark === '"' && !follows) continue;
    if (mark === '’' && !closesSingle(brief, at)) continue;
    if ((mark === '“' || mark === '‘') && !follows) continue;
    return index;
  }
  return -1;
}

/** False for an apostrophe: within a word, or after an s where the quotation continues to a later mark. */
function closesSingle(brief: string, at: number): boolean {
  if (isWordUnit(brief.charCodeAt(at + 1))) return false;
  if (!/s/i.test(brief[at - 1] ?? '')) return true;
  const rest = brief.slice(at + 1, at + 400).split(/\r?\n[ \t]*\r?\n|‘/, 1)[0]!;
  return !/[^s\s]’(?![\p{L}\p{N}])/iu.test(rest);
}

function opensAt(brief: string, at: number, mark: string): boolean {
  if (CLOSING[mark] === undefined) return false;
  const next = brief.charCodeAt(at + 1);
  if (mark === '«') return true;
  if (Number.isNaN(next) || isSpace(next)) return false;
  const before = at === 0 ? 32 : brief.charCodeAt(at - 1);
  return mark === '„' || mark === '‚' || !isWordUnit(before);
}

/** Text of a quotation without what doesn't belong to it. */
function textOf(brief: string, { start, end, skipped }: ClosedQuotation): string {
  let text = '';
  let at = start;
  for (const range of skipped) {
    text += brief.slice(at, range.start);
    at = range.end;
  }
  return (text + brief.slice(at, end)).trim();
}

/** Block quotations, in their order. */
function blocksOf(brief: string): (ClosedQuotation & { isBlock: true })[] {
  const blocks: (ClosedQuotation & { isBlock: true })[] = [];
  let block: ClosedQuotation | null = null;
  let introduces = false;
  let isMarked = false;
  let wasBlank = false;
  const finish = () => {
    if (block && brief.slice(block.start, block.end).trim() !== '') blocks.push({ ...block, isBlock: true });
    block = null;
  };
  for (const { 0: line, index: at } of brief.matchAll(/[^\n]*\n|[^\n]+$/g)) {
    const end = at + line.trimEnd().length;
    const quote = /^ {0,3}>(?: ?>)* ?/.exec(line)?.[0];
    const isBlank = line.trim() === '';
    const indent = quote ?? (isBlank ? undefined : indentOf(line));
    if (quote !== undefined || (indent !== undefined && (block ? !isMarked : introduces && wasBlank))) {
      if (block && isMarked !== (quote !== undefined)) finish();
      isMarked = quote !== undefined;
      if (block) {
        block.skipped.push({ start: at, end: at + indent!.length });
        block.end = Math.max(block.end, end);
      } else block = { start: at + indent!.length, end: Math.max(end, at + indent!.length), skipped: [] };
    } else if (!isBlank || isMarked) finish();
    if (!isBlank) introduces = /:\s*$/.test(line.slice(-200));
    wasBlank = isBlank;
  }
  finish();
  return blocks;
}

/** Indent of a paragraph that isn't an item of a list: a tab, or four spaces. */
function indentOf(line: string): string | undefined {
  const indent = /^[ \t]*/.exec(line)![0];
  if (!indent.includes('\t') && indent.length < 4) return undefined;
  return /^(?:[-*•]|\d+[.)]) /.test(line.slice(indent.length, indent.length + 12)) ? undefined : indent;
}

function withoutOuterMarks(brief: string, block: ClosedQuotation): TextRange & { text: string } {
  const text = textOf(brief, block);
  const closing = CLOSING[text[0] ?? ''];
  const isQuoted = closing !== undefined && text.length > 2 && closing.includes(text.at(-1)!);
  return { start: block.start, end: block.end, text: isQuoted ? text.slice(1, -1).trim() : text };
}

const CITATION_SIGN = /\d|§|\b(?:Art|Id|ibid|Rn|No|Nr)\b|\bv\.? /;

/** Parenthesis after a quotation, or the rest of its sentence if it looks like a citation. */
function citationAfter(brief: string, from: number): (TextRange & { text: string }) | null {
  const rest = brief.slice(from, from + 2 * MAX_CITATION);
  const lead = /^[”"’»«“.,;:\s–—-]{0,10}/.exec(rest)![0].length;
  const after = rest.slice(lead);
  const found =
    /^\([^()]{1,160}\)|^\[[^[\]]{1,160}\]/.exec(after)?.[0] ??
    /^[^\n]{1,160}?(?=(?<!\b(?:Art|Abs|Nos?|Nr|Id|Rn|S|pp?|vs?))\.(?:\s|$)|;|\n|$)/.exec(after)?.[0];
  if (!found || !CITATION_SIGN.test(found)) return null;
  const start = from + lead;
  return { start, end: start + found.length, text: found };
}
