import { GraphQLNonNegativeInt, GraphQLSafeInt } from 'graphql-scalars';
import { Args, Ctx, Field, ObjectType, Query, Resolver } from 'type-graphql';
import { AccessFor } from '../../platform/auth/access.ts';
import { can } from '../../platform/auth/principal.ts';
import type { Context } from '../../platform/context.ts';
import { badUserInput } from '../../platform/errors/errors.ts';
import { AtMost } from '../../platform/graphql/schema/list-size.ts';
import { type UsageArgs as Asked, UsageArgs, type UsageGroup } from './run.inputs.ts';
import { Conditions } from './run.reads.ts';
import { sumRuns } from './run.sql.ts';
import { visibleRuns } from './run-access.ts';

const MOST_GROUPS = 400;
const MOST_DAYS = 366;
const DAY_MS = 24 * 3600 * 1000;

@ObjectType({
  description:
    'Usage of one group of runs. Sums leave out unknown values; `runsOfUnknownCost` counts the runs without a known cost.',
})
export class Usage {
  @Field(() => String, {
    nullable: true,
    description: 'Name, id or day (`2026-11-22`) of the group. Null for runs without one.',
  })
  readonly group!: string | null;
  @Field(() => GraphQLNonNegativeInt, { description: 'Number of runs that ended, with any status.' })
  readonly runs!: number;
  @Field(() => GraphQLNonNegativeInt, { description: 'Number of runs that succeeded.' })
  readonly succeededRuns!: number;
  @Field(() => GraphQLNonNegativeInt, { description: 'Number of runs that the sandbox answered.' })
  readonly simulatedRuns!: number;
  @Field(() => GraphQLNonNegativeInt, { description: 'Number of runs of unknown cost. The sums don’t include them.' })
  readonly runsOfUnknownCost!: number;
  @Field(() => GraphQLNonNegativeInt, {
    description: 'Number of runs whose tokens or cost are estimated in part by this service.',
  })
  readonly runsOfEstimatedCost!: number;
  @Field(() => GraphQLSafeInt, { description: 'Input tokens of the runs.' }) readonly inputTokens!: number;
  @Field(() => GraphQLSafeInt, { description: 'Input tokens read from the providers’ caches.' })
  readonly cachedInputTokens!: number;
  @Field(() => GraphQLSafeInt, { description: 'Input tokens that the providers wrote into their caches.' })
  readonly cacheWriteTokens!: number;
  @Field(() => GraphQLSafeInt, { description: 'Output tokens, including reasoning.' })
  readonly outputTokens!: number;
  @Field(() => GraphQLSafeInt, { description: 'Output tokens used for reasoning.' })
  readonly reasoningTokens!: number;
  @Field(() => GraphQLSafeInt, { description: 'Cost at the providers, in micros of USD.' })
  readonly costMicros!: number;
  @Field(() => GraphQLSafeInt, { description: 'Part of the cost charged to accounts, in micros of USD.' })
  readonly chargedMicros!: number;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description:
      'Maximum amount that providers may bill beyond the charges, in micros of USD. Null for callers who aren’t operators.',
  })
  readonly possibleCostMicros!: number | null;
}

const GROUPS: Readonly<Record<UsageGroup, string>> = {
  TASK: 'run.task',
  MODEL: 'run.deployment',
  KEY: 'run.customer_key_id',
  CUSTOMER: 'run.customer_id',
  DAY: `to_char(run.started_at at time zone 'utc', 'YYYY-MM-DD')`,
};

const SUMS = `count(*)::int as runs,
  count(*) filter (where run.status = 'SUCCEEDED')::int as "succeededRuns",
  count(*) filter (where run.is_simulated)::int as "simulatedRuns",
  count(*) filter (where run.cost_micros is null)::int as "runsOfUnknownCost",
  count(*) filter (where run.is_estimated)::int as "runsOfEstimatedCost",
  ${[
    ['input_tokens', 'inputTokens'],
    ['cached_input_tokens', 'cachedInputTokens'],
    ['cache_write_tokens', 'cacheWriteTokens'],
    ['output_tokens', 'outputTokens'],
    ['reasoning_tokens', 'reasoningTokens'],
    ['cost_micros', 'costMicros'],
    ['charged_micros', 'chargedMicros'],
    ['possible_cost_micros', 'possibleCostMicros'],
  ]
    .map(([column, field]) => `coalesce(sum(run.${column}), 0)::float8 as "${field}"`)
    .join(', ')}`;

@Resolver()
export class UsageResolver {
  @AccessFor('own-runs:read')
  @AtMost(MOST_GROUPS)
  @Query(() => [Usage], {
    description: `Usage by group: of the caller’s own runs, or of all runs for operators. Highest charge first; days newest first. At most ${MOST_GROUPS} groups and ${MOST_DAYS} days.`,
  })
  async usage(@Args(() => UsageArgs) args: UsageArgs, @Ctx() ctx: Context): Promise<Usage[]> {
    const { groupBy, customerId } = args;
    const [from, until] = rangeOf(args, ctx.clock.now());
    const filter = new Conditions().visibleTo(visibleRuns(ctx.principal)).between(from, until);
    // A run that ended after it was recorded as ABORTED counts once, as it ended.
    filter.conditions.push('run.later_run_id is null');
    if (customerId) filter.equal('run.customer_id', customerId);
    const order = groupBy === 'DAY' ? '1 desc' : `sum(run.charged_micros) desc nulls last, runs desc, 1`;
    const by = { group: GROUPS[groupBy], order, most: MOST_GROUPS };
    const rows = await sumRuns<Usage>(ctx.em, await filter.inMonths(ctx.database), SUMS, by);
    return can(ctx.principal, 'runs:read') ? rows : rows.map((row) => ({ ...row, possibleCostMicros: null }));
  }
}

function rangeOf({ startedFrom, startedBefore }: Asked, now: Date): [Date, Date] {
  const from = startedFrom ?? new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
  const until = startedBefore ?? new Date(Math.max(now.getTime(), from.getTime()) + 1);
  if (until.getTime() - from.getTime() > MOST_DAYS * DAY_MS) {
    const detail = `The time span is longer than ${MOST_DAYS} days. Choose a shorter one.`;
    throw badUserInput(detail, [{ pointer: '/startedFrom', detail }]);
  }
  return [from, until];
}
