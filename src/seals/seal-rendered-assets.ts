import { AssetOrigin } from '../assets/index.ts';
import { logOnEvent } from '../log/index.ts';
import type { Listener } from '../platform/events/outbox.ts';
import type { SealService } from './seal.service.ts';

/** Every picture that a render brings into the bank is sealed, without anybody having to ask, while that is wanted. */
export function sealRenderedAssets(seals: SealService, isWanted: () => Promise<boolean>): Listener {
  return logOnEvent('seal-rendered-assets', 'asset.added', async (ctx, { assetId, origin }) => {
    if (origin === AssetOrigin.RENDER && (await isWanted())) await seals.sealAssetOnce(ctx, assetId);
  });
}
