import { GraphQLNonNegativeInt, GraphQLSafeInt } from 'graphql-scalars';
import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import type { ErrorCode } from '../../platform/errors/error-codes.ts';
import { AtMost } from '../../platform/graphql/schema/list-size.ts';
import { Problem, ProblemCode } from '../../platform/graphql/schema/problem.ts';
import { FailureClass } from '../../providers/index.ts';
import { MOST_CLAIMS } from './citations/citation-check.ts';
import type { CitedOutcome } from './citations/cited-answer.ts';
import { CitedAnswerView, CitedClaim, CitedOutcomeType } from './citations/cited-answer.types.ts';
import type { WithheldCall } from './external-actions/withheld-call.ts';
import type { AnswerContent } from './held-output.ts';
import { OutputMismatchKind } from './output-mismatch.ts';
import { COST_OF_RUN, FinishReason, NOT_FINAL, PAST_SOFT_CAP } from './run.entity.ts';
import { MAX_CITATIONS } from './run-part-reader.ts';
import { FINISH_REASONS } from './run-rows.ts';
import type { BegunRun, EndedRun, RunFailed, RunSeal } from './run-task.ts';
import { MOST_TOOLS } from './task.inputs.ts';
import { CostSource } from './usage.ts';

@ObjectType('Citation', { description: 'A source that the model cites. This service has not checked the page.' })
export class CitationView {
  @Field(() => String, { description: 'URL, as the provider wrote it.' }) readonly url!: string;
  @Field(() => String, {
    nullable: true,
    description: 'Title of the page. Null when the provider doesn’t send one.',
  })
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

@ObjectType('ToolCall', {
  description: 'A call of one of the caller’s tools, requested by the model. Nothing has been executed.',
})
class ToolCallView {
  @Field(() => String, { description: 'Id of the call, unique in the answer. Send it back with the result.' })
  readonly id!: string;
  @Field(() => String, { description: 'Name of the tool.' }) readonly name!: string;
  @Field(() => String, {
    description:
      'Arguments as JSON, as the model wrote them; `{}` without arguments. They may not fit the tool’s schema.',
  })
  readonly argumentsText!: string;
}

@ObjectType({
  description:
    'A call of a tool that writes to an external system. It was withheld, and nothing was executed. A publish request was filed, or `result` says why not.',
})
export class ExternalToolCall {
  @Field(() => String, { description: 'Id that the model gave the call.' }) readonly callId: string;
  @Field(() => String, { description: 'Name of the tool.' }) readonly tool: string;
  @Field(() => ID, { nullable: true, description: 'Publish request that was filed. Null if none was.' })
  readonly publishRequestId: string | null;
  @Field(() => ProblemCode, {
    nullable: true,
    description: 'Reason why no publish request was filed. Null if one was.',
  })
  readonly code: ErrorCode | null;
  @Field(() => String, { description: 'Result of the tool call, to send back to the model.' }) readonly result: string;

