import { scale } from '../color.ts';
import { curtainColors } from '../curtains.ts';
import { between } from '../random.ts';
import { designSky, paintSky } from '../sky.ts';
import { type Stage } from '../stage.ts';
import { paintWater } from '../water.ts';
import { paintRanges, paintShoreTrees } from './mountain.ts';

/** Paints northern lights over mountains and a still lake. */
export function paintAurora(stage: Stage) {
  const random = stage.random('aurora');
  const shore = between(random, 0.64, 0.69);
  const design = { ...designSky(stage, shore), cloudiness: 0 };
  if (!stage.wants('moon')) design.disc = undefined;
  const haze = paintSky(stage, design);
  const glow = curtainColors(stage)[0];
  for (let i = 0; i < haze.length; i++) haze[i] = haze[i]! * 0.7 + glow[i % 3]! * 0.035;
  paintRanges(stage, design, haze, { eye: 0.22, near: 9, shore });
  paintShoreTrees(stage, haze, shore);
  if (!stage.forbids('water')) {
    stage.drawn.add('water');
    paintWater(stage, {
      shore,
      roughness: 0.26,
      deep: scale(stage.colors.water, 0.6),
      mirrorFar: 0.92,
      mirrorNear: 0.72,
      stretch: 1.45,
    });
  }
}
