import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Field, Info, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { AccessFor } from '../../platform/auth/access.ts';
import { AfterStepUp } from '../../platform/auth/step-up.ts';
import type { Context } from '../../platform/context.ts';
import type { Page } from '../../platform/graphql/reads/page-projection.ts';
import { connectionOf } from '../../platform/graphql/schema/connection.ts';
import { resultOf } from '../../platform/graphql/schema/mutation-result.ts';
import { changed, payloadOf } from '../../platform/graphql/schema/payload.ts';
import { NotFound, Problem } from '../../platform/graphql/schema/problem.ts';
import { IdempotencyKeyReused } from '../../platform/idempotency/idempotency-key-reused.ts';
import { ALREADY_ISSUED } from '../../platform/idempotency/key-fields.ts';
import { OperatorConflict } from '../operator.problems.ts';
import { InviteOperatorInput, OperatorInvitationsArgs, RevokeOperatorInvitationInput } from './invitation.inputs.ts';
import { invitationPages } from './invitation.reads.ts';
import type { InvitationService, InvitationWithLink } from './invitation.service.ts';
import { OperatorInvitation } from './operator-invitation.entity.ts';

const OperatorInvitationConnection = connectionOf(OperatorInvitation, 'OperatorInvitation');

@ObjectType({
  description:
    'The invitation was created. The link is only returned here. Send it to the person yourself: the service sends no mail.',
})
class InvitedOperator {
  @Field(() => OperatorInvitation, {
    nullable: true,
    description: 'Invitation. Null if part of it could not be read: see `errors`.',
  })
  readonly invitation: OperatorInvitation;

  @Field(() => String, {
    nullable: true,
    description:
      'Link with which the invitation can be accepted once. Null when `alreadyIssued` is true: invite the person again for a new link.',
  })
  readonly link: string | null;

  @Field(() => Boolean, { description: ALREADY_ISSUED })
  readonly alreadyIssued: boolean;

  @Field(() => Boolean, {
    description: 'Always false: the service sends no mail.',
  })
  readonly isSent = false;

  constructor({ invitation, link, alreadyIssued }: InvitationWithLink) {
    this.invitation = invitation;
    this.link = link;
    this.alreadyIssued = alreadyIssued;
  }
}

const RevokedOperatorInvitation = payloadOf(
  'RevokedOperatorInvitation',
  'The invitation was revoked. Its link doesn’t work any more.',
  {
    invitation: changed(() => OperatorInvitation),
  },
);

const InviteOperatorResult = resultOf('InviteOperator', InvitedOperator, [OperatorConflict, IdempotencyKeyReused]);
const RevokeOperatorInvitationResult = resultOf('RevokeOperatorInvitation', RevokedOperatorInvitation, [
  NotFound,
  OperatorConflict,
]);

@Resolver()
export class InvitationResolver {
  readonly #invitations: InvitationService;

  constructor(invitations: InvitationService) {
    this.#invitations = invitations;
  }

  @AccessFor('operators:manage')
  @Query(() => OperatorInvitationConnection, {
    description:
      'Invitations, newest first. Their links aren’t included. An invitation is deleted 90 days after its expiry.',
  })
  operatorInvitations(
    @Args(() => OperatorInvitationsArgs) args: OperatorInvitationsArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<{ id: string }>> {
    return invitationPages.read(ctx, args, info);
  }

  @AccessFor('operators:manage')
  @AfterStepUp()
  @Mutation(() => InviteOperatorResult, {
    nullable: true,
    description: 'Creates an invitation link for a new operator. The service sends no mail.',
  })
  async inviteOperator(
    @Arg('input', () => InviteOperatorInput) input: InviteOperatorInput,
    @Ctx() ctx: Context,
  ): Promise<typeof InviteOperatorResult> {
    const result = await this.#invitations.invite(ctx, input);
    return result instanceof Problem ? result : new InvitedOperator(result);
  }

  @AccessFor('operators:manage')
  @Mutation(() => RevokeOperatorInvitationResult, {
    nullable: true,
    description: 'Revokes an invitation. Its link stops working at once.',
  })
  async revokeOperatorInvitation(
    @Arg('input', () => RevokeOperatorInvitationInput) { operatorInvitationId }: RevokeOperatorInvitationInput,
    @Ctx() ctx: Context,
  ): Promise<typeof RevokeOperatorInvitationResult> {
    const result = await this.#invitations.revoke(ctx, operatorInvitationId);
    return result instanceof Problem ? result : new RevokedOperatorInvitation({ invitation: result });
  }
}
