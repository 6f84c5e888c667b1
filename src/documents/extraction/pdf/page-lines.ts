import type { TextContent, TextItem } from './pdf-reader.ts';

/** Piece of a line that the PDF draws at once. Coordinates are PDF points from the top left corner of the displayed page. */
interface TextRun {
  readonly text: string;
  readonly x: number;
  readonly right: number;
  /** Distance of the baseline from the top. */
  readonly y: number;
  readonly size: number;
  readonly isVertical: boolean;
}

/** Place of a part of a line's text. */
export interface RunBox {
  readonly start: number;
  readonly end: number;
  readonly x: number;
  readonly width: number;
}

export interface PageLine {
  readonly text: string;
  readonly x: number;
  readonly right: number;
  /** Distance of the baseline from the top of the page. */
  readonly y: number;
  /** Font size of most of its characters. */
  readonly size: number;
  /** Number of cells that wide gaps separate. 1 for a line of running text. */
  readonly cells: number;
  readonly boxes: readonly RunBox[];
  /** Raised numbers and signs that refer to footnotes. */
  readonly marks: readonly { readonly start: number; readonly end: number }[];
}

export interface PageText {
  /** In reading order. */
  readonly lines: readonly PageLine[];
  /** True if text in a font without a mapping to characters was left out. */
  readonly hasUnmappedText: boolean;
}

/** Gap in multiples of the font size that ends a segment. Spaces of justified text are mostly smaller. */
const SEGMENT_GAP = 1.1;
/** Gap in multiples of the font size that separates two cells of a table. */
const CELL_GAP = 2;
/** Gap in multiples of the font size that is a space, where the PDF draws none. */
const SPACE_GAP = 0.15;
/** Largest size of a raised mark, as a share of its line's size. */
const MARK_SIZE = 0.85;
const MARK = /^(?:\d{1,3}|[*†‡§¶]{1,3}|\[\d{1,3}\]|\(\d{1,3}\))(?:,\s?\d{1,3})?$/;
/** Bullets of Wingdings and Symbol, which have no mapping of their own. */
const PRIVATE_BULLETS = /[\uf0b7\uf0a7\uf0d8\uf076\uf0fc\uf06e\uf02d]/g;
/** Private characters that many fonts use for the ligatures fi and fl. */
const PRIVATE_LIGATURES: Readonly<Record<string, string>> = { '\uf001': '\ufb01', '\uf002': '\ufb02' };
/** Characters that a font without mapping yields: controls, private use, the replacement character and noncharacters. */
const UNMAPPED = /[\p{Cc}\p{Co}\p{Cn}\ufffd]/gu;
const LEAST_UNMAPPED = 3;
const UNMAPPED_SHARE = 0.1;

/** Puts the text of a page into lines, in the order in which a person reads them. */
export function pageLines(content: TextContent, viewport: { transform: readonly number[]; width: number }): PageText {
  const items = content.items.filter((item): item is TextItem => 'str' in item);
  const unmapped = unmappedFonts(items);
  const segments = segmentsOf(
    items.filter(({ fontName }) => !unmapped.has(fontName)),
    viewport.transform,
  );
  return { lines: merged(inReadingOrder(segments, viewport.width)).map(lineOf), hasUnmappedText: unmapped.size > 0 };
}

function unmappedFonts(items: readonly TextItem[]): Set<string> {
  const fonts = new Map<string, { all: number; unmapped: number }>();
  for (const { str, fontName } of items) {
    const counts = fonts.get(fontName) ?? { all: 0, unmapped: 0 };
    fonts.set(fontName, counts);
    counts.all += str.length;
    counts.unmapped += characters(str).match(UNMAPPED)?.length ?? 0;
  }
  return new Set(
    [...fonts].flatMap(([name, { all, unmapped }]) =>
      unmapped >= LEAST_UNMAPPED && unmapped >= all * UNMAPPED_SHARE ? [name] : [],
    ),
  );
}

/** Replaces private characters whose meaning is known. The length stays the same. */
function characters(text: string): string {
  return text.replace(PRIVATE_BULLETS, '•').replace(/[\uf001\uf002]/g, (sign) => PRIVATE_LIGATURES[sign]!);
}

interface Segment {
  readonly runs: TextRun[];
  x: number;
  right: number;
  y: number;
  size: number;
}

