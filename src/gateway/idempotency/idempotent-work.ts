import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/errors/errors.ts';
import { RunFailed } from '../runs/run-task.ts';
import type { DetachedWork } from './detached-work.ts';
import type { IdempotentAnswers, KeyClaim, KeyedRequest } from './idempotent-answers.ts';

/** An answer of this request, or the stored one of an earlier request. */
export interface AnswerOrReplay<Answer> {
  readonly answer: Answer;
  /** True if `answer` is the stored answer of an earlier request with the same key. Nothing was run or charged now. */
  readonly isReplay: boolean;
  /** Reason in a sentence why the answer can't be returned again. Null if it can. */
  readonly warning: string | null;
}

/** Answer or failure of a request, as stored under its idempotency key. */
export type KeptResult<Answer> =
  | { readonly answer: Answer }
  | { readonly failed: Pick<RunFailed, 'runId' | 'failure' | 'message' | 'attempts' | 'retryAfterSeconds'> };

/** Runs work with an idempotency key, and returns its stored result to later requests with the same key. */
export class IdempotentWork {
  readonly #answers: IdempotentAnswers;
  readonly #detachedWork: DetachedWork;

  constructor(answers: IdempotentAnswers, detachedWork: DetachedWork) {
    this.#answers = answers;
    this.#detachedWork = detachedWork;
  }

  /**
   * @param work continues if its caller disconnects; must use the given id for its run
   * @throws Refusal; RunFailed for a failure of this run, or for a stored one
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

/** @throws RunFailed if the stored result is a failure */
export function answerIn<Answer>(kept: KeptResult<Answer>): Answer {
  if ('answer' in kept) return kept.answer;
  const { runId, failure, message, attempts, retryAfterSeconds } = kept.failed;
  throw new RunFailed(runId, failure, message, attempts, retryAfterSeconds, { isReplay: true });
}

/**
 * Stores a failure that possibly cost something, so that it is returned again. After a refusal, or a failure without cost, the
 * key can be used again.
 */
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
  // After any other error the key stays claimed: the run can have cost something, and its result is recorded with it.
}
