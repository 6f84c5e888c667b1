export { paintScene } from './paint.ts';
export { MAX_COLORS, MAX_EXCLUSIONS, planScene, type SceneBrief } from './plan.ts';
export { EmbeddedRenderer, type EmbeddedRendererOptions, type RenderedPicture, type Renderer } from './renderer.ts';
export { RendererClosed, RendererCrashed, RenderTimeout } from './renderer-errors.ts';
export { foresee, quoted, settle } from './settle.ts';
export type { Part, Understood } from './understood.ts';
export { ELEMENTS, SCENES, SEASONS, STYLES, TIMES_OF_DAY, WEATHERS } from './vocabulary.ts';
