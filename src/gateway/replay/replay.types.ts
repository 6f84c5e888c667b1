import { GraphQLDateTime, GraphQLNonNegativeInt, GraphQLSafeInt } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { TaskGate, TaskLabel } from '../../models/index.ts';
import { graphEnum } from '../../platform/graphql/schema/graph-enum.ts';
import { AtMost } from '../../platform/graphql/schema/list-size.ts';
import { RoutingRefusal } from '../routing/decide.ts';
import type { ReplayResult } from './decision-replay.ts';
import {
  type ChangedChoice,
  type ChangedGate,
  type ChangedLabel,
  type ChangedRefusal,
  MOST_GROUPS,
  type MoneyChange,
  type UnknownOutcome,
} from './replay-tally.ts';

export const DecisionReplayEnd = graphEnum(
  'DecisionReplayEnd',
  'Reason why a replay ended. It begins with the newest decision.',
  {
    ALL: 'All selected decisions were replayed.',
    MOST: 'The requested maximum was reached. There may be more decisions.',
    TIME: 'The time limit was reached. There may be more decisions.',
  },
);

const TASK = 'The task’s name.';
const DECISIONS = 'How many decisions.';
const EXAMPLES = 'Ids of some of the runs, the newest first.';

@ObjectType({ description: 'Decisions of one task that would take another deployment first.' })
export class ReplayedChoice {
  @Field(() => String, { description: TASK }) readonly task!: string;
  @Field(() => String, { description: 'The deployment that was taken first.' }) readonly from!: string;
  @Field(() => String, { description: 'The one that would be.' }) readonly to!: string;
  @Field(() => GraphQLNonNegativeInt, { description: DECISIONS }) readonly decisions!: number;
  @Field(() => [ID], { description: EXAMPLES }) readonly examples!: readonly string[];
}

@ObjectType({ description: 'Decisions of one task that would lead nowhere, or would not any more.' })
export class ReplayedRefusal {
  @Field(() => String, { description: TASK }) readonly task!: string;
  @Field(() => RoutingRefusal, {
    nullable: true,
    description: 'Why it leads nowhere. Null where the catalogue does not have the task any more.',
  })
  readonly code!: RoutingRefusal | null;
  @Field(() => GraphQLNonNegativeInt, { description: DECISIONS }) readonly decisions!: number;
  @Field(() => [ID], { description: EXAMPLES }) readonly examples!: readonly string[];
}

@ObjectType({
  description:
    'Decisions of one task of which nobody can say: they depend on deployments that were not looked at then, of providers of which it is not known whether there was a key.',
})
export class ReplayedUnknown {
  @Field(() => String, { description: TASK }) readonly task!: string;
  @Field(() => [String], { description: 'On which it depends.' }) readonly deployments!: readonly string[];
  @Field(() => GraphQLNonNegativeInt, { description: DECISIONS }) readonly decisions!: number;
  @Field(() => [ID], { description: EXAMPLES }) readonly examples!: readonly string[];
}

@ObjectType({ description: 'Decisions of one task that would stand behind another gate, or behind one less.' })
export class ReplayedGate {
  @Field(() => String, { description: TASK }) readonly task!: string;
  @Field(() => TaskGate, { description: 'The gate.' }) readonly gate!: TaskGate;
  @Field(() => Boolean, { description: 'Whether it would be there and was not. False: it would be gone.' })
  readonly isAdded!: boolean;
  @Field(() => GraphQLNonNegativeInt, { description: DECISIONS }) readonly decisions!: number;
  @Field(() => [ID], { description: EXAMPLES }) readonly examples!: readonly string[];
}

@ObjectType({ description: 'Decisions of one task whose answers would say something else of themselves.' })
export class ReplayedLabel {
  @Field(() => String, { description: TASK }) readonly task!: string;
  @Field(() => TaskLabel, { description: 'The label.' }) readonly label!: TaskLabel;
  @Field(() => Boolean, { description: 'Whether it would be there and was not. False: it would be gone.' })
  readonly isAdded!: boolean;
  @Field(() => GraphQLNonNegativeInt, { description: DECISIONS }) readonly decisions!: number;
  @Field(() => [ID], { description: EXAMPLES }) readonly examples!: readonly string[];
}

