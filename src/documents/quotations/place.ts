import type { TextRange } from '../../quotations/index.ts';
import type { StoredReading } from '../stored-reading.ts';

/** Where a range of a text is, for people. */
export interface NamedPlace {
  /** First page, from 1. Null for formats without pages. */
  readonly pageFirst: number | null;
  readonly pageLast: number | null;
  /** Headings above the place, the outermost first. */
  readonly headingPath: readonly string[];
}

/** Pages and headings of a range of a text. */
export function placeIn(
  { text, blocks, pages }: Pick<StoredReading, 'text' | 'blocks' | 'pages'>,
  range: TextRange,
): NamedPlace {
  const within = pages?.filter(({ start, end }) => start < range.end && end > range.start) ?? [];
  const headingPath: string[] = [];
  for (const { kind, level, start, end } of blocks) {
    if (start > range.start) break;
    if (kind === 'HEADING')
      headingPath.splice((level ?? 1) - 1, Number.POSITIVE_INFINITY, text.slice(start, end).trim());
  }
  return { pageFirst: within[0]?.number ?? null, pageLast: within.at(-1)?.number ?? null, headingPath };
}
