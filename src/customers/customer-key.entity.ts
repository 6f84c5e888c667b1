import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { GraphQLPositiveInt, GraphQLSafeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { KeyFields, keyColumns } from '../platform/credentials/bearer-key.ts';
import { Node } from '../platform/graphql/schema/node.ts';
import { CaseAccess } from './case-access.ts';
import { Customer } from './customer.entity.ts';

const CustomerKeySchema = defineEntity({
  name: 'CustomerKey',
  properties: {
    ...keyColumns('customerKey', 'created_by'),
    customer: () => p.manyToOne(Customer).ref().index(),
    // Id shared by a key and those that it replaced. Limits apply to all of them together.
    lineageId: p.string(),
    // Names of the tasks that the key can run. Null: all tasks.
    tasks: p.array().nullable(),
    monthlyLimitMicros: p.bigint('number').nullable(),
    callsPerMinute: p.integer().nullable(),
    // Permitted use of the customer’s cases.
    caseAccess: p
      .enum(() => CaseAccess)
      .$type<CaseAccess>()
      .default(CaseAccess.NONE),
  },
});

@ObjectType({
  implements: Node,
  description: 'Key of a customer. The token is only returned when the key is issued.',
})
@KeyFields()
export class CustomerKey extends CustomerKeySchema.class implements Node {
  declare tasks: string[] | null;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description:
      'Limit in micros of USD per calendar month (UTC), shared with the keys that this one replaced. Null: only the customer’s limits apply.',
  })
  declare monthlyLimitMicros: number | null;
  @Field(() => GraphQLPositiveInt, {
    nullable: true,
    description: 'Maximum calls per minute. Null: no limit for this key.',
  })
  declare callsPerMinute: number | null;
  @Field(() => CaseAccess, { description: 'Permitted use of the customer’s cases.' })
  declare caseAccess: Opt<CaseAccess>;
}
CustomerKeySchema.setClass(CustomerKey);
