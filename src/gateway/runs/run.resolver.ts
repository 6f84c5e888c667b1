import type { GraphQLResolveInfo } from 'graphql';
import { GraphQLSafeInt } from 'graphql-scalars';
import { Arg, Args, Ctx, FieldResolver, ID, Info, Query, Resolver, Root } from 'type-graphql';
import { Approval } from '../../approvals/index.ts';
import { ChainEntry, entriesOf } from '../../chain/index.ts';
import { AccessFor } from '../../platform/auth/access.ts';
import { can } from '../../platform/auth/principal.ts';
import type { Context } from '../../platform/context.ts';
import { entityFinder } from '../../platform/graphql/reads/loaded-nodes.ts';
import type { Page } from '../../platform/graphql/reads/page-projection.ts';
import { connectionOf } from '../../platform/graphql/schema/connection.ts';
import { AtMost } from '../../platform/graphql/schema/list-size.ts';
import { countsOf, type FindingKind } from '../../redaction/index.ts';
import type { Decision } from '../routing/decide.ts';
import { RoutingDecision } from '../routing/routing.types.ts';
import { Attempt } from './attempt.entity.ts';
import type { HeldAnswers } from './held-answers.ts';
import { RunRedactions } from './redaction/redacted-counts.type.ts';
import { type RecordedDecision, Run } from './run.entity.ts';
import { RunsArgs } from './run.inputs.ts';
import { attemptsOfRuns, decisionsOfRuns, runsById } from './run.loaders.ts';
import { runPages } from './run.reads.ts';
import { visibleRuns } from './run-access.ts';
import { TaskAnswer } from './task.types.ts';
import type { UsageDiscrepancy } from './usage.ts';
import { UsageDiscrepancyView } from './usage-discrepancy.type.ts';

/** Twice the maximum of a policy (`/attempts/most`), since older policies possibly allowed more. */
export const MOST_ATTEMPTS = 20;

const POSSIBLE_COST =
  'Maximum amount that the provider may bill beyond the charge, in micros of USD. Never charged to the account; counts against hard limits. 0 if the charge is everything. Null without a known bound, and for callers who aren’t operators.';

const entriesOfRuns = entriesOf('RUN');

const RunConnection = connectionOf(Run, 'Run');

/** Finds a run that the caller may read. */
const findRun = entityFinder(Run, ({ principal }) =>
  can(principal, 'own-runs:read') ? { ...visibleRuns(principal) } : null,
);

@Resolver(() => Run)
export class RunResolver {
  readonly #held: HeldAnswers;

  constructor(held: HeldAnswers) {
    this.#held = held;
  }

  @AccessFor('own-runs:read')
  @Query(() => Run, {
    nullable: true,
    description:
      'A run by its id: one of the caller’s own, or any run for operators. Null if it doesn’t exist, the caller can’t read it, or it is still in progress.',
  })
  run(@Arg('id', () => ID, { description: 'Id of the run.' }) id: string, @Ctx() ctx: Context): Promise<Run | null> {
    return this.find(ctx, id);
  }

  @AccessFor('own-runs:read')
  @Query(() => RunConnection, { description: 'Runs, newest first: the caller’s own, or all runs for operators.' })
  runs(
    @Args(() => RunsArgs) args: RunsArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<{ id: string }>> {
    return runPages.read(ctx, args, info);
  }

  @AtMost(MOST_ATTEMPTS)
  @FieldResolver(() => [Attempt], {
    description:
      'Attempts in order. Empty if no deployment was called, and for an aborted run, whose attempts are unknown.',
  })
  attempts(@Root() { id }: Run, @Ctx() ctx: Context): Promise<Attempt[]> {
    return ctx.loader(attemptsOfRuns).load(id);
  }

  @FieldResolver(() => GraphQLSafeInt, { nullable: true, description: POSSIBLE_COST })
  async possibleCostMicros(@Root() { id }: Run, @Ctx() ctx: Context): Promise<number | null> {
    if (!can(ctx.principal, 'runs:read')) return null;
    return (await ctx.loader(runsById).load(id))?.possibleCostMicros ?? null;
  }

  @FieldResolver(() => UsageDiscrepancyView, {
    nullable: true,
    description:
      'Usage or cost that a provider reported beyond what the request could use, and the amount charged instead. Null without a discrepancy, and for callers who aren’t operators.',
  })
  async usageDiscrepancy(@Root() { id }: Run, @Ctx() ctx: Context): Promise<UsageDiscrepancy | null> {
    if (!can(ctx.principal, 'runs:read')) return null;
    return (await ctx.loader(runsById).load(id))?.usageDiscrepancy ?? null;
  }

  @FieldResolver(() => [String], {
    description:
      'Sentences about parts of the request that were left out or replaced, without warnings after the end of the answer. Empty for pictures, for aborted runs, and in runs from before they were recorded.',
  })
  async warnings(@Root() { id }: Run, @Ctx() ctx: Context): Promise<readonly string[]> {
    return (await ctx.loader(runsById).load(id))?.warnings ?? [];
  }

  @FieldResolver(() => RunRedactions, {
    nullable: true,
    description: 'Personal data redacted from the request. Null if redaction didn’t run.',
  })
  redaction(@Root() { redactions }: Run): RunRedactions | null {
    return redactions ? new RunRedactions(countsOf(Object.entries(redactions) as [FindingKind, number][])) : null;
  }

  @FieldResolver(() => RoutingDecision, {
    nullable: true,
    description: 'Routing decision with all candidates. Null if no decision was recorded.',
  })
  async decision(@Root() { id }: Run, @Ctx() ctx: Context): Promise<Decision | null> {
    return (await ctx.loader(decisionsOfRuns).load(id))?.decision ?? null;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Sentences that explain the routing decision. Null if no decision was recorded.',
  })
  async explanation(@Root() { id }: Run, @Ctx() ctx: Context): Promise<string | null> {
    const recorded = await ctx.loader(decisionsOfRuns).load(id);
    return recorded && explanationOf(recorded);
  }

