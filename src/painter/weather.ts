import { mix } from './color.ts';
import { between } from './random.ts';
import { addGlow, blendRun } from './raster.ts';
import { type Stage } from './stage.ts';

/** Paints fog, snow or rain in front of the view. */
export function paintWeather(stage: Stage) {
  switch (stage.plan.weather) {
    case 'fog':
      return paintVeil(stage, 0.34, 0.36);
    case 'snowfall':
      return paintSnowfall(stage, 1);
    case 'snowstorm':
      paintVeil(stage, 0.2, 0.16);
      return paintSnowfall(stage, 2.6);
    case 'rain':
      return paintRainfall(stage, 1.2);
    case 'storm':
      return paintRainfall(stage, 1.7);
  }
}

/**
 * Paints haze in drifts over the picture: densest at the horizon, thinner above it and towards the bottom. `base` is the share of
 * the haze everywhere, and `far` the additional share at the horizon.
 */
function paintVeil(stage: Stage, base: number, far: number) {
  const { raster, colors, horizon } = stage;
  const { width, height, pixels } = raster;
  const noise = stage.noise('veil');
  // The haze is computed on a grid with cells of sixteen pixels, because drifts are wide.
  const cell = 16;
  const gw = Math.ceil(width / cell) + 2;
  const gh = Math.ceil(height / cell) + 2;
  const drift = new Float32Array(gw * gh);
  for (let gy = 0; gy < gh; gy++) {
    for (let gx = 0; gx < gw; gx++) {
      drift[gy * gw + gx] = 1 + 0.55 * noise.fbm((gx * cell) / height + 3, ((gy * cell) / height) * 4.5, 4);
    }
  }
  const [r, g, b] = mix(colors.haze, colors.horizon, 0.3);
  for (let y = 0; y < height; y++) {
    const v = (y + 0.5) / height;
    const off = (v - horizon) / (v < horizon ? 0.42 : 0.3);
    const depth = base + far * Math.exp(-off * off);
    const gy = y / cell;
    const row = Math.floor(gy) * gw;
    const ty = gy - Math.floor(gy);
    for (let x = 0; x < width; x++) {
      const gx = x / cell;
      const at = row + Math.floor(gx);
      const tx = gx - Math.floor(gx);
      const top = drift[at]! + (drift[at + 1]! - drift[at]!) * tx;
      const below = drift[at + gw]! + (drift[at + gw + 1]! - drift[at + gw]!) * tx;
      const cover = Math.min(0.94, depth * (top + (below - top) * ty));
      const i = (y * width + x) * 3;
      pixels[i] = pixels[i]! + (r - pixels[i]!) * cover;
      pixels[i + 1] = pixels[i + 1]! + (g - pixels[i + 1]!) * cover;
      pixels[i + 2] = pixels[i + 2]! + (b - pixels[i + 2]!) * cover;
    }
  }
}

/** Paints snowflakes at three distances: dust far away, a few soft discs near the viewer. In a storm they fall at a slant. */
function paintSnowfall(stage: Stage, strength: number) {
  const { raster, aspect, colors } = stage;
  const { height } = raster;
  const random = stage.random('snowfall');
  const [r, g, b] = mix(colors.ambient, [1, 1, 1], stage.plan.timeOfDay === 'night' ? 0.35 : 0.7);
  const wind = strength > 1 ? between(random, 1.4, 2.2) * (random() < 0.5 ? -1 : 1) : 0;
  for (const [count, radius, light] of [
    [1500, 0.0013, 0.24],
    [420, 0.0026, 0.3],
    [70, 0.0065, 0.16],
  ] as const) {
    for (let n = 0; n < count * aspect * strength; n++) {
      const size = radius * between(random, 0.6, 1.5) * height;
      const power = light * between(random, 0.5, 1.2);
      const x = random() * aspect * height;
      const y = random() * height;
      const drop = Math.max(0.8, size);
      const trail = wind === 0 ? 1 : 5;
      for (let k = 0; k < trail; k++) {
        const share = power / (trail === 1 ? 1 : 2.2);
        addGlow(raster, x + wind * drop * k * 0.7, y + drop * k * 0.7, drop, r * share, g * share, b * share);
      }
    }
  }
}

/** Paints rain: slanting streaks that are slightly brighter than the picture behind them. */
function paintRainfall(stage: Stage, strength: number) {
  const { raster, aspect, colors } = stage;
  const { height } = raster;
  const random = stage.random('rainfall');
  const slant = between(random, -0.16, 0.16);
  const [r, g, b] = mix(colors.haze, [1, 1, 1], stage.plan.timeOfDay === 'night' ? 0.16 : 0.3);
  const count = Math.round(1100 * aspect * strength);
  for (let n = 0; n < count; n++) {
    const nearness = random() ** 2;
    const length = (0.02 + 0.06 * nearness) * height;
    const thick = Math.max(0.6, (0.0006 + 0.0009 * nearness) * height);
    const cover = (0.08 + 0.15 * nearness) * between(random, 0.5, 1.2);
    const x0 = between(random, -0.1, aspect + 0.1) * height;
    const y0 = Math.floor(between(random, -0.08, 1) * height);
    for (let k = 0; k < length; k++) {
      const fade = Math.sin((Math.PI * (k + 0.5)) / length);
      const x = x0 + slant * k;
      blendRun(raster, y0 + k, x, x + thick, r, g, b, cover * Math.max(0, fade));
    }
  }
}
