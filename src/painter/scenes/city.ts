import { type Linear, linearOf, mix, scale } from '../color.ts';
import { clamp01, lerp } from '../noise.ts';
import { between, pickOne, type Random } from '../random.ts';
import { addGlow } from '../raster.ts';
import { designSky, type HazeRow, paintSky } from '../sky.ts';
import { type Stage } from '../stage.ts';
import { type TimeOfDay } from '../vocabulary.ts';
import { paintWater } from '../water.ts';
import { paintBefore } from './mountain.ts';

/** Share of windows with a lamp on, by time of day. */
const LAMPS_LIT: Record<TimeOfDay, number> = {
  dawn: 0.2,
  morning: 0,
  noon: 0,
  'golden-hour': 0.1,
  sunset: 0.3,
  dusk: 0.46,
  night: 0.5,
};

/** Colours of lamps: mostly warm, with some cold office lights. */
const LAMPS = ['#ffcf87', '#ffc070', '#ffdca6', '#ffb45e', '#fff0d2', '#d9e8ff'].map(linearOf);

/** Paints a skyline in four planes, and its reflection in the water. */
export function paintCity(stage: Stage) {
  const random = stage.random('city');
  const hasWater = !stage.forbids('water');
  const ground = hasWater ? between(random, 0.7, 0.75) : 0.97;
  const design = designSky(stage, ground, 0.1);
  const haze = paintSky(stage, design);
  paintUrbanGlow(stage, ground);
  const planes = 4;
  for (let plane = 0; plane < planes; plane++)
    paintPlane(stage, haze, ground, plane / (planes - 1), plane, design.light.u);
  if (LAMPS_LIT[stage.plan.timeOfDay] >= 0.3 && !stage.forbids('lights')) stage.drawn.add('lights');
  if (stage.isSnowy) stage.drawn.add('snow-cover');
  if (hasWater) {
    stage.drawn.add('water');
    const rough = ['storm', 'rain', 'snowstorm'].includes(stage.plan.weather) ? 1.1 : 0.62;
    paintWater(stage, {
      shore: ground,
      roughness: rough,
      deep: scale(stage.colors.water, 0.6),
      mirrorFar: 0.82,
      mirrorNear: 0.5,
    });
  }
  paintBefore(stage, design);
}

/** Brightens the air above the city at night and in twilight. */
function paintUrbanGlow(stage: Stage, ground: number) {
  const { raster, aspect, plan } = stage;
  const strength = { night: 0.22, dusk: 0.2, dawn: 0.02 }[plan.timeOfDay as string] ?? 0;
  if (strength === 0 || stage.forbids('lights')) return;
  const { width, height, pixels } = raster;
  const warm = mix(linearOf('#ff9d5c'), stage.colors.glow, 0.35);
  for (let y = 0; y < ground * height; y++) {
    const rise = ground - (y + 0.5) / height;
    for (let x = 0; x < width; x++) {
      const off = ((x + 0.5) / height - aspect / 2) / aspect;
      const light = strength * Math.exp(-rise * 5.5 - off * off * 2.5);
      const i = (y * width + x) * 3;
      pixels[i] = pixels[i]! + warm[0] * light;
      pixels[i + 1] = pixels[i + 1]! + warm[1] * light;
      pixels[i + 2] = pixels[i + 2]! + warm[2] * light;
    }
  }
}

/**
 * Colour of a distant tower: haze mixed with the sky just above its roof, a little darker, because a tower is never brighter than
 * the sky behind it.
 */
function airBehind(stage: Stage, haze: HazeRow, column: number, top: number): Linear {
  const { width, height, pixels } = stage.raster;
  const at = Math.max(0, Math.round(top * height) - 2) * width * 3 + column;
  const sky: Linear = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!];
  return scale(mix([haze[column]!, haze[column + 1]!, haze[column + 2]!], sky, 0.7), 0.88);
}

interface Tower {
  left: number;
  right: number;
  top: number;
  face: Linear;
  foot: Linear;
}

