import { smoothstep } from './noise.ts';
import { between } from './random.ts';
import { type Stage } from './stage.ts';

/** Paints the Milky Way across a night sky, with its dark rift. */
export function paintMilkyWay(stage: Stage, horizon: number, strength: number) {
  const { raster, aspect } = stage;
  const { width, height, pixels } = raster;
  stage.drawn.add('milky-way');
  const random = stage.random('milky-way');
  const noise = stage.noise('milky-way');
  const lean = (random() < 0.5 ? -1 : 1) * between(random, 0.35, 0.75);
  const foot = aspect * between(random, 0.4, 0.6);
  const gw = Math.ceil(width / 2) + 1;
  const gh = Math.ceil((horizon * height) / 2) + 1;
  const grid = new Float32Array(gw * gh);
  for (let gy = 0; gy < gh; gy++) {
    const v = (gy * 2) / height;
    for (let gx = 0; gx < gw; gx++) {
      const u = (gx * 2) / height;
      const across = (u - foot - lean * (horizon - v)) / Math.sqrt(1 + lean * lean);
      if (Math.abs(across) > 0.45) continue;
      const along = horizon - v + lean * (u - foot) * 0.5;
      const cloud = noise.fbm(across * 5 + 3, along * 3.2, 6) + 0.5;
      const rift =
        smoothstep(-0.02, 0.3, noise.fbm(across * 7 + 40, along * 3.6 + 9, 5)) * Math.exp(-across * across * 160);
      const body = Math.exp(-across * across * 26) * (0.25 + 0.9 * cloud);
      grid[gy * gw + gx] = Math.max(0, body * (1 - 0.8 * rift)) * (0.5 + 0.5 * smoothstep(horizon, horizon - 0.35, v));
    }
  }
  for (let y = 0; y < Math.min(height, horizon * height); y++) {
    for (let x = 0; x < width; x++) {
      const at = (y >> 1) * gw + (x >> 1);
      const tx = (x & 1) * 0.5;
      const light = (grid[at]! + (grid[at + 1]! - grid[at]!) * tx) * strength;
      const i = (y * width + x) * 3;
      pixels[i] = pixels[i]! + light * 0.17;
      pixels[i + 1] = pixels[i + 1]! + light * 0.165;
      pixels[i + 2] = pixels[i + 2]! + light * 0.22;
    }
  }
  const size = Math.max(0.6, height / 1024);
  const count = Math.round(2600 * aspect * strength);
  for (let n = 0; n < count; n++) {
    const v = random() * horizon;
    const across = (random() + random() + random() - 1.5) * 0.3;
    const u = foot + lean * (horizon - v) + across * Math.sqrt(1 + lean * lean);
    const light = 0.05 + 0.22 * random() ** 4;
    const x = Math.round(u * height);
    const y = Math.round(v * height);
    if (x < 0 || x >= width || y < 0 || y >= height) continue;
    const i = (y * width + x) * 3;
    for (let c = 0; c < 3; c++) pixels[i + c] = pixels[i + c]! + light * Math.min(1.4, 1 / size);
  }
}
