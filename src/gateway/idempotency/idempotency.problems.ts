import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Refusal } from '../../platform/errors/errors.ts';
import { Problem } from '../../platform/graphql/schema/problem.ts';
import { IdempotencyKeyReused } from '../../platform/idempotency/idempotency-key-reused.ts';

/** Why a key gives no answer now. Nothing was run or paid for this request. */
export class IdempotencyRefusal extends Refusal {
  /** What the key began. */
  readonly runId: string;

  private constructor(
    code: 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_IN_PROGRESS' | 'IDEMPOTENT_ANSWER_GONE',
    message: string,
    runId: string,
    retryAfterSeconds?: number,
  ) {
    super(code, message, retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
    this.runId = runId;
  }

  static reused(runId: string): IdempotencyRefusal {
    const { code, message } = new IdempotencyKeyReused();
    return new IdempotencyRefusal(code as 'IDEMPOTENCY_KEY_REUSED', message, runId);
  }

  static inProgress(runId: string, retryAfterSeconds: number): IdempotencyRefusal {
    const message = `The request that came first with this idempotency key is under way, as ${runId}. Ask again later: it is not run twice, and you get its answer.`;
    return new IdempotencyRefusal('IDEMPOTENCY_IN_PROGRESS', message, runId, retryAfterSeconds);
  }

  /** @param became a sentence */
  static gone(runId: string, became: string): IdempotencyRefusal {
    const message = `${became} It may have cost something, so it is not run again under this idempotency key: ${runId} is in the log of runs. Take a new key to run it anew.`;
    return new IdempotencyRefusal('IDEMPOTENT_ANSWER_GONE', message, runId);
  }
}

@ObjectType({
  implements: Problem,
  description: 'The request that came first with this idempotency key is under way. Nothing was begun now.',
})
export class IdempotencyInProgress extends Problem {
  @Field(() => ID, { description: 'Of what is under way.' })
  readonly runId: string;

  @Field(() => Int, { description: 'Ask again after so many seconds, with the same key.' })
  readonly retryAfterSeconds: number;

  constructor({ code, message, runId, retryAfterSeconds = 1 }: IdempotencyRefusal) {
    super(code, message);
    this.runId = runId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

@ObjectType({
  implements: Problem,
  description: 'What this idempotency key began has ended, and there is no answer to give again. Nothing was done now.',
})
export class IdempotentAnswerGone extends Problem {
  @Field(() => ID, { description: 'Of what it began, in the log of runs.' })
  readonly runId: string;

  constructor({ code, message, runId }: IdempotencyRefusal) {
    super(code, message);
    this.runId = runId;
  }
}

/** What a mutation that takes an idempotency key may answer with. */
export const IDEMPOTENCY_PROBLEMS = [IdempotencyKeyReused, IdempotencyInProgress, IdempotentAnswerGone] as const;

/** The same as data; null for any other error. */
export function idempotencyProblemOf(error: unknown): InstanceType<(typeof IDEMPOTENCY_PROBLEMS)[number]> | null {
  if (!(error instanceof IdempotencyRefusal)) return null;
  if (error.code === 'IDEMPOTENCY_KEY_REUSED') return new IdempotencyKeyReused();
  return error.code === 'IDEMPOTENCY_IN_PROGRESS' ? new IdempotencyInProgress(error) : new IdempotentAnswerGone(error);
}
