import { buildRamp, type Linear, luminance, mix, mixEvenly, oklabOf, rampIndex, scale } from '../color.ts';
import { clamp01, smoothstep } from '../noise.ts';
import { between } from '../random.ts';
import { type Stage } from '../stage.ts';

/** Paints folds of silk: domain-warped waves, lit from one side, in the requested colours or those of the palette. */
export function paintAbstract(stage: Stage) {
  const { raster, aspect } = stage;
  const { width, height, pixels } = raster;
  const random = stage.random('silk');
  const noise = stage.noise('silk');
  const ramp = silkRamp(stage);
  const angle = between(random, -0.6, 0.6);
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const ox = random() * 100;
  const oy = random() * 100;
  const folds = stage.plan.mood === 'calm' || stage.plan.mood === 'minimal' ? 1.5 : between(random, 2.1, 3.2);
  // The slope of this height field decides how much light each pixel gets.
  const gw = width + 2;
  const gh = height + 2;
  const cloth = new Float32Array(gw * gh);
  const hue = new Float32Array(gw * gh);
  for (let y = 0; y < gh; y++) {
    for (let x = 0; x < gw; x++) {
      const u = x / height - aspect / 2;
      const v = y / height - 0.5;
      const along = u * cos + v * sin;
      const across = v * cos - u * sin;
      const wx = noise.gradient(along * 0.8 + ox, across * 1.1 + oy);
      const wy = noise.gradient(along * 0.9 + ox + 31, across * 1.0 + oy + 17);
      const bend = noise.gradient(along * 1.1 + wx * 0.9 + 5, across * 1.3 + wy * 0.9 + 8);
      const phase = across * folds + wx * 0.9 + bend * 0.75 + along * 0.35;
      const wave = Math.sin(phase * 3.6) * 0.5 + Math.sin(phase * 7.9 + wy * 3 + 1.3) * 0.16;
      cloth[y * gw + x] = wave + bend * 0.3;
      hue[y * gw + x] = 0.5 + 0.34 * wave + 0.3 * wx + 0.22 * across;
    }
  }
  const slopeScale = height * 0.085;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y + 1) * gw + x + 1;
      const sx = (cloth[at + 1]! - cloth[at - 1]!) * slopeScale;
      const sy = (cloth[at + gw]! - cloth[at - gw]!) * slopeScale;
      const length = Math.sqrt(1 + sx * sx + sy * sy);
      const facing = (-sx * 0.42 - sy * 0.62 + 0.66) / length;
      const sheen = clamp01((-sx * 0.22 - sy * 0.42 + 0.88) / length) ** 28;
      const shade = 0.42 + 0.72 * smoothstep(-0.25, 1, facing);
      const k = rampIndex(hue[at]!);
      const i = (y * width + x) * 3;
      const gloss = sheen * 0.2;
      // Shadows are more saturated instead of greyer, because folds of cloth reflect light onto each other.
      const grey = luminance(ramp[k]!, ramp[k + 1]!, ramp[k + 2]!);
      const depth = 1 + 0.75 * Math.max(0, 1 - shade);
      for (let c = 0; c < 3; c++) {
        const color = grey + (ramp[k + c]! - grey) * depth;
        pixels[i + c] = color * shade + gloss * (0.4 + color);
      }
    }
  }
}

const CREAM: Linear = [0.95, 0.88, 0.78];

/** Distance of two colours in hue and chroma: 0 for equal ones, about 0.6 for opposite ones. */
function clash(a: Linear, b: Linear): number {
  const [, aa, ab] = oklabOf(a);
  const [, ba, bb] = oklabOf(b);
  return Math.min(0.6, Math.hypot(aa - ba, ab - bb) * 2.6);
}

function silkRamp(stage: Stage) {
  const { colors } = stage;
  const requested = stage.tints('all');
  if (requested.length === 0) {
    return buildRamp([
      [0, colors.zenith],
      [0.3, colors.upper],
      [0.58, colors.lower],
      [0.82, colors.horizon],
      [1, mix(colors.horizon, colors.glow, 0.4)],
    ]);
  }
  const dark = (color: Linear) => mixEvenly(scale(color, 0.22), colors.near, 0.25);
  const pale = (color: Linear) => mixEvenly(color, [0.95, 0.93, 0.9], 0.55);
  if (requested.length === 1) {
    const only = requested[0]!;
    return buildRamp([
      [0, dark(only)],
      [0.4, only],
      [0.72, mixEvenly(only, pale(only), 0.55)],
      [1, pale(only)],
    ]);
  }
  const stops: [number, Linear][] = [[0, dark(requested[0]!)]];
  requested.forEach((color, n) => {
    const at = 0.2 + (0.6 * n) / (requested.length - 1);
    stops.push([at, color]);
    // Opposite hues meet in cream, because the colour halfway between them is grey.
    const next = requested[n + 1];
    if (next)
      stops.push([
        at + 0.3 / (requested.length - 1),
        mixEvenly(mixEvenly(color, next, 0.5), CREAM, clash(color, next)),
      ]);
  });
  stops.push([1, pale(requested.at(-1)!)]);
  return buildRamp(stops);
}
