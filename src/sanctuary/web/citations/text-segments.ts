import type { TextRange } from '../../../quotations/index.ts';

/** Part of a paragraph that is shown in one way. */
export interface TextSegment extends TextRange {
  isHeading: boolean;
  isQuoted: boolean;
}

/** Paragraphs of a text, which are separated by empty lines. */
export const paragraphsOf = (text: string): TextRange[] =>
  Array.from(text.matchAll(/[^\n]+(?:\n[^\n]+)*/g), ({ 0: paragraph, index }) => ({
    start: index,
    end: index + paragraph.length,
  }));

/** Splits a paragraph where headings and quoted passages begin or end. Passages can overlap. */
export function segmentsOf(
  { start, end }: TextRange,
  headings: readonly TextRange[],
  passages: readonly TextRange[],
): TextSegment[] {
  const within = (at: number) => at > start && at < end;
  const edges = [...headings, ...passages].flatMap((range) => [range.start, range.end]).filter(within);
  const starts = [...new Set([start, ...edges])].sort((one, other) => one - other);
  return starts.map((from, index) => ({
    start: from,
    end: starts[index + 1] ?? end,
    isHeading: covers(headings, from),
    isQuoted: covers(passages, from),
  }));
}

const covers = (ranges: readonly TextRange[], at: number) =>
  ranges.some((range) => range.start <= at && range.end > at);
