import { paintOrchard } from '../blossom-trees.ts';
import { type Linear, linearOf, luminance, mix, multiply, scale } from '../color.ts';
import { clamp01, lerp, smoothstep } from '../noise.ts';
import { between } from '../random.ts';
import { blendPixel, blendRun } from '../raster.ts';
import { designSky, type HazeRow, paintSky } from '../sky.ts';
import { type Stage } from '../stage.ts';
import { paintTerrain } from '../terrain.ts';
import { landLight, paintBefore } from './mountain.ts';

/** Paints rolling hills under a wide sky, with flowers in the foreground. */
export function paintMeadow(stage: Stage) {
  const random = stage.random('meadow');
  const horizon = between(random, 0.5, 0.56);
  const design = designSky(stage, horizon, 0.05);
  const haze = paintSky(stage, design);
  if (!stage.forbids('mountains') && !stage.forbids('hills')) paintFarRange(stage, haze, horizon);
  const noise = stage.noise('hills');
  const light = landLight(stage, design);
  const [grassA, grassB] = grassColors(stage);
  const sun = light.sun;
  const ambient = light.ambient;
  const ox = random() * 100;
  const oz = random() * 100;
  const foggy = stage.mist === 0.24 ? 0.12 : stage.mist * 0.7 + (stage.mist === 1 ? 0.3 : 0);
  if (!stage.forbids('hills')) stage.drawn.add('hills');
  const hasTrees = !stage.forbids('trees');
  const view = {
    horizon,
    eye: 1.2,
    focal: 1.15,
    near: 1.5,
    far: 60,
    haze: 0.012 + 0.03 * foggy,
    fog: 0.2 * foggy,
    fogHalf: 0.35,
  };
  const rolling = stage.forbids('hills') ? 0.12 : 1;
  const hill = (x: number, z: number) =>
    rolling *
      (noise.gradient(x * 0.1 + ox, z * 0.12 + oz) * 1.15 + noise.gradient(x * 0.22 + 9, z * 0.2 + oz) * 0.42) *
      smoothstep(1, 7, z) *
      (0.6 + 0.5 * smoothstep(8, 30, z)) -
    0.25;
  const wood = (x: number, z: number) =>
    hasTrees && z > 7 ? smoothstep(0.2, 0.3, noise.fbm(x * 0.26 + 40, z * 0.3 + 13, 3)) : 0;
  let samples = 0;
  let treeSamples = 0;
  paintTerrain(
    stage,
    view,
    {
      height(x, z, octaves) {
        let h = hill(x, z);
        const trees = wood(x, z);
        if (trees > 0)
          h +=
            trees *
            (0.2 + 0.13 * noise.gradient(x * 3.1, z * 3.1) + (octaves > 4 ? 0.06 * noise.gradient(x * 8, z * 8) : 0));
        if (octaves > 6) h += noise.gradient(x * 5, z * 5) * 0.012;
        return h;
      },
      shade(sample) {
        const trees = wood(sample.x, sample.z);
        samples++;
        if (trees > 0.5) treeSamples++;
        const length = Math.sqrt(1 + sample.slopeX ** 2 + sample.slopeZ ** 2);
        const facing = clamp01(((-sample.slopeX * light.x + light.y - sample.slopeZ * light.z) / length) * 1.2);
        const patch = noise.fbm(sample.x * 0.5, sample.z * 0.5 + 20, 3) + 0.5;
        const near = smoothstep(9, 2, sample.z);
        const blade = noise.gradient(sample.x * 34, sample.z * 12) * 0.3 * near;
        const own = clamp01(patch + blade) * (1 - trees);
        const depth = 1 - trees * 0.78;
        const sky = (0.6 + 0.4 / length) * (1 + blade * 0.8);
        sample.r = lerp(grassA[0], grassB[0], own) * (sun[0] * facing + ambient[0] * sky) * depth;
        sample.g = lerp(grassA[1], grassB[1], own) * (sun[1] * facing + ambient[1] * sky) * depth;
        sample.b = lerp(grassA[2], grassB[2], own) * (sun[2] * facing + ambient[2] * sky) * depth;
      },
    },
    haze,
  );
  if (treeSamples > samples * 0.03) stage.drawn.add('trees');
  if (stage.isSnowy) stage.drawn.add('snow-cover');
  if (stage.wants('blossom')) paintOrchard(stage, () => horizon + 0.09);
  const hasFlowers = !stage.forbids('flowers') && (!stage.isSnowy || stage.wants('flowers'));
  if (!stage.isSnowy || hasFlowers) paintGrass(stage, sun, ambient, [grassA, grassB], hasFlowers);
  paintBefore(stage, design);
}

