import { type Linear, linearOf, mix, multiply } from '../color.ts';
import { clamp01, smoothstep } from '../noise.ts';
import { between } from '../random.ts';
import { designSky, paintSky } from '../sky.ts';
import { type Stage } from '../stage.ts';
import { paintTerrain } from '../terrain.ts';
import { landLight } from './mountain.ts';

/** Paints dunes with one lit and one shaded side, and wind ripples near the viewer. */
export function paintDesert(stage: Stage) {
  const random = stage.random('desert');
  const horizon = between(random, 0.5, 0.56);
  const design = designSky(stage, horizon, 0.06);
  const haze = paintSky(stage, design);
  const noise = stage.noise('dunes');
  const light = landLight(stage, design, 0.7);
  const [asked] = stage.tints('ground');
  const [overall] = stage.tints('all');
  const requested = asked ?? overall;
  const sand = requested ? mix(linearOf('#d9a066'), requested, asked ? 0.85 : 0.45) : linearOf('#dba468');
  const lit: Linear = multiply(sand, light.sun);
  const dark: Linear = multiply(sand, light.ambient);
  const ox = random() * 100;
  const oz = random() * 100;
  const turn = between(random, -0.5, 0.5);
  const foggy = stage.plan.weather === 'fog' ? 1 : stage.mist === 0 ? 0 : 0.35;
  const view = {
    horizon,
    eye: 1.15,
    focal: 1.2,
    near: 1.6,
    far: 60,
    haze: 0.02 + 0.03 * foggy,
    fog: 0.05 * foggy,
    fogHalf: 0.5,
    step: 1.0026,
  };
  paintTerrain(
    stage,
    view,
    {
      height(x, z, octaves) {
        const wander = noise.gradient(x * 0.1 + 3 + ox, z * 0.1 + oz) * 1.7;
        const a = (x + z * turn) * 0.2 + wander + ox;
        const b = z * 0.27 - x * 0.05 + noise.gradient(x * 0.14 + 50, z * 0.12 + 7) * 0.9;
        // A dune rises gently to its crest and falls steeply on the other side.
        const crest = softCrest(noise.gradient(a, b), 0.0012 + z * 0.0009);
        const second = softCrest(noise.gradient(a * 1.9 + 20, b * 1.7 + 5), 0.004 + z * 0.002);
        const rise = smoothstep(1.2, 4.2, z) * (0.7 + 0.5 * smoothstep(8, 26, z));
        let h = (crest * crest * crest * 2 + second * second * 0.34 * smoothstep(24, 8, z)) * rise - 0.7;
        if (octaves > 5) h += noise.gradient(x * 0.9, z * 0.9) * 0.03;
        return h;
      },
      shade(sample) {
        const fine = smoothstep(16, 3, sample.z);
        let sx = sample.slopeX;
        let sz = sample.slopeZ;
        if (fine > 0) {
          const phase = sample.z * 17 + sample.x * 5 + noise.gradient(sample.x * 1.1, sample.z * 1.1) * 5;
          const ripple =
            Math.cos(phase) *
            0.13 *
            fine *
            (0.4 + 0.6 * smoothstep(-0.3, 0.3, noise.gradient(sample.x * 0.5 + 9, sample.z * 0.5)));
          sx += ripple * 0.5;
          sz += ripple;
        }
        const length = Math.sqrt(1 + sx * sx + sz * sz);
        const facing = clamp01(((-sx * light.x + light.y - sz * light.z) / length) * 1.15);
        const sky = 0.62 + 0.38 / length;
        sample.r = lit[0] * facing + dark[0] * sky;
        sample.g = lit[1] * facing + dark[1] * sky;
        sample.b = lit[2] * facing + dark[2] * sky;
      },
    },
    haze,
  );
}

/** Folds a wave into a crest with a rounded edge. `round` grows with distance, where a sharp edge would alias. */
function softCrest(wave: number, round: number): number {
  return 1 - Math.sqrt(wave * wave + round);
}
