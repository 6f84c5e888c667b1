import { paintBlossomTrees } from '../blossom-trees.ts';
import { type Linear, linearOf, luminance, mix, scale } from '../color.ts';
import { clamp01, lerp, smoothstep } from '../noise.ts';
import { between } from '../random.ts';
import { paintRays } from '../rays.ts';
import { designSky, paintSky } from '../sky.ts';
import { type Stage } from '../stage.ts';
import { paintConifer } from '../trees.ts';

/** Paints rows of conifers in mist that gets thinner towards the viewer. */
export function paintForest(stage: Stage) {
  const { plan, raster, aspect, colors } = stage;
  const { width, height, pixels } = raster;
  const design = designSky(stage, 0.82, 0.2);
  const haze = paintSky(stage, design);
  const noise = stage.noise('forest');
  const layers = 7;
  const snow = snowUnder(stage);
  // Without mist a little haze still separates the rows of trees, which would otherwise be one black wall.
  const mistiness = plan.weather === 'fog' ? 1 : stage.mist === 0 ? 0.5 : 0.86;
  if (!stage.forbids('trees')) stage.drawn.add('trees');
  if (stage.isSnowy) stage.drawn.add('snow-cover');
  for (let layer = 0; layer < layers; layer++) {
    const t = layer / (layers - 1);
    const random = stage.random(`rank-${layer}`);
    const away = Math.min(0.95, mistiness * (1 - t) ** 1.15 * 0.93);
    const tall = lerp(0.2, 1.12, t ** 1.6);
    const floor = lerp(0.6, 1.14, t ** 1.2);
    const slope = between(random, -0.07, 0.07);
    const ground = (u: number) =>
      floor +
      slope * (u / aspect - 0.5) -
      0.1 * noise.fbm(u * 1.2 + layer * 19, layer * 3.7, 3) -
      // Brushwood makes the edge of each row's ground uneven.
      (0.006 + 0.02 * t) *
        Math.abs(noise.gradient(u * lerp(70, 26, t), layer * 2.2) + 0.6 * noise.gradient(u * lerp(190, 90, t), layer));
    const airAt = (x: number, v: number): Linear => {
      const i = Math.min(width - 1, Math.max(0, Math.round(x))) * 3;
      const row = Math.min(height - 1, Math.max(0, Math.round(v * height)));
      const at = row * width * 3 + i;
      // The colour of the mist includes the colour of the sky directly behind it.
      return mix(
        [haze[i]!, haze[i + 1]!, haze[i + 2]!],
        [Math.min(0.9, pixels[at]!), Math.min(0.9, pixels[at + 1]!), Math.min(0.9, pixels[at + 2]!)],
        0.3,
      );
    };
    const spacing = tall * lerp(0.07, 0.16, t);
    // The nearest rows have an opening, so that trees at the sides frame the view.
    const opening = aspect * (design.light.u > aspect / 2 ? 0.62 : 0.38);
    for (let u = -0.1; u < aspect + 0.1; u += spacing * between(random, 0.45, 1.6)) {
      const off = Math.abs(u - opening) / aspect;
      const keep = t < 0.55 ? 1 : smoothstep(0.02 + 0.16 * t, 0.1 + 0.3 * t, off);
      if (random() > keep + 0.02) continue;
      const grove = noise.fbm(u * 1.8 + layer * 31, 7.7, 2) * 0.5;
      const h = tall * (0.62 + 0.6 * random() + grove) * lerp(1, 0.72 + 0.4 * off, t);
      const x = u * height;
      const base = ground(u);
      const air = airAt(x, base - h * 0.6);
      const leaf = mix(
        foliage(stage, random(), t),
        colors.near,
        stage.isSnowy ? 0.08 : plan.season || stage.tints('trees').length > 0 ? 0.3 : 0.55,
      );
      paintConifer(
        raster,
        { x, base: base * height + 2, height: h * height, spread: between(random, 0.13, 0.19) },
        {
          bough: mix(leaf, air, away),
          crest: mix(stage.isSnowy ? snow : scale(leaf, 1.45), air, away),
          foot: mix(leaf, air, Math.min(0.97, away + 0.42 * (1 - t * 0.75))),
        },
        random,
        stage.isSnowy ? 0.55 : 0.2,
      );
    }
    pourMist(stage, haze, ground, away, t);
  }
  const isLit = design.disc || plan.timeOfDay === 'morning' || plan.timeOfDay === 'dawn';
  if (stage.wants('sun-rays') && plan.timeOfDay !== 'night') paintRays(stage, design.light, 3);
  else if (isLit && !stage.forbids('sun-rays')) paintRays(stage, design.light, 1);
  if (stage.wants('blossom')) paintBlossomTrees(stage, design.light.u);
}