function grassColors(stage: Stage): [Linear, Linear] {
  const [requested] = stage.tints('ground');
  if (stage.isSnowy) return [linearOf('#c9d2da'), linearOf('#f0f3f6')];
  if (requested) return [scale(requested, 0.7), mix(requested, [1, 1, 1], 0.12)];
  switch (stage.plan.season) {
    case 'autumn':
      return [linearOf('#7a6a2c'), linearOf('#c99a45')];
    case 'winter':
      return [linearOf('#6f6a4e'), linearOf('#a89c76')];
    case 'summer':
      return [linearOf('#3f7d22'), linearOf('#a3b23c')];
    default:
      return [linearOf('#2f7a24'), linearOf('#8fbf3c')];
  }
}

/** Paints hills in the distance, or mountains if the brief requests them. */
function paintFarRange(stage: Stage, haze: HazeRow, horizon: number) {
  const { raster, colors } = stage;
  const { width, height, pixels } = raster;
  const noise = stage.noise('far-range');
  const tall = stage.wants('mountains') ? 0.24 : 0.075;
  if (stage.wants('mountains')) stage.drawn.add('mountains');
  for (const layer of [0, 1]) {
    const away = layer === 0 ? 0.84 : 0.7;
    for (let x = 0; x < width; x++) {
      const u = (x + 0.5) / height;
      const jag = stage.wants('mountains')
        ? noise.ridged(u * 1.5 + layer * 13, layer * 4.2 + 1.1, 6)
        : noise.fbm(u * 1.4 + layer * 13, layer * 4.2, 4) + 0.5;
      const crest = (horizon + 0.02 - tall * (layer === 0 ? 1 : 0.55) * jag) * height;
      const i0 = x * 3;
      for (let y = Math.max(0, Math.floor(crest)); y < (horizon + 0.06) * height; y++) {
        const cover = clamp01(y + 1 - crest);
        const i = (y * width + x) * 3;
        for (let c = 0; c < 3; c++) {
          const own = colors.ambient[c]! * 0.45;
          const color = own + (haze[i0 + c]! - own) * away;
          pixels[i + c] = pixels[i + c]! + (color - pixels[i + c]!) * cover;
        }
      }
    }
  }
}

/**
 * Paints grass in the middle distance and foreground, blade by blade from back to front, with groups of blossoms: small and many
 * in the distance, large, few and blurred near the viewer.
 */
