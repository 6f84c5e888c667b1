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
  /** By our own count, for a provider that does not say. */
  readonly outputTokens: number;
  readonly output: OutputDigest;
  /** All of it: for a task that keeps it, and for who has to approve it. Null of pictures. */
  readonly answer: AnswerContent | null;
  /** Null if it fits its schema, or has none. */
  readonly mismatch?: OutputMismatch | null;
}

interface FailureFacts {
  readonly failure: ProviderFailure;
  /** Where the provider has reported it. */
  readonly usage?: TokenUsage | undefined;
  /** Whether the caller was given some of the output, or an answer was complete and did not fit its schema. */
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

/** Ends runs: whatever became of them is written down before anybody is told. */
export class RunFinisher {
  readonly #models: Pick<ModelsApi, 'priceAt' | 'costOf'>;
  readonly #log: RunLog;
  readonly #measures: Pick<RunMeasures, 'ended'>;

  constructor(models: Pick<ModelsApi, 'priceAt' | 'costOf'>, log: RunLog, measures: Pick<RunMeasures, 'ended'>) {
    this.#models = models;
    this.#log = log;
    this.#measures = measures;
  }

  /** @throws what keeps it from being written down; it is no success then */
  async succeed(
    run: AnyRunContext,
    { finish, outputTokens, output, answer, mismatch = null }: SuccessFacts,
  ): Promise<EndedRun> {
    const attempt = run.attempt!;
    // One whose repair failed has succeeded already.
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
    };
  }

  /** What a caller is told of a run that came to nothing, or was cut, once it is written down. */
  async fail(
    run: AnyRunContext,
    { failure, usage, isDelivered, outputTokens, output, answer }: FailureFacts,
  ): Promise<RunFailed> {
    const { attempt } = run;
    // One that has not ended was cut in its middle.
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

  /** Counts a failed run that isn't written down. */
  count(run: AnyRunContext, failure: ProviderFailure): void {
    run.close();
    this.#measures.ended(run, { ...FAILED, failure });
  }

  /** @returns our own part of the time of the whole run */
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
