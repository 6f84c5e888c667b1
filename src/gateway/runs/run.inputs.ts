import { GraphQLDateTime, GraphQLSafeInt } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { orderInput } from '../../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../../platform/graphql/schema/connection.ts';
import { graphEnum } from '../../platform/graphql/schema/graph-enum.ts';
import { FailureClass } from '../../providers/index.ts';
import { RunStatus, RunSurface } from './run.entity.ts';

@InputType({ description: 'Filters for runs. A run must match every field; within a list, one value is enough.' })
export class RunFilter {
  @Field(() => [ID], {
    nullable: true,
    description: 'Customers that pay. Callers who can only read their own runs get no others.',
  })
  customerId?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'By the customer key that was used.' })
  customerKeyId?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Requesters, e.g. `agent:agt_…`.' })
  requestedBy?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Names of tasks, e.g. `human-phrasing/warm-tone`.' })
  task?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'Ids of deployments, e.g. `openai/gpt-6.1-sol`.' })
  deployment?: string[] | null;

  @Field(() => [RunStatus], { nullable: true, description: 'Final statuses.' })
  status?: RunStatus[] | null;

  @Field(() => [FailureClass], { nullable: true, description: 'Reasons why the runs failed or were canceled.' })
  failure?: FailureClass[] | null;

  @Field(() => [RunSurface], { nullable: true, description: 'APIs or features that started the runs.' })
  surface?: RunSurface[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: only runs that the sandbox answered. False: only runs that it didn’t.',
  })
  isSimulated?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: only runs whose output was held for approval. False: only the others.',
  })
  isHeld?: boolean | null;

  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'Minimum cost in micros of USD. Excludes runs of unknown cost.',
  })
  minCostMicros?: number | null;

  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'Maximum cost in micros of USD. Excludes runs of unknown cost.',
  })
  maxCostMicros?: number | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Runs that started at this time or later.' })
  startedFrom?: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Runs that started before this time.' })
  startedBefore?: Date | null;
}

/** Columns that the list of runs can be ordered by. */
const RunOrder = orderInput('Run', {
  STARTED_AT: 'Time at which the run started.',
});
type RunOrder = InstanceType<typeof RunOrder>;

@ArgsType()
export class RunsArgs extends PageArgs {
  @Field(() => RunFilter, { nullable: true, description: 'Runs to list. Default: all that the caller can read.' })
  filter?: RunFilter | null;

  @Field(() => RunOrder, { nullable: true, description: 'Default: newest first.' })
  orderBy?: RunOrder | null;
}

export const UsageGroup = graphEnum('UsageGroup', 'How usage is grouped.', {
  TASK: 'By name of the task.',
  MODEL: 'By deployment.',
  KEY: 'By the customer key that was used.',
  CUSTOMER: 'By the customer that pays.',
  DAY: 'By day, in UTC.',
});
export type UsageGroup = keyof typeof UsageGroup;

@ArgsType()
export class UsageArgs {
  @Field(() => UsageGroup, { description: 'How to group the runs.' })
  groupBy!: UsageGroup;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Runs that started at this time or later. Default: the start of this month in UTC.',
  })
  startedFrom?: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Runs that started before this time. Default: now.' })
  startedBefore?: Date | null;

  @Field(() => ID, { nullable: true, description: 'Only runs that this customer pays for.' })
  customerId?: string | null;
}
