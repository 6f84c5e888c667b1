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
  'Reason why a replay of routing decisions ended. A replay begins with the newest decision.',
  {
    ALL: 'All selected decisions were examined.',
    LIMIT: 'The requested maximum number of decisions was reached. There may be more decisions.',
    TIME: 'The time limit was reached. There may be more decisions.',
  },
);

const TASK = 'Name of the task.';
const DECISIONS = 'Number of these decisions.';
const EXAMPLES = 'Ids of up to 5 of the runs with these decisions, newest first.';

@ObjectType({ description: 'Decisions of one task that choose another deployment in the replay.' })
export class ReplayedChoice {
  @Field(() => String, { description: TASK }) readonly task!: string;
  @Field(() => String, { description: 'Deployment that the recorded decision chose.' }) readonly from!: string;
  @Field(() => String, { description: 'Deployment that the replay chooses.' }) readonly to!: string;
  @Field(() => GraphQLNonNegativeInt, { description: DECISIONS }) readonly decisions!: number;
  @Field(() => [ID], { description: EXAMPLES }) readonly examples!: readonly string[];
}

@ObjectType({ description: 'Decisions of one task that are newly refused in the replay, or no longer refused.' })
export class ReplayedRefusal {
  @Field(() => String, { description: TASK }) readonly task!: string;
  @Field(() => RoutingRefusal, {
    nullable: true,
    description:
      'Reason of the refusal: the new one in `refused`, the old one in `possible`. Null if the catalogue no longer has the task.',
  })
  readonly code!: RoutingRefusal | null;
  @Field(() => GraphQLNonNegativeInt, { description: DECISIONS }) readonly decisions!: number;
  @Field(() => [ID], { description: EXAMPLES }) readonly examples!: readonly string[];
}

@ObjectType({
  description:
    'Decisions of one task whose new outcome is unknown. It depends on deployments that the recorded decision didn’t consider, and no record says whether their provider had a key.',
})
export class ReplayedUnknown {
  @Field(() => String, { description: TASK }) readonly task!: string;
  @Field(() => [String], {
    description: 'Deployments that the outcome depends on: no record says whether their provider had a key.',
  })
  readonly deployments!: readonly string[];
  @Field(() => GraphQLNonNegativeInt, { description: DECISIONS }) readonly decisions!: number;
  @Field(() => [ID], { description: EXAMPLES }) readonly examples!: readonly string[];
}

@ObjectType({
  description: 'Decisions of one task that get or lose a gate in the replay: a condition such as a required approval.',
})
export class ReplayedGate {
  @Field(() => String, { description: TASK }) readonly task!: string;
  @Field(() => TaskGate, { description: 'Gate that is added or removed.' }) readonly gate!: TaskGate;
  @Field(() => Boolean, { description: 'True if the replay adds the gate, false if it removes the gate.' })
  readonly isAdded!: boolean;
  @Field(() => GraphQLNonNegativeInt, { description: DECISIONS }) readonly decisions!: number;
  @Field(() => [ID], { description: EXAMPLES }) readonly examples!: readonly string[];
}

@ObjectType({ description: 'Decisions of one task whose answers get or lose a label in the replay.' })
export class ReplayedLabel {
  @Field(() => String, { description: TASK }) readonly task!: string;
  @Field(() => TaskLabel, { description: 'Label that is added or removed.' }) readonly label!: TaskLabel;
  @Field(() => Boolean, { description: 'True if the replay adds the label, false if it removes the label.' })
  readonly isAdded!: boolean;
  @Field(() => GraphQLNonNegativeInt, { description: DECISIONS }) readonly decisions!: number;
  @Field(() => [ID], { description: EXAMPLES }) readonly examples!: readonly string[];
}

@ObjectType({
  description:
    'Sums over the decisions whose amounts are known both in the record and in the replay, in micros of USD.',
})
export class ReplayedMoney {
  @Field(() => GraphQLSafeInt, { description: 'Sum for the recorded decisions.' }) readonly beforeMicros!: number;
  @Field(() => GraphQLSafeInt, { description: 'Sum for the replayed decisions.' }) readonly afterMicros!: number;
  @Field(() => GraphQLNonNegativeInt, { description: 'Number of decisions in the sums.' }) readonly decisions!: number;
  @Field(() => GraphQLNonNegativeInt, {
    description: 'Number of decisions left out of the sums because an amount is unknown. They don’t count as 0.',
  })
  readonly unknown!: number;
}

