import type { ModelsApi, TokenUsage } from '../../models/index.ts';
import type { ProviderFailure } from '../../providers/index.ts';
import type { OutputDigest } from './content-digest.ts';
import type { AnswerContent } from './held-output.ts';
import type { OutputMismatch } from './output-mismatch.ts';
import type { AnyRunContext } from './run-context.ts';
import type { RunLog } from './run-log.ts';
import type { RunMeasures } from './run-measures.ts';
import type { Finish } from './run-part-reader.ts';
import { type RunEnd, recordOf } from './run-rows.ts';
import { traceRun } from './run-spans.ts';
import { type EndedRun, RunFailed } from './run-task.ts';
import { NO_USAGE, sumOf } from './usage.ts';

interface SuccessFacts {
  readonly finish: Finish;
  /** Output tokens counted by this service, for providers that don't report them. */
  readonly outputTokens: number;
  readonly output: OutputDigest;
  /** The complete answer, for tasks that keep it and for approvals. Null for images. */
  readonly answer: AnswerContent | null;
  /** Null if the answer fits its schema, or has none. */
  readonly mismatch?: OutputMismatch | null;
}

interface FailureFacts {
  readonly failure: ProviderFailure;
  /** Usage, if the provider reported it. */
  readonly usage?: TokenUsage | undefined;
  /** True if the caller got a part of the output, or if a complete answer arrived and failed a later check. */
  readonly isDelivered: boolean;
  readonly outputTokens: number;
  readonly output: OutputDigest | null;
  readonly answer: unknown;
}

const FAILED = {
  status: 'FAILED',
  finishReason: null,
  output: null,
  answer: null,
  approval: null,
  mismatch: null,
} as const;

/** Finishes runs. Each result is recorded before the caller gets it. */
export class RunFinisher {
  readonly #models: Pick<ModelsApi, 'priceAt' | 'costOf'>;
  readonly #log: RunLog;
  readonly #measures: Pick<RunMeasures, 'ended'>;

  constructor(models: Pick<ModelsApi, 'priceAt' | 'costOf'>, log: RunLog, measures: Pick<RunMeasures, 'ended'>) {
    this.#models = models;
    this.#log = log;
    this.#measures = measures;
  }

  /** @throws if the run can't be recorded; then it isn't a success */
  async succeed(
    run: AnyRunContext,
    { finish, outputTokens, output, answer, mismatch = null }: SuccessFacts,
  ): Promise<EndedRun> {
    const attempt = run.attempt!;
    // After a failed repair, the run returns the first attempt's answer, and that attempt is already marked as succeeded.
    if (attempt.status === null) {
      attempt.succeed(run.costOf(this.#models, attempt, { counted: finish.usage, outputTokens, isWhole: true }));
    }
    const { finishReason } = finish;
    const outputMismatch = mismatch && publicMismatch(mismatch);
    const missed = outputMismatch && { outputMismatch };
    const approval = (answer && run.hold?.(run, { ...answer, finishReason, ...missed })) ?? null;
    const end: RunEnd = {
      status: 'SUCCEEDED',
      finishReason,
      failure: null,
      output,
      answer,
      approval,
      mismatch: mismatch?.kind ?? null,
      cited: answer?.cited,
    };
    const overheadMs = await this.#write(run, end);
    const { usage: totalUsage, costMicros, isEstimated, costSource } = sumOf(run.attempts.map(({ cost }) => cost));
    const { usage } = attempt.cost;
    const held = approval && { approvalId: approval.id, sha256: approval.sha256, expiresAt: approval.expiresAt };
    return {
      finishReason,
      usage,
      ...(run.attempts.length > 1 && { totalUsage }),
      costMicros,
      isEstimated,
      costSource,
      overheadMs,
      held,
      seal: null,
      lateWarnings: [...run.lateWarnings],
      ...(!held && missed),
      ...(!held && answer?.cited && { cited: answer.cited }),
    };
  }

  /** Records a failed or cut-off run, and returns the error for its caller. */
  async fail(
    run: AnyRunContext,
    { failure, usage, isDelivered, outputTokens, output, answer }: FailureFacts,
  ): Promise<RunFailed> {
    const { attempt } = run;
    // An unfinished attempt was cut off.
    if (attempt && attempt.status === null) {
      const cost = isDelivered
        ? run.costOf(this.#models, attempt, { counted: usage ?? NO_USAGE, outputTokens, isWhole: false })
        : run.costOfLost(this.#models, attempt, usage ?? null);
      attempt.fail(failure, cost);
    }
    const status = failure.failure === 'CANCELED' ? 'CANCELED' : 'FAILED';
    await this.#write(run, { ...FAILED, status, failure, output, answer });
    const retryAfterSeconds = failure.retryAfterMs === null ? null : Math.ceil(failure.retryAfterMs / 1000);
    const mayHaveCost = run.attempts.some(({ cost }) => cost.costMicros !== 0);
    const { costMicros } = sumOf(run.attempts.map(({ cost }) => cost));
    return new RunFailed(run.id, failure.failure, failure.message, run.attempts.length, retryAfterSeconds, {
      mayHaveCost,
      costMicros,
    });
  }

  /** Counts a failed run without recording it. */
  count(run: AnyRunContext, failure: ProviderFailure): void {
    run.close();
    this.#measures.ended(run, { ...FAILED, failure });
  }

  /** @returns milliseconds of the whole run spent in this service */
  async #write(run: AnyRunContext, end: RunEnd): Promise<number> {
    run.close();
    const { discrepancy } = sumOf(run.attempts.map(({ cost }) => cost));
    if (discrepancy) {
      run.ctx.logger.warn(
        { runId: run.id, ...discrepancy },
        'a provider reported more than the request could use or cost',
      );
    }
    const before = run.overheadMs;
    const beganMs = performance.now();
    await this.#log.write(recordOf(run, end));
    this.#measures.ended(run, end);
    traceRun(run, end);
    return before + (performance.now() - beganMs);
  }
}

const publicMismatch = ({ kind, message, pointer }: OutputMismatch): OutputMismatch => ({ kind, message, pointer });
