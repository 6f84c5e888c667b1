import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { GraphQLDateTime, GraphQLNonNegativeInt, GraphQLSafeInt } from 'graphql-scalars';
import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { Node } from '../platform/graphql/schema/node.ts';
import { newId } from '../platform/ids.ts';
import { Plan } from './plan.ts';

registerEnumType(Plan, {
  name: 'Plan',
  description: 'What a customer may use.',
  valuesConfig: {
    BASE: { description: "The service's own provider keys, under a soft cap." },
    PRO: { description: 'Besides, provider keys of its own.' },
    ENTERPRISE: { description: 'As PRO.' },
  },
});

const CustomerSchema = defineEntity({
  name: 'Customer',
  properties: {
    id: p
      .string()
      .primary()
      .onCreate(() => newId('customer')),
    name: p.text().unique(),
    plan: p.enum(() => Plan).$type<Plan>(),
    // Pays for what no customer pays for. There is one, made by the migration.
    isHouse: p.boolean().default(false),
    softCapMicros: p.bigint('number').nullable(),
    hardLimitMicros: p.bigint('number').nullable(),
    suspendedAt: p.datetime(3).nullable(),
    // Raised by every change, so that of two people who edit the same one, the second hears of the first.
    version: p.integer().default(1),
    createdBy: p.string(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    updatedAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
  indexes: [
    { properties: ['updatedAt', 'id'] },
    {
      name: 'customer_name_id_index',
      expression: `create index "customer_name_id_index" on "customer" (lower("name"), "id")`,
    },
  ],
});

/** Who pays. */
@ObjectType({ implements: Node, description: 'Who pays for what is run.' })
export class Customer extends CustomerSchema.class implements Node {
  @Field(() => ID) declare id: string;
  @Field(() => String) declare name: string;
  @Field(() => Plan, { description: 'What it may use.' }) declare plan: Plan;
  @Field(() => Boolean, { description: 'Whether it is the house, which pays for what no customer pays for.' })
  declare isHouse: Opt<boolean>;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description:
      'Micros of USD in a month (UTC). Beyond it calls still run, may be moved to a cheaper model, and say so. Null: none.',
  })
  declare softCapMicros: number | null;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'Micros of USD in a month (UTC). What could pass it is refused. Null: none.',
  })
  declare hardLimitMicros: number | null;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'Since when nothing is run for it. Null: it is not.' })
  declare suspendedAt: Date | null;
  @Field(() => GraphQLNonNegativeInt, {
    description: 'Rises with every change; of two answers, the higher is the later.',
  })
  declare version: Opt<number>;
  @Field(() => GraphQLDateTime) declare createdAt: Opt<Date>;
  @Field(() => GraphQLDateTime) declare updatedAt: Opt<Date>;
}
CustomerSchema.setClass(Customer);
