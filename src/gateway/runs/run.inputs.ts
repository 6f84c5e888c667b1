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
    description: 'Only runs that these customers pay for. Callers who can only read their own runs get no others.',
  })
  customerId?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'Only runs with one of these customer keys.' })
  customerKeyId?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Only runs of these requesters, e.g. `agent:agt_…`.' })
  requestedBy?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Only runs of these tasks, e.g. `human-phrasing/warm-tone`.' })
  task?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Only runs that one of these deployments answered, or that called it last, e.g. `openai/gpt-6.1-sol`.',
  })
  deployment?: string[] | null;

  @Field(() => [RunStatus], { nullable: true, description: 'Only runs with one of these final statuses.' })
  status?: RunStatus[] | null;

  @Field(() => [FailureClass], {
    nullable: true,
    description: 'Only runs that failed or were canceled for one of these reasons.',
  })
  failure?: FailureClass[] | null;

  @Field(() => [RunSurface], { nullable: true, description: 'Only runs that one of these APIs or features started.' })
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
    description: 'Only runs that cost at least this, in micros of USD. Excludes runs of unknown cost.',
  })
  minCostMicros?: number | null;

  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'Only runs that cost at most this, in micros of USD. Excludes runs of unknown cost.',
  })
  maxCostMicros?: number | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Only runs that started at this time or later.' })
  startedFrom?: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Only runs that started before this time.' })
  startedBefore?: Date | null;
}

/** Columns that the list of runs can be ordered by. */
const RunOrder = orderInput('Run', {
  STARTED_AT: 'Time at which the run started.',
});
type RunOrder = InstanceType<typeof RunOrder>;

@ArgsType()
export class RunsArgs extends PageArgs {
  @Field(() => RunFilter, {
    nullable: true,
    description: 'Only runs that match this filter. Default: all that the caller can read.',
  })
  filter?: RunFilter | null;

  @Field(() => RunOrder, { nullable: true, description: 'Sort order. Default: newest first.' })
  orderBy?: RunOrder | null;
}

export const UsageGroup = graphEnum('UsageGroup', 'Value that runs are grouped by.', {
  TASK: 'Name of the task.',
  MODEL: 'Deployment that answered or was called last.',
  KEY: 'Customer key that was used.',
  CUSTOMER: 'Customer that pays.',
  DAY: 'Day on which the run started, in UTC.',
});
export type UsageGroup = keyof typeof UsageGroup;

@ArgsType()
export class UsageArgs {
  @Field(() => UsageGroup, { description: 'Value to group the runs by.' })
  groupBy!: UsageGroup;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Only runs that started at this time or later. Default: the start of this month in UTC.',
  })
  startedFrom?: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Only runs that started before this time, at most 366 days after `startedFrom`. Default: now.',
  })
  startedBefore?: Date | null;

  @Field(() => ID, { nullable: true, description: 'Only runs that this customer pays for.' })
  customerId?: string | null;
}
