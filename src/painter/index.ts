export type { BriefInterpretation, InterpretedPart } from './brief-interpretation.ts';
export { encodePng } from './encode.ts';
export { paintScene } from './paint.ts';
export { describePicture, forecastBrief, type PictureFacts, quoted } from './picture-facts.ts';
export { ENGINE, MAX_COLORS, MAX_EXCLUSIONS, planScene, type SceneBrief, type ScenePlan } from './plan.ts';
export { ELEMENTS, type Element, SCENES, SEASONS, STYLES, TIMES_OF_DAY, WEATHERS } from './vocabulary.ts';
