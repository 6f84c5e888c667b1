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
import type { HeldAnswers } from './held-answers.ts';
import { RunRedactions } from './redaction/redacted-counts.type.ts';
import { Attempt, type RecordedDecision, Run } from './run.entity.ts';
import { RunsArgs } from './run.inputs.ts';
import { attemptsOfRuns, decisionsOfRuns, runsById } from './run.loaders.ts';
import { runPages } from './run.reads.ts';
import { visibleRuns } from './run-access.ts';
import { TaskAnswer } from './task.types.ts';
import type { UsageDiscrepancy } from './usage.ts';
import { UsageDiscrepancyView } from './usage-discrepancy.type.ts';

/** Twice what a policy may allow (`/attempts/most`), for what was decided by rules that are not those of today. */
export const MOST_ATTEMPTS = 20;

const POSSIBLE_COST =
  'What the provider may have billed this service beyond the charge, at most, in micros of USD. It is never charged, and counts against hard limits. 0 where the charge is all of it. Null where no upper bound is known or it was not recorded, and for callers who aren’t operators.';

const entriesOfRuns = entriesOf('RUN');

const RunConnection = connectionOf(Run, 'Run');

/** Those that the viewer may see. */
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
    description: 'Null when there is none, when it is not yours, or while it is under way.',
  })
  run(@Arg('id', () => ID) id: string, @Ctx() ctx: Context): Promise<Run | null> {
    return this.find(ctx, id);
  }

  @AccessFor('own-runs:read')
  @Query(() => RunConnection, { description: 'One’s own, or everybody’s for who may see them, newest first.' })
  runs(
    @Args(() => RunsArgs) args: RunsArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<{ id: string }>> {
    return runPages.read(ctx, args, info);
  }

  @AtMost(MOST_ATTEMPTS)
  @FieldResolver(() => [Attempt], { description: 'In their order. None of a run that was aborted: nobody knows them.' })
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
      'Usage or cost that a provider reported beyond what the request could use or cost, and what was charged instead. Null where there is none, and for callers who aren’t operators.',
  })
  async usageDiscrepancy(@Root() { id }: Run, @Ctx() ctx: Context): Promise<UsageDiscrepancy | null> {
    if (!can(ctx.principal, 'runs:read')) return null;
    return (await ctx.loader(runsById).load(id))?.usageDiscrepancy ?? null;
  }

  @FieldResolver(() => [String], {
    description: 'Parts of the request that were left out or replaced, in sentences. Empty in older runs.',
  })
  async warnings(@Root() { id }: Run, @Ctx() ctx: Context): Promise<readonly string[]> {
    return (await ctx.loader(runsById).load(id))?.warnings ?? [];
  }

  @FieldResolver(() => RunRedactions, { nullable: true, description: 'Null where nothing was looked for.' })
  redaction(@Root() { redactions }: Run): RunRedactions | null {
    return redactions ? new RunRedactions(countsOf(Object.entries(redactions) as [FindingKind, number][])) : null;
  }

  @FieldResolver(() => RoutingDecision, {
    nullable: true,
    description: 'What was decided, with everything that was considered.',
  })
  async decision(@Root() { id }: Run, @Ctx() ctx: Context): Promise<Decision | null> {
    return (await ctx.loader(decisionsOfRuns).load(id))?.decision ?? null;
  }

  @FieldResolver(() => String, { nullable: true, description: 'Why it went where it went, in sentences.' })
  async explanation(@Root() { id }: Run, @Ctx() ctx: Context): Promise<string | null> {
    const recorded = await ctx.loader(decisionsOfRuns).load(id);
    return recorded && explanationOf(recorded);
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether its output was held until a person approves it: `approval` tells how that stands.',
  })
  isHeld(@Root() run: Run & { isHeld?: boolean }): boolean {
    // Read by a list, it is told already.
    return run.isHeld ?? run.approvalId !== null;
  }

  @FieldResolver(() => Approval, {
    nullable: true,
    description: 'How it stands with what is held of it. Null where nothing was.',
  })
  approval(@Root() { id }: Run, @Ctx() ctx: Context): Promise<Approval | null> {
    return this.#held.approvalOf(ctx, id);
  }

  @FieldResolver(() => TaskAnswer, {
    nullable: true,
    description:
      'What was held of it, once it is approved: for who ran it and for who may approve it. Null before, for others, and where nothing was held.',
  })
  async heldAnswer(@Root() { id }: Run, @Ctx() ctx: Context): Promise<TaskAnswer | null> {
    const run = await ctx.loader(runsById).load(id);
    const output = run && (await this.#held.outputOf(ctx, run));
    return output && new TaskAnswer(output);
  }

  @FieldResolver(() => ChainEntry, {
    nullable: true,
    description: 'Its place in the chain over the log. Null for the moment until it is linked.',
  })
  chainEntry(@Root() { id }: Run, @Ctx() ctx: Context): Promise<ChainEntry | null> {
    return ctx.loader(entriesOfRuns).load(id);
  }

  /** For `node`, too. */
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

  /** It may name the account that the service has at the provider, so a customer reads it for an own key alone. */
  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Why the provider refused the attempt, in its own words. Keys and everything that occurs in the request are replaced by `…`. Null where the provider gave no reason, in older runs, and for callers who aren’t operators, unless the customer’s own key was used.',
  })
  providerReason(@Root() attempt: Attempt, @Ctx() { principal }: Context): string | null {
    const mayRead = attempt.credentialSource === 'CUSTOMER' || can(principal, 'runs:read');
    return mayRead ? (attempt.providerReason ?? null) : null;
  }
}

function explanationOf({ decision }: RecordedDecision): string {
  const { policyVersion, catalogueVersion, candidates, isMovedByCap } = decision;
  const considered = candidates.map(({ deployment, sentence }) => `${deployment}: ${sentence}`);
  const moved = isMovedByCap ? ['The soft cap is passed, so the cheaper one comes first.'] : [];
  return [`By policy ${policyVersion} and catalogue ${catalogueVersion}.`, ...moved, ...considered].join(' ');
}
