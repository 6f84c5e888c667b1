import { GraphQLNonNegativeInt, GraphQLSafeInt } from 'graphql-scalars';
import { createUnionType, Field, Float, ID, Int, ObjectType } from 'type-graphql';
import type { ErrorCode } from '../../platform/errors/error-codes.ts';
import { describeEnum } from '../../platform/graphql/schema/graph-enum.ts';
import { AtMost } from '../../platform/graphql/schema/list-size.ts';
import { Problem, ProblemCode } from '../../platform/graphql/schema/problem.ts';
import { FailureClass } from '../../providers/index.ts';
import type { WithheldCall } from './external-actions/withheld-call.ts';
import type { AnswerContent } from './held-output.ts';
import { OutputMismatchKind } from './output-mismatch.ts';
import { FinishReason, Run, RunStatus } from './run.entity.ts';
import { MAX_CITATIONS } from './run-part-reader.ts';
import { FINISH_REASONS } from './run-rows.ts';
import type { BegunRun, EndedRun, RunFailed, RunSeal } from './run-task.ts';
import { MOST_TOOLS } from './task.inputs.ts';
import { CostSource } from './usage.ts';

@ObjectType({ description: 'A source that the model names. This service has not looked at the page.' })
export class Citation {
  @Field(() => String, { description: 'Address, as the provider wrote it.' }) readonly url!: string;
  @Field(() => String, { nullable: true, description: 'Null when the provider doesn’t send one.' })
  readonly title!: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      'Day on which the page was published or last updated, as `2026-05-03`. Null when the provider doesn’t say.',
  })
  readonly date?: string;
  @Field(() => String, {
    nullable: true,
    description: 'Passage of the page, at most 2000 characters. Null when the provider doesn’t send one.',
  })
  readonly snippet?: string;
}

@ObjectType({ description: 'A tool of the caller’s that the model wants called. Nothing has been done yet.' })
export class ToolCall {
  @Field(() => String, { description: 'Unique in the answer. A result names it.' }) readonly id!: string;
  @Field(() => String, { description: 'Name of the tool.' }) readonly name!: string;
  @Field(() => String, {
    description: 'JSON as the model wrote it, `{}` without arguments. It need not fit the tool’s schema.',
  })
  readonly argumentsText!: string;
}

@ObjectType({
  description:
    'A call of a tool that writes outside. It was not handed on, and nothing was done: people are asked, or `result` says why they are not.',
})
export class OutwardToolCall {
  @Field(() => String, { description: 'As the model numbered it.' }) readonly callId: string;
  @Field(() => String, { description: 'The tool’s name.' }) readonly tool: string;
  @Field(() => ID, { nullable: true, description: 'Of the publish request. Null where nothing was filed.' })
  readonly publishRequestId: string | null;
  @Field(() => ProblemCode, { nullable: true, description: 'Why nothing was filed. Null where something was.' })
  readonly code: ErrorCode | null;
  @Field(() => String, { description: 'What the tool gives back, for the model: its result.' }) readonly result: string;

  constructor({ callId, tool, request, code, result }: WithheldCall) {
    this.callId = callId;
    this.tool = tool;
    this.publishRequestId = request?.id ?? null;
    this.code = code;
    this.result = result;
  }
}

@ObjectType({ description: 'How an answer misses the schema that was requested for it.' })
export class OutputMismatch {
  @Field(() => OutputMismatchKind, { description: 'Reason code.' }) readonly kind!: OutputMismatchKind;
  @Field(() => String, { description: 'One sentence with the place, without the value.' }) readonly message!: string;
  @Field(() => String, {
    nullable: true,
    description: 'JSON pointer into the answer. Empty for the whole answer; null if the place is unknown.',
  })
  readonly pointer!: string | null;
}

