import { type Linear, multiply } from './color.ts';
import { clamp01, smoothstep } from './noise.ts';
import { type Stage } from './stage.ts';

export interface WaterDesign {
  /** Vertical position of the far shore, 0 at the top to 1 at the bottom. The water below it mirrors the picture above it. */
  shore: number;
  /** Roughness of the water: 0 for a mirror, 1 for open sea, more in a storm. */
  roughness: number;
  /** Colour of deep water. */
  deep: Linear;
  /** Share of mirrored light, 0 to 1: `mirrorFar` at the far shore, `mirrorNear` at the bottom of the picture. */
  mirrorFar: number;
  mirrorNear: number;
  /** Height of the upper picture that one unit of water mirrors. Above 1, a high sky fits into a low lake. */
  stretch?: number;
  /**
   * Maximum brightness of mirrored light, in linear light. A calm lake can mirror the sun itself, a rough sea only its glitter.
   */
  brightest?: number;
}

/**
 * Paints water below the shore by mirroring the finished upper part of the picture. Waves tilt the mirror along the line of
 * sight, which stretches reflected lights into long streaks, as on real water.
 */
export function paintWater(stage: Stage, design: WaterDesign) {
  const { raster, aspect } = stage;
  const { width, height, pixels } = raster;
  const noise = stage.noise('water');
  const shoreY = Math.round(design.shore * height);
  const deepest = height - shoreY;
  const { roughness, stretch = 1, brightest = 2.2 } = design;
  const [dr, dg, db] = design.deep;
  for (let y = shoreY; y < height; y++) {
    const below = (y + 0.5 - shoreY) / height;
    const near = (y - shoreY) / deepest;
    // Distance on the plane of the water is the inverse of the angle below the horizon.
    const depth = 0.12 / (below + 0.004);
    const swell = 0.006 + near * 0.06;
    // Ripples fade towards the horizon, because those finer than a pixel would only look like noise.
    const seen = smoothstep(0, 0.06, below);
    const sheen = design.mirrorFar + (design.mirrorNear - design.mirrorFar) * Math.sqrt(near);
    for (let x = 0; x < width; x++) {
      const px = ((x + 0.5) / height - aspect / 2) * depth * 8;
      const pz = depth * 34;
      const long = noise.gradient(px * 0.42 + 11, pz * 0.5);
      const short = noise.gradient(px * 1.7 + long * 0.4, pz * 1.9 + 40);
      const fine = noise.gradient(px * 3.9, pz * 6.1 + 90 + short * 0.5);
      const tilt = (long * 0.5 + short * 0.34 * (0.4 + 0.6 * seen) + fine * 0.3 * seen) * roughness;
      const sway = (long * 0.3 + short * 0.7) * roughness * swell * 0.3;
      const lift = below + tilt * (swell + 0.35 * below) + Math.abs(tilt) * 0.05 * roughness;
      let sx = x + sway * height;
      if (sx < 0) sx = 0;
      if (sx > width - 1) sx = width - 1;
      const column = Math.round(sx);
      // Averages three samples along the slope of the wave, because a single one would scatter the light of lamps into dots.
      const smear = (0.02 + 0.5 * below) * (0.12 + 0.5 * roughness) * 0.16;
      const a = mirrorRow(lift * stretch, shoreY, height) * width * 3 + column * 3;
      const b = mirrorRow((lift - smear) * stretch, shoreY, height) * width * 3 + column * 3;
      const c = mirrorRow((lift + smear) * stretch, shoreY, height) * width * 3 + column * 3;
      // The side of a wave that faces the viewer shows the deep water; the other side mirrors the sky.
      const mirror = clamp01(sheen + tilt * 0.55 * (0.3 + 0.7 * near));
      const i = (y * width + x) * 3;
      pixels[i] = dr + (mirrored(pixels, a, b, c, brightest) - dr) * mirror;
      pixels[i + 1] = dg + (mirrored(pixels, a + 1, b + 1, c + 1, brightest) - dg) * mirror;
      pixels[i + 2] = db + (mirrored(pixels, a + 2, b + 2, c + 2, brightest) - db) * mirror;
    }
  }
}

/** Row of the picture `lift` above the shore, within the part that water can mirror. A `lift` of 1 is the picture's height. */
function mirrorRow(lift: number, shoreY: number, height: number): number {
  const row = Math.round(shoreY - 0.5 - lift * height);
  return row < 0 ? 0 : Math.min(row, shoreY - 1);
}

function mirrored(pixels: Float32Array, a: number, b: number, c: number, brightest: number): number {
  return (
    Math.min(pixels[a]!, brightest) * 0.4 +
    Math.min(pixels[b]!, brightest) * 0.3 +
    Math.min(pixels[c]!, brightest) * 0.3
  );
}

/** Colour of deep water that the brief requested, as it looks in the light of the time of day. */
export function waterOf({ colors: { light, ambient } }: Stage, color: Linear): Linear {
  return multiply(color, [
    light[0] * 0.5 + ambient[0] * 0.5,
    light[1] * 0.5 + ambient[1] * 0.5,
    light[2] * 0.5 + ambient[2] * 0.5,
  ]);
}
