import { AssetOrigin } from '../assets/index.ts';
import type { Database } from '../platform/database/database.ts';
import { listener } from '../platform/events/outbox.ts';
import type { SealService } from './seal.service.ts';

/** Every picture that a render brings into the bank is sealed, without anybody having to ask. */
export function sealRenderedAssets(database: Database, seals: SealService) {
  return listener({
    name: 'seal-rendered-assets',
    type: 'asset.added',
    async handle({ assetId, origin }) {
      if (origin === AssetOrigin.RENDER) await seals.sealAsset(database.orm.em.fork(), assetId);
    },
  });
}
