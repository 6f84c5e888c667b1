export { encodePng } from './encode.ts';
export { paintScene } from './paint.ts';
export { ENGINE, MAX_COLORS, MAX_EXCLUSIONS, planScene, type SceneBrief, type ScenePlan } from './plan.ts';
export { foresee, quoted, type Settled, settle } from './settle.ts';
export type { Part, Understood } from './understood.ts';
export { ELEMENTS, type Element, SCENES, SEASONS, STYLES, TIMES_OF_DAY, WEATHERS } from './vocabulary.ts';
