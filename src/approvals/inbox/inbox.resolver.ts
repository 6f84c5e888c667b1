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
import { type InboxCounts, inboxCounts, MOST_CHANNELS, waitingPages } from './inbox.reads.ts';

/** However much happens, a watcher counts no more often. */
const QUIET_MS = 1_000;

/** All values of ApprovalSubject. A feature that declares another one raises it. */
const MOST_SUBJECTS = 3;

@ObjectType({ description: 'How much of one kind waits for you.' })
class ApprovalSubjectCount {
  @Field(() => approvalSubjects.values, { description: 'What approval is asked for.' })
  readonly subjectKind!: ApprovalSubject;

  @Field(() => GraphQLNonNegativeInt, { description: 'How many.' }) readonly count!: number;
}

@ObjectType({ description: 'How much for one channel waits for you.' })
class ApprovalChannelCount {
  @Field(() => String, {
    description: 'Where it would be published to, as the filter `channel` takes it: an open set, e.g. `EMAIL`.',
  })
  readonly channel!: string;
  @Field(() => GraphQLNonNegativeInt, { description: 'How many.' }) readonly count!: number;
}

@ObjectType({
  description: 'What waits for you, in numbers, whatever the filter. Of more than 10,000 those that expire soonest.',
})
class ApprovalInboxCounts {
  @Field(() => GraphQLNonNegativeInt, { description: 'All that you may decide.' }) readonly total!: number;
  @Field(() => GraphQLNonNegativeInt, { description: 'Of it, what expires within 24 hours.' })
  readonly dueWithinADay!: number;

  @AtMost(MOST_SUBJECTS)
  @Field(() => [ApprovalSubjectCount], { description: 'Kinds of which nothing waits are left out.' })
  readonly bySubjectKind!: ApprovalSubjectCount[];

  @AtMost(MOST_CHANNELS)
  @Field(() => [ApprovalChannelCount], { description: 'Of what would be published. The fullest first.' })
  readonly byChannel!: ApprovalChannelCount[];
}

const ApprovalInboxConnection = connectionOf(Approval, 'ApprovalInbox');

/** What waits for whoever asks: not all that waits, but what they may decide. */
@Resolver(() => ApprovalInboxConnection)
export class ApprovalInboxResolver {
  readonly #live: Live;

  constructor(live: Live) {
    this.#live = live;
  }

  @AccessFor('approvals:decide')
  @Query(() => ApprovalInboxConnection, {
    description:
      'What you may decide, soonest due first: neither what you have to do with yourself nor what you have decided.',
  })
  approvalInbox(
    @Args(() => ApprovalInboxArgs) args: ApprovalInboxArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<{ id: string }>> {
    return waitingPages.read(ctx, args, info);
  }

  @FieldResolver(() => ApprovalInboxCounts, { description: 'All that waits for you, whatever the filter.' })
  counts(@Root() _inbox: object, @Ctx() { em, principal }: Context): Promise<InboxCounts> {
    return inboxCounts(em, principal);
  }

  @AccessFor('approvals:decide')
  @Subscription(() => ApprovalInboxCounts, {
    description:
      'What waits for you, in numbers: now, and when that may have changed, at most once a second. Never completes.',
    subscribe: sourceIn<ApprovalInboxResolver, object>(
      () => ApprovalInboxResolver,
      (resolver, ctx) => resolver.changes(ctx),
    ),
  })
  approvalInboxChanged(@Root() counts: ApprovalInboxCounts): ApprovalInboxCounts {
    return counts;
  }

  async *changes(ctx: Context): AsyncGenerator<InboxCounts> {
    let told = '';
    const types = ['approval.requested', 'approval.decision-made', 'approval.decided'] as const;
    for await (const _ of this.#live.watchTypes(types, QUIET_MS, ctx.signal)) {
      const { em, principal } = ctx.afresh();
      const counts = await inboxCounts(em, principal);
      const now = JSON.stringify(counts);
      if (now !== told) yield counts;
      told = now;
    }
  }
}
