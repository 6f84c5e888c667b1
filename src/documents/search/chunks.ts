import type { TextRange } from '../../quotations/index.ts';
import type { Block, ExtractedDocument } from '../extraction/extracted-document.ts';

/** The part of an extracted document that passages are made of. */
export type StructuredText = Pick<ExtractedDocument, 'text' | 'blocks' | 'language'> & {
  /** Null for formats without pages. */
  readonly pages: readonly (TextRange & { readonly number: number })[] | null;
};

export interface Chunk extends TextRange {
  /** Counts from 0. */
  readonly ordinal: number;
  readonly firstPage: number | null;
  readonly lastPage: number | null;
  /** Headings above the passage, the outermost first. */
  readonly headingPath: readonly string[];
  /** The range of the document’s text, with spaces in place of page furniture, so that offsets stay the same. */
  readonly text: string;
}

/**
 * Length that passages aim at, in UTF-16 code units. Much shorter passages lose the words around an answer; in much longer ones,
 * the words of a question occur by chance.
 */
const AIM = 1_200;
/** Maximum length of a passage. */
const MOST = 2_000;
/** Maximum length of a heading in a heading path. */
const MOST_OF_HEADING = 200;
/** Maximum number of headings in a heading path. */
const DEPTH = 8;

interface Piece extends TextRange {
  readonly startsSection: boolean;
  readonly isHeading: boolean;
  readonly headingPath: readonly string[];
}

/** Divides a text into passages along its structure. A heading stays with the text that follows it. */
export function chunksOf({ text, blocks, pages }: StructuredText): Chunk[] {
  const chunks: Chunk[] = [];
  const furniture = blocks.filter(({ kind }) => kind === 'PAGE_FURNITURE');
  let open: Piece[] = [];
  const close = () => {
    if (open.length === 0) return;
    const start = open[0]!.start;
    const end = open.at(-1)!.end;
    const [firstPage, lastPage] = pagesOf({ start, end }, pages);
    chunks.push({
      ordinal: chunks.length,
      start,
      end,
      firstPage,
      lastPage,
      headingPath: open.at(-1)!.headingPath,
      text: withoutFurniture(text, { start, end }, furniture),
    });
    open = [];
  };
  for (const piece of piecesOf(text, blocks)) {
    const start = open[0]?.start;
    const onlyHeadings = open.every(({ isHeading }) => isHeading);
    const length = start === undefined ? 0 : piece.end - start;
    if (length > MOST || (!onlyHeadings && (piece.startsSection || length > AIM))) close();
    open.push(piece);
  }
  close();
  return chunks;
}

function withoutFurniture(text: string, { start, end }: TextRange, furniture: readonly TextRange[]): string {
  let rest = text.slice(start, end);
  for (let at = firstAfter(furniture, start); at < furniture.length && furniture[at]!.start < end; at += 1) {
    const { start: from, end: to } = furniture[at]!;
    rest = `${rest.slice(0, from - start)}${' '.repeat(to - from)}${rest.slice(to - start)}`;
  }
  return rest;
}

/** Index of the first range that begins at or after the offset. */
function firstAfter(ranges: readonly TextRange[], offset: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[middle]!.start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function* piecesOf(text: string, blocks: readonly Block[]): Generator<Piece> {
  const headings: { level: number; text: string }[] = [];
  for (const block of blocks) {
    if (block.kind === 'PAGE_FURNITURE' || text.slice(block.start, block.end).trim() === '') continue;
    const isHeading = block.kind === 'HEADING';
    if (isHeading) {
      const level = block.level ?? 1;
      while (headings.length > 0 && headings.at(-1)!.level >= level) headings.pop();
      if (headings.length < DEPTH) {
        headings.push({ level, text: text.slice(block.start, block.end).trim().slice(0, MOST_OF_HEADING) });
      }
    }
    const headingPath = headings.map((heading) => heading.text);
    let startsSection = isHeading;
    for (const range of parts(text, block)) {
      yield { ...range, isHeading, startsSection, headingPath };
      startsSection = false;
    }
  }
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Divides a range that is too long for one passage at the ends of sentences, and a longer sentence at spaces. */
function* parts(text: string, { start, end }: TextRange): Generator<TextRange> {
  if (end - start <= MOST) {
    yield { start, end };
    return;
  }
  let from = start;
  let to = start;
  // The segmenter takes time quadratic in the length of some texts, so it gets a window at a time.
  while (to < end) {
    const window = text.slice(to, Math.min(end, to + 4 * MOST));
    const isLast = to + window.length === end;
    const segments = [...sentences.segment(window)];
    const whole = isLast || segments.length === 1 ? segments : segments.slice(0, -1);
    for (const { segment } of whole) {
      if (to > from && to + segment.length - from > AIM) {
        yield { start: from, end: to };
        from = to;
      }
      to += segment.length;
      while (to - from > MOST) {
        const cut = cutBefore(text, from, from + MOST);
        yield { start: from, end: cut };
        from = cut;
      }
    }
  }
  if (to > from) yield { start: from, end: to };
}

/** The last place before `end` where a word ends, or `end` if there is none near. Never inside a surrogate pair. */
function cutBefore(text: string, start: number, end: number): number {
  const space = text.lastIndexOf(' ', end - 1);
  if (space > start + AIM / 2) return space + 1;
  return /[\uDC00-\uDFFF]/.test(text[end]!) ? end - 1 : end;
}

function pagesOf({ start, end }: TextRange, pages: StructuredText['pages']): [number | null, number | null] {
  if (!pages?.length) return [null, null];
  const pageAt = (offset: number) => pages[Math.max(0, firstAfter(pages, offset + 1) - 1)]!.number;
  return [pageAt(start), pageAt(end - 1)];
}