  @FieldResolver(() => Boolean, {
    description: 'True if the output was held for approval. `approval` has the status.',
  })
  isHeld(@Root() run: Run & { isHeld?: boolean }): boolean {
    // Lists select `isHeld` with the run. Other reads only have `approvalId`.
    return run.isHeld ?? run.approvalId !== null;
  }

  @FieldResolver(() => Approval, {
    nullable: true,
    description: 'Approval of the held output. Null if nothing was held.',
  })
  approval(@Root() { id }: Run, @Ctx() ctx: Context): Promise<Approval | null> {
    return this.#held.approvalOf(ctx, id);
  }

  @FieldResolver(() => TaskAnswer, {
    nullable: true,
    description:
      'Held answer, after approval. Readable by the requester, by the customer that pays (with a key that allows the task) and by approvers. Null before approval, for other callers, and if nothing was held.',
  })
  async heldAnswer(@Root() { id }: Run, @Ctx() ctx: Context): Promise<TaskAnswer | null> {
    const run = await ctx.loader(runsById).load(id);
    const output = run && (await this.#held.outputOf(ctx, run));
    return output && new TaskAnswer(output);
  }

  @FieldResolver(() => ChainEntry, {
    nullable: true,
    description: 'Entry of the run in the hash chain. Null until the run is linked.',
  })
  chainEntry(@Root() { id }: Run, @Ctx() ctx: Context): Promise<ChainEntry | null> {
    return ctx.loader(entriesOfRuns).load(id);
  }

  /** Reads a run by id. Null if the caller can't read it. Also called by `/v1` and by the `node` query. */
  find(ctx: Context, id: string): Promise<Run | null> {
    return findRun(ctx, id);
  }
}

@Resolver(() => Attempt)
export class AttemptResolver {
  @FieldResolver(() => GraphQLSafeInt, { nullable: true, description: POSSIBLE_COST })
  possibleCostMicros(@Root() attempt: Attempt, @Ctx() { principal }: Context): number | null {
    return can(principal, 'runs:read') ? (attempt.possibleCostMicros ?? null) : null;
  }

  /** The reason may name the service's account at the provider, so customers read it only for their own keys. */
  @FieldResolver(() => String, {
    nullable: true,
    description:
      'The provider’s words about the failure. Keys and text of the request are replaced by `…`. Null without a reason, in runs from before reasons were recorded, and for callers who aren’t operators, unless the customer’s own key was used.',
  })
  providerReason(@Root() attempt: Attempt, @Ctx() { principal }: Context): string | null {
    const mayRead = attempt.credentialSource === 'CUSTOMER' || can(principal, 'runs:read');
    return mayRead ? (attempt.providerReason ?? null) : null;
  }
}

function explanationOf({ decision }: RecordedDecision): string {
  const { policyVersion, catalogueVersion, candidates, isMovedByCap } = decision;
  const considered = candidates.map(({ deployment, sentence }) => `${deployment}: ${sentence}`);
  const moved = isMovedByCap ? ['The soft cap is reached, so the cheaper deployment comes first.'] : [];
  return [
    `Decided by policy version ${policyVersion} and catalogue version ${catalogueVersion}.`,
    ...moved,
    ...considered,
  ].join(' ');
}
