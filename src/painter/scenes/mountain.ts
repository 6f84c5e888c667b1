import { paintBlossomTrees } from '../blossom-trees.ts';
import { type Linear, mix, multiply, scale } from '../color.ts';
import { clamp01, lerp, smoothstep } from '../noise.ts';
import { between } from '../random.ts';
import { paintRays } from '../rays.ts';
import { designSky, type HazeRow, paintSky } from '../sky.ts';
import type { SkyDesign } from '../sky-design.ts';
import { type Stage } from '../stage.ts';
import { type GroundSample, paintTerrain, type TerrainView } from '../terrain.ts';
import { paintConifer, silhouette } from '../trees.ts';
import { paintWater, waterOf } from '../water.ts';

/** Paints mountain ranges behind each other, with the highest peak at a third of the width and mist in the valleys. */
export function paintMountain(stage: Stage) {
  const design = designSky(stage, between(stage.random('mountain-horizon'), 0.6, 0.66), 0.06);
  const haze = paintSky(stage, design);
  paintRanges(stage, design, haze, { eye: 1.1, near: 2.6, shore: undefined });
  paintFoothills(stage, haze, 0.86, 1.06);
  paintBefore(stage, design);
}

/** Paints mountain ranges behind still water. */
export function paintLake(stage: Stage) {
  const shore = between(stage.random('lake-shore'), 0.6, 0.66);
  const design = designSky(stage, shore, 0.05);
  const haze = paintSky(stage, design);
  paintRanges(stage, design, haze, { eye: 0.22, near: 9, shore });
  paintShoreTrees(stage, haze, shore);
  stage.drawn.add('water');
  const [requested] = stage.tints('water');
  const still = { storm: 0.8, snowstorm: 0.7, rain: 0.5 }[stage.plan.weather as string] ?? 0.2;
  paintWater(stage, {
    shore,
    roughness: still,
    deep: requested ? waterOf(stage, requested) : scale(stage.colors.water, 0.7),
    mirrorFar: requested ? 0.5 : 0.93,
    mirrorNear: requested ? 0.25 : 0.6,
  });
  paintBefore(stage, design);
}

/** Paints rays of light and blossoming trees in front of the land if the brief requests them. */
export function paintBefore(stage: Stage, { light }: SkyDesign) {
  if (stage.wants('sun-rays') && stage.plan.timeOfDay !== 'night') paintRays(stage, light, 1.8);
  if (stage.wants('blossom')) paintBlossomTrees(stage, light.u);
}

/** Light on the land: colours of the direct light (`sun`) and of the light in shadows (`ambient`), and its direction. */
interface LandLight {
  sun: Linear;
  ambient: Linear;
  /** Unit vector of the direction towards the light. */
  x: number;
  y: number;
  z: number;
}

/**
 * Computes the light on the land.
 * @param raise factor on the height of the light: below 1 for gentle slopes, which need light from low above the horizon
 */
export function landLight(stage: Stage, design: SkyDesign, raise = 1): LandLight {
  const { timeOfDay } = stage.plan;
  const overcast = design.cloudiness > 0.7 ? 0.3 : 1;
  const strength = { noon: 1.5, morning: 1.5, 'golden-hour': 1.7, dawn: 1.5, sunset: 1.45, dusk: 0.6, night: 0.5 }[
    timeOfDay
  ];
  // The light comes from the side, because a light behind the range would leave every visible face dark.
  const side = design.light.u > stage.aspect / 2 ? 1 : -1;
  const height = raise * (timeOfDay === 'noon' ? 0.8 : timeOfDay === 'morning' || timeOfDay === 'night' ? 0.55 : 0.36);
  const x = side * 0.86;
  const z = -0.12;
  const length = Math.hypot(x, height, z);
  return {
    sun: scale(stage.colors.light, strength * overcast),
    ambient: scale(stage.colors.ambient, 0.68 + (1 - overcast) * 0.55),
    x: x / length,
    y: height / length,
    z: z / length,
  };
}

