import { z } from 'zod';
import { defineFeature } from '../feature.ts';
import { configFragment, hostList, optional } from '../platform/config/config.ts';
import { readOnly } from '../platform/http/mount.ts';
import { proxyConfig } from '../platform/http/proxies.config.ts';
import { deleting, unaudited } from '../platform/upkeep/upkeep.ts';
import type { SettingsApi } from '../settings/index.ts';
import { assetBlobs } from './asset.blobs.ts';
import { assetCapabilities } from './asset.capabilities.ts';
import { mediaDocs } from './asset.docs.ts';
import { Asset } from './asset.entity.ts';
import { assetNames } from './asset.names.ts';
import { assetPictures } from './asset.pictures.ts';
import { publishedOfAssets } from './asset.published.ts';
import { AssetReads } from './asset.reads.ts';
import { AssetResolver } from './asset.resolver.ts';
import { assetRoutes } from './asset.routes.ts';
import { AssetService } from './asset.service.ts';
import { keptByCachesSeconds, newRotationsPerDay, reviewBeforeUse, trashKeptDays } from './asset.settings.ts';
import { assetRequests, workOnPicture } from './asset.warm-up.ts';
import { AssetPurge } from './asset-purge.ts';
import { compiledPick } from './compiled-pick.ts';
import { CuratingResolver } from './curating.resolver.ts';
import { canSeeHiddenPictures } from './hidden-pictures.ts';
import { MediaHandler } from './media.handler.ts';
import { MediaFileResolver } from './media-file.resolver.ts';
import { PickCursor } from './pick-cursor.entity.ts';
import { Picker } from './picker.ts';
import { PurgeResolver } from './purge.resolver.ts';
import { PurgedAsset, PurgedBlob } from './purged-asset.entity.ts';
import { Rendition } from './rendition.entity.ts';
import { RenditionRemaker } from './rendition-remaker.ts';
import { Rotations } from './rotations.ts';
import { AssetTag, Tag } from './tag.entity.ts';
import { findTag, tagNode, tagReads } from './tag.reads.ts';
import { TagResolver } from './tag.resolver.ts';

export { Asset, AssetKind, AssetOrigin, AssetStatus } from './asset.entity.ts';
export { AssetOrder } from './asset.inputs.ts';
export { originalUrl } from './asset.links.ts';
export type { AssetPageArgs, AssetReads, AssetView } from './asset.reads.ts';
export { mediaFileProjection } from './asset.reads.ts';
export { AssetConnection } from './asset.resolver.ts';
export type { AssetService, StoredPicture } from './asset.service.ts';
export { ASSET_EXAMPLE, AssetShape, assetBody, NotAppliedShape, notAppliedBody } from './asset.shape.ts';
export type { EraseReferences } from './asset-purge.ts';
export { claimBytes } from './claimed-bytes.ts';
export type { FindPicture, PictureSource } from './media.handler.ts';
export { MediaFile } from './media-file.type.ts';
export { MAX_NOT_APPLIED, NotApplied } from './not-applied.ts';
export { acceptRenderedPicture, decodeRenderedPicture, type StorablePicture } from './picture.ts';
export { PictureRefusedError } from './picture-refused-error.ts';
export { mergeTags, parseTags } from './tagging.ts';

const config = configFragment(
  z.object({
    TRUSTED_HOSTS: optional(hostList)
      .default([])
      .describe('Private host:port pairs that pictures may be imported from. Default port: 80.'),
  }),
  (given) => ({ trustedHosts: given.TRUSTED_HOSTS }),
);

/** API of the image bank for other features. */
export interface AssetsApi {
  service: AssetService;
  reads: AssetReads;
  media: MediaHandler;
}

/** Feature: the image bank. */
export const assets = defineFeature({
  name: 'assets',
  names: assetNames,
  entities: [Asset, AssetTag, PickCursor, PurgedAsset, PurgedBlob, Rendition, Tag],
  tablePrivileges: {
    asset: ['INSERT', 'UPDATE', 'DELETE'],
    asset_tag: ['INSERT', 'DELETE'],
    pick_cursor: ['INSERT', 'UPDATE', 'DELETE'],
    purged_asset: ['INSERT'],
    purged_blob: ['INSERT', 'UPDATE', 'DELETE'],
    rendition: ['INSERT', 'UPDATE', 'DELETE'],
    tag: ['INSERT', 'UPDATE'],
  },
  config,
  settings: [keptByCachesSeconds, newRotationsPerDay, reviewBeforeUse, trashKeptDays],
  compose(platform, { settings }: { settings: SettingsApi }) {
    const { blobs, contributed, database, limits, publicUrl, store } = platform;
    const service = new AssetService({
      store,
      settings,
      ...platform.config.of(config),
      proxies: platform.config.of(proxyConfig),
    });
    const reads = new AssetReads(publicUrl);
    const media = new MediaHandler({
      blobs,
      mayLook: (req) => canSeeHiddenPictures(platform.authentication, req),
      keptSeconds: () => settings.value(keptByCachesSeconds),
    });
    media.serve('asset', assetPictures(database, new RenditionRemaker(platform, store)));
    const rotations = new Rotations(limits, settings);
    const picker = new Picker(rotations);
    const resolver = new AssetResolver(service, reads, picker);
    const purge = new AssetPurge(store, settings, () => contributed('pictureErasures'));
    const api: AssetsApi = { service, reads, media };
    return {
      api,
      resolvers: [
        resolver,
        new CuratingResolver(reads),
        new MediaFileResolver(),
        new PurgeResolver(purge),
        new TagResolver(reads),
      ],
      nodes: {
        asset: (ctx, id) => resolver.find(ctx, id),
        tag: findTag,
      },
      nodeReads: { asset: reads.node, tag: tagNode },
      reads: { ...reads.compilable, ...tagReads },
      contributions: { compiledMutations: { pickAsset: compiledPick(picker, reads.projection) } },
      capabilities: assetCapabilities(settings),
      published: publishedOfAssets,
      routes: assetRoutes(media),
      mounts: [readOnly('/media/:id/:file', mediaDocs, media.handler)],
      warmUp: { requests: assetRequests, work: workOnPicture },
      upkeep: {
        'unused rotations': deleting(
          unaudited('The service created these rows for its own use.', (ctx) => rotations.forget(ctx)),
        ),
        'purged pictures': deleting((ctx) => purge.tidy(ctx)),
      },
      blobs: [assetBlobs(database, store)],
    };
  },
});
