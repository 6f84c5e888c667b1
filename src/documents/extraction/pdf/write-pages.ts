import type { DocumentWriter } from '../document-writer.ts';
import type { BlockKind, DocumentPage, TextBox } from '../extracted-document.ts';
import type { PageLine } from './page-lines.ts';
import { FOOTNOTE_START, type LaidOutPage, partsOf } from './page-parts.ts';

export interface PdfPageLines extends LaidOutPage {
  readonly width: number;
  readonly isScanned: boolean;
}

/** Smallest size of a heading as a multiple of the document's font size. */
const HEADING_SIZE = 1.12;
const MOST_HEADING_CHARACTERS = 300;
const MOST_HEADING_LINES = 4;
/** Distance of two lines, in multiples of the usual distance, from which they belong to different paragraphs. */
const PARAGRAPH_GAP = 1.35;
const LIST_MARK = /^(?:[•‣◦▪●○■–—-]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)])\s+\S/i;
const SENTENCE_END = /[.!?:;]["'”’»)\]]*(?:\s?\[?\d{0,3}\]?)$/;
/** Share of the font size above and below the baseline that a box covers. */
const ASCENT = 0.8;
const DESCENT = 0.22;

/**
 * Writes the pages of a PDF: on each page its header, its body, its footnotes and its footer. Lines of a block are separated by
 * line breaks, also where a word is hyphenated.
 */
export function writePages(pages: readonly PdfPageLines[], writer: DocumentWriter): DocumentPage[] {
  const bodySize = bodySizeOf(pages);
  const parts = partsOf(pages, bodySize);
  const blocksOfPages = parts.map(({ body }) => blocksOf(body, bodySize));
  const headingSizes = [
    ...new Set(blocksOfPages.flat().flatMap((lines) => (isHeading(lines, bodySize) ? [lines[0]!.size] : []))),
  ].sort((one, other) => other - one);
  return pages.map(({ width, height, isScanned }, index) => {
    const { header, footnotes, footer } = parts[index]!;
    const boxes: TextBox[] = [];
    let start: number | null = null;
    const write = (kind: BlockKind, lines: readonly PageLine[], level: number | null = null) => {
      const blockStart = writeBlock(writer, boxes, kind, lines, level);
      start ??= blockStart;
    };
    for (const line of header) write('PAGE_FURNITURE', [line]);
    for (const lines of blocksOfPages[index]!) {
      const kind = kindOf(lines, bodySize);
      if (kind === 'HEADING') write(kind, lines, Math.min(6, headingSizes.indexOf(lines[0]!.size) + 1));
      else write(kind, lines, kind === 'LIST_ITEM' ? 1 : null);
    }
    for (const lines of footnoteBlocks(footnotes)) write('FOOTNOTE', lines);
    for (const line of footer) write('PAGE_FURNITURE', [line]);
    return { number: index + 1, start: start ?? writer.length, end: writer.length, width, height, isScanned, boxes };
  });
}

function writeBlock(
  writer: DocumentWriter,
  boxes: TextBox[],
  kind: BlockKind,
  lines: readonly PageLine[],
  level: number | null,
): number | null {
  const marks: { start: number; end: number }[] = [];
  let offset = 0;
  for (const { text, marks: own } of lines) {
    for (const { start, end } of own) marks.push({ start: start + offset, end: end + offset });
    offset += text.length + 1;
  }
  const start = writer.addBlock(kind, lines.map(({ text }) => text).join('\n'), { level, marks });
  if (start === null) return null;
  let lineStart = start;
  for (const { text, boxes: own, y, size } of lines) {
    for (const box of own) {
      boxes.push({
        start: lineStart + box.start,
        end: lineStart + box.end,
        x: rounded(box.x),
        y: rounded(y - ASCENT * size),
        width: rounded(box.width),
        height: rounded((ASCENT + DESCENT) * size),
      });
    }
    lineStart += text.length + 1;
  }
  return start;
}

function rounded(points: number): number {
  return Math.round(points * 100) / 100;
}

/** Font size of most characters of the document. */
function bodySizeOf(pages: readonly PdfPageLines[]): number {
  const characters = new Map<number, number>();
  for (const { lines } of pages) {
    for (const { size, text } of lines) characters.set(size, (characters.get(size) ?? 0) + text.length);
  }
  return [...characters].reduce((one, other) => (other[1] > one[1] ? other : one), [10, 0])[0];
}

function blocksOf(lines: readonly PageLine[], bodySize: number): PageLine[][] {
  const leading = leadingOf(lines, bodySize);
  const right = lines.reduce((most, line) => Math.max(most, line.right), 0);
  const blocks: PageLine[][] = [];
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    if (before && !beginsBlock(before, line, { leading, right })) blocks.at(-1)!.push(line);
    else blocks.push([line]);
  }
  return blocks;
}

/** Usual distance between the baselines of two lines of a paragraph. */
function leadingOf(lines: readonly PageLine[], bodySize: number): number {
  const distances = lines
    .flatMap((line, index) => {
      const distance = index === 0 ? 0 : line.y - lines[index - 1]!.y;
      return distance > 0.5 * bodySize && distance < 3 * bodySize ? [distance] : [];
    })
    .sort((one, other) => one - other);
  return distances[Math.floor(distances.length * 0.4)] ?? 1.2 * bodySize;
}

function beginsBlock(
  before: PageLine,
  line: PageLine,
  { leading, right }: { leading: number; right: number },
): boolean {
  if (before.cells > 1 || line.cells > 1) return true;
  if (Math.abs(line.size - before.size) > 0.12 * before.size) return true;
  if (LIST_MARK.test(line.text)) return true;
  const endsSentence = SENTENCE_END.test(before.text);
  const distance = line.y - before.y;
  // The next column continues the paragraph unless the sentence has ended.
  if (distance < -before.size) return endsSentence;
  if (distance > PARAGRAPH_GAP * Math.max(leading, line.size)) return true;
  const isIndented = line.x > before.x + 0.8 * line.size && line.x < before.x + 5 * line.size;
  return endsSentence && (isIndented || before.right < right - 0.15 * (right - before.x));
}

function kindOf(lines: readonly PageLine[], bodySize: number): BlockKind {
  if (isHeading(lines, bodySize)) return 'HEADING';
  if (lines[0]!.cells > 1) return 'TABLE_ROW';
  return LIST_MARK.test(lines[0]!.text) ? 'LIST_ITEM' : 'PARAGRAPH';
}

function isHeading(lines: readonly PageLine[], bodySize: number): boolean {
  return (
    lines[0]!.size >= HEADING_SIZE * bodySize &&
    lines.length <= MOST_HEADING_LINES &&
    lines[0]!.cells === 1 &&
    lines.reduce((total, { text }) => total + text.length, 0) <= MOST_HEADING_CHARACTERS &&
    /\p{L}/u.test(lines[0]!.text)
  );
}

function footnoteBlocks(lines: readonly PageLine[]): PageLine[][] {
  const blocks: PageLine[][] = [];
  for (const line of lines) {
    if (blocks.length === 0 || FOOTNOTE_START.test(line.text)) blocks.push([line]);
    else blocks.at(-1)!.push(line);
  }
  return blocks;
}
