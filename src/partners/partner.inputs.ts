import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { orderInput, type PageOrder } from '../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../platform/graphql/schema/connection.ts';
import { CreatedFilter } from '../platform/graphql/schema/created-filter.ts';

@InputType({ description: 'All that is given has to be met.' })
export class PartnerFilter extends CreatedFilter {
  @Field(() => String, { nullable: true, description: 'Part of the name, in any case: at most 200 characters.' })
  search?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Those who have a link that works now, or the others.' })
  hasWorkingToken?: boolean | null;
}

const PartnerOrder = orderInput('Partner', {
  CREATED_AT: 'When they were made.',
  NAME: 'Their name. Capital and small letters are the same.',
});

@ArgsType()
export class PartnersArgs extends PageArgs {
  @Field(() => PartnerFilter, { nullable: true })
  filter?: PartnerFilter | null;

  @Field(() => PartnerOrder, { nullable: true, description: 'Default: the newest first.' })
  orderBy?: PageOrder<'CREATED_AT' | 'NAME'> | null;
}

@InputType({ description: 'All that is given has to be met; of a list, one of it.' })
export class PartnerLinkFilter extends CreatedFilter {
  @Field(() => [ID], { nullable: true, description: 'Whose links.' })
  partnerId?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: 'Those that work now, or the others.' })
  isValid?: boolean | null;
}

const PartnerLinkOrder = orderInput('PartnerLink', {
  CREATED_AT: 'When they were issued.',
  EXPIRES_AT: 'When they expire.',
  LAST_USED_AT: 'When they were used last. Those that never were come last.',
});

@ArgsType()
export class PartnerLinksArgs extends PageArgs {
  @Field(() => PartnerLinkFilter, { nullable: true })
  filter?: PartnerLinkFilter | null;

  @Field(() => PartnerLinkOrder, { nullable: true, description: 'Default: the newest first.' })
  orderBy?: PageOrder<'CREATED_AT' | 'EXPIRES_AT' | 'LAST_USED_AT'> | null;
}
