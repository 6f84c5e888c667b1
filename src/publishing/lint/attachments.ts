import type { Context } from '../../platform/context.ts';
import { type PublishAction, PublishFindingKind } from '../publish-action.ts';
import type { LintFinding } from './lint.ts';

/** Checks if an asset or a run has a seal that isn’t revoked. */
export interface SealLookup {
  isAssetSealed(ctx: Context, assetId: string): Promise<boolean>;
  isRunSealed(ctx: Context, runId: string): Promise<boolean>;
}

/** Finds an action’s runs and assets that have no seal, or only revoked ones. Their exact bytes can’t be proven later. */
export async function unsealedSources(
  ctx: Context,
  { assetIds, runIds }: PublishAction,
  seals: SealLookup,
): Promise<LintFinding[]> {
  const [assets, runs] = await Promise.all([
    Promise.all(assetIds.map((id) => seals.isAssetSealed(ctx, id))),
    Promise.all(runIds.map((id) => seals.isRunSealed(ctx, id))),
  ]);
  return [
    ...placed('/assetIds', assets, 'This asset has no seal, or its newest seal is revoked.'),
    ...placed('/runIds', runs, 'The output of this run has no seal, or its newest seal is revoked.'),
  ];
}

function placed(pointer: string, areSealed: readonly boolean[], detail: string): LintFinding[] {
  return areSealed.flatMap((isSealed, index) =>
    isSealed ? [] : [{ kind: PublishFindingKind.UNSEALED_ATTACHMENT, pointer: `${pointer}/${index}`, detail }],
  );
}
