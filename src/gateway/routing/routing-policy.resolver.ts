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
import { RoutingPolicy } from './routing-policy.entity.ts';
import { RoutingPolicyConflict, RoutingPolicyInvalid } from './routing-policy.problems.ts';
import { routingPolicyPages } from './routing-policy.reads.ts';
import type { RoutingPolicyService } from './routing-policy.service.ts';

const RoutingPolicyConnection = connectionOf(RoutingPolicy, 'RoutingPolicy');

@InputType({ description: 'A policy that is to be in force.' })
class PublishRoutingPolicyInput {
  @Field(() => GraphQLJSONObject, { description: 'All of it, in the form of `RoutingPolicy.document`.' })
  document!: Record<string, unknown>;

  @Field(() => String, { description: 'Why, for whoever reads the history. Kept for ever.' })
  reason!: string;

  @Field(() => Int, { description: 'The number of the version that was edited. It has to be the newest one still.' })
  basedOnVersion!: number;
}

@ObjectType({ description: 'The policy is in force: here at once, in other processes within a second.' })
class PublishedRoutingPolicy {
  @Field(() => RoutingPolicy, {
    nullable: true,
    description: 'The next version, or the newest one where it says the same. Null when not all of it could be read.',
  })
  readonly routingPolicy: RoutingPolicy;

  constructor(routingPolicy: RoutingPolicy) {
    this.routingPolicy = routingPolicy;
  }
}

const PublishRoutingPolicyResult = resultOf('PublishRoutingPolicy', PublishedRoutingPolicy, [
  RoutingPolicyInvalid,
  RoutingPolicyConflict,
  ChangeHeld,
]);

@InputType({ description: 'Which earlier policy is to be in force again.' })
class RestoreRoutingPolicyInput {
  @Field(() => Int, { description: 'The number of the version whose document is to be published again.' })
  version!: number;

  @Field(() => String, { description: 'Why, for whoever reads the history. Kept for ever.' })
  reason!: string;
}

@ObjectType({ description: 'The earlier policy is in force again, as a version of its own.' })
class RestoredRoutingPolicy {
  @Field(() => RoutingPolicy, {
    nullable: true,
    description: 'The next version, or the newest one where it says the same. Null when not all of it could be read.',
  })
  readonly routingPolicy: RoutingPolicy;

  constructor(routingPolicy: RoutingPolicy) {
    this.routingPolicy = routingPolicy;
  }
}

const RestoreRoutingPolicyResult = resultOf('RestoreRoutingPolicy', RestoredRoutingPolicy, [
  RoutingPolicyInvalid,
  RoutingPolicyConflict,
  ChangeHeld,
]);

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
  @Mutation(() => PublishRoutingPolicyResult, {
    nullable: true,
    description:
      'Publishes the next version of the policy, checked against the catalogue and in force at once. Earlier ones are kept as they were. What the newest one says already changes nothing.',
  })
  async publishRoutingPolicy(
    @Arg('input', () => PublishRoutingPolicyInput) input: PublishRoutingPolicyInput,
    @Ctx() ctx: Context,
  ): Promise<typeof PublishRoutingPolicyResult> {
    const result = await this.#policies.publish(ctx, input);
    return result instanceof Problem ? result : new PublishedRoutingPolicy(result);
  }

  @AccessFor('routing:publish')
  @AfterStepUp()
  @Mutation(() => RestoreRoutingPolicyResult, {
    nullable: true,
    description:
      'Goes back to an earlier version: publishes its document as the next one, checked against the catalogue of now and in force at once.',
  })
  async restoreRoutingPolicy(
    @Arg('input', () => RestoreRoutingPolicyInput) input: RestoreRoutingPolicyInput,
    @Ctx() ctx: Context,
  ): Promise<typeof RestoreRoutingPolicyResult> {
    const result = await this.#policies.restore(ctx, input);
    return result instanceof Problem ? result : new RestoredRoutingPolicy(result);
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
  async find({ em, principal }: Context, id: string): Promise<RoutingPolicy | null> {
    return can(principal, 'routing:read') ? em.findOne(RoutingPolicy, id) : null;
  }
}