/** Colour of snow in the light of the time of day: slightly coloured, but still seen as white. */
function snowUnder({ colors }: Stage): Linear {
  const own = mix(colors.ambient, colors.light, 0.5);
  const grey = luminance(...own) * 1.15;
  return mix(own, [grey, grey, grey * 1.04], 0.65);
}

/** Colour of one tree in the light of the time of day, in linear light. Larches turn gold in autumn, firs don't. */
function foliage(stage: Stage, luck: number, nearness: number): Linear {
  const { season } = stage.plan;
  const light = stage.colors.light;
  const ambient = stage.colors.ambient;
  const shine = lerp(0.5, 0.28, nearness);
  let own: Linear = [0.05, 0.1, 0.06];
  if (season === 'autumn') own = mix(linearOf('#c8781e'), linearOf('#7a2f12'), luck);
  if (season === 'autumn' && luck > 0.7) own = [0.05, 0.09, 0.045];
  const [requested] = [...stage.tints('trees'), ...stage.tints('ground')];
  if (season === 'spring') own = mix([0.11, 0.2, 0.05], [0.05, 0.11, 0.05], luck);
  if (season === 'summer') own = mix([0.05, 0.13, 0.045], [0.03, 0.09, 0.05], luck);
  if (requested) own = mix(scale(requested, 0.75), scale(requested, 0.3), luck);
  if (stage.isSnowy) own = mix([0.3, 0.36, 0.44], [0.06, 0.1, 0.11], luck);
  return [
    own[0] * (light[0] * shine + ambient[0] * 0.55),
    own[1] * (light[1] * shine + ambient[1] * 0.55),
    own[2] * (light[2] * shine + ambient[2] * 0.55),
  ];
}

/** Paints mist at the foot of a row of trees. `ground` is the lower edge of the row. */
function pourMist(stage: Stage, haze: Float32Array, ground: (u: number) => number, away: number, nearness: number) {
  const { raster, colors } = stage;
  const { width, height, pixels } = raster;
  const snowy = stage.isSnowy;
  const thick = stage.mist === 0 ? 0.12 : 0.62;
  const noise = stage.noise('mist');
  for (let x = 0; x < width; x++) {
    const u = (x + 0.5) / height;
    const line = ground(u);
    const i0 = x * 3;
    const white = snowy ? snowUnder(stage) : colors.near;
    const soil = mix(white, [haze[i0]!, haze[i0 + 1]!, haze[i0 + 2]!], Math.min(0.98, away + 0.3 * (1 - nearness)));
    const from = Math.max(0, Math.floor((line - 0.11) * height));
    const drift = 0.6 + 0.8 * (noise.fbm(u * 2.2, nearness * 9, 3) + 0.5);
    for (let y = from; y < height; y++) {
      const v = (y + 0.5) / height;
      const fog = smoothstep(-0.11, 0.02, v - line) * thick * (1 - nearness * 0.8) * drift;
      const solid = clamp01((v - line) * height + 0.5);
      const i = (y * width + x) * 3;
      for (let c = 0; c < 3; c++) {
        const misted = pixels[i + c]! + (haze[i0 + c]! - pixels[i + c]!) * clamp01(fog);
        pixels[i + c] = misted + (soil[c]! - misted) * solid;
      }
    }
  }
}