@ObjectType({ description: 'Result and cost of a run.' })
export class TaskOutcome {
  @Field(() => ID, { description: 'Id of the run in the log.' }) readonly runId: string;
  @Field(() => String, { description: 'Of the deployment that answered.' }) readonly deployment: string;
  @Field(() => String, { description: 'As the provider calls it.' }) readonly model: string;
  @Field(() => FinishReason, { description: 'Why the answer ends where it ends.' }) readonly finishReason: FinishReason;
  @Field(() => Int, { description: 'Tries, over all deployments.' }) readonly attempts: number;
  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description: 'Input tokens of the attempt that answered. Null if unknown, which isn’t 0.',
  })
  readonly inputTokens: number | null;
  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description: 'Input tokens read from the provider’s prompt cache. Null when the provider doesn’t report it.',
  })
  readonly cachedInputTokens: number | null;
  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description: 'Input tokens written into the provider’s prompt cache. Null when the provider doesn’t report it.',
  })
  readonly cacheWriteTokens: number | null;
  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description: 'Output tokens of the attempt that answered, reasoning included. Null if unknown, which isn’t 0.',
  })
  readonly outputTokens: number | null;
  @Field(() => GraphQLNonNegativeInt, { nullable: true, description: 'Input tokens of all attempts. Null if unknown.' })
  readonly totalInputTokens: number | null;
  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description: 'Output tokens of all attempts. Null if unknown.',
  })
  readonly totalOutputTokens: number | null;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'Cost of all attempts, in micros of USD. Null where nobody knows.',
  })
  readonly costMicros: number | null;
  @Field(() => Boolean, { description: 'Whether tokens or cost are our own count.' }) readonly isEstimated: boolean;
  @Field(() => CostSource, {
    nullable: true,
    description: 'Where the cost comes from. Null where nothing was spent or nobody knows it.',
  })
  readonly costSource: CostSource | null;
  @Field(() => Float, { description: 'Milliseconds that were not waited for providers.' }) readonly overheadMs: number;
  @Field(() => Boolean, { description: 'Whether the sandbox answered, and no model.' }) readonly isSimulated: boolean;
  @Field(() => Boolean, { description: 'Whether it is a draft that no end customer should be shown as it is.' })
  readonly isNotFinal: boolean;
  @Field(() => Boolean, { description: 'Whether the account is beyond its soft cap.' }) readonly isPastSoftCap: boolean;
  @Field(() => [String], { description: 'What was left out of the request, in sentences.' })
  readonly warnings: readonly string[];
  @Field(() => Boolean, { description: 'Whether an earlier request with the same idempotency key was answered so.' })
  readonly isReplay: boolean;
  @Field(() => OutputMismatch, {
    nullable: true,
    description: 'How the answer misses the schema that was requested for it. Null if it fits, and while it is held.',
  })
  readonly outputMismatch: OutputMismatch | null;
  @AtMost(MOST_TOOLS)
  @Field(() => [OutwardToolCall], {
    description: 'Calls of tools that write outside: they are not among the answer’s `toolCalls`.',
  })
  readonly outwardCalls: readonly OutwardToolCall[];
  readonly runSeal: RunSeal | null;

  constructor(begun: BegunRun, end: EndedRun) {
    this.runId = begun.id;
    this.deployment = begun.deployment;
    this.model = begun.model;
    this.finishReason = FINISH_REASONS[end.finishReason];
    this.attempts = begun.attempts;
    this.inputTokens = end.usage.inputTokens;
    this.cachedInputTokens = end.usage.cachedInputTokens;
    this.cacheWriteTokens = end.usage.cacheWriteTokens ?? null;
    this.outputTokens = end.usage.outputTokens;
    const total = end.totalUsage ?? end.usage;
    this.totalInputTokens = total.inputTokens;
    this.totalOutputTokens = total.outputTokens;
    this.costMicros = end.costMicros;
    this.isEstimated = end.isEstimated;
    this.costSource = end.costSource ?? null;
    this.overheadMs = end.overheadMs;
    this.isSimulated = begun.isSimulated;
    this.isNotFinal = begun.isNotFinal;
    this.isPastSoftCap = begun.isPastSoftCap;
    this.warnings = [...begun.warnings, ...end.lateWarnings];
    this.isReplay = begun.isReplay;
    this.outputMismatch = end.outputMismatch ?? null;
    this.outwardCalls = (end.outward ?? []).slice(0, MOST_TOOLS).map((call) => new OutwardToolCall(call));
    this.runSeal = end.seal;
  }
}

@ObjectType({
  description:
    'What was answered. It is told once, and nothing of it is kept, unless the task keeps it or holds it for approval.',
})
export class TaskAnswer {
  @Field(() => String, { description: 'Text of the answer. Empty if the model only calls tools or refuses.' })
  readonly text: string;
  @Field(() => String, {
    nullable: true,
    description:
      'Words of the refusal if the model refuses to answer; `finishReason` is `CONTENT_FILTER` then. Null otherwise.',
  })
  readonly refusal: string | null;
  @Field(() => String, { description: 'Reasoning, if the provider shows it. Empty otherwise.' })
  readonly reasoning: string;
  @AtMost(MOST_TOOLS)
  @Field(() => [ToolCall], { description: 'In the order in which the model wants them.' })
  readonly toolCalls: readonly ToolCall[];
  @AtMost(MAX_CITATIONS)
  @Field(() => [Citation], { description: 'In the order in which the model names them.' })
  readonly citations: readonly Citation[];