/** Paints one plane of buildings. `nearness` is 0 for the farthest plane, 1 for the nearest. */
function paintPlane(stage: Stage, haze: HazeRow, ground: number, nearness: number, plane: number, lightU: number) {
  const { raster, aspect, plan, colors } = stage;
  const { width, height } = raster;
  const random = stage.random(`plane-${plane}`);
  const centre = aspect * pickOne(stage.random('downtown'), [0.36, 0.42, 0.58, 0.64]);
  const thick = plan.weather === 'fog' ? 1.25 : stage.mist === 0 ? 0.7 : plan.weather === 'clear' ? 0.85 : 1.05;
  const away = Math.min(0.94, lerp(0.8, 0.1, nearness ** 0.8) * thick);
  const day = { noon: 1, morning: 0.9, 'golden-hour': 0.62, dawn: 0.35, sunset: 0.25, dusk: 0.12, night: 0.02 }[
    plan.timeOfDay
  ];
  const wall = mix(colors.near, scale(mix(colors.ambient, colors.light, 0.45), 0.55), day * 0.62);
  let u = -0.04 - random() * 0.05;
  while (u < aspect + 0.04) {
    const downtown = Math.exp(-(((u - centre) / (aspect * 0.3)) ** 2));
    const w = between(random, 0.028, 0.075) * lerp(0.78, 1.12, nearness);
    const luck = random();
    const base = lerp(0.2, 0.07, nearness) + lerp(0.24, 0.15, nearness) * downtown;
    const spike = luck > 0.8 ? lerp(0.26, 0.2, nearness) * downtown * random() : 0;
    const tall = Math.min(ground - 0.2, base * between(random, 0.5, 1.15) + spike);
    const column = Math.min(width - 1, Math.max(0, Math.round((u + w / 2) * height))) * 3;
    const air = airBehind(stage, haze, column, ground - tall);
    const tone = between(random, 0.75, 1.3);
    const sunny = day * 0.5 * Math.max(0, 1 - Math.abs(u - lightU) / aspect);
    const face = mix(mix(scale(wall, tone), colors.light, sunny * 0.18), air, away);
    const tower: Tower = {
      left: u * height,
      right: (u + w) * height,
      top: (ground - tall) * height,
      face,
      foot: mix(face, air, 0.3 * (1 - nearness) + 0.1),
    };
    paintTower(stage, tower, ground * height, nearness, away, random, luck);
    u += w * between(random, 0.72, 1.2) + (random() < 0.15 ? 0.012 : 0);
  }
}

function paintTower(
  stage: Stage,
  tower: Tower,
  ground: number,
  nearness: number,
  away: number,
  random: Random,
  luck: number,
) {
  const { raster, plan } = stage;
  const { height } = raster;
  const w = tower.right - tower.left;
  const tall = ground - tower.top;
  paintBlock(raster, tower, tower.left, tower.right, tower.top, ground);
  // Only some towers get setbacks and spires, because the skyline would look ragged if all had them.
  let crown = tower.top;
  if (luck > 0.62) {
    const inset = w * between(random, 0.16, 0.3);
    crown = tower.top - Math.min(tall * 0.14, w * 0.6);
    paintBlock(raster, tower, tower.left + inset, tower.right - inset, crown, tower.top);
    if (luck > 0.86) {
      const mast = Math.max(1.2, height * 0.0022);
      const x = (tower.left + tower.right) / 2;
      const tip = Math.max(height * 0.05, crown - tall * between(random, 0.12, 0.24));
      paintBlock(raster, tower, x - mast / 2, x + mast / 2, tip, crown);
      const beacon = 0.9 * (1 - away) * (plan.timeOfDay === 'night' || plan.timeOfDay === 'dusk' ? 1 : 0);
      if (beacon > 0)
        addGlow(raster, x, tip, Math.max(1.6, height * 0.004), beacon * 1.5, beacon * 0.12, beacon * 0.08);
    }
  }
  paintWindows(stage, tower, ground, nearness, away, random);
  if (stage.isSnowy) paintRoofSnow(stage, tower, crown, away);
}

/** Paints snow on a tower's roof, and on its setback if it has one. */
function paintRoofSnow(stage: Stage, tower: Tower, crown: number, away: number) {
  const { raster, colors } = stage;
  const deep = Math.max(1.5, raster.height * 0.007);
  const light = scale(mix(colors.ambient, colors.light, 0.5), 1.15);
  const white: Linear = [Math.max(light[0], 0.16), Math.max(light[1], 0.17), Math.max(light[2], 0.2)];
  const color = mix(white, tower.face, away * 0.75);
  const snow = { ...tower, face: color, foot: color };
  paintBlock(raster, snow, tower.left - 0.6, tower.right + 0.6, tower.top - deep, tower.top + deep * 0.3);
  if (crown < tower.top) {
    const inset = (tower.right - tower.left) * 0.24;
    paintBlock(raster, snow, tower.left + inset, tower.right - inset, crown - deep, crown);
  }
}

