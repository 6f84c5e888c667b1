import type { PageLine } from './page-lines.ts';

/** Lines of a page by what they are. */
export interface PageParts {
  readonly header: readonly PageLine[];
  readonly body: readonly PageLine[];
  readonly footnotes: readonly PageLine[];
  readonly footer: readonly PageLine[];
}

export interface LaidOutPage {
  readonly height: number;
  readonly lines: readonly PageLine[];
}

/** Share of the page's height at the top and at the bottom in which headers and footers are. */
const EDGE = 0.13;
/** Lines at each edge that can be a header or footer. */
const MOST_EDGE_LINES = 3;
/** Height of the bands in which lines of several pages count as being at the same place, in points. */
const BAND = 6;
const PAGE_NUMBER =
  /^(?:[-–—|\s]*)(?:(?:page|seite|pagina|página|str(?:ona|\.)?|s\.|p\.)\s*)?(?:\d{1,5}|[ivxlc]{1,8})(?:\s*(?:\/|of|von|sur|de|di|van)\s*\d{1,5})?(?:[-–—|\s]*)$/i;
/** Largest size of a footnote as a share of the document's font size. */
const FOOTNOTE_SIZE = 0.93;
export const FOOTNOTE_START = /^(?:\d{1,3}|[*†‡§¶]{1,3}|\[\d{1,3}\]|\(\d{1,3}\))[.)]?\s*\p{L}/u;

/**
 * Separates headers, footers, page numbers and footnotes from the body of each page. Headers and footers are lines at the edge
 * that are repeated, apart from their numbers, at the same place on at least three pages, or on both of two.
 */
export function partsOf(pages: readonly LaidOutPage[], bodySize: number): PageParts[] {
  const repeated = repeatedLines(pages);
  const least = Math.min(3, Math.max(2, pages.length));
  return pages.map((page) => {
    const header: PageLine[] = [];
    const footer: PageLine[] = [];
    const rest = new Set(page.lines);
    for (const { line, side } of edgeLines(page)) {
      // Footnotes such as “12 Ibid.” are repeated as well, but the page refers to them.
      if (side === 'bottom' && isMarked(line, page.lines)) continue;
      const isRepeated = pages.length > 1 && timesAt(repeated, side, line) >= least;
      if (!isRepeated && !(PAGE_NUMBER.test(line.text) && standsAlone(line, page.lines))) continue;
      (side === 'top' ? header : footer).push(line);
      rest.delete(line);
    }
    const { body, footnotes } = withoutFootnotes([...rest], bodySize);
    const byY = (one: PageLine, other: PageLine) => one.y - other.y || one.x - other.x;
    return { header: header.sort(byY), body, footnotes, footer: footer.sort(byY) };
  });
}

/** True if the line begins with the mark of a footnote that another line of the page has. */
function isMarked(line: PageLine, lines: readonly PageLine[]): boolean {
  const number = FOOTNOTE_START.exec(line.text)?.[0].match(/\d{1,3}|[*†‡§¶]{1,3}/)?.[0];
  if (number === undefined) return false;
  return lines.some(
    ({ text, marks }) => text !== line.text && marks.some(({ start, end }) => text.slice(start, end).includes(number)),
  );
}

type Side = 'top' | 'bottom';

function edgeLines({ height, lines }: LaidOutPage): { line: PageLine; side: Side }[] {
  const sorted = [...lines].sort((one, other) => one.y - other.y);
  const top = sorted.slice(0, MOST_EDGE_LINES).filter(({ y }) => y < height * EDGE);
  const bottom = sorted.slice(-MOST_EDGE_LINES).filter((line) => line.y > height * (1 - EDGE) && !top.includes(line));
  return [
    ...top.map((line) => ({ line, side: 'top' as const })),
    ...bottom.map((line) => ({ line, side: 'bottom' as const })),
  ];
}

function repeatedLines(pages: readonly LaidOutPage[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const page of pages) {
    const keys = new Set(edgeLines(page).map(({ line, side }) => keyOf(side, line, 0)));
    for (const key of keys) times.set(key, (times.get(key) ?? 0) + 1);
  }
  return times;
}

function timesAt(times: ReadonlyMap<string, number>, side: Side, line: PageLine): number {
  return [-1, 0, 1].reduce((total, shift) => total + (times.get(keyOf(side, line, shift)) ?? 0), 0);
}

function keyOf(side: Side, { text, y }: PageLine, shift: number): string {
  return `${side} ${Math.round(y / BAND) + shift} ${text.slice(0, 200).replace(/\d+/g, '#')}`;
}

/** True if no other line of text is within two lines of this one. */
function standsAlone(line: PageLine, lines: readonly PageLine[]): boolean {
  return lines.every((other) => other === line || Math.abs(other.y - line.y) > 1.6 * Math.max(line.size, other.size));
}

/**
 * Takes footnotes out of the lines: those at the end of a column that are smaller than the body, from the first one that begins
 * with a number or sign.
 */
function withoutFootnotes(lines: readonly PageLine[], bodySize: number): Pick<PageParts, 'body' | 'footnotes'> {
  const body: PageLine[] = [];
  const footnotes: PageLine[] = [];
  for (const column of columnsOf(lines)) {
    let first = column.length;
    for (let at = column.length - 1; at >= 0 && column[at]!.size <= bodySize * FOOTNOTE_SIZE; at--) {
      if (FOOTNOTE_START.test(column[at]!.text)) first = at;
    }
    if (first === 0) first = column.length;
    body.push(...column.slice(0, first));
    footnotes.push(...column.slice(first));
  }
  return { body, footnotes };
}

/** Splits lines in reading order where the next one is higher on the page, which is where a column begins. */
function columnsOf(lines: readonly PageLine[]): PageLine[][] {
  const columns: PageLine[][] = [];
  let last = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    if (line.y < last - 2 * line.size) columns.push([]);
    columns.at(-1)!.push(line);
    last = line.y;
  }
  return columns;
}
