import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, Info, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { AccessFor } from '../../platform/auth/access.ts';
import { can } from '../../platform/auth/principal.ts';
import { AfterStepUp } from '../../platform/auth/step-up.ts';
import type { Context } from '../../platform/context.ts';
import { boundedIssues, MAX_ISSUES } from '../../platform/errors/errors.ts';
import { entityFinder } from '../../platform/graphql/reads/loaded-nodes.ts';
import type { Page } from '../../platform/graphql/reads/page-projection.ts';
import { connectionOf } from '../../platform/graphql/schema/connection.ts';
import { AtMost } from '../../platform/graphql/schema/list-size.ts';
import { InputIssue, Problem } from '../../platform/graphql/schema/problem.ts';
import { DocumentChanges } from '../../platform/versioned-documents/document-changes.types.ts';
import { publicationTypes } from '../../platform/versioned-documents/publication-types.ts';
import { VersionsArgs } from '../../platform/versioned-documents/version-pages.ts';
import { RoutingPolicy } from './routing-policy.entity.ts';
import { RoutingPolicyConflict, RoutingPolicyInvalid } from './routing-policy.problems.ts';
import { routingPolicyPages } from './routing-policy.reads.ts';
import type { RoutingPolicyService } from './routing-policy.service.ts';

const RoutingPolicyConnection = connectionOf(RoutingPolicy, 'RoutingPolicy');

const { PublishInput, PublishedVersion, PublishResult, RestoreInput, RestoredVersion, RestoreResult } =
  publicationTypes({
    name: 'RoutingPolicy',
    noun: 'policy',
    version: RoutingPolicy,
    field: 'routingPolicy',
    problems: [RoutingPolicyInvalid, RoutingPolicyConflict],
  });

/** Those that the viewer may see. */
const findRoutingPolicy = entityFinder(RoutingPolicy, ({ principal }) => (can(principal, 'routing:read') ? {} : null));

@Resolver(() => RoutingPolicy)
export class RoutingPolicyResolver {
  readonly #policies: RoutingPolicyService;

  constructor(policies: RoutingPolicyService) {
    this.#policies = policies;
  }

  @AccessFor('routing:read')
  @Query(() => RoutingPolicyConnection, { description: 'Every version there was, the newest first.' })
  routingPolicies(
    @Args(() => VersionsArgs) args: VersionsArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<{ id: string }>> {
    return routingPolicyPages.read(ctx, args, info);
  }

  @AccessFor('routing:read')
  @Query(() => RoutingPolicy, {
    nullable: true,
    description: 'One version. Null where there is none of this number.',
  })
  routingPolicy(
    @Arg('number', () => Int, { description: 'From 1 on.' }) number: number,
    @Ctx() { em }: Context,
  ): Promise<RoutingPolicy | null> {
    return em.findOne(RoutingPolicy, { number });
  }

  @AccessFor('routing:read')
  @AtMost(MAX_ISSUES)
  @Query(() => [InputIssue], {
    description:
      'What the policy in force says that the catalogue in force does not have any more, or leaves out. Empty where they fit. Decisions pass over what is gone.',
  })
  async routingPolicyFaults(): Promise<InputIssue[]> {
    return boundedIssues(await this.#policies.faults()).map(({ pointer, detail }) => new InputIssue(pointer, detail));
  }

  @AccessFor('routing:publish')
  @AfterStepUp()
  @Mutation(() => PublishResult, {
    nullable: true,
    description:
      'Publishes the next version of the policy, checked against the catalogue and in force at once. Earlier ones are kept as they were. What the newest one says already changes nothing.',
  })
  async publishRoutingPolicy(
    @Arg('input', () => PublishInput) input: InstanceType<typeof PublishInput>,
    @Ctx() ctx: Context,
  ): Promise<typeof PublishResult> {
    const result = await this.#policies.publish(ctx, input);
    return result instanceof Problem ? result : new PublishedVersion(result);
  }

  @AccessFor('routing:publish')
  @AfterStepUp()
  @Mutation(() => RestoreResult, {
    nullable: true,
    description:
      'Goes back to an earlier version: publishes its document as the next one, checked against the catalogue of now and in force at once.',
  })
  async restoreRoutingPolicy(
    @Arg('input', () => RestoreInput) input: InstanceType<typeof RestoreInput>,
    @Ctx() ctx: Context,
  ): Promise<typeof RestoreResult> {
    const result = await this.#policies.restore(ctx, input);
    return result instanceof Problem ? result : new RestoredVersion(result);
  }

  @FieldResolver(() => DocumentChanges, {
    nullable: true,
    description:
      'What is other than in another version, mostly an earlier one. Null where there is none of this number.',
  })
  changes(
    @Root() { id }: RoutingPolicy,
    @Arg('since', () => Int, {
      nullable: true,
      description: 'The number of the version to compare with. Null: the one before.',
    })
    since: number | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<DocumentChanges | null> {
    return this.#policies.changes(ctx, id, since ?? null);
  }

  /** For `node`. */
  find(ctx: Context, id: string): Promise<RoutingPolicy | null> {
    return findRoutingPolicy(ctx, id);
  }
}
