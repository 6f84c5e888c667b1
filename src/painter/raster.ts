/** Picture in progress: red, green and blue in linear light, row by row, not yet limited to the range of a screen. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly pixels: Float32Array;
}

export function createRaster(width: number, height: number): Raster {
  return { width, height, pixels: new Float32Array(width * height * 3) };
}

/** Blends a colour into one pixel. `coverage` is from 0 to 1. Does nothing outside the picture. */
export function blendPixel(raster: Raster, x: number, y: number, r: number, g: number, b: number, coverage: number) {
  if (x < 0 || y < 0 || x >= raster.width || y >= raster.height) return;
  const i = (y * raster.width + x) * 3;
  const p = raster.pixels;
  p[i] = p[i]! + (r - p[i]!) * coverage;
  p[i + 1] = p[i + 1]! + (g - p[i + 1]!) * coverage;
  p[i + 2] = p[i + 2]! + (b - p[i + 2]!) * coverage;
}

/** Adds the light of a soft round spot. At a distance of `radius` pixels, the light has fallen to about a tenth. */
export function addGlow(
  raster: Raster,
  centerX: number,
  centerY: number,
  radius: number,
  r: number,
  g: number,
  b: number,
) {
  const reach = Math.ceil(radius * 1.6) + 1;
  const falloff = 2.3 / (radius * radius);
  const x0 = Math.max(0, Math.floor(centerX - reach));
  const x1 = Math.min(raster.width - 1, Math.ceil(centerX + reach));
  const y0 = Math.max(0, Math.floor(centerY - reach));
  const y1 = Math.min(raster.height - 1, Math.ceil(centerY + reach));
  const p = raster.pixels;
  for (let y = y0; y <= y1; y++) {
    const dy = y + 0.5 - centerY;
    for (let x = x0; x <= x1; x++) {
      const dx = x + 0.5 - centerX;
      const light = Math.exp(-(dx * dx + dy * dy) * falloff);
      const i = (y * raster.width + x) * 3;
      p[i] = p[i]! + r * light;
      p[i + 1] = p[i + 1]! + g * light;
      p[i + 2] = p[i + 2]! + b * light;
    }
  }
}

/** Fills a horizontal run of pixels with soft ends. `left` and `right` are fractional pixel positions. */
export function blendRun(
  raster: Raster,
  y: number,
  left: number,
  right: number,
  r: number,
  g: number,
  b: number,
  coverage: number,
) {
  if (right <= left || y < 0 || y >= raster.height) return;
  const first = Math.max(0, Math.floor(left));
  const last = Math.min(raster.width - 1, Math.ceil(right) - 1);
  for (let x = first; x <= last; x++) {
    const inside = Math.min(x + 1, right) - Math.max(x, left);
    blendPixel(raster, x, y, r, g, b, coverage * inside);
  }
}
