import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { lifetimeField, revokeKeyInput, rotateKeyInput } from '../platform/credentials/key-inputs.ts';
import { orderInput, type PageOrder } from '../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../platform/graphql/schema/connection.ts';
import { CreatedFilter } from '../platform/graphql/schema/created-filter.ts';
import { IdempotencyKeyField } from '../platform/idempotency/key-fields.ts';

@InputType({ description: 'Filter for partners. All given conditions must match.' })
export class PartnerFilter extends CreatedFilter {
  @Field(() => String, {
    nullable: true,
    description: "Part of the name: at most 200 characters. Case and accents don't matter.",
  })
  search?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True for partners with a valid link, false for those without.',
  })
  hasValidLink?: boolean | null;
}

const PartnerOrder = orderInput('Partner', {
  CREATED_AT: 'Time of creation.',
  NAME: 'Name, ignoring case.',
});

@ArgsType()
export class PartnersArgs extends PageArgs {
  @Field(() => PartnerFilter, { nullable: true, description: 'Only partners that match this filter. Default: all.' })
  filter?: PartnerFilter | null;

  @Field(() => PartnerOrder, { nullable: true, description: 'Sort order. Default: newest first.' })
  orderBy?: PageOrder<'CREATED_AT' | 'NAME'> | null;
}

export const TOKEN_LIFETIME = { defaultDays: 365, maxDays: 3 * 365 };

@InputType({ description: 'Link to issue.' })
export class IssuePartnerLinkInput {
  @Field(() => String, {
    description: 'Name of the partner: 1 to 200 characters. The partner is created if none has this name.',
  })
  partnerName!: string;

  @Field(() => String, { nullable: true, description: 'Purpose of the link: 1 to 200 characters. Null: no name.' })
  name?: string | null;

  @Field(() => Int, lifetimeField(TOKEN_LIFETIME))
  lifetimeDays?: number | null;

  @IdempotencyKeyField()
  idempotencyKey?: string | null;
}

export const RotatePartnerLinkInput = rotateKeyInput('PartnerLink', 'partnerLinkId', TOKEN_LIFETIME, 'link');
export type RotatePartnerLinkInput = InstanceType<typeof RotatePartnerLinkInput>;
export const RevokePartnerLinkInput = revokeKeyInput('PartnerLink', 'partnerLinkId', 'link');
export type RevokePartnerLinkInput = InstanceType<typeof RevokePartnerLinkInput>;

@InputType({
  description:
    'Filter for links of partners. All given conditions must match. A list matches if one of its values does.',
})
export class PartnerLinkFilter extends CreatedFilter {
  @Field(() => [ID], { nullable: true, description: 'Only links of these partners.' })
  partnerId?: string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True for valid links only, false for expired and revoked ones.',
  })
  isValid?: boolean | null;
}

const PartnerLinkOrder = orderInput('PartnerLink', {
  CREATED_AT: 'Time when the link was issued.',
  EXPIRES_AT: 'Time when the link expires.',
  LAST_USED_AT: 'Time of last use. Links never used come last.',
});

@ArgsType()
export class PartnerLinksArgs extends PageArgs {
  @Field(() => PartnerLinkFilter, { nullable: true, description: 'Only links that match this filter. Default: all.' })
  filter?: PartnerLinkFilter | null;

  @Field(() => PartnerLinkOrder, { nullable: true, description: 'Sort order. Default: newest first.' })
  orderBy?: PageOrder<'CREATED_AT' | 'EXPIRES_AT' | 'LAST_USED_AT'> | null;
}
