import { linearOf, mix, scale } from '../color.ts';
import { paintMilkyWay } from '../milky-way.ts';
import { clamp01, smoothstep } from '../noise.ts';
import { between } from '../random.ts';
import { type Stage } from '../stage.ts';
import { paintStars } from '../stars.ts';

/** Paints a nebula: veils of glowing gas, dark dust in front of them, and stars. */
export function paintCosmos(stage: Stage) {
  const { raster, aspect, colors } = stage;
  const { width, height, pixels } = raster;
  const random = stage.random('nebula');
  const noise = stage.noise('nebula');
  const dust = stage.noise('dust');
  const [first, second, third] = stage.tints('all');
  const schemes = [
    ['#3d6bff', '#d94fb5', '#ffb27a'],
    ['#1fb8c4', '#5b4be0', '#ff8f9c'],
    ['#6a3fd1', '#ff6f61', '#ffd28a'],
    ['#2a7de1', '#27c4a8', '#ffd9a0'],
  ];
  const scheme = schemes[Math.floor(random() * schemes.length)]!.map(linearOf);
  const cool = mix(first ?? scheme[0]!, colors.upper, 0.1);
  const warm = second ?? (first ? mix(first, scheme[1]!, 0.3) : scheme[1]!);
  const core = third ?? mix(scheme[2]!, warm, 0.2);
  const angle = between(random, -0.7, 0.7);
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const cu = aspect * (random() < 0.5 ? 0.38 : 0.62);
  const cv = between(random, 0.42, 0.56);
  const ox = random() * 100;
  const oy = random() * 100;
  const night = scale(colors.zenith, 0.35);
  const gw = Math.ceil(width / 2) + 1;
  const gh = Math.ceil(height / 2) + 1;
  const grid = new Float32Array(gw * gh * 3);
  for (let gy = 0; gy < gh; gy++) {
    for (let gx = 0; gx < gw; gx++) {
      const du = (gx * 2) / height - cu;
      const dv = (gy * 2) / height - cv;
      const along = du * cos + dv * sin;
      const across = dv * cos - du * sin;
      const band = Math.exp(-(across * across * 7 + along * along * 0.9));
      const x = along * 1.7 + ox;
      const y = across * 2.1 + oy;
      const wx = noise.fbm(x, y, 3) * 1.3;
      const wy = noise.fbm(x + 9.2, y + 4.7, 3) * 1.3;
      const gas = noise.fbm(x + wx, y + wy, 6) + 0.5;
      const veil = noise.ridged(x * 1.2 + wy, y * 1.2 - wx, 5);
      const dark = smoothstep(0.02, 0.42, dust.fbm(x * 1.5 + wx * 0.8 + 3, y * 2 + wy, 5)) * 0.85;
      const density = clamp01(gas) ** 1.7 * (0.18 + 1.1 * band);
      const clear = 1 - dark * (0.35 + 0.65 * band);
      const heat = smoothstep(0.25, 0.85, gas * (0.45 + 0.75 * band) + wx * 0.12);
      const hot = band * band * smoothstep(0.45, 1, gas) * 0.9;
      const glow = density * (0.45 + 0.9 * veil) * clear * 1.15;
      const i = (gy * gw + gx) * 3;
      for (let c = 0; c < 3; c++) {
        grid[i + c] = night[c]! + (cool[c]! + (warm[c]! - cool[c]!) * heat) * glow + core[c]! * hot * clear * 0.65;
      }
    }
  }
  for (let y = 0; y < height; y++) {
    const ty = (y & 1) * 0.5;
    for (let x = 0; x < width; x++) {
      const tx = (x & 1) * 0.5;
      const at = ((y >> 1) * gw + (x >> 1)) * 3;
      const i = (y * width + x) * 3;
      for (let c = 0; c < 3; c++) {
        const top = grid[at + c]! + (grid[at + 3 + c]! - grid[at + c]!) * tx;
        const below = at + gw * 3;
        const bottom = grid[below + c]! + (grid[below + 3 + c]! - grid[below + c]!) * tx;
        pixels[i + c] = top + (bottom - top) * ty;
      }
    }
  }
  if (stage.wants('milky-way')) paintMilkyWay(stage, 1.3, 0.8);
  if (!stage.forbids('stars')) paintStars(stage, { horizon: 2.2, starlight: 1 }, 0.8);
}
