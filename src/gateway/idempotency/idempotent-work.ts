import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/errors/errors.ts';
import { RunFailed } from '../runs/run-task.ts';
import type { DetachedWork } from './detached-work.ts';
import type { IdempotentAnswers, KeyClaim, KeyedRequest } from './idempotent-answers.ts';

/** What was answered, now or before. */
export interface AnswerOrReplay<Answer> {
  readonly answer: Answer;
  /** Whether an earlier request with the same key was answered so, and nothing was run or paid now. */
  readonly isReplay: boolean;
  /** Why it cannot be given again, in a sentence; null where it can. */
  readonly warning: string | null;
}

/** As it lies under its key. */
export type KeptResult<Answer> =
  | { readonly answer: Answer }
  | { readonly failed: Pick<RunFailed, 'runId' | 'failure' | 'message' | 'attempts' | 'retryAfterSeconds'> };

/** Does what comes with an idempotency key once, and answers the same to who asks again. */
export class IdempotentWork {
  readonly #answers: IdempotentAnswers;
  readonly #detachedWork: DetachedWork;

  constructor(answers: IdempotentAnswers, detachedWork: DetachedWork) {
    this.#answers = answers;
    this.#detachedWork = detachedWork;
  }

  /**
   * @param work goes on when its caller goes; its run has to have the id that it is given
   * @throws Refusal; RunFailed as it was told the first time
   */
  async run<Answer>(
    ctx: Context,
    keyed: KeyedRequest,
    work: (ctx: Context, runId: string) => Promise<Answer>,
  ): Promise<AnswerOrReplay<Answer>> {
    const claimed = await this.#answers.claim(ctx, keyed);
    if ('kept' in claimed)
      return { answer: answerIn(claimed.kept as KeptResult<Answer>), isReplay: true, warning: null };
    const { claim } = claimed;
    return this.#detachedWork.run(ctx, async (inner) => {
      let answer: Answer;
      try {
        answer = await work(inner, claim.runId);
      } catch (error) {
        await keepFailure(this.#answers, inner, claim, error);
        throw error;
      }
      const warning = await this.#answers.keep(inner, claim, { answer } satisfies KeptResult<Answer>);
      return { answer, isReplay: false, warning };
    });
  }
}

/** @throws RunFailed where that is what was answered */
export function answerIn<Answer>(kept: KeptResult<Answer>): Answer {
  if ('answer' in kept) return kept.answer;
  const { runId, failure, message, attempts, retryAfterSeconds } = kept.failed;
  throw new RunFailed(runId, failure, message, attempts, retryAfterSeconds, { isReplay: true });
}

/** What a failure means for its key: what may have cost something is told again, and anything else may be tried again. */
export async function keepFailure(
  answers: IdempotentAnswers,
  ctx: Context,
  claim: KeyClaim,
  error: unknown,
): Promise<void> {
  if (error instanceof RunFailed && error.mayHaveCost) {
    const { runId, failure, message, attempts, retryAfterSeconds } = error;
    const failed = { runId, failure, message, attempts, retryAfterSeconds };
    await answers.keep(ctx, claim, { failed } satisfies KeptResult<never>);
  } else if (error instanceof RunFailed || error instanceof Refusal) {
    await answers.free(ctx, claim);
  }
  // Of anything else nobody knows what it has cost: the log of runs will tell.
}