  constructor({ callId, tool, request, code, result }: WithheldCall) {
    this.callId = callId;
    this.tool = tool;
    this.publishRequestId = request?.id ?? null;
    this.code = code;
    this.result = result;
  }
}

@ObjectType('OutputMismatch', { description: 'Mismatch between an answer and its requested schema.' })
class OutputMismatchView {
  @Field(() => OutputMismatchKind, { description: 'Reason of the mismatch.' }) readonly kind!: OutputMismatchKind;
  @Field(() => String, {
    description: 'Sentence that says where in the answer the mismatch is, without the value there.',
  })
  readonly message!: string;
  @Field(() => String, {
    nullable: true,
    description:
      'JSON pointer into the answer. Empty for the whole answer; null if the position of the mismatch is unknown.',
  })
  readonly pointer!: string | null;
}

@ObjectType({ description: 'Result and cost of a run.' })
export class TaskOutcome {
  @Field(() => ID, { description: 'Id of the recorded run, as in `runs`.' }) readonly runId: string;
  @Field(() => String, { description: 'Deployment that answered, e.g. `openai/gpt-6.1-sol`.' })
  readonly deployment: string;
  @Field(() => String, { description: 'Model, as the provider names it.' }) readonly model: string;
  @Field(() => FinishReason, { description: 'Reason why the answer ended.' }) readonly finishReason: FinishReason;
  @Field(() => Int, { description: 'Number of attempts over all deployments.' }) readonly attempts: number;
  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description: 'Input tokens of the attempt that answered. Null if unknown, which isn’t 0.',
  })
  readonly inputTokens: number | null;
  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description: 'Part of `inputTokens` that the provider read from its prompt cache. Null if unknown.',
  })
  readonly cachedInputTokens: number | null;
  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description: 'Part of `inputTokens` that the provider wrote into its prompt cache. Null if unknown.',
  })
  readonly cacheWriteTokens: number | null;
  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description: 'Output tokens of the attempt that answered, reasoning included. Null if unknown, which isn’t 0.',
  })
  readonly outputTokens: number | null;
  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description: 'Input tokens of all attempts whose count is known. Null if none is.',
  })
  readonly totalInputTokens: number | null;
  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description: 'Output tokens of all attempts whose count is known. Null if none is.',
  })
  readonly totalOutputTokens: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: COST_OF_RUN })
  readonly costMicros: number | null;
  @Field(() => Boolean, { description: 'True if tokens or cost were counted by this service.' })
  readonly isEstimated: boolean;
  @Field(() => CostSource, {
    nullable: true,
    description:
      'Source of the cost; with several attempts, the least certain one. Null if nothing was spent, or the cost is unknown.',
  })
  readonly costSource: CostSource | null;
  @Field(() => Float, { description: 'Milliseconds spent in this service, without waiting for providers.' })
  readonly overheadMs: number;
  @Field(() => Boolean, { description: 'True if the sandbox answered instead of a model.' })
  readonly isSimulated: boolean;
  @Field(() => Boolean, { description: NOT_FINAL })
  readonly isNotFinal: boolean;
  @Field(() => Boolean, { description: PAST_SOFT_CAP })
  readonly isPastSoftCap: boolean;
  @Field(() => [String], { description: 'Sentences about parts of the request that were left out or replaced.' })
  readonly warnings: readonly string[];
  @Field(() => Boolean, {
    description: 'True if this is the stored answer of an earlier request with the same idempotency key.',
  })
  readonly isReplay: boolean;
  @Field(() => OutputMismatchView, {
    nullable: true,
    description:
      'Mismatch between the answer and the requested schema. Null if the answer fits, has no schema, was cut off or calls tools, and while it is held.',
  })
  readonly outputMismatch: OutputMismatchView | null;
  @AtMost(MOST_TOOLS)
  @Field(() => [ExternalToolCall], {
    description: 'Withheld calls of tools that write to external systems. They aren’t in the answer’s `toolCalls`.',
  })
  readonly externalCalls: readonly ExternalToolCall[];
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
    this.externalCalls = (end.outward ?? []).slice(0, MOST_TOOLS).map((call) => new ExternalToolCall(call));
    this.runSeal = end.seal;
  }
}

