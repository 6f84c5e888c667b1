import { buildRamp, type Linear, linearOf, mix, rampIndex, scale } from './color.ts';
import { smoothstep } from './noise.ts';
import { between } from './random.ts';
import { type Stage } from './stage.ts';

/** Paints curtains of northern light in the sky above a horizon. */
export function paintCurtains(stage: Stage, horizon: number) {
  stage.drawn.add('aurora');
  for (let index = 0; index < 3; index++) paintCurtain(stage, index, horizon);
}

/** Scales a colour to the maximum brightness at which it keeps its hue. */
function glowing(color: Linear): Linear {
  return scale(color, 0.9 / Math.max(...color, 0.05));
}

/**
 * Colours of northern light from its sharp lower edge upwards: oxygen green, then teal, then the violet of high altitudes.
 * Colours that the brief requests replace or tint these three.
 */
export function curtainColors(stage: Stage) {
  const [first, second, third] = [...stage.tints('aurora'), ...stage.tints('all')];
  const green = linearOf('#49f29a');
  return [
    first ? mix(green, glowing(first), 0.92) : green,
    second ?? (first ? mix(linearOf('#35b8c9'), glowing(first), 0.8) : linearOf('#2fc4b4')),
    third ?? second ?? linearOf('#8a4fd6'),
  ] as const;
}

/**
 * Paints one curtain of northern light: a folded line seen from below, with a vertical ray at each point. Where the line doubles
 * back, the rays add up to the bright folds.
 */
function paintCurtain(stage: Stage, index: number, horizon: number) {
  const { raster, aspect } = stage;
  const { width, height, pixels } = raster;
  const random = stage.random(`curtain-${index}`);
  const noise = stage.noise(`curtain-${index}`);
  const [low, middle, high] = curtainColors(stage);
  const ramp = buildRamp([
    [0, low],
    [0.3, mix(low, middle, 0.55)],
    [0.6, mix(middle, high, 0.45)],
    [1, high],
  ]);
  const glow = new Float32Array(width * height);
  const base = horizon * between(random, 0.62, 0.74) - index * 0.06;
  const slope = between(random, -0.22, 0.22);
  const tall = between(random, 0.34, 0.46);
  const strength = [1, 0.6, 0.4][index]! * 0.85;
  const samples = Math.ceil(width * 3.2);
  const start = random() * 50;
  const fold = between(random, 0.14, 0.24);
  for (let n = 0; n < samples; n++) {
    const s = n / samples;
    const along = s * aspect * 1.3 - 0.15 * aspect;
    const t = along * 1.5 + start;
    const u = along + fold * (noise.fbm(t * 1.3, 4.5, 3) * 1.6);
    const foot = base + slope * (along - aspect / 2) + 0.17 * noise.fbm(t * 0.9 + 20, 8.5, 3);
    const ray = 0.35 + 0.65 * smoothstep(-0.35, 0.5, noise.fbm(t * 9 + 5, 2.5, 3));
    const swell = smoothstep(-0.32, 0.3, noise.fbm(t * 0.8, 30.5, 2));
    const reach = tall * (0.55 + 0.65 * ray) * (0.6 + 0.5 * swell);
    const light = strength * (0.25 + 0.75 * ray) * swell * smoothstep(0, 0.08, s) * smoothstep(1, 0.92, s);
    if (light < 0.004) continue;
    const x = u * height - 0.5;
    const x0 = Math.floor(x);
    const share = x - x0;
    if (x0 < 0 || x0 + 1 >= width) continue;
    const bottom = Math.min(height - 1, Math.round((foot + 0.018) * height));
    const top = Math.max(0, Math.round((foot - reach) * height));
    for (let y = top; y <= bottom; y++) {
      const rise = foot - y / height;
      const fade =
        rise < 0 ? smoothstep(-0.018, 0, rise) : Math.exp((-rise / reach) * 3.1) * smoothstep(reach, reach * 0.7, rise);
      const add = light * fade * 0.42;
      const i = y * width + x0;
      glow[i] = glow[i]! + add * (1 - share);
      glow[i + 1] = glow[i + 1]! + add * share;
    }
  }
  soften(glow, width, height, Math.max(1, Math.round(height * 0.0035)));
  for (let x = 0; x < width; x++) {
    const along = (x + 0.5) / height;
    const foot = base + slope * (along - aspect / 2);
    for (let y = 0; y < height; y++) {
      const light = glow[y * width + x]!;
      if (light <= 0) continue;
      const k = rampIndex((foot + 0.03 - y / height) / (tall * 1.25));
      const i = (y * width + x) * 3;
      pixels[i] = pixels[i]! + ramp[k]! * light;
      pixels[i + 1] = pixels[i + 1]! + ramp[k + 1]! * light;
      pixels[i + 2] = pixels[i + 2]! + ramp[k + 2]! * light;
    }
  }
}

/** Blurs the light twice along each row, because rays have soft sides and the sampling of the line must not be visible. */
function soften(glow: Float32Array, width: number, height: number, radius: number) {
  const row = new Float32Array(width);
  const share = 1 / (radius * 2 + 1);
  for (let y = 0; y < height; y++) {
    const start = y * width;
    for (let pass = 0; pass < 2; pass++) {
      let sum = 0;
      for (let x = -radius; x <= radius; x++) sum += glow[start + Math.min(width - 1, Math.max(0, x))]!;
      for (let x = 0; x < width; x++) {
        row[x] = sum * share;
        sum += glow[start + Math.min(width - 1, x + radius + 1)]! - glow[start + Math.max(0, x - radius)]!;
      }
      glow.set(row, start);
    }
  }
}
