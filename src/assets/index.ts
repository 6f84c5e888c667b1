import { z } from 'zod';
import { defineFeature } from '../feature.ts';
import { configFragment, list, optional } from '../platform/config.ts';
import { readOnly } from '../platform/http/mount.ts';
import type { SettingsApi } from '../settings/index.ts';
import { assetBlobs } from './asset.blobs.ts';
import { mediaDocs } from './asset.docs.ts';
import { Asset } from './asset.entity.ts';
import { assetNames } from './asset.names.ts';
import { assetPictures } from './asset.pictures.ts';
import { assetAdded } from './asset.published.ts';
import { AssetReads } from './asset.reads.ts';
import { AssetResolver } from './asset.resolver.ts';
import { assetRoutes } from './asset.routes.ts';
import { AssetService } from './asset.service.ts';
import { newRotationsPerDay } from './asset.settings.ts';
import { assetRequests, workOnPicture } from './asset.warm-up.ts';
import { holdsAssets } from './holds-assets.ts';
import { MediaHandler } from './media.handler.ts';
import { PickCursor } from './pick-cursor.entity.ts';
import { Rendition } from './rendition.entity.ts';
import { Rotations } from './rotations.ts';
import { AssetTag, Tag } from './tag.entity.ts';

export { Asset, AssetKind, AssetOrigin, AssetStatus } from './asset.entity.ts';
export { AssetOrder } from './asset.inputs.ts';
export { originalUrl } from './asset.links.ts';
export type { AssetPageArgs, AssetReads, AssetView } from './asset.reads.ts';
export { mediaFileProjection } from './asset.reads.ts';
export { AssetConnection } from './asset.resolver.ts';
export type { AssetService, StoredPicture } from './asset.service.ts';
export { ASSET_EXAMPLE, AssetShape, assetBody } from './asset.shape.ts';
export type { FindPicture, PictureSource } from './media.handler.ts';
export { MediaFile } from './media-file.type.ts';
export { acceptRenderedPicture, decodeRenderedPicture, type StorablePicture } from './picture.ts';
export { PictureRefused } from './picture-refused.ts';
export { mergeTags, parseTags } from './tagging.ts';

const config = configFragment(
  z.object({
    TRUSTED_HOSTS: optional(list)
      .default([])
      .describe('host:port pairs that pictures may be imported from though private'),
  }),
  (given) => ({ trustedHosts: given.TRUSTED_HOSTS }),
);

/** What other features may use of the bank. */
export interface AssetsApi {
  service: AssetService;
  reads: AssetReads;
  media: MediaHandler;
}

/** The image bank. */
export const assets = defineFeature({
  name: 'assets',
  names: assetNames,
  entities: [Asset, AssetTag, PickCursor, Rendition, Tag],
  config,
  settings: [newRotationsPerDay],
  compose({ blobs, config: { of }, database, limits, publicUrl, store }, { settings }: { settings: SettingsApi }) {
    const service = new AssetService(store, of(config).trustedHosts);
    const reads = new AssetReads(publicUrl);
    const media = new MediaHandler(blobs);
    media.serve('asset', assetPictures(database));
    const rotations = new Rotations(limits, settings);
    const resolver = new AssetResolver(service, reads, rotations);
    const api: AssetsApi = { service, reads, media };
    return {
      api,
      resolvers: [resolver],
      nodes: {
        asset: (ctx, id) => resolver.find(ctx, id),
        tag: (ctx, id) => resolver.findTag(ctx, id),
      },
      reads: reads.compilable,
      published: [assetAdded],
      routes: assetRoutes(media),
      mounts: [readOnly('/media/:id/:file', mediaDocs, media.handler)],
      warmUp: { requests: assetRequests, work: workOnPicture },
      upkeep: { 'rotations that nobody asks for any more': (ctx) => rotations.forget(ctx) },
      blobs: [assetBlobs(store)],
      holdsBytes: () => holdsAssets(database),
    };
  },
});