@ObjectType({ description: 'Money over the decisions of which both sides are known, in micros of USD.' })
export class ReplayedMoney {
  @Field(() => GraphQLSafeInt, { description: 'As it was decided.' }) readonly beforeMicros!: number;
  @Field(() => GraphQLSafeInt, { description: 'As it would be.' }) readonly afterMicros!: number;
  @Field(() => GraphQLNonNegativeInt, { description: 'Decisions that are in both sums.' }) readonly decisions!: number;
  @Field(() => GraphQLNonNegativeInt, {
    description: 'Decisions that are in neither, because one side is not known. Not counted as 0.',
  })
  readonly unknown!: number;
}

const most = AtMost(MOST_GROUPS);

@ObjectType({ description: 'What would have been otherwise. Nobody was called, and nothing was changed.' })
export class ReplayedDecisions {
  @Field(() => DecisionReplayEnd, { description: 'Whether these are all decisions that were meant.' })
  readonly end: ReplayResult['end'];
  @Field(() => GraphQLNonNegativeInt, { description: 'Decisions that were looked at.' }) readonly decisions: number;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'When the newest of them was taken.' })
  readonly newestAt: Date | null;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'When the oldest of them was taken.' })
  readonly oldestAt: Date | null;
  @Field(() => GraphQLNonNegativeInt, { description: 'Of these, those that would be taken as they were.' })
  readonly unchanged: number;
  @Field(() => GraphQLNonNegativeInt, {
    description: 'Those that would take the same deployment first, with others to stand in for it.',
  })
  readonly changedFallbacks: number;
  @Field(() => GraphQLNonNegativeInt, { description: 'Those that would take another deployment first.' })
  readonly changedChoices: number;
  @Field(() => GraphQLNonNegativeInt, { description: 'Those that led somewhere and would not any more.' })
  readonly newlyRefused: number;
  @Field(() => GraphQLNonNegativeInt, {
    description:
      'Those that led nowhere and would lead somewhere. What was refused before it began is no run and not among them.',
  })
  readonly newlyPossible: number;
  @Field(() => GraphQLNonNegativeInt, { description: 'Those of which nobody can say.' }) readonly notKnown: number;
  @Field(() => GraphQLNonNegativeInt, {
    description: 'Those that cannot be taken again: their policy, catalogue or task is not to be had.',
  })
  readonly notReplayable: number;
  @most
  @Field(() => [ReplayedChoice], { description: 'What would be taken in the place of what, the most frequent first.' })
  readonly choices: readonly ChangedChoice[];
  @most
  @Field(() => [ReplayedRefusal], { description: 'What would be refused, and why.' })
  readonly refused: readonly ChangedRefusal[];
  @most
  @Field(() => [ReplayedRefusal], { description: 'What would be possible, and why it was not.' })
  readonly possible: readonly ChangedRefusal[];
  @most
  @Field(() => [ReplayedUnknown], { description: 'On what it depends where nobody can say.' })
  readonly unknown: readonly UnknownOutcome[];
  @most
  @Field(() => [ReplayedGate], { description: 'Gates that the tasks would have or not have any more.' })
  readonly gates: readonly ChangedGate[];
  @most
  @Field(() => [ReplayedLabel], { description: 'Labels that the answers would have or not have any more.' })
  readonly labels: readonly ChangedLabel[];
  @Field(() => ReplayedMoney, { description: 'The most that the calls could cost at the deployment taken first.' })
  readonly upperBound: MoneyChange;
  @Field(() => ReplayedMoney, {
    description:
      'What the tokens of the runs cost at the deployment taken first, by the list prices of the day, even where the sandbox answered. As if another model used as many tokens.',
  })
  readonly cost: MoneyChange;

  constructor({ tally, end }: ReplayResult) {
    this.end = end;
    this.decisions = tally.looked;
    this.newestAt = tally.newest;
    this.oldestAt = tally.oldest;
    this.unchanged = tally.same;
    this.changedFallbacks = tally.fallbacks;
    this.changedChoices = tally.choices.decisions;
    this.newlyRefused = tally.refused.decisions;
    this.newlyPossible = tally.possible.decisions;
    this.notKnown = tally.notKnown.decisions;
    this.notReplayable = tally.notReplayable;
    this.choices = tally.choices.list();
    this.refused = tally.refused.list();
    this.possible = tally.possible.list();
    this.unknown = tally.notKnown.list();
    this.gates = tally.gates.list();
    this.labels = tally.labels.list();
    this.upperBound = tally.upperBound;
    this.cost = tally.cost;
  }
}
