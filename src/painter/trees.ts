import { type Linear, scale } from './color.ts';
import { type Random } from './random.ts';
import { blendPixel, blendRun, type Raster } from './raster.ts';

/** Position and shape of a conifer. Lengths are in pixels. */
export interface Conifer {
  x: number;
  /** Vertical position of the foot of the trunk, in pixels. */
  base: number;
  height: number;
  /** Half the width of the lowest boughs, divided by the height of the tree. */
  spread: number;
}

export interface ConiferColors {
  /** Colours of the boughs (`bough`), and of the light or snow on top of them. */
  bough: Linear;
  crest: Linear;
  /** Colour of the tree near the ground, for trees in mist. */
  foot: Linear;
}

/**
 * Minimum height of trees whose boughs are painted. The boughs of smaller trees are finer than a pixel, so only an outline is
 * painted.
 */
const BOUGHS_FROM_PX = 64;

/**
 * Paints a conifer: small ones as an outline, large ones bough by bough. `load` is the share of a bough that has the colour of
 * the crest.
 */
export function paintConifer(raster: Raster, tree: Conifer, colors: ConiferColors, random: Random, load = 0.2) {
  if (tree.height < BOUGHS_FROM_PX) paintOutline(raster, tree, colors, random);
  else paintBoughs(raster, tree, colors, random, load);
}

/** Colours of a tree that has almost no light and no snow on its boughs. */
export function silhouette(bough: Linear, foot: Linear): ConiferColors {
  return { bough, crest: scale(bough, 1.12), foot };
}

function paintOutline(raster: Raster, tree: Conifer, { bough, foot }: ConiferColors, random: Random) {
  const top = tree.base - tree.height;
  const tiers = Math.round(8 + random() * 5);
  const lean = (random() - 0.5) * 0.03;
  const phase = random();
  const lengths = Array.from({ length: (tiers + 2) * 2 }, () => 0.6 + 0.5 * random());
  const last = Math.min(raster.height - 1, Math.ceil(tree.base));
  for (let y = Math.max(0, Math.floor(top)); y <= last; y++) {
    const t = Math.max(0, (y + 0.5 - top) / tree.height);
    if (t > 1) break;
    const envelope = t < 0.94 ? tree.spread * tree.height * (0.05 * Math.min(1, t * 30) + 0.95 * t ** 0.88) : 0;
    const trunk = Math.max(0.4, tree.height * 0.008 * (0.3 + t));
    // Tiers of boughs are closer together near the tip, and the left and right ones are never at the same height.
    const left = t ** 0.82 * tiers + phase;
    const right = left + 0.5;
    const tierLeft = Math.floor(left);
    const tierRight = Math.floor(right);
    const x = tree.x + lean * tree.height * (1 - t);
    const mist = t * t;
    blendRun(
      raster,
      y,
      x - tierProfile(left - tierLeft) * lengths[tierLeft * 2]! * envelope - trunk,
      x + tierProfile(right - tierRight) * lengths[tierRight * 2 + 1]! * envelope + trunk,
      bough[0] + (foot[0] - bough[0]) * mist,
      bough[1] + (foot[1] - bough[1]) * mist,
      bough[2] + (foot[2] - bough[2]) * mist,
      1,
    );
  }
}

/**
 * Horizontal reach of one tier of boughs, from its root (0) to its underside (1): it sweeps outwards, then curls back under its
 * tip.
 */
function tierProfile(within: number): number {
  if (within < 0.78) return 0.5 + 0.5 * (within / 0.78) ** 1.3;
  const under = (within - 0.78) / 0.22;
  return 1 - 0.5 * under * under;
}

function paintBoughs(raster: Raster, tree: Conifer, colors: ConiferColors, random: Random, load: number) {
  const top = tree.base - tree.height;
  const tiers = Math.round(22 + Math.min(16, tree.height / 45) + random() * 5);
  const lean = (random() - 0.5) * 0.025;
  const { bough, foot } = colors;
  for (let y = Math.max(0, Math.floor(top)); y <= Math.min(raster.height - 1, tree.base); y++) {
    const t = (y + 0.5 - top) / tree.height;
    const half = tree.height * (0.0012 + 0.0085 * t);
    const x = tree.x + lean * tree.height * (1 - t);
    const m = t * t;
    const r = (bough[0] + (foot[0] - bough[0]) * m) * 0.9;
    const g = (bough[1] + (foot[1] - bough[1]) * m) * 0.9;
    const b = (bough[2] + (foot[2] - bough[2]) * m) * 0.9;
    blendRun(raster, y, x - half, x + half, r, g, b, 1);
  }
  // Boughs are painted from the tip down, because lower boughs reach farther towards the viewer and cover the undersides of the
  // upper ones.
  for (let tier = 0; tier < tiers; tier++) {
    for (const side of [-1, 1, -0.55, 0.6]) {
      const t = 0.012 + 0.9 * ((tier + random() * 0.8) / tiers) ** 1.12;
      const reach = tree.spread * tree.height * (0.04 + 0.96 * t ** 0.86) * (0.68 + 0.46 * random()) * Math.abs(side);
      const x = tree.x + lean * tree.height * (1 - t);
      const droop = 0.2 + 0.42 * t + 0.18 * random();
      const thick = tree.height * (0.008 + 0.026 * t ** 0.7) * (0.8 + 0.4 * random());
      paintBough(raster, tree, colors, x, top + t * tree.height, Math.sign(side) * reach, droop, thick, random, load);
    }
  }
}

/** Paints one bough: it droops, rises again at its tip, and has a fringe of twigs below. */
function paintBough(
  raster: Raster,
  tree: Conifer,
  { bough, crest, foot }: ConiferColors,
  x: number,
  y: number,
  reach: number,
  droop: number,
  thick: number,
  random: Random,
  load: number,
) {
  const length = Math.abs(reach);
  const tooth = Math.max(1.6, tree.height * 0.011);
  const phase = random() * 6;
  const wobble = 0.5 + random();
  const from = Math.floor(Math.min(x, x + reach));
  const to = Math.ceil(Math.max(x, x + reach));
  for (let px = Math.max(0, from); px < Math.min(raster.width, to); px++) {
    const s = Math.abs(px + 0.5 - x) / length;
    if (s > 1) continue;
    const upper = y + length * droop * (s ** 1.35 - 0.36 * s ** 4);
    // Twigs are uneven teeth in two rows, of which the second is shifted.
    const along = (s * length) / tooth + phase;
    const saw = along - Math.floor(along);
    const second = along * 0.43 * wobble;
    const fringe = 0.34 + 0.44 * saw + 0.34 * (second - Math.floor(second));
    const lower = upper + thick * fringe * (1.15 - s) ** 0.75 + 0.5;
    const crestLine = upper + Math.max(0.9, thick * load * (1.1 - s));
    const last = Math.min(raster.height - 1, Math.ceil(lower) - 1);
    for (let row = Math.max(0, Math.floor(upper)); row <= last; row++) {
      const cover = Math.min(row + 1, lower) - Math.max(row, upper);
      const t = (row - (tree.base - tree.height)) / tree.height;
      const mist = t > 0 ? Math.min(1, t * t) : 0;
      const own = row + 0.5 < crestLine ? crest : bough;
      const r = own[0] + (foot[0] - own[0]) * mist;
      const g = own[1] + (foot[1] - own[1]) * mist;
      const b = own[2] + (foot[2] - own[2]) * mist;
      blendPixel(raster, px, row, r, g, b, Math.min(cover, 1));
    }
  }
}
