import type { GraphQLResolveInfo } from 'graphql';
import { GraphQLJSONObject } from 'graphql-scalars';
import {
  Arg,
  Args,
  Ctx,
  Field,
  FieldResolver,
  Info,
  InputType,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { AccessFor } from '../../platform/auth/access.ts';
import { can } from '../../platform/auth/principal.ts';
import { AfterStepUp } from '../../platform/auth/step-up.ts';
import type { Context } from '../../platform/context.ts';
import { boundedIssues, MAX_ISSUES } from '../../platform/errors.ts';
import { connectionOf } from '../../platform/graphql/connection.ts';
import { AtMost } from '../../platform/graphql/list-size.ts';
import { resultOf } from '../../platform/graphql/mutation-result.ts';
import type { Page } from '../../platform/graphql/page-projection.ts';
import { InputIssue, Problem } from '../../platform/graphql/problem.ts';
import { ChangeHeld } from '../../platform/held-changes/change-held.ts';
import { DocumentChanges } from '../../platform/versioned-documents/document-changes.types.ts';
import { VersionsArgs } from '../../platform/versioned-documents/version-pages.ts';
import { PublishingPolicy } from './publishing-policy.entity.ts';
import { PublishingPolicyConflict, PublishingPolicyInvalid } from './publishing-policy.problems.ts';
import { publishingPolicyPages } from './publishing-policy.reads.ts';
import type { PublishingPolicyService } from './publishing-policy.service.ts';

const PublishingPolicyConnection = connectionOf(PublishingPolicy, 'PublishingPolicy');

@InputType({ description: 'A policy that is to be in force.' })
class PublishPublishingPolicyInput {
  @Field(() => GraphQLJSONObject, { description: 'All of it, in the form of `PublishingPolicy.document`.' })
  document!: Record<string, unknown>;

  @Field(() => String, { description: 'Why, for whoever reads the history. Kept for ever.' })
  reason!: string;

  @Field(() => Int, { description: 'The number of the version that was edited. It has to be the newest one still.' })
  basedOnVersion!: number;
}

@ObjectType({ description: 'The policy is in force: here at once, in other processes within a second.' })
class PublishedPublishingPolicy {
  @Field(() => PublishingPolicy, {
    nullable: true,
    description: 'The next version, or the newest one where it says the same. Null when not all of it could be read.',
  })
  readonly publishingPolicy: PublishingPolicy;

  constructor(publishingPolicy: PublishingPolicy) {
    this.publishingPolicy = publishingPolicy;
  }
}

const PublishPublishingPolicyResult = resultOf('PublishPublishingPolicy', PublishedPublishingPolicy, [
  PublishingPolicyInvalid,
  PublishingPolicyConflict,
  ChangeHeld,
]);

@InputType({ description: 'Which earlier policy is to be in force again.' })
class RestorePublishingPolicyInput {
  @Field(() => Int, { description: 'The number of the version whose document is to be published again.' })
  version!: number;

  @Field(() => String, { description: 'Why, for whoever reads the history. Kept for ever.' })
  reason!: string;
}

@ObjectType({ description: 'The earlier policy is in force again, as a version of its own.' })
class RestoredPublishingPolicy {
  @Field(() => PublishingPolicy, {
    nullable: true,
    description: 'The next version, or the newest one where it says the same. Null when not all of it could be read.',
  })
  readonly publishingPolicy: PublishingPolicy;

  constructor(publishingPolicy: PublishingPolicy) {
    this.publishingPolicy = publishingPolicy;
  }
}

const RestorePublishingPolicyResult = resultOf('RestorePublishingPolicy', RestoredPublishingPolicy, [
  PublishingPolicyInvalid,
  PublishingPolicyConflict,
  ChangeHeld,
]);

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
  @Mutation(() => PublishPublishingPolicyResult, {
    nullable: true,
    description:
      'Publishes the next version of the policy, checked against who may approve, and in force at once. Earlier ones and what was asked under them stay as they were. What the newest one says already changes nothing.',
  })
  async publishPublishingPolicy(
    @Arg('input', () => PublishPublishingPolicyInput) input: PublishPublishingPolicyInput,
    @Ctx() ctx: Context,
  ): Promise<typeof PublishPublishingPolicyResult> {
    const result = await this.#policies.publish(ctx, input);
    return result instanceof Problem ? result : new PublishedPublishingPolicy(result);
  }

  @AccessFor('publishing:manage')
  @AfterStepUp()
  @Mutation(() => RestorePublishingPolicyResult, {
    nullable: true,
    description:
      'Goes back to an earlier version: publishes its document as the next one, checked against who may approve now, and in force at once.',
  })
  async restorePublishingPolicy(
    @Arg('input', () => RestorePublishingPolicyInput) input: RestorePublishingPolicyInput,
    @Ctx() ctx: Context,
  ): Promise<typeof RestorePublishingPolicyResult> {
    const result = await this.#policies.restore(ctx, input);
    return result instanceof Problem ? result : new RestoredPublishingPolicy(result);
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
  async find({ em, principal }: Context, id: string): Promise<PublishingPolicy | null> {
    return can(principal, 'publishing:read') ? em.findOne(PublishingPolicy, id) : null;
  }
}