@ObjectType({
  description:
    'Answer of the model. Returned once and not stored, unless the task keeps it or holds it for approval, or the request has an idempotency key.',
})
export class TaskAnswer {
  @Field(() => String, { description: 'Text of the answer. Empty if the model only calls tools or refuses.' })
  readonly text: string;
  @Field(() => String, {
    nullable: true,
    description:
      'Text of the refusal if the model refuses to answer; `finishReason` is then `CONTENT_FILTER`. Null otherwise.',
  })
  readonly refusal: string | null;
  @Field(() => String, { description: 'Reasoning of the model. Empty if the provider doesn’t show it.' })
  readonly reasoning: string;
  @AtMost(MOST_TOOLS)
  @Field(() => [ToolCallView], { description: 'Tool calls, in the order in which the model requests them.' })
  readonly toolCalls: readonly ToolCallView[];
  @AtMost(MAX_CITATIONS)
  @Field(() => [CitationView], { description: 'Sources, in the order in which the model cites them.' })
  readonly citations: readonly CitationView[];
  @Field(() => CitedOutcomeType, {
    nullable: true,
    description: 'How far the documents support the answer. Null unless the request has documents.',
  })
  readonly outcome: CitedOutcome | null;
  @AtMost(MOST_CLAIMS)
  @Field(() => [CitedClaim], {
    description:
      'Statements of an answer from documents, in their order, with the quotations that this service verified. Empty unless the request has documents.',
  })
  readonly claims: readonly CitedClaim[];

  constructor({ text, refusal, reasoning, toolCalls, citations, cited }: AnswerContent) {
    this.text = text;
    this.refusal = refusal ?? null;
    this.reasoning = reasoning;
    this.toolCalls = toolCalls.slice(0, MOST_TOOLS);
    this.citations = citations;
    const view = cited ? new CitedAnswerView(cited) : null;
    this.outcome = view?.outcome ?? null;
    this.claims = view?.claims ?? [];
  }
}

@ObjectType({
  implements: Problem,
  description: 'The run failed, or no deployment could be called. It is recorded, see `runs`.',
})
export class TaskFailed extends Problem {
  @Field(() => ID, { description: 'Id of the recorded run, as in `runs`.' })
  readonly runId: string;

  @Field(() => FailureClass, { description: 'Reason why the run failed.' })
  readonly failure: FailureClass;

  @Field(() => Int, { description: 'Number of attempts over all deployments.' })
  readonly attempts: number;

  @Field(() => Int, {
    nullable: true,
    description: 'Seconds to wait before a retry. Null if waiting doesn’t help or the time is unknown.',
  })
  readonly retryAfterSeconds: number | null;

  @Field(() => Boolean, {
    description: 'True if this is the stored failure of an earlier request with the same idempotency key.',
  })
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
    'The task succeeded, but its answer doesn’t fit `outputSchema`. The answer is charged and returned as it is. With `isOutputSchemaStrict`, and if the answer doesn’t fit the task’s own schema, the result is `TaskFailed` instead.',
})
export class OutputWithMismatch extends Problem {
  @Field(() => String, {
    nullable: true,
    description:
      'JSON pointer into the answer. Empty for the whole answer; null if the position of the mismatch is unknown.',
  })
  readonly pointer: string | null;

  @Field(() => TaskOutcome, {
    nullable: true,
    description: 'Result and cost of the task. Null if part of it could not be read: see `errors`.',
  })
  readonly outcome: TaskOutcome;

  @Field(() => TaskAnswer, {
    nullable: true,
    description: 'Answer of the model. Null if part of it could not be read: see `errors`.',
  })
  readonly answer: TaskAnswer;

  constructor(outcome: TaskOutcome, answer: TaskAnswer, { message, pointer }: OutputMismatchView) {
    super('OUTPUT_INVALID', message);
    this.pointer = pointer;
    this.outcome = outcome;
    this.answer = answer;
  }
}

const HELD =
  'The task succeeded and is charged. Its answer is held until a person approves it. After the approval, read `heldAnswer` of the run. Don’t send the request again: it would be charged again.';

@ObjectType({
  implements: Problem,
  description: 'The task succeeded, and its answer is held until a person approves it.',
})
export class HeldTask extends Problem {
  @Field(() => TaskOutcome, {
    nullable: true,
    description: 'Result and cost of the task. Null if part of it could not be read: see `errors`.',
  })
  readonly outcome: TaskOutcome;

  constructor(outcome: TaskOutcome) {
    super('HELD_FOR_APPROVAL', HELD);
    this.outcome = outcome;
  }
}

/** Maps a failure to the problem code that callers handle. The API also returns the failure, as a separate field. */
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
