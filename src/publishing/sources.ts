import { ApprovalState, type ApprovalsApi } from '../approvals/index.ts';
import { type AssetReads, AssetStatus } from '../assets/index.ts';
import type { Run } from '../gateway/index.ts';
import { can } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import type { ValueIssue } from '../platform/errors/errors.ts';
import type { SourceDigests } from './canonical-action.ts';
import type { PublishAction } from './publish-action.ts';

export interface SourcesOptions {
  approvals: Pick<ApprovalsApi, 'assertApproved' | 'of' | 'stateOf'>;
  assets: Pick<AssetReads, 'view'>;
  /** Finds a run. Null if it doesn’t exist or the caller can’t see it. */
  findRun: (ctx: Context, id: string) => Promise<Run | null>;
}

/** Finds the sources of an action: its runs and assets. */
export class Sources {
  readonly #options: SourcesOptions;

  constructor(options: SourcesOptions) {
    this.#options = options;
  }

  /** Digests of an action’s runs and assets, or issues if a source doesn’t exist or the caller can’t see it. */
  async of(ctx: Context, { runIds, assetIds }: PublishAction): Promise<SourceDigests | { issues: ValueIssue[] }> {
    const issues: ValueIssue[] = [];
    const found = <T>(values: (T | string)[], pointer: string) =>
      values.flatMap((value, index): T[] => {
        if (typeof value !== 'string') return [value];
        issues.push({ pointer: `${pointer}/${index}`, detail: value });
        return [];
      });
    const runs = found(await Promise.all(runIds.map((id) => this.#run(ctx, id))), '/runIds');
    const assets = found(await Promise.all(assetIds.map((id) => this.#asset(ctx, id))), '/assetIds');
    return issues.length > 0 ? { issues } : { runs, assets };
  }

  async #run(ctx: Context, id: string): Promise<SourceDigests['runs'][number] | string> {
    const { approvals, findRun } = this.#options;
    const run = await findRun(ctx, id);
    if (!run) return 'This run doesn’t exist, or you can’t see it.';
    const { status, outputSha256, outputTextSha256: textSha256 } = run;
    if (status !== 'SUCCEEDED' || outputSha256 === null) return 'This run has not succeeded, so it has no output.';
    if (run.approvalId === null) return { id, outputSha256, textSha256 };
    const approval = await approvals.of(ctx, 'RUN_OUTPUT', id);
    if (approval && approvals.stateOf(ctx, approval) === ApprovalState.APPROVED) {
      await approvals.assertApproved(ctx, approval);
      return { id, outputSha256, textSha256 };
    }
    return 'The output of this run is held. File the request after it was approved.';
  }

  async #asset(ctx: Context, id: string): Promise<SourceDigests['assets'][number] | string> {
    const asset = can(ctx.principal, 'assets:read') ? await this.#options.assets.view(ctx, id) : null;
    if (!asset) return 'This asset doesn’t exist, or you can’t see it.';
    return asset.status === AssetStatus.LIVE
      ? { id, sha256: asset.file.sha256 }
      : `This asset can’t be used: its status is ${asset.status}.`;
  }
}