function segmentsOf(items: readonly TextItem[], transform: readonly number[]): Segment[] {
  const segments: Segment[] = [];
  let current: Segment | null = null;
  let hasSpace = false;
  for (const item of items) {
    if (item.str.trim() === '') {
      hasSpace ||= item.str !== '';
      continue;
    }
    const run = runOf(item, transform);
    if (current && continues(current, run)) {
      const gap = run.x - current.right;
      const text = hasSpace || gap > SPACE_GAP * run.size ? spaced(current, run) : run.text;
      current.runs.push({ ...run, text });
      current.right = Math.max(current.right, run.right);
      if (run.size > current.size) {
        current.size = run.size;
        current.y = run.y;
      }
    } else {
      current = { runs: [run], x: run.x, right: run.right, y: run.y, size: run.size };
      segments.push(current);
    }
    hasSpace = false;
  }
  return segments;
}

function spaced({ runs }: Segment, { text }: TextRun): string {
  return /\s$/.test(runs.at(-1)!.text.slice(-1)) || /^\s/.test(text) ? text : ` ${text}`;
}

function runOf({ str, transform: item, width }: TextItem, page: readonly number[]): TextRun {
  const [a, b, c, d, e, f] = page as [number, number, number, number, number, number];
  const [ia, ib, ic, id, ie, iF] = item as [number, number, number, number, number, number];
  const isVertical = Math.abs(b * ia + d * ib) > Math.abs(a * ia + c * ib);
  const x = a * ie + c * iF + e;
  return {
    text: characters(str),
    x,
    right: x + (isVertical ? 0 : width),
    y: b * ie + d * iF + f,
    size: Math.hypot(ic, id) || Math.hypot(ia, ib) || 1,
    isVertical,
  };
}

function continues(segment: Segment, run: TextRun): boolean {
  const last = segment.runs.at(-1)!;
  if (last.isVertical || run.isVertical) {
    return last.isVertical && run.isVertical && Math.abs(run.x - last.x) < 0.3 * run.size;
  }
  const distance = Math.abs(run.y - segment.y);
  const larger = Math.max(run.size, segment.size);
  const isScript = Math.min(run.size, segment.size) < MARK_SIZE * larger;
  if (distance > (isScript ? 0.7 : 0.3) * larger) return false;
  const gap = run.x - segment.right;
  return gap > -0.5 * larger && gap < SEGMENT_GAP * larger;
}

/** Orders the segments of a page with two columns column by column, between the lines that cross both. */
function inReadingOrder(segments: readonly Segment[], pageWidth: number): readonly Segment[] {
  const gutter = gutterOf(segments, pageWidth);
  if (gutter === null) return segments;
  const crossing = segments.filter(({ x, right }) => x < gutter - 2 && right > gutter + 2).sort(byY);
  const left = segments.filter(({ right }) => right <= gutter + 2).sort(byY);
  const right = segments.filter(({ x, right }) => x >= gutter - 2 && right > gutter + 2).sort(byY);
  const ordered: Segment[] = [];
  let atLeft = 0;
  let atRight = 0;
  const takeAbove = (y: number) => {
    while (atLeft < left.length && left[atLeft]!.y < y) ordered.push(left[atLeft++]!);
    while (atRight < right.length && right[atRight]!.y < y) ordered.push(right[atRight++]!);
  };
  for (const segment of crossing) {
    takeAbove(segment.y);
    ordered.push(segment);
  }
  takeAbove(Number.POSITIVE_INFINITY);
  return ordered;
}

function byY(one: Segment, other: Segment): number {
  return Math.abs(one.y - other.y) < 1 ? one.x - other.x : one.y - other.y;
}

/** Fewest segments and characters of each column, so that a table isn't read column by column. */
const LEAST_COLUMN_SEGMENTS = 4;
const LEAST_COLUMN_CHARACTERS = 20;

/** Horizontal place between two columns of text. Null for a page without two columns. */
function gutterOf(segments: readonly Segment[], pageWidth: number): number | null {
  if (segments.length < 2 * LEAST_COLUMN_SEGMENTS) return null;
  const covers = new Int32Array(Math.ceil(pageWidth) + 2);
  const column = (x: number) => Math.min(covers.length - 1, Math.max(0, Math.round(x)));
  for (const { x, right } of segments) {
    covers[column(x)]! += 1;
    covers[column(right)]! -= 1;
  }
  let best = -1;
  let fewest = Number.POSITIVE_INFINITY;
  for (let x = 0, count = 0; x < covers.length; x++) {
    count += covers[x]!;
    if (x < pageWidth * 0.3 || x > pageWidth * 0.7) continue;
    if (count < fewest) {
      fewest = count;
      best = x;
    }
  }
  // The last place of the gutter as well, so that the middle is used.
  let end = best;
  for (let x = best + 1, count = fewest; x < covers.length && x <= pageWidth * 0.7; x++) {
    count += covers[x]!;
    if (count !== fewest) break;
    end = x;
  }
  if (best < 0 || fewest > segments.length * 0.15 || end - best < 5) return null;
  const gutter = (best + end) / 2;
  const left = segments.filter(({ right }) => right <= gutter);
  const right = segments.filter(({ x }) => x >= gutter);
  return isColumn(left) && isColumn(right) && overlap(left, right) ? gutter : null;
}

