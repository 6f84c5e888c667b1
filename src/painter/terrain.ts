import { clamp01 } from './noise.ts';
import { type HazeRow } from './sky.ts';
import { type Stage } from './stage.ts';

/** Camera over a height field. Lengths are in units of the terrain; the camera looks along z. */
export interface TerrainView {
  /** Vertical position of the horizon: 0 at the top of the picture, 1 at the bottom. */
  horizon: number;
  /** Height of the camera above height 0. */
  eye: number;
  /** Focal length, as a multiple of the picture's height: a larger value has a narrower view. */
  focal: number;
  near: number;
  far: number;
  /** Optical thickness of the air per unit of distance. */
  haze: number;
  /** Optical thickness that fog adds at height 0. It halves every `fogHalf` units upwards. */
  fog: number;
  fogHalf: number;
  /** Factor between the distances of two successive samples. Large factors make smooth crests look jagged. */
  step?: number;
}

/** One sample of the ground. The same object is reused for every call, to save garbage collection. */
export interface GroundSample {
  x: number;
  z: number;
  height: number;
  /** Slope of the ground: its rise per unit along x (`slopeX`) and along z (`slopeZ`). */
  slopeX: number;
  slopeZ: number;
  /** Result of `shade`: colour of the ground in linear light, without the haze of the air. */
  r: number;
  g: number;
  b: number;
}

export interface Ground {
  /**
   * Height of the ground at a position.
   * @param octaves amount of detail that is visible at that distance
   */
  height(x: number, z: number, octaves: number): number;
  shade(sample: GroundSample): void;
}

/**
 * Default factor between the distances of two successive samples. Small enough for rough rock, whose crests are ragged anyway.
 */
const STEP = 1.0048;

/**
 * Paints a height field column by column, from front to back; each sample hides lower ground behind it. Edges are area-sampled,
 * so that ridges are smooth against the sky.
 * Source: the voxel-space technique of NovaLogic's Comanche, 1992, with analytic coverage added.
 */
export function paintTerrain(stage: Stage, view: TerrainView, ground: Ground, haze: HazeRow) {
  const { raster, aspect } = stage;
  const { width, height, pixels } = raster;
  const step = view.step ?? STEP;
  const steps = Math.ceil(Math.log(view.far / view.near) / Math.log(step));
  const depths = new Float64Array(steps);
  const octaves = new Uint8Array(steps);
  const air = new Float64Array(steps);
  for (let k = 0; k < steps; k++) {
    const z = view.near * step ** k;
    depths[k] = z;
    const pixel = z / (view.focal * height);
    octaves[k] = Math.max(2, Math.min(10, Math.floor(Math.log2(0.42 / pixel))));
    air[k] = Math.exp(-view.haze * z);
  }
  let before = new Float64Array(steps);
  let heights = new Float64Array(steps);
  const column = new Float32Array(height * 3);
  const sample: GroundSample = { x: 0, z: 0, height: 0, slopeX: 0, slopeZ: 0, r: 0, g: 0, b: 0 };
  const fogRate = Math.LN2 / view.fogHalf;
  const horizonY = view.horizon * height;

  for (let column0 = -1; column0 < width; column0++) {
    const across = ((column0 + 0.5) / height - aspect / 2) / view.focal;
    for (let k = 0; k < steps; k++) heights[k] = ground.height(across * depths[k]!, depths[k]!, octaves[k]!);
    if (column0 >= 0) {
      column.fill(0);
      const hr = haze[column0 * 3]!;
      const hg = haze[column0 * 3 + 1]!;
      const hb = haze[column0 * 3 + 2]!;
      let top = height;
      let lastSeen = -2;
      let lastR = 0;
      let lastG = 0;
      let lastB = 0;
      for (let k = 1; k < steps; k++) {
        const z = depths[k]!;
        const h = heights[k]!;
        const y = horizonY + ((view.eye - h) * view.focal * height) / z;
        if (y >= top) continue;
        sample.x = across * z;
        sample.z = z;
        sample.height = h;
        sample.slopeX = (h - before[k]!) / (z / (view.focal * height));
        sample.slopeZ = (h - heights[k - 1]!) / (z - depths[k - 1]!);
        ground.shade(sample);
        // The density of the fog falls exponentially with height, and is integrated along the line from the camera to the ground.
        const rise = h - view.eye;
        const path =
          Math.abs(rise) < 1e-4
            ? Math.exp(-view.eye * fogRate)
            : (Math.exp(-view.eye * fogRate) - Math.exp(-h * fogRate)) / (rise * fogRate);
        const clear = air[k]! * Math.exp(-view.fog * z * Math.max(0, path));
        const r = hr + (sample.r - hr) * clear;
        const g = hg + (sample.g - hg) * clear;
        const b = hb + (sample.b - hb) * clear;
        const continues = lastSeen === k - 1;
        const yEnd = Math.max(0, y);
        for (let row = Math.min(height - 1, Math.ceil(top) - 1); row >= Math.floor(yEnd) && row >= 0; row--) {
          const share = Math.min(top, row + 1) - Math.max(yEnd, row);
          if (share <= 0) continue;
          const t = continues ? clamp01((top - (row + 0.5)) / (top - y)) : 1;
          column[row * 3] = column[row * 3]! + (lastR * (1 - t) + r * t) * share;
          column[row * 3 + 1] = column[row * 3 + 1]! + (lastG * (1 - t) + g * t) * share;
          column[row * 3 + 2] = column[row * 3 + 2]! + (lastB * (1 - t) + b * t) * share;
        }
        top = yEnd;
        lastSeen = k;
        lastR = r;
        lastG = g;
        lastB = b;
        if (top <= 0) break;
      }
      const edge = Math.floor(top);
      for (let row = edge; row < height; row++) {
        const sky = row === edge ? top - edge : 0;
        const i = (row * width + column0) * 3;
        pixels[i] = column[row * 3]! + pixels[i]! * sky;
        pixels[i + 1] = column[row * 3 + 1]! + pixels[i + 1]! * sky;
        pixels[i + 2] = column[row * 3 + 2]! + pixels[i + 2]! * sky;
      }
    }
    const swapped = before;
    before = heights;
    heights = swapped;
  }
}
