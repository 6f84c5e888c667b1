import { type Asset, AssetOrigin } from '../assets/index.ts';
import type { VerifiedRun, VerifiedRuns } from '../gateway/index.ts';
import type { Context } from '../platform/context.ts';
import type { SealPredicate } from '../proof/statement.ts';
import { bounded, DRAWN_BY_ALGORITHM, DRAWN_BY_MODEL } from './sealable-output.ts';

export interface PictureOriginOptions {
  /** Finds the runs that drew the picture with these bytes. */
  runsBehind(ctx: Context, sha256: string): Promise<string[]>;
  verifiedRuns: Pick<VerifiedRuns, 'find'>;
}

/**
 * Claims about how pictures of the bank were drawn. The records of the runs prove them, together with the digest of the picture:
 * a row that only says that a run drew a picture proves nothing.
 */
export class PictureOrigin {
  readonly #options: PictureOriginOptions;

  constructor(options: PictureOriginOptions) {
    this.#options = options;
  }

  /**
   * Undefined for pictures that no run of this service drew, and if it can't be proven because the record or its digest was
   * deleted. Releases up to 0.1.0 recorded the digest of the provider’s file instead of the stored one, which proves nothing here.
   * @throws Refusal RECORD_CHANGED if the record of the run was changed; SERVICE_UNAVAILABLE if it can't be checked now
   */
  async claimsOf(ctx: Context, { origin, sha256 }: Asset): Promise<Partial<SealPredicate> | undefined> {
    if (origin !== AssetOrigin.RENDER) return undefined;
    for (const runId of await this.#options.runsBehind(ctx, sha256)) {
      const run = await this.#options.verifiedRuns.find(ctx, runId);
      if (run?.kind === 'IMAGE' && run.status === 'SUCCEEDED' && run.outputSha256 === sha256) return claims(runId, run);
    }
    return undefined;
  }
}

function claims(runId: string, { credentialSource, provider, model }: VerifiedRun): Partial<SealPredicate> {
  if (credentialSource === 'EMBEDDED') return { digitalSourceType: DRAWN_BY_ALGORITHM };
  return {
    digitalSourceType: DRAWN_BY_MODEL,
    aiGenerated: true,
    producer: { kind: 'model', model: bounded(`${provider}/${model}`), runId },
  };
}
