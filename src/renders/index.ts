import type { AssetsApi } from '../assets/index.ts';
import { defineFeature } from '../feature.ts';
import type { SettingsApi } from '../settings/index.ts';
import { drawDemo, pictureSight } from './demo.ts';
import { EmbeddedRenderer } from './engine/index.ts';
import { renderBlobs } from './render.blobs.ts';
import { Render } from './render.entity.ts';
import { renderJob } from './render.job.ts';
import { renderMetrics } from './render.metrics.ts';
import { renderNames } from './render.names.ts';
import { renderPictures } from './render.pictures.ts';
import { renderEnded } from './render.published.ts';
import { renderReads } from './render.reads.ts';
import { RenderResolver } from './render.resolver.ts';
import { renderRoutes } from './render.routes.ts';
import { RenderService } from './render.service.ts';
import { rendersUnderWay } from './render.settings.ts';

/** What other features may use of the renders. */
export interface RendersApi {
  service: RenderService;
  renderer: EmbeddedRenderer;
}

/** Pictures drawn from a brief. */
export const renders = defineFeature({
  name: 'renders',
  names: renderNames,
  entities: [Render],
  settings: [rendersUnderWay],
  compose(
    { database, live, queue, publicUrl, store },
    { assets, settings }: { assets: AssetsApi; settings: SettingsApi },
  ) {
    const renderer = new EmbeddedRenderer();
    const service = new RenderService(database, queue, live, settings);
    const resolver = new RenderResolver(service, assets.reads, publicUrl);
    assets.media.serve('render', renderPictures(database));
    const api: RendersApi = { service, renderer };
    return {
      api,
      resolvers: [resolver],
      nodes: { render: (ctx, id) => resolver.find(ctx, id) },
      reads: renderReads(publicUrl, assets.reads.projection),
      routes: renderRoutes,
      jobs: [renderJob(renderer, assets.service)],
      published: [renderEnded],
      metrics: renderMetrics,
      probes: [{ name: 'renderer', required: false, probe: () => renderer.probe() }],
      // The first worker thread of a busy machine may take seconds to come up: nobody should wait for it with a brief.
      warmUp: { work: () => renderer.probe() },
      blobs: [renderBlobs(store, renderer)],
      stopWaiting: () => service.stopWaiting(),
      close: () => renderer.close(),
      demo: async (ctx) => {
        await drawDemo(ctx, service);
        return [pictureSight(publicUrl)];
      },
    };
  },
});
