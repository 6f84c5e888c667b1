import { texts } from './texts.ts';

/** Maximum number of page ranges that a notice lists. */
const MAX_RANGES = 8;

/** Page numbers as ranges: `3–7, 12`. */
export function pageRanges(pages: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const page of [...pages].sort((a, b) => a - b)) {
    const range = ranges.at(-1);
    if (range && page <= range[1] + 1) range[1] = page;
    else ranges.push([page, page]);
  }
  const texted = ranges.map(([first, last]) => (first === last ? String(first) : `${first}–${last}`));
  const shown = texted.slice(0, MAX_RANGES).join(', ');
  return texted.length > MAX_RANGES ? texts.notices.andMore(shown, texted.length - MAX_RANGES) : shown;
}
