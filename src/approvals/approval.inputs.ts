import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { orderInput } from '../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../platform/graphql/schema/connection.ts';
import { CreatedFilter } from '../platform/graphql/schema/created-filter.ts';
import { Sha256 } from '../platform/graphql/schema/scalars.ts';
import { ApprovalState, type ApprovalSubject, approvalSubjects } from './approval.entity.ts';

export const MAX_REASON_LENGTH = 1_000;

@InputType({ description: 'What is approved, and what its approver has seen.' })
export class ApproveInput {
  @Field(() => ID, { description: 'Of the request for approval.' }) id!: string;
  @Field(() => Sha256, { description: 'Of what you have read: `sha256` of the request. Another one is refused.' })
  sha256!: string;

  @Field(() => Sha256, {
    nullable: true,
    description:
      'Of what you were shown: `displayHash` of the request. Where that is another by now, it is refused. It is kept and sealed with the decision.',
  })
  displayHash?: string | null;

  @Field(() => String, {
    nullable: true,
    description: `At most ${MAX_REASON_LENGTH} characters. Who asked can read it.`,
  })
  reason?: string | null;
}

@InputType({ description: 'What is rejected, and why.' })
export class RejectInput {
  @Field(() => ID, { description: 'Of the request for approval.' }) id!: string;
  @Field(() => Sha256, { description: 'Of what you have read: `sha256` of the request. Another one is refused.' })
  sha256!: string;

  @Field(() => Sha256, {
    nullable: true,
    description:
      'Of what you were shown: `displayHash` of the request. Where that is another by now, it is refused. It is kept and sealed with the decision.',
  })
  displayHash?: string | null;

  @Field(() => String, { description: `1 to ${MAX_REASON_LENGTH} characters. Who asked can read it.` })
  reason!: string;
}

@InputType({ description: 'What need not be approved any more.' })
export class CancelApprovalInput {
  @Field(() => ID, { description: 'Of the request for approval.' }) id!: string;
}

@InputType({ description: 'All that is given has to be met; of a list, one of it.' })
export class ApprovalFilter extends CreatedFilter {
  @Field(() => [ApprovalState], { nullable: true, description: 'How they stand at this moment.' })
  state?: ApprovalState[] | null;

  @Field(() => [approvalSubjects.values], { nullable: true, description: 'What approval is asked for.' })
  subjectKind?: ApprovalSubject[] | null;

  @Field(() => [ID], { nullable: true, description: 'Of what approval is asked for.' })
  subjectId?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'Whose it is. Who sees only their own sees no others by it.' })
  customerId?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Who has decided it, whatever they said, e.g. `operator:op_…`: `viewer.actor` for what you have decided.',
  })
  decidedBy?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Who has asked, e.g. `agent:agt_…`.' })
  askedBy?: string[] | null;
}

/** What the list can be ordered by. */
const ApprovalOrder = orderInput('Approval', {
  CREATED_AT: 'When it was asked for.',
  EXPIRES_AT: 'When it expires.',
  DECIDED_AT: 'When it was decided. Those that are not come last.',
});
type ApprovalOrder = InstanceType<typeof ApprovalOrder>;

@ArgsType()
export class ApprovalsArgs extends PageArgs {
  @Field(() => ApprovalFilter, { nullable: true })
  filter?: ApprovalFilter | null;

  @Field(() => ApprovalOrder, { nullable: true, description: 'Default: newest first.' })
  orderBy?: ApprovalOrder | null;
}