function paintBlock(raster: Stage['raster'], tower: Tower, left: number, right: number, top: number, bottom: number) {
  const { width, height, pixels } = raster;
  const x0 = Math.max(0, Math.floor(left));
  const x1 = Math.min(width - 1, Math.ceil(right) - 1);
  const y0 = Math.max(0, Math.floor(top));
  const y1 = Math.min(height - 1, Math.ceil(bottom) - 1);
  const { face, foot } = tower;
  for (let y = y0; y <= y1; y++) {
    const t = clamp01((y - tower.top) / (bottom - tower.top + 1));
    const coverY = Math.min(1, y + 1 - top);
    for (let x = x0; x <= x1; x++) {
      const cover = Math.min(1, x + 1 - left, right - x) * coverY;
      // One side of a tower gets a little more light than the other, because a flat colour would look like cardboard.
      const turn = 1.1 - (0.2 * (x - left)) / (right - left);
      const i = (y * width + x) * 3;
      for (let c = 0; c < 3; c++) {
        const color = (face[c]! + (foot[c]! - face[c]!) * t) * turn;
        pixels[i + c] = pixels[i + c]! + (color - pixels[i + c]!) * cover;
      }
    }
  }
}

function paintWindows(stage: Stage, tower: Tower, ground: number, nearness: number, away: number, random: Random) {
  const { raster, plan } = stage;
  const { width, height, pixels } = raster;
  const seed = Math.floor(random() * 65536);
  const lampShare = stage.forbids('lights') ? 0 : LAMPS_LIT[plan.timeOfDay] * between(random, 0.45, 1.35);
  const taste = random();
  const pitchX = Math.max(3, height * lerp(0.005, 0.0068, nearness));
  const pitchY = Math.max(3.4, height * lerp(0.0062, 0.0086, nearness));
  const columns = Math.floor((tower.right - tower.left - pitchX * 0.8) / pitchX);
  const rows = Math.floor((ground - tower.top - pitchY) / pitchY);
  if (columns < 1 || rows < 1) return;
  const margin = (tower.right - tower.left - columns * pitchX) / 2;
  const noise = stage.noise('lamps');
  const isDay = plan.timeOfDay === 'noon' || plan.timeOfDay === 'morning';
  const glass = mix(mix(stage.colors.zenith, stage.colors.near, 0.35), tower.face, 0.35);
  for (let row = 0; row < rows; row++) {
    // The share of lamps differs by floor, because offices on one floor close at the same time.
    const floorBusy = 0.45 + 1.1 * noise.cell(seed, row);
    for (let column = 0; column < columns; column++) {
      const luck = noise.cell(seed + column * 7 + 3, row * 13 + 5);
      const isLit = luck < lampShare * floorBusy;
      if (!isLit && !isDay) continue;
      const x = tower.left + margin + (column + 0.22) * pitchX;
      const y = tower.top + (row + 0.75) * pitchY;
      const lamp = LAMPS[Math.floor(noise.cell(seed + column, row + 77) * 3.2 + taste * 2.8)]!;
      const power = (0.45 + 2.4 * noise.cell(row + 31, seed + column) ** 3) * (1 - away) ** 0.8;
      const color = isLit ? lamp : glass;
      const cover = isLit ? 0.92 * (1 - away * 0.75) : 0.75 * (1 - away);
      const light = isLit ? power : 1;
      const w = pitchX * 0.58;
      const h = pitchY * 0.52;
      for (let py = Math.floor(y); py < y + h; py++) {
        if (py < 0 || py >= height) continue;
        const coverY = Math.min(py + 1, y + h) - Math.max(py, y);
        for (let px = Math.floor(x); px < x + w; px++) {
          if (px < 0 || px >= width) continue;
          const share = (Math.min(px + 1, x + w) - Math.max(px, x)) * coverY * cover;
          const i = (py * width + px) * 3;
          pixels[i] = pixels[i]! + (color[0] * light - pixels[i]!) * share;
          pixels[i + 1] = pixels[i + 1]! + (color[1] * light - pixels[i + 1]!) * share;
          pixels[i + 2] = pixels[i + 2]! + (color[2] * light - pixels[i + 2]!) * share;
        }
      }
    }
  }
}