  constructor({ text, refusal, reasoning, toolCalls, citations }: AnswerContent) {
    this.text = text;
    this.refusal = refusal ?? null;
    this.reasoning = reasoning;
    this.toolCalls = toolCalls.slice(0, MOST_TOOLS);
    this.citations = citations;
  }
}

@ObjectType({ implements: Problem, description: 'The task was begun and came to nothing. It is in the log.' })
export class TaskFailed extends Problem {
  @Field(() => ID, { description: 'Of the run in the log.' })
  readonly runId: string;

  @Field(() => FailureClass, { description: 'What became of the last try.' })
  readonly failure: FailureClass;

  @Field(() => Int, { description: 'Tries, over all deployments.' })
  readonly attempts: number;

  @Field(() => Int, { nullable: true, description: 'Where coming again later helps, after so many seconds.' })
  readonly retryAfterSeconds: number | null;

  @Field(() => Boolean, { description: 'Whether it failed so for an earlier request with the same idempotency key.' })
  readonly isReplay: boolean;

  constructor({ runId, failure, message, attempts, retryAfterSeconds, isReplay }: RunFailed) {
    super(codeOf(failure), message);
    this.runId = runId;
    this.failure = failure;
    this.attempts = attempts;
    this.retryAfterSeconds = retryAfterSeconds;
    this.isReplay = isReplay;
  }
}

@ObjectType({
  implements: Problem,
  description:
    'The task is done, and its answer doesn’t fit `outputSchema`. It is paid for and handed over as it is. If the task’s own schema is missed, the result is `TaskFailed`.',
})
export class OutputWithMismatch extends Problem {
  @Field(() => String, {
    nullable: true,
    description: 'JSON pointer into the answer. Empty for the whole answer; null if the place is unknown.',
  })
  readonly pointer: string | null;

  @Field(() => TaskOutcome, { nullable: true, description: 'Null when not all of it could be written out.' })
  readonly outcome: TaskOutcome;

  @Field(() => TaskAnswer, { nullable: true, description: 'Null when not all of it could be written out.' })
  readonly answer: TaskAnswer;

  constructor(outcome: TaskOutcome, answer: TaskAnswer, { message, pointer }: OutputMismatch) {
    super('OUTPUT_INVALID', message);
    this.pointer = pointer;
    this.outcome = outcome;
    this.answer = answer;
  }
}

const HELD =
  'The task is done and paid for. What it says is held until a person approves it: `run(id)` has it from then on. To ask again is to pay again.';

@ObjectType({
  implements: Problem,
  description: 'The task is done, and what it says is held until a person approves it.',
})
export class HeldTask extends Problem {
  @Field(() => TaskOutcome, { nullable: true, description: 'Null when not all of it could be written out.' })
  readonly outcome: TaskOutcome;

  constructor(outcome: TaskOutcome) {
    super('HELD_FOR_APPROVAL', HELD);
    this.outcome = outcome;
  }
}

@ObjectType({ description: 'The run is done, and what it says is held. Its state comes when that is decided.' })
export class TaskHeld {
  @Field(() => TaskOutcome, { description: 'What it came to, and what it took.' }) readonly outcome: TaskOutcome;

  constructor(outcome: TaskOutcome) {
    this.outcome = outcome;
  }
}

/** As a caller has to tell them apart; the failure itself stands beside it. */
export function codeOf(failure: FailureClass): ErrorCode {
  switch (failure) {
    case 'CONNECT_TIMEOUT':
    case 'FIRST_TOKEN_TIMEOUT':
    case 'IDLE_TIMEOUT':
    case 'TOTAL_TIMEOUT':
      return 'PROVIDER_TIMEOUT';
    case 'CONTEXT_LENGTH':
      return 'CONTEXT_LENGTH_EXCEEDED';
    case 'INVALID_REQUEST':
    case 'CONTENT_FILTER':
      return 'INPUT_INVALID';
    case 'OUTPUT_INVALID':
      return 'OUTPUT_INVALID';
    case 'ADDRESS_NOT_ALLOWED':
      return 'ADDRESS_NOT_ALLOWED';
    case 'RATE_LIMITED':
    case 'BREAKER_OPEN':
    case 'BULKHEAD_FULL':
    case 'NO_PROVIDER_AVAILABLE':
      return 'NO_PROVIDER_AVAILABLE';
    default:
      return 'PROVIDER_ERROR';
  }
}