const most = AtMost(MOST_GROUPS);

@ObjectType({
  description:
    'Differences that another routing policy or catalogue would make to past routing decisions. No provider was called, and nothing was changed.',
})
export class ReplayedDecisions {
  @Field(() => DecisionReplayEnd, { description: 'Reason why the replay ended.' })
  readonly end: ReplayResult['end'];
  @Field(() => GraphQLNonNegativeInt, {
    description: 'Number of routing decisions that were examined, including those that can’t be replayed.',
  })
  readonly decisions: number;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time of the newest examined decision. Null if none was examined.',
  })
  readonly newestAt: Date | null;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time of the oldest examined decision. Null if none was examined.',
  })
  readonly oldestAt: Date | null;
  @Field(() => GraphQLNonNegativeInt, { description: 'Number of decisions that stay the same in the replay.' })
  readonly unchanged: number;
  @Field(() => GraphQLNonNegativeInt, {
    description: 'Number of decisions that choose the same deployment in the replay, but other fallbacks.',
  })
  readonly changedFallbacks: number;
  @Field(() => GraphQLNonNegativeInt, {
    description: 'Number of decisions that choose another deployment in the replay.',
  })
  readonly changedChoices: number;
  @Field(() => GraphQLNonNegativeInt, {
    description: 'Number of decisions that chose a deployment and are refused in the replay.',
  })
  readonly newlyRefused: number;
  @Field(() => GraphQLNonNegativeInt, {
    description:
      'Number of decisions that were refused and choose a deployment in the replay. Requests refused before they became a run aren’t counted.',
  })
  readonly newlyPossible: number;
  @Field(() => GraphQLNonNegativeInt, {
    description: 'Number of decisions whose outcome in the replay is unknown; `unknown` has the reasons.',
  })
  readonly notKnown: number;
  @Field(() => GraphQLNonNegativeInt, {
    description:
      'Number of decisions that can’t be replayed, because their policy, catalogue or task isn’t available any more, or their record has another format.',
  })
  readonly notReplayable: number;
  @most
  @Field(() => [ReplayedChoice], {
    description:
      'Decisions that choose another deployment in the replay, by task and deployments, most frequent first.',
  })
  readonly choices: readonly ChangedChoice[];
  @most
  @Field(() => [ReplayedRefusal], { description: 'Decisions that are newly refused in the replay, with the reason.' })
  readonly refused: readonly ChangedRefusal[];
  @most
  @Field(() => [ReplayedRefusal], {
    description: 'Decisions that are no longer refused in the replay, with the old reason.',
  })
  readonly possible: readonly ChangedRefusal[];
  @most
  @Field(() => [ReplayedUnknown], {
    description: 'Decisions whose outcome in the replay is unknown, with the deployments that the outcome depends on.',
  })
  readonly unknown: readonly UnknownOutcome[];
  @most
  @Field(() => [ReplayedGate], {
    description: 'Gates, such as a required approval, that the replayed documents add to tasks or remove from them.',
  })
  readonly gates: readonly ChangedGate[];
  @most
  @Field(() => [ReplayedLabel], {
    description: 'Labels that the replayed documents add to answers or remove from them.',
  })
  readonly labels: readonly ChangedLabel[];
  @Field(() => ReplayedMoney, {
    description: 'Maximum cost of the calls, each at the deployment that its decision chose.',
  })
  readonly upperBound: MoneyChange;
  @Field(() => ReplayedMoney, {
    description:
      'Cost of the tokens of the runs at the chosen deployment and its list prices at that time, also if the sandbox answered. Assumes that every model uses equally many tokens.',
  })
  readonly cost: MoneyChange;

  constructor({ tally, end }: ReplayResult) {
    this.end = end;
    this.decisions = tally.examined;
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
