import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { KeyFields, keyColumns } from '../platform/credentials/bearer-key.ts';
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

@ObjectType({ implements: Node, description: 'Organisation that reads the image bank through a link.' })
export class Partner extends PartnerSchema.class implements Node {
  @Field(() => ID, { description: 'Globally unique id.' }) declare id: string;
  @Field(() => String, { description: 'Unique name of the partner.' }) declare name: string;
  @Field(() => GraphQLDateTime, { description: 'Time when the partner was created.' }) declare createdAt: Opt<Date>;
}
PartnerSchema.setClass(Partner);

const PartnerLinkSchema = defineEntity({
  name: 'PartnerLink',
  tableName: 'partner_token',
  properties: {
    ...keyColumns('partnerLink', 'created_by'),
    partner: () => p.manyToOne(Partner).ref(),
    // Name of the link. Null if it was issued without one.
    name: p.text().nullable(),
  },
  indexes: [
    { properties: ['expiresAt', 'id'] },
    { name: 'partner_token_partner_id_id_index', properties: ['partner', 'id'] },
  ],
});

@ObjectType({
  implements: Node,
  description: 'Link of a partner to the image bank. Its token is only returned when the link is issued.',
})
@KeyFields({ isNameOptional: true, noun: 'link' })
export class PartnerLink extends PartnerLinkSchema.class implements Node {}
PartnerLinkSchema.setClass(PartnerLink);
