import type { GraphQLResolveInfo } from 'graphql';
import { GraphQLNonNegativeInt } from 'graphql-scalars';
import { Args, Ctx, Field, FieldResolver, Info, ObjectType, Query, Resolver, Root, Subscription } from 'type-graphql';
import { AccessFor } from '../../platform/auth/access.ts';
import type { Context } from '../../platform/context.ts';
import type { Page } from '../../platform/graphql/reads/page-projection.ts';
import { connectionOf } from '../../platform/graphql/schema/connection.ts';
import { AtMost } from '../../platform/graphql/schema/list-size.ts';
import { sourceIn } from '../../platform/graphql/schema/subscription-source.ts';
import type { Live } from '../../platform/live/live.ts';
import { Approval, type ApprovalSubject, approvalSubjects } from '../approval.entity.ts';
import { ApprovalInboxArgs } from './inbox.inputs.ts';
import { type InboxCounts, inboxCounts, MAX_CHANNELS, waitingPages } from './inbox.reads.ts';

/** Minimum time in milliseconds between two counts for one subscriber. */
const QUIET_MS = 1_000;

/** Number of values of the enum ApprovalSubject. Increase it when a feature adds another value. */
const MAX_SUBJECT_KINDS = 3;

@ObjectType({ description: 'Number of requests of one kind that the caller can decide.' })
class ApprovalSubjectCount {
  @Field(() => approvalSubjects.values, { description: 'Kind of content or change that needs approval.' })
  readonly subjectKind!: ApprovalSubject;

  @Field(() => GraphQLNonNegativeInt, { description: 'Number of requests.' }) readonly count!: number;
}

@ObjectType({ description: 'Number of requests for one channel that the caller can decide.' })
class ApprovalChannelCount {
  @Field(() => String, {
    description: 'Channel as in the filter `channel`, e.g. `EMAIL`. More values can be added.',
  })
  readonly channel!: string;
  @Field(() => GraphQLNonNegativeInt, { description: 'Number of requests.' }) readonly count!: number;
}

@ObjectType({
  description:
    'Numbers of requests that the caller can decide, independent of the filter. At most 10,000 are counted, those that expire soonest.',
})
class ApprovalInboxCounts {
  @Field(() => GraphQLNonNegativeInt, { description: 'Number of requests that the caller can decide.' })
  readonly total!: number;
  @Field(() => GraphQLNonNegativeInt, {
    description: 'Number of requests that the caller can decide and that expire within 24 hours.',
  })
  readonly dueWithinADay!: number;

  @AtMost(MAX_SUBJECT_KINDS)
  @Field(() => [ApprovalSubjectCount], {
    description:
      'Numbers of requests that the caller can decide, by `subjectKind`. Kinds without requests are left out.',
  })
  readonly bySubjectKind!: ApprovalSubjectCount[];

  @AtMost(MAX_CHANNELS)
  @Field(() => [ApprovalChannelCount], {
    description: 'Numbers of requests by channel, largest first. Requests without a channel are left out.',
  })
  readonly byChannel!: ApprovalChannelCount[];
}

const ApprovalInboxConnection = connectionOf(Approval, 'ApprovalInbox');

/** Resolves the fields of the inbox: the requests that the caller can decide on. */
@Resolver(() => ApprovalInboxConnection)
export class ApprovalInboxResolver {
  readonly #live: Live;

  constructor(live: Live) {
    this.#live = live;
  }

  @AccessFor('approvals:decide')
  @Query(() => ApprovalInboxConnection, {
    description:
      'Requests that the caller can decide, those that expire soonest first. Excludes requests that the caller is party to or has decided.',
  })
  approvalInbox(
    @Args(() => ApprovalInboxArgs) args: ApprovalInboxArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<{ id: string }>> {
    return waitingPages.read(ctx, args, info);
  }

  @FieldResolver(() => ApprovalInboxCounts, {
    description: 'Numbers of requests that the caller can decide, independent of the filter.',
  })
  counts(@Root() _inbox: object, @Ctx() { em, principal }: Context): Promise<InboxCounts> {
    return inboxCounts(em, principal);
  }

  @AccessFor('approvals:decide')
  @Subscription(() => ApprovalInboxCounts, {
    description:
      'Numbers of requests that the caller can decide: the current ones, and each change, at most once a second. Never completes.',
    subscribe: sourceIn<ApprovalInboxResolver, object>(
      () => ApprovalInboxResolver,
      (resolver, ctx) => resolver.changes(ctx),
    ),
  })
  approvalInboxChanged(@Root() counts: ApprovalInboxCounts): ApprovalInboxCounts {
    return counts;
  }

  async *changes(ctx: Context): AsyncGenerator<InboxCounts> {
    let sent = '';
    const types = ['approval.requested', 'approval.decision-made', 'approval.decided'] as const;
    for await (const _ of this.#live.watchTypes(types, QUIET_MS, ctx.signal)) {
      const { em, principal } = ctx.fork();
      const counts = await inboxCounts(em, principal);
      const now = JSON.stringify(counts);
      if (now !== sent) yield counts;
      sent = now;
    }
  }
}
