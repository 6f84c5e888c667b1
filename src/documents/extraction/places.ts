import type { Block, DocumentPage } from './extracted-document.ts';

/** Titles of the headings above an offset, the highest level first. A heading that contains the offset is included. */
export function headingPathAt(blocks: readonly Block[], text: string, offset: number): string[] {
  const path: { level: number; title: string }[] = [];
  for (const { kind, level, start, end } of blocks) {
    if (start > offset) break;
    if (kind !== 'HEADING') continue;
    const depth = level ?? 1;
    while (path.length > 0 && path.at(-1)!.level >= depth) path.pop();
    path.push({ level: depth, title: text.slice(start, end).replace(/\s+/g, ' ').trim() });
  }
  return path.map(({ title }) => title);
}

/** Page that contains an offset. Null before the first page; between two pages, the earlier one. */
export function pageAt(pages: readonly DocumentPage[], offset: number): DocumentPage | null {
  let low = 0;
  let high = pages.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (pages[middle]!.start <= offset) low = middle + 1;
    else high = middle;
  }
  return pages[low - 1] ?? null;
}
