import { scale } from './color.ts';
import { smoothstep } from './noise.ts';
import { type Stage } from './stage.ts';

/** Paints rays of light that fan out from the sun between clouds. A `strength` of 1 is barely visible. */
export function paintRays(stage: Stage, light: { u: number; v: number }, strength: number) {
  const { raster, colors } = stage;
  const { width, height, pixels } = raster;
  if (strength > 1) stage.drawn.add('sun-rays');
  const noise = stage.noise('rays');
  const [r, g, b] = scale(colors.glow, stage.plan.timeOfDay === 'night' ? 0.35 : 1);
  for (let y = 0; y < height; y++) {
    const dv = (y + 0.5) / height - light.v;
    for (let x = 0; x < width; x++) {
      const du = (x + 0.5) / height - light.u;
      const away = Math.sqrt(du * du + dv * dv) + 0.02;
      const fan = noise.fbm((du / away) * 3.2 + 7, (dv / away) * 3.2 + 3, 3);
      const shaft = smoothstep(-0.1, strength > 1 ? 0.3 : 0.45, fan);
      const veil = strength > 1 ? 0.02 : 0.05;
      const glow =
        (veil + 0.34 * strength * shaft * smoothstep(-0.05, 0.2, dv)) * Math.exp(-away * (strength > 1 ? 1.7 : 2.3));
      const i = (y * width + x) * 3;
      pixels[i] = pixels[i]! + r * glow;
      pixels[i + 1] = pixels[i + 1]! + g * glow;
      pixels[i + 2] = pixels[i + 2]! + b * glow;
    }
  }
}
