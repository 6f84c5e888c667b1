/** Each colour channel has eight steps: 512 cells, numbered as by the database function `color_cell_of`. */
const STEPS = 8;
/**
 * Maximum distance in the colour space OKLab between similar colours. Equal distances look equal; black and white have the
 * distance 1.
 */
const NEAR = 0.13;

type OklabColor = readonly [number, number, number];

/** Centre of each cell in OKLab. */
const CENTRES: readonly OklabColor[] = Array.from({ length: STEPS ** 3 }, (_, cell) =>
  oklab([cell >> 6, (cell >> 3) & 7, cell & 7].map((step) => (step + 0.5) / STEPS)),
);

/**
 * Cells of colours that look similar: the colour's own cell, and all cells whose centre is near.
 * @param color as `#rrggbb`
 */
export function cellsNear(color: string): number[] {
  const rgb = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const own = rgb.reduce((cell, channel) => (cell << 3) | (channel >> 5), 0);
  const lab = oklab(rgb.map((channel) => channel / 255));
  return CENTRES.flatMap((centre, cell) => (cell === own || distance(lab, centre) <= NEAR ? [cell] : []));
}

function distance(one: OklabColor, other: OklabColor): number {
  return Math.hypot(...one.map((value, at) => value - other[at]!));
}

/**
 * Converts an sRGB colour to OKLab.
 * @param rgb sRGB channels, each from 0 to 1. See Ottosson, A perceptual color space for image processing.
 */
function oklab(rgb: readonly number[]): OklabColor {
  const [r, g, b] = rgb.map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
