import { type Random } from './random.ts';

export function clamp01(x: number): number {
  return x < 0 ? 0 : Math.min(x, 1);
}

export function smoothstep(low: number, high: number, x: number): number {
  const t = clamp01((x - low) / (high - low));
  return t * t * (3 - 2 * t);
}

export function lerp(a: number, b: number, t: number): number {
  return a + (b - a) * t;
}

/** Cosine of the 3-4-5 rotation between two octaves of noise. Without the rotation, the lattice would be visible as a plaid. */
const TURN_COS = 0.8;
const TURN_SIN = 0.6;

/**
 * Lattice noise with a period of 256 cells. The given random stream shuffles its tables. Gradient noise and value noise are
 * roughly between -1 and 1.
 */
export class Noise {
  readonly #order = new Uint8Array(512);
  readonly #gradientX = new Float64Array(256);
  readonly #gradientY = new Float64Array(256);
  readonly #heights = new Float64Array(256);

  /**
   * Slope of the noise at the position of the last call of `valueWithSlope`. Stored in fields, because returning an object per
   * pixel is slow.
   */
  slopeX = 0;
  slopeY = 0;

  constructor(random: Random) {
    for (let i = 0; i < 256; i++) {
      const angle = random() * Math.PI * 2;
      this.#gradientX[i] = Math.cos(angle);
      this.#gradientY[i] = Math.sin(angle);
      this.#heights[i] = random() * 2 - 1;
      this.#order[i] = i;
    }
    for (let i = 255; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      const swapped = this.#order[i]!;
      this.#order[i] = this.#order[j]!;
      this.#order[j] = swapped;
    }
    this.#order.copyWithin(256, 0, 256);
  }

  /** A fixed pseudo-random number in [0, 1) for each lattice cell. */
  cell(x: number, y: number): number {
    const order = this.#order;
    return (order[(order[x & 255]! + y) & 255]! + 0.5) / 256;
  }

  /** Gradient noise. Source: Ken Perlin, "Improving Noise", SIGGRAPH 2002 (the quintic fade). */
  gradient(x: number, y: number): number {
    const order = this.#order;
    const fx = Math.floor(x);
    const fy = Math.floor(y);
    const x0 = fx & 255;
    const y0 = fy & 255;
    const dx = x - fx;
    const dy = y - fy;
    const left = order[x0]! + y0;
    const right = order[(x0 + 1) & 255]! + y0;
    const a = order[left & 255]!;
    const b = order[right & 255]!;
    const c = order[(left + 1) & 255]!;
    const d = order[(right + 1) & 255]!;
    const gx = this.#gradientX;
    const gy = this.#gradientY;
    const u = dx * dx * dx * (dx * (dx * 6 - 15) + 10);
    const v = dy * dy * dy * (dy * (dy * 6 - 15) + 10);
    const na = gx[a]! * dx + gy[a]! * dy;
    const nb = gx[b]! * (dx - 1) + gy[b]! * dy;
    const nc = gx[c]! * dx + gy[c]! * (dy - 1);
    const nd = gx[d]! * (dx - 1) + gy[d]! * (dy - 1);
    const top = na + (nb - na) * u;
    const bottom = nc + (nd - nc) * u;
    return (top + (bottom - top) * v) * 1.4;
  }

  /** Fractal sum of gradient noise: each octave is half as strong and twice as fine as the previous one. */
  fbm(x: number, y: number, octaves: number): number {
    let sum = 0;
    let strength = 0.5;
    let px = x;
    let py = y;
    for (let i = 0; i < octaves; i++) {
      sum += strength * this.gradient(px, py);
      strength *= 0.5;
      const turned = 2 * (TURN_COS * px + TURN_SIN * py) + 17.3;
      py = 2 * (TURN_COS * py - TURN_SIN * px) + 9.1;
      px = turned;
    }
    return sum;
  }

  /**
   * Noise with sharp crests, in [0, 1]: gradient noise folded at zero. `round` rounds the edge of the fold, which would otherwise
   * alias in the distance.
   */
  ridged(x: number, y: number, octaves: number, round = 0.002): number {
    let sum = 0;
    let strength = 0.5;
    let carried = 1;
    let px = x;
    let py = y;
    for (let i = 0; i < octaves; i++) {
      const wave = this.gradient(px, py);
      const fold = 1 - Math.sqrt(wave * wave + round);
      const crest = fold * fold * carried;
      sum += strength * crest;
      carried = crest;
      strength *= 0.5;
      const turned = 2 * (TURN_COS * px + TURN_SIN * py) + 31.7;
      py = 2 * (TURN_COS * py - TURN_SIN * px) + 4.9;
      px = turned;
    }
    return sum;
  }

  /** Value noise. Also sets its analytic slope in `slopeX` and `slopeY`. */
  valueWithSlope(x: number, y: number): number {
    const order = this.#order;
    const heights = this.#heights;
    const fx = Math.floor(x);
    const fy = Math.floor(y);
    const x0 = fx & 255;
    const y0 = fy & 255;
    const dx = x - fx;
    const dy = y - fy;
    const left = order[x0]! + y0;
    const right = order[(x0 + 1) & 255]! + y0;
    const a = heights[order[left & 255]!]!;
    const b = heights[order[right & 255]!]!;
    const c = heights[order[(left + 1) & 255]!]!;
    const d = heights[order[(right + 1) & 255]!]!;
    const u = dx * dx * dx * (dx * (dx * 6 - 15) + 10);
    const v = dy * dy * dy * (dy * (dy * 6 - 15) + 10);
    const du = 30 * dx * dx * (dx * (dx - 2) + 1);
    const dv = 30 * dy * dy * (dy * (dy - 2) + 1);
    const k1 = b - a;
    const k2 = c - a;
    const k3 = a - b - c + d;
    this.slopeX = du * (k1 + k3 * v);
    this.slopeY = dv * (k2 + k3 * u);
    return a + k1 * u + k2 * v + k3 * u * v;
  }

  /**
   * Fractal noise that looks like terrain: fine detail is reduced on steep ground, as by erosion.
   * Source: Inigo Quilez, "Value noise derivatives", 2008.
   */
  eroded(x: number, y: number, octaves: number): number {
    let sum = 0;
    let strength = 1;
    let steepX = 0;
    let steepY = 0;
    let px = x;
    let py = y;
    for (let i = 0; i < octaves; i++) {
      const value = this.valueWithSlope(px, py);
      steepX += this.slopeX;
      steepY += this.slopeY;
      sum += (strength * value) / (1 + steepX * steepX + steepY * steepY);
      strength *= 0.5;
      const turned = 2 * (TURN_COS * px - TURN_SIN * py);
      py = 2 * (TURN_SIN * px + TURN_COS * py);
      px = turned;
    }
    return sum;
  }
}
