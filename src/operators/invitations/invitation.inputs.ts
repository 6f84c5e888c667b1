import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { orderInput } from '../../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../../platform/graphql/schema/connection.ts';
import { CreatedFilter } from '../../platform/graphql/schema/created-filter.ts';
import { IdempotencyKeyField } from '../../platform/idempotency/key-fields.ts';
import { OperatorRole } from '../operator.entity.ts';

@InputType({ description: 'Filter for invitations. All given conditions must match.' })
export class OperatorInvitationFilter extends CreatedFilter {
  @Field(() => Boolean, {
    nullable: true,
    description: 'True for open invitations only, false for accepted, revoked and expired ones.',
  })
  isOpen?: boolean | null;
}

const OperatorInvitationOrder = orderInput('OperatorInvitation', {
  CREATED_AT: 'Time of creation.',
  EXPIRES_AT: 'Time when the invitation expires.',
  EMAIL: 'E-mail address of the invited person, ignoring case.',
});
type OperatorInvitationOrder = InstanceType<typeof OperatorInvitationOrder>;

@ArgsType()
export class OperatorInvitationsArgs extends PageArgs {
  @Field(() => OperatorInvitationFilter, {
    nullable: true,
    description: 'Only invitations that match this filter. Default: all.',
  })
  filter?: OperatorInvitationFilter | null;

  @Field(() => OperatorInvitationOrder, { nullable: true, description: 'Sort order. Default: newest first.' })
  orderBy?: OperatorInvitationOrder | null;
}

@InputType({ description: 'Person to invite as an operator.' })
export class InviteOperatorInput {
  @Field(() => String, {
    description:
      'E-mail address with which the new operator will sign in. An earlier open invitation to this address stops working.',
  })
  email!: string;

  @Field(() => [OperatorRole], {
    description: 'Roles of the new operator, at least one. You can only grant permissions that you have.',
  })
  roles!: OperatorRole[];

  @IdempotencyKeyField()
  idempotencyKey?: string | null;
}

@InputType({ description: 'Invitation to revoke.' })
export class RevokeOperatorInvitationInput {
  @Field(() => ID, { description: 'Id of the invitation.' })
  operatorInvitationId!: string;
}
