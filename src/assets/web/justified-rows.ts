/** Row of pictures that are all scaled to the same height. */
export interface JustifiedRow {
  /** Index of the row's first picture in the list of pictures. */
  first: number;
  heightPx: number;
  /** Widths of the pictures in pixels, from left to right. */
  widthsPx: readonly number[];
}

/**
 * Minimum and maximum ratio of width to height. Pictures beyond these are cropped in the list, because they would be too wide or
 * too narrow.
 */
const MIN_RATIO = 0.6;
const MAX_RATIO = 2.2;

/**
 * Arranges pictures in rows that fill the width and keep their proportions. A last row that is too short to fill the width has
 * the target height.
 * @param aboutPx target height of a row; rows are at most a third higher
 */
export function justifiedRows(
  sizes: readonly { width: number; height: number }[],
  { widthPx, aboutPx, gapPx }: { widthPx: number; aboutPx: number; gapPx: number },
): JustifiedRow[] {
  const rows: JustifiedRow[] = [];
  let first = 0;
  let ratios: number[] = [];
  const end = (isLast: boolean) => {
    if (ratios.length === 0) return;
    const sum = ratios.reduce((one, other) => one + other, 0);
    const room = widthPx - gapPx * (ratios.length - 1);
    const heightPx = Math.min(room / sum, isLast ? aboutPx : aboutPx * (4 / 3));
    rows.push({ first, heightPx, widthsPx: ratios.map((ratio) => ratio * heightPx) });
    first += ratios.length;
    ratios = [];
  };
  for (const { width, height } of sizes) {
    ratios.push(Math.min(MAX_RATIO, Math.max(MIN_RATIO, width / height)));
    const sum = ratios.reduce((one, other) => one + other, 0);
    if (sum * aboutPx + gapPx * (ratios.length - 1) >= widthPx) end(false);
  }
  end(true);
  return rows;
}
