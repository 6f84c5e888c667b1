import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { GraphQLDateTime, GraphQLPositiveInt, GraphQLSafeInt } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { Node } from '../platform/graphql/schema/node.ts';
import { newId } from '../platform/ids.ts';
import { Customer } from './customer.entity.ts';

const CustomerKeySchema = defineEntity({
  name: 'CustomerKey',
  properties: {
    id: p
      .string()
      .primary()
      .onCreate(() => newId('customerKey')),
    customer: () => p.manyToOne(Customer).ref().index(),
    name: p.text(),
    // The token itself is shown once and kept nowhere. It has 196 random bits, so a fast hash is enough.
    tokenHash: p.blob().unique(),
    hint: p.string().length(16),
    // Of the first of those that took each other's place: limits are counted for all of them together.
    lineageId: p.string(),
    // Null: all.
    tasks: p.array().nullable(),
    monthlyLimitMicros: p.bigint('number').nullable(),
    callsPerMinute: p.integer().nullable(),
    createdBy: p.string(),
    // Persons who could have kept the token: see `issuersOf`.
    issuers: p.array().default([]),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    expiresAt: p.datetime(3),
    revokedAt: p.datetime(3).nullable(),
    lastUsedAt: p.datetime(3).nullable(),
  },
});

/** A customer's key. */
@ObjectType({
  implements: Node,
  description: 'A key of a customer. The token is shown once, when it is issued.',
})
export class CustomerKey extends CustomerKeySchema.class implements Node {
  @Field(() => ID) declare id: string;
  @Field(() => String, { description: 'What it is for, in the words of who issued it.' }) declare name: string;
  @Field(() => String, { description: 'How the token begins, to tell one from another.' }) declare hint: string;
  declare tasks: string[] | null;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description:
      'Micros of USD in a month (UTC), shared with the keys that it took the place of. Null: none of its own.',
  })
  declare monthlyLimitMicros: number | null;
  @Field(() => GraphQLPositiveInt, { nullable: true, description: 'Null: no limit of its own.' })
  declare callsPerMinute: number | null;
  @Field(() => String, {
    description: 'The actor who issued it, e.g. `operator:op_…`. A person decides nothing that is asked with it.',
  })
  declare createdBy: string;
  @Field(() => GraphQLDateTime) declare createdAt: Opt<Date>;
  @Field(() => GraphQLDateTime) declare expiresAt: Date;
  @Field(() => GraphQLDateTime, { nullable: true }) declare revokedAt: Date | null;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'To the minute.' }) declare lastUsedAt: Date | null;
}
CustomerKeySchema.setClass(CustomerKey);