@ObjectType({ description: 'The run has begun to answer.' })
export class TaskBegun {
  @Field(() => ID, { description: 'To ask for its state after the connection was lost.' })
  readonly runId: string;
  @Field(() => String, { description: 'Of the deployment that answers.' }) readonly deployment: string;
  @Field(() => String, { description: 'As the provider calls it.' }) readonly model: string;
  @Field(() => Boolean, { description: 'Whether the sandbox answers, and no model.' }) readonly isSimulated: boolean;
  @Field(() => Boolean, { description: 'Whether it is a draft that no end customer should be shown as it is.' })
  readonly isNotFinal: boolean;
  @Field(() => Boolean, { description: 'Whether the account is beyond its soft cap.' }) readonly isPastSoftCap: boolean;
  @Field(() => Boolean, {
    description: 'Whether this is the answer of an earlier request with the same idempotency key.',
  })
  readonly isReplay: boolean;

  constructor({ id, deployment, model, isSimulated, isNotFinal, isPastSoftCap, isReplay }: BegunRun) {
    this.runId = id;
    this.deployment = deployment;
    this.model = model;
    this.isSimulated = isSimulated;
    this.isNotFinal = isNotFinal;
    this.isPastSoftCap = isPastSoftCap;
    this.isReplay = isReplay;
  }
}

@ObjectType({ description: 'A piece of a call of a tool: its id and name come first, and once.' })
export class ToolCallDelta {
  @Field(() => Int, { description: 'Which of the calls of this answer, from 0 on.' }) readonly index!: number;
  @Field(() => String, { nullable: true }) readonly id!: string | null;
  @Field(() => String, { nullable: true }) readonly name!: string | null;
  @Field(() => String, { nullable: true, description: 'The next piece of its arguments.' })
  readonly argumentsText!: string | null;
}

@ObjectType({
  description: 'The next piece of the answer. One of its fields is there; pieces of one kind are put together.',
})
export class TaskDelta {
  @Field(() => String, { nullable: true, description: 'Of what the model says.' }) readonly text: string | null = null;
  @Field(() => String, { nullable: true, description: 'Of what the model says of its thoughts.' })
  readonly reasoning: string | null = null;
  @Field(() => String, { nullable: true, description: 'Next piece of a refusal, which comes instead of an answer.' })
  readonly refusal: string | null = null;
  @Field(() => ToolCallDelta, { nullable: true, description: 'Of a call of a tool.' })
  readonly toolCall: ToolCallDelta | null = null;
  @Field(() => Citation, { nullable: true, description: 'A source, in one piece.' })
  readonly citation: Citation | null = null;

  constructor(given: Partial<TaskDelta>) {
    Object.assign(this, given);
  }
}

export const RunState = { UNDER_WAY: 'UNDER_WAY', ...RunStatus } as const;
export type RunState = keyof typeof RunState;
describeEnum(RunState, 'RunState', 'Status of a run: under way, or its final status.');

@ObjectType({
  description: 'How a run stands. What it says is told only where it was held and is approved: in its `heldAnswer`.',
})
export class TaskState {
  @Field(() => ID, { description: 'Of the run that was asked for.' }) readonly runId: string;
  @Field(() => RunState, { description: 'Under way, or how it ended.' }) readonly state: RunState;
  @Field(() => Run, { nullable: true, description: 'Null while it is under way.' }) readonly run: Run | null;

  constructor(runId: string, run: Run | null) {
    this.runId = runId;
    this.state = run?.status ?? RunState.UNDER_WAY;
    this.run = run;
  }
}

export const TaskEvent = createUnionType({
  name: 'TaskEvent',
  description:
    'What a run brings while somebody listens. It ends with an outcome, a failure or a last state. What is held for approval is said to be, and its state told once that is decided.',
  types: () => [TaskBegun, TaskDelta, TaskOutcome, TaskFailed, TaskState, TaskHeld] as const,
});
