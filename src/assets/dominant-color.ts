/** Minimum alpha of the pixels that are counted. Below half opacity, a pixel shows more of the background than of the picture. */
const MIN_ALPHA = 128;

/**
 * The most common colour of a picture: the mean of the pixels in the most frequent of 4096 coarse colours, so that a blue sky
 * keeps its exact blue. White if every pixel is less than half opaque.
 * @param rgba pixels, four bytes each
 * @returns `#rrggbb`
 */
export function dominantColor(rgba: Uint8Array): string {
  const bins = new Map<number, { count: number; red: number; green: number; blue: number }>();
  let commonest = { count: 0, red: 255, green: 255, blue: 255 };
  for (let at = 0; at < rgba.length; at += 4) {
    if (rgba[at + 3]! < MIN_ALPHA) continue;
    const red = rgba[at]!;
    const green = rgba[at + 1]!;
    const blue = rgba[at + 2]!;
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
    const bin = bins.get(key) ?? { count: 0, red: 0, green: 0, blue: 0 };
    if (bin.count === 0) bins.set(key, bin);
    bin.count++;
    bin.red += red;
    bin.green += green;
    bin.blue += blue;
    if (bin.count > commonest.count) commonest = bin;
  }
  const { count, red, green, blue } = commonest;
  return `#${[red, green, blue].map((sum) => hexByte(sum / Math.max(count, 1))).join('')}`;
}

function hexByte(value: number): string {
  return Math.round(value).toString(16).padStart(2, '0');
}
