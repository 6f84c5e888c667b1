import { luminance, toDisplayChannel } from './color.ts';
import { type Stage } from './stage.ts';
import { type Mood } from './vocabulary.ts';

/** Number of entries in the table from linear light to screen values. With 13 bits, the darkest steps of sRGB stay distinct. */
const TABLE_SIZE = 1 << 13;

/**
 * Light below this value is shown unchanged, so that colours look as the palette names them. Brighter light is compressed towards
 * white.
 */
const SHOULDER = 0.62;

function toneMap(light: number): number {
  if (light <= SHOULDER) return light;
  const over = light - SHOULDER;
  return SHOULDER + (1 - SHOULDER) * (over / (over + (1 - SHOULDER)));
}

/**
 * Brightest light in the display table. The table's positions are spaced by the square root of the light, so that shadows get
 * enough entries.
 */
const MAX_LIGHT = 16;
const DISPLAY = new Float32Array(TABLE_SIZE + 1);
for (let i = 0; i <= TABLE_SIZE; i++) {
  const light = MAX_LIGHT * (i / TABLE_SIZE) ** 2;
  DISPLAY[i] = 255 * toDisplayChannel(toneMap(light));
}

/**
 * Bayer's matrix: the order in which the pixels of an 8 by 8 block are rounded up. The fixed pattern hides bands in a sky as
 * noise would, and unlike noise it compresses.
 */
const BAYER = new Float32Array(64);
for (let y = 0; y < 8; y++) {
  for (let x = 0; x < 8; x++) {
    let order = 0;
    for (let bit = 0; bit < 3; bit++) {
      const bx = (x >> bit) & 1;
      const by = (y >> bit) & 1;
      order = (order << 2) | (((bx ^ by) << 1) | by);
    }
    BAYER[y * 8 + x] = (order + 0.5) / 64;
  }
}

interface Grade {
  exposure: number;
  contrast: number;
  vignette: number;
  bloom: number;
}

const GRADE: Record<Mood | 'none', Grade> = {
  none: { exposure: 1, contrast: 1.06, vignette: 0.24, bloom: 1 },
  calm: { exposure: 1.02, contrast: 1, vignette: 0.18, bloom: 1 },
  dramatic: { exposure: 0.94, contrast: 1.22, vignette: 0.42, bloom: 1.1 },
  joyful: { exposure: 1.1, contrast: 1.08, vignette: 0.12, bloom: 1 },
  melancholic: { exposure: 0.88, contrast: 0.98, vignette: 0.36, bloom: 0.8 },
  mysterious: { exposure: 0.85, contrast: 1.1, vignette: 0.45, bloom: 1.3 },
  romantic: { exposure: 1.03, contrast: 1.02, vignette: 0.26, bloom: 1.5 },
  warm: { exposure: 1.03, contrast: 1.05, vignette: 0.24, bloom: 1.2 },
  cool: { exposure: 1, contrast: 1.05, vignette: 0.24, bloom: 0.9 },
  minimal: { exposure: 1.04, contrast: 0.98, vignette: 0.1, bloom: 0.9 },
  dreamy: { exposure: 1.08, contrast: 0.92, vignette: 0.14, bloom: 2 },
};

/** Brightness that a change of contrast leaves unchanged: middle grey in linear light. Brighter and darker values move apart. */
const PIVOT = 0.18;

/** Applies bloom, grading, vignette, tone mapping and dithering. Returns red, green and blue bytes, row by row. */
export function finish(stage: Stage): Uint8Array {
  const { raster, aspect, plan } = stage;
  const { width, height, pixels } = raster;
  const grade = GRADE[plan.mood ?? (plan.weather === 'storm' ? 'dramatic' : 'none')];
  addBloom(raster, grade.bloom);
  const bytes = new Uint8Array(width * height * 3);
  const corner = 0.25 * aspect * aspect + 0.25;
  const toTable = TABLE_SIZE / Math.sqrt(MAX_LIGHT);
  const bend = plan.isBlackAndWhite ? 1.35 + (grade.contrast - 1) * 2 : grade.contrast;
  for (let y = 0; y < height; y++) {
    const dv = (y + 0.5) / height - 0.5;
    const bayerRow = (y & 7) * 8;
    for (let x = 0; x < width; x++) {
      const du = (x + 0.5) / height - aspect / 2;
      const away = (du * du + dv * dv) / corner;
      const i = (y * width + x) * 3;
      const r = pixels[i]!;
      const g = pixels[i + 1]!;
      const b = pixels[i + 2]!;
      const light = luminance(r, g, b);
      // A rational curve through the pivot is used, because a power function per pixel would cost a tenth of a second.
      const bent = (light + PIVOT * 0.25) / (PIVOT * 1.25);
      const contrast = 1 + (bend - 1) * ((bent - 1) / (bent + 1)) * 1.6;
      const gain = grade.exposure * contrast * (1 - grade.vignette * away * away);
      const dither = BAYER[bayerRow + (x & 7)]!;
      if (plan.isBlackAndWhite) {
        bytes.fill(display(light * gain, toTable, dither), i, i + 3);
        continue;
      }
      bytes[i] = display(r * gain, toTable, dither);
      bytes[i + 1] = display(g * gain, toTable, dither);
      bytes[i + 2] = display(b * gain, toTable, dither);
    }
  }
  return bytes;
}

