import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { Node } from '../platform/graphql/schema/node.ts';
import { newId } from '../platform/ids.ts';

const PartnerSchema = defineEntity({
  name: 'Partner',
  properties: {
    id: p
      .string()
      .primary()
      .onCreate(() => newId('partner')),
    name: p.text().unique(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
  indexes: [
    {
      name: 'partner_name_id_index',
      expression: `create index "partner_name_id_index" on "partner" (lower("name"), "id")`,
    },
  ],
});

@ObjectType({ implements: Node, description: 'Who may read the bank through a link.' })
export class Partner extends PartnerSchema.class implements Node {
  @Field(() => ID) declare id: string;
  @Field(() => String) declare name: string;
  @Field(() => GraphQLDateTime) declare createdAt: Opt<Date>;
}
PartnerSchema.setClass(Partner);

const PartnerTokenSchema = defineEntity({
  name: 'PartnerToken',
  properties: {
    id: p
      .string()
      .primary()
      .onCreate(() => newId('partnerToken')),
    partner: () => p.manyToOne(Partner).ref(),
    // The token itself is shown once and kept nowhere. It has 192 random bits, so a fast hash is enough.
    tokenHash: p.blob().unique(),
    hint: p.string().length(16),
    createdBy: p.string(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    expiresAt: p.datetime(3),
    revokedAt: p.datetime(3).nullable(),
    lastUsedAt: p.datetime(3).nullable(),
  },
  indexes: [
    { properties: ['expiresAt', 'id'] },
    { name: 'partner_token_partner_id_id_index', properties: ['partner', 'id'] },
  ],
});

@ObjectType({ implements: Node, description: 'A link of a partner. The token in it is shown once, when it is issued.' })
export class PartnerToken extends PartnerTokenSchema.class implements Node {
  @Field(() => ID) declare id: string;
  @Field(() => String, { description: 'How the token begins, to tell one from another.' }) declare hint: string;
  @Field(() => GraphQLDateTime) declare createdAt: Opt<Date>;
  @Field(() => GraphQLDateTime) declare expiresAt: Date;
  @Field(() => GraphQLDateTime, { nullable: true }) declare revokedAt: Date | null;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'To the minute.' }) declare lastUsedAt: Date | null;
}
PartnerTokenSchema.setClass(PartnerToken);
