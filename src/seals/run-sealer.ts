import { isRecordChanged } from '../chain/index.ts';
import {
  type RecordedAnswer,
  type RunOutput,
  type RunSeal,
  recordedAnswer,
  recordedAnswerDigest,
  type SealsOutputs,
  type VerifiedRuns,
} from '../gateway/index.ts';
import type { Context } from '../platform/context.ts';
import { sealableCitations } from './citations/sealable-citations.ts';
import { outputProblem } from './recorded-output.ts';
import type { SealLimits } from './seal.limits.ts';
import { sealUrl } from './seal.links.ts';
import type { SealService } from './seal.service.ts';
import { type SealableOutput, unsealableReason } from './sealable-output.ts';

export interface RunSealerOptions {
  seals: SealService;
  limits: Pick<SealLimits, 'takeSeal'>;
  verifiedRuns: Pick<VerifiedRuns, 'find'>;
  publicUrl: string;
}

/** Seals outputs of the gateway's runs on request, under the same limits as other texts. */
export class RunSealer implements SealsOutputs {
  readonly #options: RunSealerOptions;

  constructor(options: RunSealerOptions) {
    this.#options = options;
  }

  async assertMaySeal(ctx: Context): Promise<void> {
    await this.#options.seals.assertReady(ctx);
    await this.#options.limits.takeSeal(ctx);
  }

  async seal(ctx: Context, output: RunOutput): Promise<RunSeal | string> {
    const why = unsealableReason(output.text);
    if (why !== null) return why;
    const answer = output.cited && recordedAnswer(output.cited);
    const sealable = output.isReleased ? await this.#recorded(ctx, output, answer) : output;
    if (typeof sealable === 'string') return sealable;
    const { seals } = this.#options;
    const [seal, citations] = await Promise.all([
      seals.sealOutput(ctx.fork(), sealable),
      answer && seals.sealCitationFile(ctx.fork(), sealableCitations(sealable, answer)),
    ]);
    return { ...this.#linked(seal), ...(citations && { citations: this.#linked(citations) }) };
  }

  #linked({ id }: { id: string }) {
    return { id, verificationUrl: sealUrl(this.#options.publicUrl, id) };
  }

  /** The output with the facts of the run's record. A string: reason why it can't be sealed. */
  async #recorded(
    ctx: Context,
    { runId, text }: RunOutput,
    answer: RecordedAnswer | null,
  ): Promise<SealableOutput | string> {
    try {
      const run = await this.#options.verifiedRuns.find(ctx, runId);
      if (!run) return 'Not sealed: the run was deleted.';
      const problem = outputProblem(run, text);
      if (problem) return `Not sealed: ${problem.message}`;
      const isSame = answer === null || recordedAnswerDigest(answer) === run.citationsSha256;
      return isSame ? { ...run, runId, text } : 'Not sealed: the citations aren’t those of the run’s record.';
    } catch (error) {
      if (isRecordChanged(error)) return `Not sealed: ${error.message}`;
      throw error;
    }
  }
}