export function paintRanges(
  stage: Stage,
  design: SkyDesign,
  haze: HazeRow,
  place: { eye: number; near: number; shore: number | undefined },
) {
  const noise = stage.noise('range');
  const random = stage.random('range-design');
  const { aspect, plan } = stage;
  const focal = 1.25;
  // The summit is at the third of the width on the side opposite the light.
  const summitU =
    design.light.u > aspect / 2 ? aspect * between(random, 0.28, 0.38) : aspect * between(random, 0.62, 0.72);
  const summitZ = between(random, 15, 18);
  const summitX = ((summitU - aspect / 2) / focal) * summitZ;
  const secondX = summitX - Math.sign(summitX || 1) * between(random, 5, 8);
  const offsetX = random() * 200;
  const offsetZ = random() * 200;
  const low = stage.forbids('mountains') ? 0.3 : 1;
  const foggy = stage.mist;
  stage.drawn.add(low === 1 ? 'mountains' : 'hills');
  const view: TerrainView = {
    horizon: design.horizon,
    eye: place.eye,
    focal,
    near: place.near,
    far: 64,
    haze: 0.012 + 0.016 * foggy,
    fog: (foggy === 0 ? 0 : 0.05 + 0.22 * foggy) * (place.shore === undefined ? 1 : 0.6),
    fogHalf: 0.4,
  };
  const light = landLight(stage, design);
  const winter = stage.isSnowy;
  const snowLine = stage.forbids('snow-cover') ? 99 : winter ? 0.5 : plan.season === 'summer' ? 2.9 : 2.0;
  const [requested] = stage.tints('ground');
  const rock: Linear = requested ? mix([0.19, 0.175, 0.17], requested, 0.6) : [0.19, 0.175, 0.17];
  const growth: Linear = growthColor(stage);
  const snow: Linear = [0.9, 0.93, 0.98];
  const litSnow = multiply(snow, light.sun);
  const darkSnow = multiply(snow, light.ambient);
  const litRock = multiply(rock, light.sun);
  const darkRock = multiply(rock, light.ambient);
  const litGrowth = multiply(growth, light.sun);
  const darkGrowth = multiply(growth, light.ambient);

  let samples = 0;
  let snowSamples = 0;
  paintTerrain(
    stage,
    view,
    {
      height(x, z, octaves) {
        const dx = (x - summitX) / 3.6;
        const dz = (z - summitZ) / 4.2;
        const ex = (x - secondX) / 3.2;
        const ez = (z - summitZ - 5) / 4.5;
        const summit = 3.1 * Math.exp(-(dx * dx + dz * dz)) + 1.9 * Math.exp(-(ex * ex + ez * ez));
        const front = smoothstep(3, 7, z) * (0.5 + 0.9 * smoothstep(8, 14, z));
        const back = 1.3 * smoothstep(22, 34, z);
        const warp = noise.gradient(x * 0.22 + 60, z * 0.22) * 0.5;
        const crests =
          noise.ridged(x * 0.2 + warp + offsetX, z * 0.2 - warp + offsetZ, octaves, 0.001 + z * 0.0003) * 1.9 - 1.05;
        const relief = 0.62 * crests + 0.42 * noise.eroded(x * 0.3 + offsetX, z * 0.3 + offsetZ, octaves);
        const envelope = (0.34 + front * 0.55 + summit * 0.62 + back) * low;
        const h = envelope * (0.55 + 0.95 * relief) + summit * 0.4 * low;
        if (place.shore === undefined) return h - 0.1;
        // Near the viewer, the land is lower than the surface of the lake.
        return h - 0.35 - 1.4 * (1 - smoothstep(9, 13, z));
      },
      shade(sample: GroundSample) {
        const steep = Math.sqrt(sample.slopeX * sample.slopeX + sample.slopeZ * sample.slopeZ);
        const length = Math.sqrt(1 + steep * steep);
        const facing = (-sample.slopeX * light.x + light.y - sample.slopeZ * light.z) / length;
        const sunlit = clamp01(facing * 1.25);
        const sky = 0.55 + 0.45 / length;
        const drift = noise.gradient(sample.x * 0.9, sample.z * 0.9) * 0.35;
        const white = smoothstep(snowLine - 0.5, snowLine + 0.5, sample.height + drift) * smoothstep(2.1, 0.9, steep);
        samples++;
        if (white > 0.5) snowSamples++;
        const green = smoothstep(1.9, 0.8, sample.height + drift) * smoothstep(1.5, 0.6, steep);
        const r = lerp(lerp(litRock[0], litGrowth[0], green), litSnow[0], white) * sunlit;
        const g = lerp(lerp(litRock[1], litGrowth[1], green), litSnow[1], white) * sunlit;
        const b = lerp(lerp(litRock[2], litGrowth[2], green), litSnow[2], white) * sunlit;
        sample.r = r + lerp(lerp(darkRock[0], darkGrowth[0], green), darkSnow[0], white) * sky;
        sample.g = g + lerp(lerp(darkRock[1], darkGrowth[1], green), darkSnow[1], white) * sky;
        sample.b = b + lerp(lerp(darkRock[2], darkGrowth[2], green), darkSnow[2], white) * sky;
      },
    },
    haze,
  );
  if (snowSamples > samples * 0.05) stage.drawn.add('snow-cover');
}

/** Colour of low vegetation by season, in linear light. */
function growthColor(stage: Stage): Linear {
  const [requested] = stage.tints('ground');
  if (requested) return scale(requested, 0.8);
  switch (stage.plan.season) {
    case 'autumn':
      return [0.28, 0.12, 0.035];
    case 'spring':
      return [0.1, 0.19, 0.05];
    case 'winter':
      return [0.1, 0.11, 0.11];
    default:
      return [0.06, 0.11, 0.05];
  }
}

