import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { OrderDirection, orderInput } from '../../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../../platform/graphql/schema/connection.ts';
import { CreatedFilter } from '../../platform/graphql/schema/created-filter.ts';
import { type ApprovalSubject, approvalSubjects } from '../approval.entity.ts';

const ApprovalInboxOrder = orderInput(
  'ApprovalInbox',
  { EXPIRES_AT: 'Time when the request expires.', CREATED_AT: 'Time when the request was filed.' },
  OrderDirection.ASC,
);
type ApprovalInboxOrder = InstanceType<typeof ApprovalInboxOrder>;

/** Maximum number of values in each list of the inbox filter. */
export const MAX_CHOICES = 20;

@InputType({
  description: `Filter for the inbox. All given conditions must match. A list matches if one of its values does. A list has at most ${MAX_CHOICES} values.`,
})
export class ApprovalInboxFilter extends CreatedFilter {
  @Field(() => [approvalSubjects.values], {
    nullable: true,
    description: 'Only requests about these kinds of subjects.',
  })
  subjectKind?: ApprovalSubject[] | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Only requests for these channels, compared with the member `channel` of `facts`. Publish requests have a `PublishChannel`, e.g. `EMAIL`; other kinds can have other values without a change of the schema.',
  })
  channel?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'Only requests of these customers.' })
  customerId?: string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: only requests that expire within 24 hours. False: all requests.',
  })
  isDueWithinADay?: boolean | null;
}

@ArgsType()
export class ApprovalInboxArgs extends PageArgs {
  @Field(() => ApprovalInboxFilter, {
    nullable: true,
    description: 'Only requests that match this filter. Default: all.',
  })
  filter?: ApprovalInboxFilter | null;

  @Field(() => ApprovalInboxOrder, { nullable: true, description: 'Sort order. Default: earliest expiry first.' })
  orderBy?: ApprovalInboxOrder | null;
}
