import type { GraphQLResolveInfo } from 'graphql';
import { GraphQLJSONObject } from 'graphql-scalars';
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
import { PublishingPolicy } from './publishing-policy.entity.ts';
import { PublishingPolicyConflict, PublishingPolicyInvalid } from './publishing-policy.problems.ts';
import { publishingPolicyPages } from './publishing-policy.reads.ts';
import type { PublishingPolicyService } from './publishing-policy.service.ts';

const PublishingPolicyConnection = connectionOf(PublishingPolicy, 'PublishingPolicy');

const { PublishInput, PublishedVersion, PublishResult, RestoreInput, RestoredVersion, RestoreResult } =
  publicationTypes({
    name: 'PublishingPolicy',
    noun: 'policy',
    version: PublishingPolicy,
    field: 'publishingPolicy',
    problems: [PublishingPolicyInvalid, PublishingPolicyConflict],
  });

/** Those that the viewer may see. */
const findPublishingPolicy = entityFinder(PublishingPolicy, ({ principal }) =>
  can(principal, 'publishing:read') ? {} : null,
);

@Resolver(() => PublishingPolicy)
export class PublishingPolicyResolver {
  readonly #policies: PublishingPolicyService;

  constructor(policies: PublishingPolicyService) {
    this.#policies = policies;
  }

  @AccessFor('publishing:read')
  @Query(() => PublishingPolicyConnection, { description: 'Every version there was, the newest first.' })
  publishingPolicies(
    @Args(() => VersionsArgs) args: VersionsArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<{ id: string }>> {
    return publishingPolicyPages.read(ctx, args, info);
  }

  @AccessFor('publishing:read')
  @Query(() => PublishingPolicy, {
    nullable: true,
    description: 'One version. Null where there is none of this number.',
  })
  publishingPolicy(
    @Arg('number', () => Int, { description: 'From 1 on.' }) number: number,
    @Ctx() { em }: Context,
  ): Promise<PublishingPolicy | null> {
    return em.findOne(PublishingPolicy, { number });
  }

  @AccessFor('publishing:read')
  @AtMost(MAX_ISSUES)
  @Query(() => [InputIssue], {
    description:
      'What keeps a policy from being published now, or, without one, what the policy in force asks for that nobody can fulfil any more. Empty where all is well. Nothing is published.',
  })
  async publishingPolicyFaults(
    @Arg('document', () => GraphQLJSONObject, { nullable: true, description: 'Null: the policy in force.' })
    document: Record<string, unknown> | null | undefined,
  ): Promise<InputIssue[]> {
    const faults = document ? await this.#policies.check(document) : await this.#policies.faults();
    return boundedIssues(faults).map(({ pointer, detail }) => new InputIssue(pointer, detail));
  }

  @AccessFor('publishing:manage')
  @AfterStepUp()
  @Mutation(() => PublishResult, {
    nullable: true,
    description:
      'Publishes the next version of the policy, checked against who may approve, and in force at once. Earlier ones and what was asked under them stay as they were. What the newest one says already changes nothing.',
  })
  async publishPublishingPolicy(
    @Arg('input', () => PublishInput) input: InstanceType<typeof PublishInput>,
    @Ctx() ctx: Context,
  ): Promise<typeof PublishResult> {
    const result = await this.#policies.publish(ctx, input);
    return result instanceof Problem ? result : new PublishedVersion(result);
  }

  @AccessFor('publishing:manage')
  @AfterStepUp()
  @Mutation(() => RestoreResult, {
    nullable: true,
    description:
      'Goes back to an earlier version: publishes its document as the next one, checked against who may approve now, and in force at once.',
  })
  async restorePublishingPolicy(
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
    @Root() { id }: PublishingPolicy,
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
  find(ctx: Context, id: string): Promise<PublishingPolicy | null> {
    return findPublishingPolicy(ctx, id);
  }
}
