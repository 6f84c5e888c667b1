import { between, type Random } from './random.ts';
import { addGlow } from './raster.ts';
import type { SkyDesign } from './sky-design.ts';
import { type Stage } from './stage.ts';

/** Paints a forked flash between cloud and land, and the light around it. */
export function paintLightning(stage: Stage, { horizon, light }: SkyDesign) {
  const { aspect, raster } = stage;
  const random = stage.random('lightning');
  stage.drawn.add('lightning');
  const u = light.u > aspect / 2 ? aspect * between(random, 0.22, 0.42) : aspect * between(random, 0.58, 0.78);
  const foot = u + between(random, -0.12, 0.12);
  lightUp(stage, u, horizon * 0.12, horizon);
  const width = Math.max(0.9, raster.height * 0.0021);
  fork(stage, random, { u, v: horizon * 0.06 }, { u: foot, v: horizon + 0.02 }, width, 0);
}

interface BoltPosition {
  u: number;
  v: number;
}

/** Paints a bolt: a path with random bends, each about half as large as the bends of the previous step, and with branches. */
function fork(stage: Stage, random: Random, from: BoltPosition, to: BoltPosition, width: number, depth: number) {
  let path = [from, to];
  const reach = Math.hypot(to.u - from.u, to.v - from.v);
  for (let off = reach * 0.16; off > 0.002; off *= 0.54) {
    const finer: BoltPosition[] = [path[0]!];
    for (let k = 1; k < path.length; k++) {
      const a = path[k - 1]!;
      const b = path[k]!;
      finer.push(
        { u: (a.u + b.u) / 2 + between(random, -off, off), v: (a.v + b.v) / 2 + between(random, -off, off) * 0.4 },
        b,
      );
    }
    path = finer;
  }
  for (let k = 1; k < path.length; k++) {
    const along = k / path.length;
    drawStroke(stage, path[k - 1]!, path[k]!, width * (depth === 0 ? 1 - 0.35 * along : 1 - 0.8 * along), depth);
  }
  if (depth >= 2) return;
  const branches = depth === 0 ? 5 : 2;
  for (let n = 0; n < branches; n++) {
    const start = path[Math.floor(path.length * between(random, 0.12, 0.8))]!;
    const side = random() < 0.5 ? -1 : 1;
    const end = {
      u: start.u + side * reach * between(random, 0.1, 0.26),
      v: Math.min(to.v, start.v + reach * between(random, 0.14, 0.34)),
    };
    fork(stage, random, start, end, width * 0.52, depth + 1);
  }
}

function drawStroke({ raster }: Stage, a: BoltPosition, b: BoltPosition, width: number, depth: number) {
  const { height } = raster;
  const length = Math.hypot(b.u - a.u, b.v - a.v) * height;
  const steps = Math.max(1, Math.ceil(length / (width * 0.6)));
  const power = [2.4, 0.9, 0.4][depth]!;
  for (let k = 0; k < steps; k++) {
    const t = (k + 0.5) / steps;
    const x = (a.u + (b.u - a.u) * t) * height;
    const y = (a.v + (b.v - a.v) * t) * height;
    addGlow(raster, x, y, width, power * 0.92, power * 0.95, power * 1.1);
    if (depth === 0 && k % 4 === 0) addGlow(raster, x, y, width * 9, 0.016, 0.018, 0.03);
  }
}

/** Brightens the cloud from which the flash comes, and slightly the air beside its path. */
function lightUp({ raster }: Stage, u: number, v: number, horizon: number) {
  const { width, height, pixels } = raster;
  for (let y = 0; y < horizon * height; y++) {
    const dv = (y + 0.5) / height - v;
    for (let x = 0; x < width; x++) {
      const du = (x + 0.5) / height - u;
      const near = 0.34 * Math.exp(-(du * du * 7 + dv * dv * 16)) + 0.12 * Math.exp(-du * du * 14);
      const i = (y * width + x) * 3;
      // Brighter parts of the cloud take more of the light, so that the cloud's folds stay visible.
      const own = 0.25 + 4 * pixels[i + 1]!;
      pixels[i] = pixels[i]! + near * own * 0.5;
      pixels[i + 1] = pixels[i + 1]! + near * own * 0.54;
      pixels[i + 2] = pixels[i + 2]! + near * own * 0.74;
    }
  }
}
