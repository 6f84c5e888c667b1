import type { Place } from './place.ts';

/** Characters around a passage that are shown at first, and that are added by each button. */
const STEP = 10_000;
/** Maximum characters that are shown at a time. The service sends at most as many. */
const MOST = 100_000;

/** Part of a long text that is shown: the surroundings of the passage, or the beginning. */
export function firstSlice(total: number, place: Place | null): Place {
  const start = Math.max(0, (place?.start ?? 0) - STEP);
  const end = Math.min(total, start + MOST, Math.max(place?.end ?? 0, 0) + STEP);
  return { start, end };
}

/** The slice with more text before it. Beyond the maximum, text at its end is left out. */
export function withEarlier({ start, end }: Place): Place {
  const from = Math.max(0, start - STEP);
  return { start: from, end: Math.min(end, from + MOST) };
}

/** The slice with more text after it. Beyond the maximum, text at its beginning is left out. */
export function withLater({ start, end }: Place, total: number): Place {
  const until = Math.min(total, end + STEP);
  return { start: Math.max(start, until - MOST), end: until };
}

export interface SlicedText {
  readonly before: string;
  readonly passage: string;
  readonly after: string;
}

/** Divides a slice of a text at a passage. Halves of characters at the edges of the slice are left out. */
export function dividedAt(text: string, slice: Place, place: Place | null): SlicedText {
  const at = (offset: number) => Math.min(Math.max(offset - slice.start, 0), text.length);
  const [start, end] = place ? [at(place.start), at(place.end)] : [text.length, text.length];
  return {
    before: text.slice(0, start).replace(/^[\uDC00-\uDFFF]/u, ''),
    passage: text.slice(start, end),
    after: text.slice(end).replace(/[\uD800-\uDBFF]$/u, ''),
  };
}
