import type { TextRange } from '../quotations/index.ts';
import type { DocumentPage } from './extraction/extracted-document.ts';

/** Maximum boxes of a passage. A page of small print has about 100 lines. */
export const MOST_BOXES = 1_000;

/** Place of a part of a passage on its page, in PDF points from the top left corner of the page as it is displayed. */
export interface PassageBox {
  /** Position of the page in the document, from 1. */
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Boxes of a range of a text, in the order of the text. A box that is only partly in the range is cut in proportion to its
 * characters, because the widths of characters aren't stored.
 */
export function boxesOf(pages: readonly DocumentPage[], range: TextRange): PassageBox[] {
  const found: PassageBox[] = [];
  for (const page of pages) {
    if (page.start >= range.end) break;
    if (page.end <= range.start) continue;
    for (const { start, end, x, y, width, height } of page.boxes) {
      if (start >= range.end || end <= range.start) continue;
      const perCharacter = width / (end - start);
      const from = Math.max(start, range.start) - start;
      const until = Math.min(end, range.end) - start;
      found.push({
        page: page.number,
        x: x + from * perCharacter,
        y,
        width: (until - from) * perCharacter,
        height,
      });
      if (found.length === MOST_BOXES) return found;
    }
  }
  return found;
}