/** Paints wooded slopes in the foreground, one behind the other, the nearest almost black. */
function paintFoothills(stage: Stage, haze: HazeRow, from: number, to: number) {
  if (stage.forbids('trees')) return;
  stage.drawn.add('trees');
  const { raster, colors, plan } = stage;
  const { width, height, pixels } = raster;
  const noise = stage.noise('foothills');
  const layers = 3;
  const mistiness = plan.weather === 'fog' ? 0.78 : stage.mist === 0 ? 0.22 : 0.55;
  for (let layer = 0; layer < layers; layer++) {
    const t = layer / (layers - 1);
    const random = stage.random(`foothill-${layer}`);
    const rise = between(random, 0.05, 0.1);
    const side = random() < 0.5 ? -1 : 1;
    const ridge = (u: number) =>
      lerp(from, to, t) -
      rise * (noise.fbm(u * 1.1 + layer * 37, layer * 5.3, 3) + 0.5) -
      0.09 * side * ((u / stage.aspect) * 2 - 1) * (0.4 + 0.6 * t);
    const away = mistiness * (1 - t) ** 1.3;
    const treeHeight = lerp(0.03, 0.085, t);
    const at = (x: number): Linear => {
      const i = Math.min(width - 1, Math.max(0, Math.round(x))) * 3;
      return mix(colors.near, [haze[i]!, haze[i + 1]!, haze[i + 2]!], away);
    };
    const mistAt = (x: number, amount: number): Linear => {
      const i = Math.min(width - 1, Math.max(0, Math.round(x))) * 3;
      return mix(colors.near, [haze[i]!, haze[i + 1]!, haze[i + 2]!], Math.min(0.92, away + amount));
    };
    for (let x = 0; x < width; x++) {
      const crest = ridge((x + 0.5) / height) * height;
      const top = at(x);
      const low = mistAt(x, 0.34 * (1 - t));
      for (let y = Math.max(0, Math.floor(crest)); y < height; y++) {
        const cover = clamp01(y + 1 - crest);
        const depth = clamp01((y - crest) / (0.16 * height));
        const i = (y * width + x) * 3;
        for (let c = 0; c < 3; c++) {
          const color = top[c]! + (low[c]! - top[c]!) * depth;
          pixels[i + c] = pixels[i + c]! + (color - pixels[i + c]!) * cover;
        }
      }
    }
    const spacing = treeHeight * 0.2;
    for (let u = -0.05; u < stage.aspect + 0.05; u += spacing * between(random, 0.5, 1.5)) {
      const thicket = noise.fbm(u * 2.3 + 9, layer * 11 + 3, 2);
      const tall = treeHeight * (0.55 + 0.65 * random()) * (0.75 + 0.7 * thicket);
      const x = u * height;
      paintConifer(
        raster,
        {
          x,
          base: ridge(u) * height + tall * 0.12 * height,
          height: tall * height,
          spread: between(random, 0.14, 0.2),
        },
        silhouette(at(x), mistAt(x, 0.05)),
        random,
      );
    }
  }
}

/** Paints a dark row of trees along the far shore, denser at one side. */
export function paintShoreTrees(stage: Stage, haze: HazeRow, shore: number) {
  if (stage.forbids('trees')) return;
  stage.drawn.add('trees');
  const { raster, colors, aspect, plan } = stage;
  const { height, width } = raster;
  const noise = stage.noise('shore');
  const random = stage.random('shore-trees');
  const side = random() < 0.5 ? 0 : aspect;
  const mistiness = plan.weather === 'fog' ? 0.6 : stage.mist === 0 ? 0.12 : 0.3;
  for (const layer of [0, 1]) {
    const away = mistiness * (layer === 0 ? 1.35 : 0.6);
    for (let u = -0.03; u < aspect + 0.03; u += between(random, 0.003, 0.012)) {
      const flank = Math.exp(-Math.abs(u - side) * (layer === 0 ? 1.2 : 2.6));
      const grove = Math.max(0, noise.fbm(u * 2.6 + layer * 50, 3.3, 3) + 0.5);
      const tall =
        (layer === 0 ? 0.008 + 0.026 * grove * grove : 0.004) +
        (layer === 0 ? 0.05 : 0.15) * flank * (0.35 + 1.1 * grove);
      const h = tall * (0.5 + 0.6 * random());
      const x = u * height;
      const i = Math.min(width - 1, Math.max(0, Math.round(x))) * 3;
      const air: Linear = [haze[i]!, haze[i + 1]!, haze[i + 2]!];
      paintConifer(
        raster,
        { x, base: shore * height + 1, height: h * height, spread: between(random, 0.13, 0.2) },
        silhouette(mix(colors.near, air, away), mix(colors.near, air, Math.min(0.95, away + 0.12))),
        random,
      );
    }
  }
}