function paintGrass(stage: Stage, sun: Linear, ambient: Linear, grass: [Linear, Linear], hasFlowers: boolean) {
  const { raster, aspect } = stage;
  const { height } = raster;
  const random = stage.random('grass');
  const noise = stage.noise('drifts');
  const requested = stage.tints('flowers');
  const kinds = requested.length > 0 ? requested : flowerColors(stage).map(linearOf);
  const light: Linear = [
    sun[0] * 0.6 + ambient[0] * 0.6,
    sun[1] * 0.6 + ambient[1] * 0.6,
    sun[2] * 0.6 + ambient[2] * 0.6,
  ];
  // A requested colour must be recognisable in any light.
  const grey = luminance(...light);
  const plain = mix(light, [grey, grey, grey], 0.65);
  const count = Math.round(24_000 * aspect);
  const abundance = stage.wants('flowers') ? 0.32 : 0.12;
  const wind = between(random, -0.5, 0.5);
  let blossoms = 0;
  for (let n = 0; n < count; n++) {
    // Blades are painted from far to near, and are denser in the distance, because of the perspective.
    const t = (n / count) ** 1.7;
    const u = random() * aspect;
    const v = 0.645 + 0.02 * noise.fbm(u * 2, 5.5, 2) + 0.46 * t;
    const patch = clamp01(noise.fbm(u * 1.7 + 3, v * 6 + 30, 3) + 0.5 + between(random, -0.25, 0.25));
    const tall = (0.004 + 0.094 * t ** 1.5) * between(random, 0.5, 1.15) * (0.75 + 0.5 * patch);
    const tone = between(random, 0.32, 0.95) * (1 - 0.35 * t);
    const blade: Linear = multiply(
      [
        lerp(grass[0][0], grass[1][0], patch),
        lerp(grass[0][1], grass[1][1], patch),
        lerp(grass[0][2], grass[1][2], patch),
      ],
      scale(light, tone),
    );
    const bend = (wind + between(random, -0.7, 0.7)) * tall * 0.7;
    const blur = t > 0.6 ? (t - 0.6) * 1.6 : 0;
    const cover = 0.9 * smoothstep(0, 0.05, t);
    paintBlade(
      raster,
      u * height,
      v * height,
      tall * height,
      bend * height,
      (0.0008 + 0.0046 * t) * height,
      blade,
      cover,
    );
    const bloomLuck = random();
    const drift = noise.fbm(u * (2.6 - 1.2 * t) + 5, v * 9, 3);
    if (!hasFlowers || bloomLuck > abundance * smoothstep(-0.12, 0.25, drift) * (1 - 0.5 * t)) continue;
    blossoms++;
    const kind = kinds[Math.floor(random() * kinds.length)]!;
    const size = (0.0016 + 0.0115 * t ** 1.6) * between(random, 0.65, 1.25);
    const color = multiply(kind, scale(requested.length > 0 ? plain : light, between(random, 0.9, 1.3)));
    paintBlossom(
      raster,
      u * height + bend * height,
      (v - tall) * height,
      Math.max(0.9, size * height),
      color,
      blur,
      random(),
    );
  }
  if (blossoms > 200 * aspect) stage.drawn.add('flowers');
}

/** Paints a bent blade of grass that is thinner and lighter at its tip. Lengths are in pixels. */
function paintBlade(
  raster: Stage['raster'],
  x: number,
  base: number,
  tall: number,
  bend: number,
  thick: number,
  color: Linear,
  cover: number,
) {
  const rows = Math.max(1, Math.ceil(tall));
  for (let k = 0; k < rows; k++) {
    const s = (k + 0.5) / rows;
    const y = Math.floor(base - k);
    const centre = x + bend * s * s;
    const half = Math.max(0.35, thick * 0.5 * (1 - s));
    const shade = 0.5 + 0.75 * s;
    blendRun(raster, y, centre - half, centre + half, color[0] * shade, color[1] * shade, color[2] * shade, cover);
  }
}

function flowerColors(stage: Stage): string[] {
  switch (stage.plan.season) {
    case 'summer':
      return ['#e2402c', '#e2402c', '#f4efe0', '#f2c531'];
    case 'autumn':
      return ['#e0a04a', '#c86a3c', '#e9d6a6'];
    case 'spring':
      return ['#f7f4ec', '#f4d64a', '#e79ac0', '#b79be6'];
    default:
      return ['#f7f2e6', '#f2d04c', '#d98ab0', '#8f7ad0'];
  }
}

/** Paints a round blossom that is darker at its lower rim. `blur`, 0 to 1, softens the edge. */
function paintBlossom(
  raster: Stage['raster'],
  x: number,
  y: number,
  radius: number,
  color: Linear,
  blur: number,
  turn: number,
) {
  const reach = Math.ceil(radius * (1 + blur)) + 1;
  const squash = 0.62 + 0.3 * turn;
  for (let py = Math.floor(y - reach); py <= y + reach; py++) {
    for (let px = Math.floor(x - reach); px <= x + reach; px++) {
      const dx = px + 0.5 - x;
      const dy = (py + 0.5 - y) / squash;
      const away = Math.sqrt(dx * dx + dy * dy);
      const soft = 1 + radius * blur * 1.2;
      const cover = clamp01((radius - away) / soft + 0.5) * (1 - 0.35 * blur);
      if (cover <= 0) continue;
      const shade = 1.08 - 0.38 * clamp01((dy / radius) * 0.5 + 0.5);
      blendPixel(raster, px, py, color[0] * shade, color[1] * shade, color[2] * shade, cover);
    }
  }
}
