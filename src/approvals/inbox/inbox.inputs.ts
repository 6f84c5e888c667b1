import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { OrderDirection, orderInput } from '../../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../../platform/graphql/schema/connection.ts';
import { CreatedFilter } from '../../platform/graphql/schema/created-filter.ts';
import { type ApprovalSubject, approvalSubjects } from '../approval.entity.ts';

/** What the list can be ordered by. */
const ApprovalInboxOrder = orderInput(
  'ApprovalInbox',
  { EXPIRES_AT: 'When it expires.', CREATED_AT: 'When it was asked for.' },
  OrderDirection.ASC,
);
type ApprovalInboxOrder = InstanceType<typeof ApprovalInboxOrder>;

/** As many of one list as anybody chooses from. */
export const MAX_CHOICES = 20;

@InputType({ description: `All that is given has to be met; of a list, one of it. A list has at most ${MAX_CHOICES}.` })
export class ApprovalInboxFilter extends CreatedFilter {
  @Field(() => [approvalSubjects.values], { nullable: true, description: 'What approval is asked for.' })
  subjectKind?: ApprovalSubject[] | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Where it would be published to, as its fact `channel` has it. An open set, which grows without a change of the schema: each kind of request names its own. Of publish requests it is a `PublishChannel`, e.g. `EMAIL`.',
  })
  channel?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'Whose it is.' })
  customerId?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: 'True: only what expires within 24 hours.' })
  isDueWithinADay?: boolean | null;
}

@ArgsType()
export class ApprovalInboxArgs extends PageArgs {
  @Field(() => ApprovalInboxFilter, { nullable: true })
  filter?: ApprovalInboxFilter | null;

  @Field(() => ApprovalInboxOrder, { nullable: true, description: 'Default: what expires soonest.' })
  orderBy?: ApprovalInboxOrder | null;
}
