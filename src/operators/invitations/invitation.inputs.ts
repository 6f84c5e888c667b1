import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { orderInput } from '../../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../../platform/graphql/schema/connection.ts';
import { CreatedFilter } from '../../platform/graphql/schema/created-filter.ts';
import { IdempotencyKeyField } from '../../platform/idempotency/key-fields.ts';
import { OperatorRole } from '../operator.entity.ts';

@InputType({ description: 'All that is given has to be met.' })
export class OperatorInvitationFilter extends CreatedFilter {
  @Field(() => Boolean, { nullable: true, description: 'Only those that can still be accepted, or only others.' })
  isOpen?: boolean | null;
}

/** What the list can be ordered by. */
const OperatorInvitationOrder = orderInput('OperatorInvitation', {
  CREATED_AT: 'When it was made.',
  EXPIRES_AT: 'When it expires.',
  EMAIL: 'Whom it is for. Capital and small letters are the same.',
});
type OperatorInvitationOrder = InstanceType<typeof OperatorInvitationOrder>;

@ArgsType()
export class OperatorInvitationsArgs extends PageArgs {
  @Field(() => OperatorInvitationFilter, { nullable: true })
  filter?: OperatorInvitationFilter | null;

  @Field(() => OperatorInvitationOrder, { nullable: true, description: 'Default: newest first.' })
  orderBy?: OperatorInvitationOrder | null;
}

@InputType({ description: 'Somebody who is to run the service with others.' })
export class InviteOperatorInput {
  @Field(() => String, { description: 'By it this person will sign in. Of an earlier invitation to it the link ends.' })
  email!: string;

  @Field(() => [OperatorRole], {
    description: 'What this person is to be there for: one at least. Nothing that you may not do yourself.',
  })
  roles!: OperatorRole[];

  @IdempotencyKeyField()
  idempotencyKey?: string | null;
}

@InputType({ description: 'An invitation that is not to be accepted any more.' })
export class RevokeOperatorInvitationInput {
  @Field(() => ID, { description: 'The invitation, by its id. Nobody has to know the link.' })
  operatorInvitationId!: string;
}
