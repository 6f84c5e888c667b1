import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Refusal } from '../../platform/errors/errors.ts';
import { Problem } from '../../platform/graphql/schema/problem.ts';
import { IdempotencyKeyReused } from '../../platform/idempotency/idempotency-key-reused.ts';

/** Reason why an idempotency key returns no answer now. Nothing was run or charged for this request. */
export class IdempotencyRefusal extends Refusal {
  /** Id of the run that the key belongs to. */
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
    const message = `The first request with this idempotency key is still running, as ${runId}. Retry with the same key to get its answer; nothing is run twice.`;
    return new IdempotencyRefusal('IDEMPOTENCY_IN_PROGRESS', message, runId, retryAfterSeconds);
  }

  /** @param result sentence about the result of the run */
  static gone(runId: string, result: string): IdempotencyRefusal {
    const message = `${result} It may have been charged, so it isn’t run again under this idempotency key. See the run ${runId}. Use a new key to run it again.`;
    return new IdempotencyRefusal('IDEMPOTENT_ANSWER_GONE', message, runId);
  }
}

@ObjectType({
  implements: Problem,
  description: 'The first request with this idempotency key is still running. Nothing was started now.',
})
export class IdempotencyInProgress extends Problem {
  @Field(() => ID, { description: 'Id of the run in progress.' })
  readonly runId: string;

  @Field(() => Int, { description: 'Seconds to wait before a retry with the same key.' })
  readonly retryAfterSeconds: number;

  constructor({ code, message, runId, retryAfterSeconds = 1 }: IdempotencyRefusal) {
    super(code, message);
    this.runId = runId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

@ObjectType({
  implements: Problem,
  description: 'The run of this idempotency key has ended, and its answer isn’t available. Nothing was started now.',
})
export class IdempotentAnswerGone extends Problem {
  @Field(() => ID, { description: 'Id of the recorded run, as in `runs`.' })
  readonly runId: string;

  constructor({ code, message, runId }: IdempotencyRefusal) {
    super(code, message);
    this.runId = runId;
  }
}

/** Problems of a mutation that takes an idempotency key. */
export const IDEMPOTENCY_PROBLEMS = [IdempotencyKeyReused, IdempotencyInProgress, IdempotentAnswerGone] as const;

/** Converts the refusal of an idempotency key to a problem of the schema. Null for any other error. */
export function idempotencyProblemOf(error: unknown): InstanceType<(typeof IDEMPOTENCY_PROBLEMS)[number]> | null {
  if (!(error instanceof IdempotencyRefusal)) return null;
  if (error.code === 'IDEMPOTENCY_KEY_REUSED') return new IdempotencyKeyReused();
  return error.code === 'IDEMPOTENCY_IN_PROGRESS' ? new IdempotencyInProgress(error) : new IdempotentAnswerGone(error);
}
