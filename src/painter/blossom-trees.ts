import { type Linear, linearOf, luminance, mix, multiply, scale } from './color.ts';
import { clamp01 } from './noise.ts';
import { between, pickOne, type Random } from './random.ts';
import { blendPixel, type Raster } from './raster.ts';
import { type Stage } from './stage.ts';

/** Paints a cherry tree in full bloom at one side of the picture, and loose petals in the air. */
export function paintBlossomTrees(stage: Stage, lightU: number) {
  const { aspect } = stage;
  const random = stage.random('blossom');
  stage.drawn.add('blossom');
  const isLeft = lightU > aspect / 2;
  const out = aspect * between(random, 0.04, 0.12);
  paintTree(stage, random, { u: isLeft ? out : aspect - out, v: 1.04, height: 0.95, lean: isLeft ? 0.3 : -0.3 });
  paintPetals(stage, random);
}

/** Paints a few more blossoming trees in the distance. */
export function paintOrchard(stage: Stage, ground: (u: number) => number) {
  const random = stage.random('orchard');
  const places = Array.from({ length: 9 }, () => ({
    u: between(random, -0.05, stage.aspect + 0.05),
    t: random(),
  })).sort((a, b) => a.t - b.t);
  for (const { u, t } of places) {
    const height = 0.1 + 0.13 * t * t;
    paintTree(stage, random, { u, v: ground(u) + 0.015 + 0.07 * t, height, lean: between(random, -0.1, 0.1) });
  }
}

interface Tree {
  u: number;
  v: number;
  height: number;
  /** Angle in radians by which the trunk leans to one side. */
  lean: number;
}

interface Twig {
  x: number;
  y: number;
}

function paintTree(stage: Stage, random: Random, tree: Tree) {
  const { raster, colors } = stage;
  const px = raster.height;
  const tall = tree.height * px;
  const bark = mix(multiply(linearOf('#4a3a36'), lit(stage, 0.5)), colors.near, 0.35);
  const twigs: Twig[] = [];
  const grow = (x: number, y: number, angle: number, length: number, thick: number, depth: number) => {
    const bend = between(random, -0.25, 0.25);
    const steps = Math.max(3, Math.ceil(length / Math.max(1.5, thick * 0.4)));
    let cx = x;
    let cy = y;
    for (let k = 0; k < steps; k++) {
      const t = k / steps;
      const turned = angle + bend * t;
      cx += (Math.cos(turned) * length) / steps;
      cy -= (Math.sin(turned) * length) / steps;
      dab(raster, cx, cy, Math.max(0.6, thick * (1 - 0.45 * t)), bark, 0.95);
      if (depth >= 2) twigs.push({ x: cx, y: cy });
    }
    if (depth >= 5 || length < tall * 0.03) {
      twigs.push({ x: cx, y: cy });
      return;
    }
    const children = depth === 0 ? 4 : 3;
    for (let n = 0; n < children; n++) {
      const spread = depth === 0 ? 0.75 : 0.62;
      const offset = ((n + between(random, 0.2, 0.8)) / children - 0.5) * 2 * spread;
      grow(cx, cy, angle + bend + offset, length * between(random, 0.6, 0.78), thick * 0.56, depth + 1);
    }
  };
  grow(tree.u * px, tree.v * px, Math.PI / 2 - tree.lean, tall * 0.34, tall * 0.028, 0);
  paintBlossoms(stage, random, tree, twigs);
}

/** Paints clouds of petals around the twigs: the shaded petals first, then the lit petals over them. */
function paintBlossoms(stage: Stage, random: Random, { height }: Tree, twigs: readonly Twig[]) {
  const { raster, aspect } = stage;
  const [requested] = stage.tints('blossom');
  const pink = requested ?? linearOf('#f2a9c4');
  const pale = requested ? mix(requested, [1, 1, 1], 0.45) : linearOf('#fde3ec');
  const size = Math.max(1, raster.height * (0.0035 + 0.0035 * height));
  const spread = raster.height * height * 0.045;
  const count = Math.round(400 + 6500 * height ** 1.2);
  const shade = multiply(mix(pink, linearOf('#8d4a6d'), 0.35), lit(stage, 0.42));
  const bright = lit(stage, 1);
  for (const isLit of [false, true]) {
    for (let n = 0; n < count; n++) {
      const { x, y } = pickOne(random, twigs);
      const angle = random() * Math.PI * 2;
      const off = spread * Math.sqrt(random());
      const px = x + Math.cos(angle) * off;
      const py = y + Math.sin(angle) * off * 0.8 - (isLit ? spread * 0.3 : -spread * 0.15);
      if (px < -size || px > aspect * raster.height + size) continue;
      const tone = isLit
        ? multiply(mix(pink, pale, random()), scale(bright, between(random, 0.75, 1.1)))
        : scale(shade, between(random, 0.8, 1.25));
      dab(raster, px, py, size * between(random, 0.6, isLit ? 1.15 : 1.5), tone, isLit ? 0.85 : 0.7);
    }
  }
}

function paintPetals(stage: Stage, random: Random) {
  const { raster, aspect } = stage;
  const [requested] = stage.tints('blossom');
  const color = multiply(requested ?? linearOf('#f8cfdd'), lit(stage, 0.95));
  for (let n = 0; n < 90 * aspect; n++) {
    const x = random() * aspect * raster.height;
    const y = between(random, 0.25, 1) * raster.height;
    dab(raster, x, y, raster.height * between(random, 0.0016, 0.004), color, between(random, 0.35, 0.8));
  }
}

/** Colour of the light on a tree, in linear light. `share` is the part of the direct light that reaches the painted surface. */
function lit(stage: Stage, share: number): Linear {
  const { light, ambient } = stage.colors;
  const color: Linear = [
    light[0] * 0.75 * share + ambient[0] * 0.5,
    light[1] * 0.75 * share + ambient[1] * 0.5,
    light[2] * 0.75 * share + ambient[2] * 0.5,
  ];
  // Half of the light's saturation is removed. Otherwise, blossoms under an orange sun wouldn't look pink.
  const grey = luminance(...color);
  return mix(color, [grey, grey, grey], 0.5);
}

/** Paints a round spot with a soft rim. `radius` is in pixels. */
function dab(raster: Raster, x: number, y: number, radius: number, [r, g, b]: Linear, cover: number) {
  const x1 = Math.ceil(x + radius);
  const y1 = Math.ceil(y + radius);
  for (let py = Math.floor(y - radius); py <= y1; py++) {
    for (let px = Math.floor(x - radius); px <= x1; px++) {
      const away = Math.hypot(px + 0.5 - x, py + 0.5 - y);
      const inside = clamp01(radius - away + 0.5);
      if (inside > 0) blendPixel(raster, px, py, r, g, b, cover * inside);
    }
  }
}