function isColumn(segments: readonly Segment[]): boolean {
  const lengths = segments
    .map(({ runs }) => runs.reduce((total, { text }) => total + text.length, 0))
    .sort((one, other) => one - other);
  return lengths.length >= LEAST_COLUMN_SEGMENTS && lengths[lengths.length >> 1]! >= LEAST_COLUMN_CHARACTERS;
}

function overlap(left: readonly Segment[], right: readonly Segment[]): boolean {
  const [top, bottom] = [extent(left), extent(right)];
  const shared = Math.min(top[1], bottom[1]) - Math.max(top[0], bottom[0]);
  return shared >= 0.4 * Math.min(top[1] - top[0], bottom[1] - bottom[0]);
}

function extent(segments: readonly Segment[]): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const { y } of segments) {
    low = Math.min(low, y);
    high = Math.max(high, y);
  }
  return [low, high];
}

/** Joins segments that follow each other on one line. */
function merged(segments: readonly Segment[]): Segment[][] {
  const lines: Segment[][] = [];
  for (const segment of segments) {
    const line = lines.at(-1);
    const before = line?.at(-1);
    const isSameLine =
      before !== undefined &&
      !segment.runs[0]!.isVertical &&
      !before.runs[0]!.isVertical &&
      Math.abs(segment.y - before.y) < 0.3 * Math.max(segment.size, before.size) &&
      segment.x >= before.right - 1;
    if (isSameLine) line!.push(segment);
    else lines.push([segment]);
  }
  return lines;
}

function lineOf(segments: readonly Segment[]): PageLine {
  const size = mainSize(segments);
  const baseline = mainBaseline(segments, size);
  const boxes: RunBox[] = [];
  const marks: { start: number; end: number }[] = [];
  let text = '';
  let cells = 1;
  for (const [index, { runs, x }] of segments.entries()) {
    if (index > 0) {
      const gap = x - segments[index - 1]!.right;
      // A number or a bullet before its text isn't a cell.
      const isCell = gap > CELL_GAP * size && text.length > 4;
      text += isCell ? '\t' : ' ';
      if (isCell) cells++;
    }
    for (const run of runs) {
      const start = text.length;
      text += text === '' ? run.text.trimStart() : run.text;
      const from = start + (/^\s/.test(text.slice(start)) ? 1 : 0);
      boxes.push({ start: from, end: text.length, x: run.x, width: run.right - run.x });
      const isRaised = run.size <= MARK_SIZE * size && run.y < baseline - 0.1 * size;
      if (isRaised && MARK.test(run.text.trim())) marks.push({ start: from, end: text.length });
    }
  }
  const length = text.trimEnd().length;
  return {
    text: text.slice(0, length),
    x: segments[0]!.x,
    right: segments.at(-1)!.right,
    y: baseline,
    size,
    cells,
    boxes: boxes.flatMap((box) => (box.start < length ? [{ ...box, end: Math.min(box.end, length) }] : [])),
    marks: marks.flatMap((mark) => (mark.start < length ? [{ ...mark, end: Math.min(mark.end, length) }] : [])),
  };
}

/** Font size of most characters, rounded to half a point. */
function mainSize(segments: readonly Segment[]): number {
  const characters = new Map<number, number>();
  for (const { runs } of segments) {
    for (const { size, text } of runs) {
      const rounded = Math.round(size * 2) / 2;
      characters.set(rounded, (characters.get(rounded) ?? 0) + text.length);
    }
  }
  return [...characters].reduce((one, other) => (other[1] > one[1] ? other : one))[0] || 1;
}

function mainBaseline(segments: readonly Segment[], size: number): number {
  for (const { runs } of segments) {
    for (const run of runs) if (Math.abs(run.size - size) <= 0.3) return run.y;
  }
  return segments[0]!.y;
}
