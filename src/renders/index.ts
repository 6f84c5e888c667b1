import type { AssetsApi, EraseReferences } from '../assets/index.ts';
import { defineFeature } from '../feature.ts';
import type { ImageTasks, PictureDrawer } from '../gateway/index.ts';
import type { Mount } from '../platform/http/mount.ts';
import { deleting } from '../platform/upkeep/upkeep.ts';
import type { ProvidersApi } from '../providers/index.ts';
import type { SettingsApi } from '../settings/index.ts';
import { AssetRenderResolver } from './asset-render.resolver.ts';
import { drawDemo, pictureHint } from './demo.ts';
import { demoSampleImages } from './demo-sample-images.ts';
import { DrawnPicture } from './drawn-picture.entity.ts';
import { RoutedPictures } from './picture-drawer.ts';
import { forgetExpired, forgetLinks, PictureLinks } from './picture-links.ts';
import { renderBlobs } from './render.blobs.ts';
import { renderCapabilities } from './render.capabilities.ts';
import { Render } from './render.entity.ts';
import { renderJob } from './render.job.ts';
import { renderMetrics } from './render.metrics.ts';
import { renderNames } from './render.names.ts';
import { drawnPictures, renderPictures } from './render.pictures.ts';
import { renderEnded } from './render.published.ts';
import { RenderReads } from './render.reads.ts';
import { RenderResolver } from './render.resolver.ts';
import { renderRoutes } from './render.routes.ts';
import { RenderService } from './render.service.ts';
import { anonymousPicturesPerDay, concurrentRenders } from './render.settings.ts';
import { forgetPictures } from './render.transitions.ts';
import { RenderDrawer } from './render-drawer.ts';
import { EmbeddedRenderer, type Renderer } from './renderer.ts';
import { SandboxRenders } from './sandbox-renders.ts';
import { ViewerRendersResolver } from './viewer-renders.resolver.ts';

export { Render } from './render.entity.ts';
export type { RenderReads } from './render.reads.ts';
export type { RenderFollowUp } from './render.service.ts';

/** API of renders for other features. */
export interface RendersApi {
  service: RenderService;
  renderer: Renderer;
  reads: RenderReads;
}

/** APIs of the features that renders depend on. */
interface RendersDependencies {
  assets: AssetsApi;
  gateway: { images: ImageTasks; imagesMount: (drawer: PictureDrawer) => Mount };
  providers: ProvidersApi;
  settings: SettingsApi;
}

/**
 * Defines the feature: pictures drawn from a brief. The renderer is opened when the service starts, and closed when the service
 * stops.
 */
export const rendersWith = (openRenderer: () => Renderer) =>
  defineFeature({
    name: 'renders',
    names: renderNames,
    entities: [Render, DrawnPicture],
    tablePrivileges: { drawn_picture: ['INSERT', 'DELETE'], render: ['INSERT', 'UPDATE', 'DELETE'] },
    settings: [concurrentRenders, anonymousPicturesPerDay],
    compose(platform, { assets, gateway, providers, settings }: RendersDependencies) {
      const { contributed, database, limits, live, queue, publicUrl, store } = platform;
      const { images } = gateway;
      const renderer = openRenderer();
      const sandboxRenders = new SandboxRenders(limits, settings, providers.isSandboxOn);
      const service = new RenderService({
        database,
        queue,
        live,
        settings,
        images,
        sandboxRenders,
        renderFollowUps: () => contributed('renderFollowUps'),
      });
      const drawer = new RenderDrawer(renderer, images, assets.service);
      const links = new PictureLinks(store, publicUrl);
      const reads = new RenderReads(publicUrl, assets.reads.projection);
      const resolver = new RenderResolver(service, reads, assets.reads, publicUrl);
      assets.media.serve('render', renderPictures(database));
      assets.media.serve('drawnPicture', drawnPictures(database));
      const forget: EraseReferences = async (ctx, pictures) => {
        const digests = pictures.map(({ sha256 }) => sha256);
        await forgetPictures(ctx, digests);
        await forgetLinks(ctx, digests);
      };
      const api: RendersApi = { service, renderer, reads };
      return {
        api,
        contributions: {
          pictureErasures: { renders: forget },
          sampleImages: { renders: demoSampleImages(database) },
        },
        resolvers: [resolver, new AssetRenderResolver(), new ViewerRendersResolver(reads)],
        nodes: { render: (ctx, id) => resolver.find(ctx, id) },
        nodeReads: { render: reads.node },
        reads: reads.compilable,
        viewerReads: { renders: reads.own.compilable },
        routes: renderRoutes,
        jobs: [renderJob(drawer, assets.service, live)],
        published: [renderEnded],
        mounts: [gateway.imagesMount(new RoutedPictures({ renderer, images, sandboxRenders, links }))],
        capabilities: renderCapabilities,
        metrics: renderMetrics,
        probes: [{ name: 'renderer', required: false, probe: () => renderer.probe() }],
        // On a busy machine the first worker thread can take seconds to start, so it starts before the first brief arrives.
        warmUp: { work: () => renderer.probe() },
        blobs: [renderBlobs(store, renderer)],
        upkeep: { 'expired links to drawn pictures': deleting(forgetExpired) },
        stopWaiting: () => service.stopWaiting(),
        close: () => renderer.close(),
        demo: {
          create: (ctx) => drawDemo(ctx, service),
          startupHints: () => [pictureHint(publicUrl)],
        },
      };
    },
  });

export const renders = rendersWith(() => new EmbeddedRenderer());
