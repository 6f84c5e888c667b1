export { DEMO_BRIEFS } from './demo-briefs.ts';
export { EmbeddedRenderer } from './engine/index.ts';
export { Render } from './render.entity.ts';
export { renderJob } from './render.job.ts';
export { renderReads } from './render.reads.ts';
export { RenderResolver } from './render.resolver.ts';
export { RenderService } from './render.service.ts';
