import { smoothstep } from './noise.ts';
import { addGlow } from './raster.ts';
import type { SkyDesign } from './sky-design.ts';
import { type Stage } from './stage.ts';

/** Minimum `starlight` of a sky whose stars count as visible. */
const VISIBLE = 0.25;

/** Paints stars in the proportions of the real sky: many faint ones, few bright ones. */
export function paintStars(stage: Stage, design: Pick<SkyDesign, 'horizon' | 'starlight'>, density = 1) {
  const { raster, aspect } = stage;
  if (design.starlight >= VISIBLE) stage.drawn.add('stars');
  const random = stage.random('stars');
  const size = Math.max(0.62, raster.height / 1024);
  const count = Math.round(2100 * aspect * design.horizon * density);
  for (let n = 0; n < count; n++) {
    const u = random() * aspect;
    const v = random() * design.horizon;
    const magnitude = random();
    const temperature = random();
    const fade = 1 - smoothstep(0.55, 1, v / design.horizon);
    const brightness = (0.05 + 0.95 * magnitude ** 11) * fade * design.starlight;
    if (brightness < 0.012) continue;
    const radius = (0.72 + 0.95 * magnitude ** 16) * size;
    const red = temperature > 0.7 ? 1.1 : 0.88;
    const blue = temperature > 0.7 ? 0.8 : 1.15;
    const x = u * raster.height;
    const y = v * raster.height;
    addGlow(raster, x, y, radius, brightness * red * 1.6, brightness * 1.5, brightness * blue * 1.6);
    if (magnitude > 0.985) addGlow(raster, x, y, radius * 4, brightness * 0.05, brightness * 0.06, brightness * 0.09);
  }
}
