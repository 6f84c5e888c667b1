export { paintScene } from './paint.ts';
export { planScene, type SceneBrief, suggestTags } from './plan.ts';
export { EmbeddedRenderer, type EmbeddedRendererOptions, type RenderedPicture } from './renderer.ts';
export { RendererClosed, RendererCrashed, RenderTimeout } from './renderer-errors.ts';
export { SCENES } from './vocabulary.ts';
