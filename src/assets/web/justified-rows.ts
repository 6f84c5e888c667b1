/** A row of pictures beside each other, all as high as each other. */
export interface JustifiedRow {
  /** Place of its first picture in the list. */
  first: number;
  heightPx: number;
  /** Of each picture, from the left. */
  widthsPx: readonly number[];
}

/** A panorama or a column of text would take a row, or next to nothing of one: beyond these it is cropped to be looked over. */
const MIN_RATIO = 0.6;
const MAX_RATIO = 2.2;

/**
 * Sets pictures into rows that fill the width, each in its own proportions. The last row is as high as the others are about.
 * @param aboutPx how high a row is, about; none is higher than a third more
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
