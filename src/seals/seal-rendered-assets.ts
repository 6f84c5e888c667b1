import { AssetOrigin } from '../assets/index.ts';
import { isRecordChanged } from '../chain/index.ts';
import { logOnEvent } from '../log/index.ts';
import type { Listener } from '../platform/events/outbox.ts';
import type { SealService } from './seal.service.ts';

/** Listener that seals every rendered picture added to the bank, while the setting is on. */
export function sealRenderedAssets(seals: SealService, isWanted: () => Promise<boolean>): Listener {
  return logOnEvent('seal-rendered-assets', 'asset.added', async (ctx, { assetId, origin }) => {
    if (origin !== AssetOrigin.RENDER || !(await isWanted())) return;
    try {
      await seals.sealAssetOnce(ctx, assetId);
    } catch (error) {
      // A changed record stays changed, so trying again is useless. The server log names it.
      if (!isRecordChanged(error)) throw error;
    }
  });
}
