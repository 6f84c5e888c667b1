import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { AtMost } from '../../platform/graphql/schema/list-size.ts';
import { Node } from '../../platform/graphql/schema/node.ts';
import { newId } from '../../platform/ids.ts';
import { Operator } from '../operator.entity.ts';

/** Every permission that there is, and more to come. */
export const MAX_SCOPES = 200;

const OperatorTokenSchema = defineEntity({
  name: 'OperatorToken',
  properties: {
    id: p
      .string()
      .primary()
      .onCreate(() => newId('operatorToken')),
    operator: () => p.manyToOne(Operator).ref().index().deleteRule('cascade'),
    name: p.text(),
    // The token itself is shown once and kept nowhere. It has 196 random bits, so a fast hash is enough.
    tokenHash: p.blob().unique(),
    hint: p.string().length(16),
    scopes: p.array(),
    // An actor. It stands in what is decided with the token, where it is another than the person it counts as.
    issuedBy: p.string(),
    // Persons who could have kept the token: see `issuersOf`.
    issuers: p.array().default([]),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    expiresAt: p.datetime(3),
    revokedAt: p.datetime(3).nullable(),
    lastUsedAt: p.datetime(3).nullable(),
  },
  indexes: [
    { properties: ['expiresAt', 'id'] },
    {
      name: 'operator_token_name_id_index',
      expression: `create index "operator_token_name_id_index" on "operator_token" (lower("name"), "id")`,
    },
  ],
});

/** Who shows it counts as the person it was issued for. */
@ObjectType({
  implements: Node,
  description: 'Lets a program act as a person, within its scopes. The token is shown once, when it is issued.',
})
export class OperatorToken extends OperatorTokenSchema.class implements Node {
  @Field(() => ID) declare id: string;
  @Field(() => String, { description: 'What it is for, in the words of who issued it.' }) declare name: string;
  @Field(() => String, { description: 'How the token begins, to tell one from another.' }) declare hint: string;
  @AtMost(MAX_SCOPES)
  @Field(() => [String], {
    description: 'Permissions. It may do those of them that the roles of the person allow at that moment.',
  })
  declare scopes: string[];
  @Field(() => String, { description: 'The actor who issued it, e.g. `operator:op_…`.' }) declare issuedBy: string;
  @Field(() => GraphQLDateTime) declare createdAt: Opt<Date>;
  @Field(() => GraphQLDateTime) declare expiresAt: Date;
  @Field(() => GraphQLDateTime, { nullable: true }) declare revokedAt: Date | null;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'To the minute.' }) declare lastUsedAt: Date | null;
}
OperatorTokenSchema.setClass(OperatorToken);
