import { defineEntity, p } from '@mikro-orm/core';
import { GraphQLPositiveInt, GraphQLSafeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { KeyFields, keyColumns } from '../platform/credentials/bearer-key.ts';
import { Node } from '../platform/graphql/schema/node.ts';
import { Customer } from './customer.entity.ts';

const CustomerKeySchema = defineEntity({
  name: 'CustomerKey',
  properties: {
    ...keyColumns('customerKey', 'created_by'),
    customer: () => p.manyToOne(Customer).ref().index(),
    // Limits are counted for all keys of a lineage together.
    lineageId: p.string(),
    // Null: all.
    tasks: p.array().nullable(),
    monthlyLimitMicros: p.bigint('number').nullable(),
    callsPerMinute: p.integer().nullable(),
  },
});

/** A customer's key. */
@ObjectType({
  implements: Node,
  description: 'A key of a customer. The token is returned once, when the key is issued.',
})
@KeyFields()
export class CustomerKey extends CustomerKeySchema.class implements Node {
  declare tasks: string[] | null;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description:
      'Micro US dollars in a month (UTC), shared with the keys that it replaced. Null: no limit besides the customer’s.',
  })
  declare monthlyLimitMicros: number | null;
  @Field(() => GraphQLPositiveInt, { nullable: true, description: 'Null: no limit of its own.' })
  declare callsPerMinute: number | null;
}
CustomerKeySchema.setClass(CustomerKey);
