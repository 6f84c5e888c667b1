import { createUnionType, Field, ID, Int, ObjectType } from 'type-graphql';
import { describeEnum } from '../../platform/graphql/schema/graph-enum.ts';
import { CitedAnswerView } from './citations/cited-answer.types.ts';
import { NOT_FINAL, PAST_SOFT_CAP, Run, RunStatus } from './run.entity.ts';
import type { BegunRun } from './run-task.ts';
import { CitationView, TaskFailed, TaskOutcome } from './task.types.ts';

@ObjectType({
  description: 'The run succeeded, and its answer is held. A `TaskState` follows after the decision about it.',
})
export class TaskHeld {
  @Field(() => TaskOutcome, { description: 'Result and cost of the run.' }) readonly outcome: TaskOutcome;

  constructor(outcome: TaskOutcome) {
    this.outcome = outcome;
  }
}

@ObjectType({ description: 'The run has started to answer.' })
export class TaskStarted {
  @Field(() => ID, { description: 'Id of the run. Use it to read the run after a lost connection.' })
  readonly runId: string;
  @Field(() => String, { description: 'Deployment that answers, e.g. `openai/gpt-6.1-sol`.' })
  readonly deployment: string;
  @Field(() => String, { description: 'Model, as the provider names it.' }) readonly model: string;
  @Field(() => Boolean, { description: 'True if the sandbox answers instead of a model.' })
  readonly isSimulated: boolean;
  @Field(() => Boolean, { description: NOT_FINAL })
  readonly isNotFinal: boolean;
  @Field(() => Boolean, { description: PAST_SOFT_CAP })
  readonly isPastSoftCap: boolean;
  @Field(() => Boolean, {
    description: 'True if this is the stored answer of an earlier request with the same idempotency key.',
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

@ObjectType({ description: 'A piece of a tool call. Id and name come once, in the first piece.' })
export class ToolCallDelta {
  @Field(() => Int, { description: 'Index of the call in this answer, from 0.' }) readonly index!: number;
  @Field(() => String, { nullable: true, description: 'Id of the call. Null except in its first piece.' }) readonly id!:
    | string
    | null;
  @Field(() => String, { nullable: true, description: 'Name of the tool. Null except in its first piece.' })
  readonly name!: string | null;
  @Field(() => String, { nullable: true, description: 'Next piece of the arguments. Null in the first piece.' })
  readonly argumentsText!: string | null;
}

@ObjectType({
  description: 'Next piece of the answer. Exactly one field is set; concatenate the pieces of each kind.',
})
export class TaskDelta {
  @Field(() => String, { nullable: true, description: 'Next piece of the text.' }) readonly text: string | null = null;
  @Field(() => String, { nullable: true, description: 'Next piece of the reasoning.' })
  readonly reasoning: string | null = null;
  @Field(() => String, { nullable: true, description: 'Next piece of a refusal, which replaces an answer.' })
  readonly refusal: string | null = null;
  @Field(() => ToolCallDelta, { nullable: true, description: 'Next piece of a tool call.' })
  readonly toolCall: ToolCallDelta | null = null;
  @Field(() => CitationView, { nullable: true, description: 'Next source that the answer cites, complete.' })
  readonly citation: CitationView | null = null;
  @Field(() => CitedAnswerView, {
    nullable: true,
    description: 'Verified statements of an answer from documents, once, after the whole text.',
  })
  readonly cited: CitedAnswerView | null = null;

  constructor(given: Partial<TaskDelta>) {
    Object.assign(this, given);
  }
}

export const RunState = { RUNNING: 'RUNNING', ...RunStatus } as const;
export type RunState = keyof typeof RunState;
describeEnum(RunState, 'RunState', 'Status of a run: in progress, or its final status.', {
  RUNNING: 'The run has not ended.',
  SUCCEEDED: 'The run gave a complete answer.',
  FAILED: 'The run gave no answer, only a part of it, or one that misses a strict schema.',
  CANCELED: 'The caller disconnected, or the service stopped, before the end.',
  ABORTED: 'The process that ran the task ended. The progress and cost of the run are unknown.',
});

@ObjectType({
  description: 'Status of a run, without its answer. A held answer is in `heldAnswer` of the run after approval.',
})
export class TaskState {
  @Field(() => ID, { description: 'Id of the run.' }) readonly runId: string;
  @Field(() => RunState, { description: 'Current or final status of the run.' }) readonly state: RunState;
  @Field(() => Run, { nullable: true, description: 'The run. Null while it is in progress.' })
  readonly run: Run | null;

  constructor(runId: string, run: Run | null) {
    this.runId = runId;
    this.state = run?.status ?? RunState.RUNNING;
    this.run = run;
  }
}

export const TaskEvent = createUnionType({
  name: 'TaskEvent',
  description:
    'Events of a run. The last one is an outcome, a failure or a final state. For a held answer, `TaskHeld` comes first, and `TaskState` after the decision.',
  types: () => [TaskStarted, TaskDelta, TaskOutcome, TaskFailed, TaskState, TaskHeld] as const,
});
