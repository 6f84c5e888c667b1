import { AssetOrigin } from '../assets/index.ts';
import type { Context } from '../platform/context.ts';
import { type Events, type EventType, type Listener, listener } from '../platform/events/outbox.ts';
import type { DecisionSealer } from '../approvals/decisions/decision-sealer.ts';
import type { SealService } from './seal.service.ts';

/**
 * Seals what an event tells of: the seam through which every feature's facts come into the log. Events come at least once,
 * so what is sealed must have a key of its own, as an asset does: then it is sealed once.
 */
export function sealWhen<Type extends EventType>(
  name: string,
  type: Type,
  seal: (ctx: Context, payload: Events[Type]) => Promise<unknown>,
): Listener {
  return listener({
    name,
    type,
    async handle(events) {
      // At the same time: the log takes what is sealed together in one piece.
      const results = await Promise.allSettled(events.map(({ ctx, payload }) => seal(ctx, payload)));
      for (const result of results) if (result.status === 'rejected') throw result.reason;
    },
  });
}

/** Every picture that a render brings into the bank is sealed, without anybody having to ask, while that is wanted. */
export function sealRenderedAssets(seals: SealService, isWanted: () => Promise<boolean>): Listener {
  return sealWhen('seal-rendered-assets', 'asset.added', async (ctx, { assetId, origin }) => {
    if (origin === AssetOrigin.RENDER && (await isWanted())) await seals.sealAssetOnce(ctx, assetId);
  });
}

/** Every decision of a person about a request for approval is sealed. */
export function sealDecisions(sealer: DecisionSealer): Listener {
  return sealWhen('seal-decisions', 'approval.decision-made', (ctx, { decisionId }) => sealer.seal(ctx, decisionId));
}
