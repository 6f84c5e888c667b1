import { GraphQLDateTime, GraphQLSafeInt } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { orderInput } from '../../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../../platform/graphql/schema/connection.ts';
import { graphEnum } from '../../platform/graphql/schema/graph-enum.ts';
import { FailureClass } from '../../providers/index.ts';
import { RunStatus, RunSurface } from './run.entity.ts';

@InputType({ description: 'All that is given has to be met; of a list, one of it.' })
export class RunFilter {
  @Field(() => [ID], { nullable: true, description: 'Who pays. Who sees only their own sees no others by it.' })
  customerId?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'By the customer key that was used.' })
  customerKeyId?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Who has asked, e.g. `agent:agt_…`.' })
  requestedBy?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'By name, e.g. `human-phrasing/warm-tone`.' })
  task?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'By id, e.g. `openai/gpt-6.1-sol`.' })
  deployment?: string[] | null;

  @Field(() => [RunStatus], { nullable: true })
  status?: RunStatus[] | null;

  @Field(() => [FailureClass], { nullable: true, description: 'Why they failed or were canceled.' })
  failure?: FailureClass[] | null;

  @Field(() => [RunSurface], { nullable: true, description: 'By which door they came.' })
  surface?: RunSurface[] | null;

  @Field(() => Boolean, { nullable: true, description: 'Those that the sandbox answered, or those that it did not.' })
  isSimulated?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Those whose output was held for approval, or the others.' })
  isHeld?: boolean | null;

  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'Those that cost so much or more, in micros of USD. Those of unknown cost are not among them.',
  })
  minCostMicros?: number | null;

  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'Those that cost so much or less, in micros of USD. Those of unknown cost are not among them.',
  })
  maxCostMicros?: number | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Those that began then or later.' })
  startedFrom?: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Those that began before then.' })
  startedBefore?: Date | null;
}

/** What the list can be ordered by. */
const RunOrder = orderInput('Run', {
  STARTED_AT: 'When it began.',
});
type RunOrder = InstanceType<typeof RunOrder>;

@ArgsType()
export class RunsArgs extends PageArgs {
  @Field(() => RunFilter, { nullable: true })
  filter?: RunFilter | null;

  @Field(() => RunOrder, { nullable: true, description: 'Default: newest first.' })
  orderBy?: RunOrder | null;
}

export const UsageGroup = graphEnum('UsageGroup', 'How usage is grouped.', {
  TASK: null,
  MODEL: 'By deployment.',
  KEY: 'By the customer key that was used.',
  CUSTOMER: null,
  DAY: 'By day, in UTC.',
});
export type UsageGroup = keyof typeof UsageGroup;

@ArgsType()
export class UsageArgs {
  @Field(() => UsageGroup)
  groupBy!: UsageGroup;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Runs that began then or later. Default: this month’s, UTC.',
  })
  startedFrom?: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Runs that began before then. Default: until now.' })
  startedBefore?: Date | null;

  @Field(() => ID, { nullable: true, description: 'Of this customer alone.' })
  customerId?: string | null;
}
