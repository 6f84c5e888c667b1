import { finish } from './finish.ts';
import { type ScenePlan } from './plan.ts';
import { paintAbstract } from './scenes/abstract.ts';
import { paintAurora } from './scenes/aurora.ts';
import { paintCity } from './scenes/city.ts';
import { paintCosmos } from './scenes/cosmos.ts';
import { paintDesert } from './scenes/desert.ts';
import { paintForest } from './scenes/forest.ts';
import { paintMeadow } from './scenes/meadow.ts';
import { paintLake, paintMountain } from './scenes/mountain.ts';
import { paintSea } from './scenes/sea.ts';
import { noteDisc } from './sky.ts';
import { createStage, type Stage } from './stage.ts';
import { type Element, type Scene } from './vocabulary.ts';
import { paintWeather } from './weather.ts';

/** A finished picture: red, green and blue bytes in sRGB, row by row. */
export interface PaintedPicture {
  width: number;
  height: number;
  data: Uint8Array;
  /** Visible elements, such as trees or a moon. */
  drawn: Element[];
}

const PAINTERS: Record<Scene, (stage: Stage) => void> = {
  mountain: paintMountain,
  lake: paintLake,
  sea: paintSea,
  city: paintCity,
  aurora: paintAurora,
  forest: paintForest,
  meadow: paintMeadow,
  desert: paintDesert,
  cosmos: paintCosmos,
  abstract: paintAbstract,
};

/** Scenes without weather. The weather is painted in all other scenes. */
const INDOORS: readonly Scene[] = ['cosmos', 'abstract'];

/** Paints a plan. The same plan gives the same bytes at any time and in any thread. */
export function paintScene(plan: ScenePlan): PaintedPicture {
  const stage = createStage(plan);
  PAINTERS[plan.scene](stage);
  if (!INDOORS.includes(plan.scene)) paintWeather(stage);
  noteDisc(stage);
  return { width: plan.width, height: plan.height, data: finish(stage), drawn: [...stage.drawn] };
}
