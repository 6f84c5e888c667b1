import { paintBlossomTrees } from '../blossom-trees.ts';
import { mix, scale } from '../color.ts';
import { clamp01, smoothstep } from '../noise.ts';
import { between } from '../random.ts';
import { paintRays } from '../rays.ts';
import { designSky, type HazeRow, paintSky } from '../sky.ts';
import { type Stage } from '../stage.ts';
import { paintWater, waterOf } from '../water.ts';

/** Paints open water to the horizon, up to four headlands, and the reflection of the light on the waves. */
export function paintSea(stage: Stage) {
  const horizon = between(stage.random('sea-horizon'), 0.56, 0.64);
  const design = designSky(stage, horizon, 0.015);
  const haze = paintSky(stage, design);
  paintHeadlands(stage, haze, horizon);
  stage.drawn.add('water');
  const [requested] = stage.tints('water');
  const rough = {
    storm: 1.5,
    snowstorm: 1.3,
    rain: 1.05,
    cloudy: 0.85,
    snowfall: 0.8,
    fog: 0.5,
    'partly-cloudy': 0.72,
    clear: 0.72,
  }[stage.plan.weather];
  paintWater(stage, {
    shore: horizon,
    roughness: stage.plan.mood === 'calm' ? rough * 0.5 : stage.plan.mood === 'dramatic' ? rough * 1.35 : rough,
    deep: requested ? waterOf(stage, requested) : scale(stage.colors.water, 0.75),
    mirrorFar: requested ? 0.42 : 0.9,
    mirrorNear: requested ? 0.2 : 0.42,
    brightest: stage.plan.timeOfDay === 'night' ? 0.14 : 1.1,
  });
  paintGlitter(stage, horizon, design.light.u, design.disc ? 1 : 0);
  if (stage.wants('sun-rays') && stage.plan.timeOfDay !== 'night') paintRays(stage, design.light, 1.8);
  if (stage.wants('blossom')) paintBlossomTrees(stage, design.light.u);
}

/** Paints distant headlands behind each other, which fade into the haze. */
function paintHeadlands(stage: Stage, haze: HazeRow, horizon: number) {
  const design = stage.random('headlands');
  const count = stage.wants('mountains') ? 4 : Math.floor(design() * 3.4);
  if (stage.forbids('mountains')) return;
  if (stage.wants('mountains')) stage.drawn.add('mountains');
  const { raster, aspect, colors } = stage;
  const { width, height, pixels } = raster;
  const noise = stage.noise('headlands');
  const side = design() < 0.5 ? 0 : 1;
  for (let n = 0; n < count; n++) {
    const t = count === 1 ? 0.4 : n / (count - 1);
    const reach = aspect * between(design, 0.25, 0.5) * (1.15 - 0.55 * t);
    const tall = between(design, 0.04, 0.085) * (stage.wants('mountains') ? 1.7 : 1);
    const fromLeft = (n + side) % 2 === 0 || count < 3 ? side === 0 : side === 1;
    const away = 0.86 - 0.42 * t;
    for (let x = 0; x < width; x++) {
      const u = (x + 0.5) / height;
      const along = (fromLeft ? u : aspect - u) / reach;
      if (along > 1.02) continue;
      const shape = Math.max(0, 1 - along) ** 0.62 * (0.72 + 0.75 * noise.fbm(u * 4.5 + n * 29, n * 7.1, 6));
      const crest = (horizon - tall * Math.max(0, shape) * smoothstep(1.02, 0.85, along)) * height;
      const i0 = x * 3;
      const r = colors.near[0] + (haze[i0]! - colors.near[0]) * away;
      const g = colors.near[1] + (haze[i0 + 1]! - colors.near[1]) * away;
      const b = colors.near[2] + (haze[i0 + 2]! - colors.near[2]) * away;
      for (let y = Math.max(0, Math.floor(crest)); y < horizon * height; y++) {
        const cover = clamp01(y + 1 - crest);
        const i = (y * width + x) * 3;
        pixels[i] = pixels[i]! + (r - pixels[i]!) * cover;
        pixels[i + 1] = pixels[i + 1]! + (g - pixels[i + 1]!) * cover;
        pixels[i + 2] = pixels[i + 2]! + (b - pixels[i + 2]!) * cover;
      }
    }
  }
}

/**
 * Paints sparks of reflected light below the sun or moon. A spark is rarer the steeper a wave must be to reflect the light to the
 * viewer. Source: Minnaert, "Light and Color in the Outdoors", the glitter path.
 */
export function paintGlitter(stage: Stage, shore: number, lightU: number, strength: number) {
  if (strength <= 0) return;
  const { raster, colors, aspect } = stage;
  const { width, height, pixels } = raster;
  const noise = stage.noise('glitter');
  const [r, g, b] = mix(colors.sun, colors.glow, 0.35);
  const isNight = stage.plan.timeOfDay === 'night';
  const power = strength * (isNight ? 0.55 : 1.5);
  for (let y = Math.round(shore * height); y < height; y++) {
    const below = (y + 0.5) / height - shore;
    const depth = 0.12 / (below + 0.004);
    const spread = 0.022 + below * 0.34;
    const fade = smoothstep(0, 0.012, below) * (1 - 0.72 * smoothstep(0, 1 - shore, below));
    for (let x = 0; x < width; x++) {
      const u = (x + 0.5) / height;
      const off = (u - lightU) / spread;
      if (off > 2.6 || off < -2.6) continue;
      const path = Math.exp(-off * off * 1.4);
      const px = (u - aspect / 2) * depth * 8;
      const pz = depth * 34;
      const crest = noise.gradient(px * 2.4, pz * 1.7) * 0.6 + noise.gradient(px * 6.3 + 7, pz * 4.1 + 3) * 0.4;
      const spark = smoothstep(0.42 - 0.5 * path, 0.8 - 0.35 * path, crest);
      const light = power * path * fade * (0.12 + spark * 1.25);
      const i = (y * width + x) * 3;
      pixels[i] = pixels[i]! + r * light;
      pixels[i + 1] = pixels[i + 1]! + g * light;
      pixels[i + 2] = pixels[i + 2]! + b * light;
    }
  }
}