function display(light: number, toTable: number, dither: number): number {
  const position = Math.sqrt(Math.max(light, 0)) * toTable;
  if (position >= TABLE_SIZE) return 255;
  const index = position | 0;
  const low = DISPLAY[index]!;
  return (low + (DISPLAY[index + 1]! - low) * (position - index) + dither) | 0;
}

/** Spreads the light of very bright pixels into their surroundings. Computed at a quarter of the picture's size. */
function addBloom({ width, height, pixels }: Stage['raster'], strength: number) {
  const gw = Math.ceil(width / 4);
  const gh = Math.ceil(height / 4);
  const bright = new Float32Array(gw * gh * 3);
  for (let gy = 0; gy < gh; gy++) {
    for (let gx = 0; gx < gw; gx++) {
      let r = 0;
      let g = 0;
      let b = 0;
      for (let sy = 0; sy < 4; sy++) {
        const y = Math.min(height - 1, gy * 4 + sy);
        for (let sx = 0; sx < 4; sx++) {
          const x = Math.min(width - 1, gx * 4 + sx);
          const i = (y * width + x) * 3;
          const over = luminance(pixels[i]!, pixels[i + 1]!, pixels[i + 2]!) - 0.85;
          if (over <= 0) continue;
          const share = over / (over + 0.85) / 16;
          r += pixels[i]! * share;
          g += pixels[i + 1]! * share;
          b += pixels[i + 2]! * share;
        }
      }
      const at = (gy * gw + gx) * 3;
      bright[at] = Math.min(r, 6);
      bright[at + 1] = Math.min(g, 6);
      bright[at + 2] = Math.min(b, 6);
    }
  }
  const tight = blur(bright, gw, gh, Math.max(1, Math.round(height / 4 / 90)));
  const wide = blur(tight, gw, gh, Math.max(2, Math.round(height / 4 / 16)));
  for (let y = 0; y < height; y++) {
    const fy = Math.min(gh - 1.001, Math.max(0, (y + 0.5) / 4 - 0.5));
    const gy = Math.floor(fy);
    const ty = fy - gy;
    for (let x = 0; x < width; x++) {
      const fx = Math.min(gw - 1.001, Math.max(0, (x + 0.5) / 4 - 0.5));
      const gx = Math.floor(fx);
      const tx = fx - gx;
      const i = (y * width + x) * 3;
      const a = (gy * gw + gx) * 3;
      const c = a + gw * 3;
      for (let channel = 0; channel < 3; channel++) {
        const near0 = tight[a + channel]! + (tight[a + 3 + channel]! - tight[a + channel]!) * tx;
        const near1 = tight[c + channel]! + (tight[c + 3 + channel]! - tight[c + channel]!) * tx;
        const far0 = wide[a + channel]! + (wide[a + 3 + channel]! - wide[a + channel]!) * tx;
        const far1 = wide[c + channel]! + (wide[c + 3 + channel]! - wide[c + channel]!) * tx;
        const glow = (near0 + (near1 - near0) * ty) * 0.34 + (far0 + (far1 - far0) * ty) * 0.5;
        pixels[i + channel] = pixels[i + channel]! + glow * strength;
      }
    }
  }
}

/** Blurs three times in each direction, which is close to a Gaussian blur. `radius` is in cells of the grid. */
function blur(source: Float32Array, width: number, height: number, radius: number): Float32Array {
  let from = source;
  for (let pass = 0; pass < 3; pass++) {
    from = boxBlur(from, width, height, radius, 3, width * 3);
    from = boxBlur(from, height, width, radius, width * 3, 3);
  }
  return from;
}

function boxBlur(source: Float32Array, length: number, lines: number, radius: number, step: number, nextLine: number) {
  const target = new Float32Array(source.length);
  const share = 1 / (radius * 2 + 1);
  for (let line = 0; line < lines; line++) {
    for (let channel = 0; channel < 3; channel++) {
      const start = line * nextLine + channel;
      let sum = 0;
      for (let k = -radius; k <= radius; k++) sum += source[start + Math.min(length - 1, Math.max(0, k)) * step]!;
      for (let k = 0; k < length; k++) {
        target[start + k * step] = sum * share;
        const enters = Math.min(length - 1, k + radius + 1);
        const leaves = Math.max(0, k - radius);
        sum += source[start + enters * step]! - source[start + leaves * step]!;
      }
    }
  }
  return target;
}
