import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { lifetimeField, revokeKeyInput, rotateKeyInput } from '../platform/credentials/key-inputs.ts';
import { orderInput, type PageOrder } from '../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../platform/graphql/schema/connection.ts';
import { CreatedFilter } from '../platform/graphql/schema/created-filter.ts';
import { IdempotencyKeyField } from '../platform/idempotency/key-fields.ts';

@InputType({ description: 'All that is given has to be met.' })
export class PartnerFilter extends CreatedFilter {
  @Field(() => String, {
    nullable: true,
    description: "Part of the name: at most 200 characters. Case and accents don't matter.",
  })
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

export const TOKEN_LIFETIME = { defaultDays: 365, maxDays: 3 * 365 };

@InputType({ description: 'A new link.' })
export class IssuePartnerTokenInput {
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

export const RotatePartnerTokenInput = rotateKeyInput('PartnerToken', 'partnerTokenId', TOKEN_LIFETIME);
export type RotatePartnerTokenInput = InstanceType<typeof RotatePartnerTokenInput>;
export const RevokePartnerTokenInput = revokeKeyInput('PartnerToken', 'partnerTokenId');
export type RevokePartnerTokenInput = InstanceType<typeof RevokePartnerTokenInput>;

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
