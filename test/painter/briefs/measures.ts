import { linearOf, oklabOf } from '../../../src/painter/color.ts';
import type { PaintedPicture } from '../../../src/painter/paint.ts';

/** What can be measured of the pixels of a picture, so that a claim about it can be held against them. */
export class Measured {
  readonly #picture: PaintedPicture;
  /** Brightness of each pixel, 0 to 255. */
  readonly #light: Float64Array;

  constructor(picture: PaintedPicture) {
    this.#picture = picture;
    const { data } = picture;
    this.#light = Float64Array.from(
      { length: data.length / 3 },
      (_, at) => 0.2126 * data[at * 3]! + 0.7152 * data[at * 3 + 1]! + 0.0722 * data[at * 3 + 2]!,
    );
  }

  /** Mean brightness of a band of rows, from 0 at the top to 1 at the bottom. */
  brightness(from = 0, to = 1): number {
    const band = this.#band(from, to);
    return band.reduce((sum, light) => sum + light, 0) / band.length;
  }

  /** Standard deviation of the brightness: fog has little. */
  contrast(from = 0, to = 1): number {
    const mean = this.brightness(from, to);
    const band = this.#band(from, to);
    return Math.sqrt(band.reduce((sum, light) => sum + (light - mean) ** 2, 0) / band.length);
  }

  /** The largest difference between the channels of any pixel. */
  get mostChroma(): number {
    const { data } = this.#picture;
    let most = 0;
    for (let i = 0; i < data.length; i += 3) {
      const channels = [data[i]!, data[i + 1]!, data[i + 2]!];
      most = Math.max(most, Math.max(...channels) - Math.min(...channels));
    }
    return most;
  }

  /** Mean colour of a band of rows. */
  color(from: number, to: number): { red: number; green: number; blue: number } {
    const { data, width, height } = this.#picture;
    const sums = [0, 0, 0];
    let count = 0;
    for (let i = Math.floor(from * height) * width * 3; i < Math.floor(to * height) * width * 3; i += 3) {
      for (let c = 0; c < 3; c++) sums[c]! += data[i + c]!;
      count++;
    }
    return { red: sums[0]! / count, green: sums[1]! / count, blue: sums[2]! / count };
  }

  /** Share of pixels brighter than this. */
  brighterThan(light: number, from = 0, to = 1): number {
    const band = this.#band(from, to);
    return band.reduce((count, one) => count + (one > light ? 1 : 0), 0) / band.length;
  }

  /** Points that outshine all around them, per thousand pixels: stars, lamps. */
  points(from: number, to: number, over = 14): number {
    const { width, height } = this.#picture;
    let count = 0;
    for (let y = Math.max(2, Math.floor(from * height)); y < Math.min(height - 2, Math.floor(to * height)); y++) {
      for (let x = 2; x < width - 2; x++) {
        const at = y * width + x;
        const own = this.#light[at]!;
        const around =
          (this.#light[at - 2]! + this.#light[at + 2]! + this.#light[at - 2 * width]! + this.#light[at + 2 * width]!) /
          4;
        if (own - around > over && own >= this.#light[at - 1]! && own >= this.#light[at + 1]!) count++;
      }
    }
    return (1000 * count) / (width * height * (to - from));
  }

  /** Brightness of each column of a band, against their mean: an upright band across the sky stands out. */
  unevenness(from: number, to: number): number {
    const { width, height } = this.#picture;
    const columns = Array.from({ length: 16 }, () => 0);
    for (let y = Math.floor(from * height); y < Math.floor(to * height); y++) {
      for (let x = 0; x < width; x++) columns[Math.floor((x * 16) / width)]! += this.#light[y * width + x]!;
    }
    const mean = columns.reduce((sum, one) => sum + one, 0) / columns.length;
    return (Math.max(...columns) - Math.min(...columns)) / mean;
  }

  /** Share of the pixels whose hue lies about that of a colour, and that are no greyer than a fifth of it. */
  shareOf(hex: string): number {
    const [lightness, a, b] = oklabOf(linearOf(hex));
    const chroma = Math.hypot(a, b);
    const { data } = this.#picture;
    let count = 0;
    for (let i = 0; i < data.length; i += 3) {
      const [l, x, y] = oklabOf([linear(data[i]!), linear(data[i + 1]!), linear(data[i + 2]!)]);
      const own = Math.hypot(x, y);
      if (chroma < 0.03) {
        // White, grey and black are told by their lightness.
        if (own < 0.075 && Math.abs(l - lightness) < 0.3) count++;
      } else if (own > chroma * 0.2 && (x * a + y * b) / (own * chroma) > 0.77) count++;
    }
    return count / (data.length / 3);
  }

  #band(from: number, to: number): Float64Array {
    const { width, height } = this.#picture;
    return this.#light.subarray(Math.floor(from * height) * width, Math.floor(to * height) * width);
  }
}

const LINEAR = Array.from({ length: 256 }, (_, value) => linearOf(`#${value.toString(16).padStart(2, '0')}0000`)[0]);
const linear = (value: number) => LINEAR[value]!;
