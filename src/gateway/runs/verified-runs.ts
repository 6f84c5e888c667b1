import { type ChainApi, recordChanged } from '../../chain/index.ts';
import type { Context } from '../../platform/context.ts';
import type { CredentialSource } from '../../providers/index.ts';
import { type RecordedAnswer, recordedAnswerDigest } from './citations/recorded-answer.ts';
import { RunCitations } from './citations/run-citations.entity.ts';
import type { RunKind, RunStatus } from './run.entity.ts';

/** Facts of a run as its entry in the chain proves them. */
export interface VerifiedRun {
  readonly kind: RunKind;
  readonly status: RunStatus;
  readonly task: string;
  readonly taskVersion: number;
  /** Null if no deployment was called. */
  readonly deployment: string | null;
  /** Provider of the deployment that answered or was called last. Null if none was called. */
  readonly provider: string | null;
  readonly model: string | null;
  readonly credentialSource: CredentialSource | null;
  readonly policyVersion: number;
  readonly isSimulated: boolean;
  readonly isNotFinal: boolean;
  /** Digest of the whole output; of a picture run with one picture, the digest of its file. Null without output, and once erased. */
  readonly outputSha256: string | null;
  /** Null without text, once erased, and in runs from before it was recorded. */
  readonly outputTextSha256: string | null;
  /** Digest of the verified citations of an answer from documents. Null for other answers. */
  readonly citationsSha256: string | null;
}

/** A run as it is recorded in the chain. Members that are null are left out. */
type RecordedRun = { readonly [Member in Exclude<keyof VerifiedRun, 'provider'>]?: VerifiedRun[Member] } & {
  readonly attempts: readonly { readonly provider: string }[];
};

/** Reads runs for features that sign facts about them: never from the rows alone, which someone could change in the database. */
export class VerifiedRuns {
  readonly #chain: Pick<ChainApi, 'verified'>;

  constructor(chain: Pick<ChainApi, 'verified'>) {
    this.#chain = chain;
  }

  /**
   * Facts of a run, checked against the chain. Null if the run doesn't exist, or was deleted when its retention ended.
   * @throws Refusal RECORD_CHANGED; SERVICE_UNAVAILABLE if the run can't be checked now
   */
  async find(ctx: Context, id: string): Promise<VerifiedRun | null> {
    const verified = await this.#chain.verified(ctx, 'RUN', id);
    if (!verified) return null;
    const run = verified as RecordedRun;
    return {
      kind: run.kind!,
      status: run.status!,
      task: run.task!,
      taskVersion: run.taskVersion!,
      deployment: run.deployment ?? null,
      provider: run.attempts.at(-1)?.provider ?? null,
      model: run.model ?? null,
      credentialSource: run.credentialSource ?? null,
      policyVersion: run.policyVersion!,
      isSimulated: run.isSimulated!,
      isNotFinal: run.isNotFinal!,
      outputSha256: run.outputSha256 ?? null,
      outputTextSha256: run.outputTextSha256 ?? null,
      citationsSha256: run.citationsSha256 ?? null,
    };
  }

  /**
   * Verified citations of a run, checked against its verified record. Null for other answers, for held answers, whose approval
   * has them, and once erased.
   * @throws Refusal RECORD_CHANGED
   */
  async answerOf(
    ctx: Context,
    id: string,
    { citationsSha256 }: Pick<VerifiedRun, 'citationsSha256'>,
  ): Promise<RecordedAnswer | null> {
    const row = citationsSha256 === null ? null : await ctx.fork().em.findOne(RunCitations, { runId: id });
    if (!row) return null;
    const { outcome, claims, versions, rules } = row;
    const answer = versions && rules && { outcome, claims, versions, rules };
    if (answer && recordedAnswerDigest(answer) === citationsSha256) return answer;
    ctx.logger.error({ runId: id }, 'the citations of a run do not match its record');
    throw recordChanged(id);
  }
}
