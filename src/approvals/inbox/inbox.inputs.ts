import { ArgsType, Field, ID, InputType, registerEnumType } from 'type-graphql';
import { PageArgs } from '../../platform/graphql/connection.ts';
import { ApprovalSubject } from '../approval.entity.ts';

export const ApprovalInboxOrder = { DUE: 'DUE', AGE: 'AGE' } as const;
export type ApprovalInboxOrder = (typeof ApprovalInboxOrder)[keyof typeof ApprovalInboxOrder];
registerEnumType(ApprovalInboxOrder, {
  name: 'ApprovalInboxOrder',
  description: 'What comes first.',
  valuesConfig: {
    DUE: { description: 'What expires soonest.' },
    AGE: { description: 'What has waited longest.' },
  },
});

/** As many of one list as anybody chooses from. */
export const MAX_CHOICES = 20;

@InputType({ description: `All that is given has to be met; of a list, one of it. A list has at most ${MAX_CHOICES}.` })
export class ApprovalInboxFilter {
  @Field(() => [ApprovalSubject], { nullable: true, description: 'What approval is asked for.' })
  subjectKind?: ApprovalSubject[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Where it would be published to, as its fact `channel` has it, e.g. `EMAIL`.',
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

  @Field(() => ApprovalInboxOrder, { defaultValue: ApprovalInboxOrder.DUE, description: 'What comes first.' })
  orderBy!: ApprovalInboxOrder;
}
