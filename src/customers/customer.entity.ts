import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { GraphQLDateTime, GraphQLNonNegativeInt, GraphQLSafeInt } from 'graphql-scalars';
import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { Node } from '../platform/graphql/schema/node.ts';
import { newId } from '../platform/ids.ts';
import { Plan } from './plan.ts';

registerEnumType(Plan, {
  name: 'Plan',
  description:
    'Plan of a customer. It decides if the customer can use its own provider keys and its own model server. The routing policy says which tasks each plan can run.',
  valuesConfig: {
    BASE: { description: 'Only the provider keys of the service.' },
    PRO: { description: 'The customer can use its own provider keys and its own model server.' },
    ENTERPRISE: { description: 'Same as PRO.' },
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
    // True for the service account, which pays for calls that no customer pays for. Exactly one exists, created by the migration.
    isOwnUse: p.boolean().default(false).fieldName('is_house'),
    softCapMicros: p.bigint('number').nullable(),
    hardLimitMicros: p.bigint('number').nullable(),
    suspendedAt: p.datetime(3).nullable(),
    // Incremented by every change, so that a concurrent edit is detected.
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

@ObjectType({ implements: Node, description: 'Account that pays for calls.' })
export class Customer extends CustomerSchema.class implements Node {
  @Field(() => ID, { description: 'Globally unique id.' }) declare id: string;
  @Field(() => String, { description: 'Unique name of the customer.' }) declare name: string;
  @Field(() => Plan, { description: 'Plan of the customer.' }) declare plan: Plan;
  @Field(() => Boolean, {
    description: 'True for the service account “Own use”, which pays for calls that no customer pays for.',
  })
  declare isOwnUse: Opt<boolean>;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description:
      'Soft cap in micros of USD per calendar month (UTC). Once it is reached, calls still run. They can be routed to a cheaper model, and their results say that the cap is reached. Null: no soft cap.',
  })
  declare softCapMicros: number | null;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description:
      'Hard limit in micros of USD per calendar month (UTC). Calls that could exceed it are refused. Null: no hard limit.',
  })
  declare hardLimitMicros: number | null;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time when the customer was suspended; its model calls are refused since then. Null if it isn’t suspended.',
  })
  declare suspendedAt: Date | null;
  @Field(() => GraphQLNonNegativeInt, {
    description: 'Version of the customer, incremented by every change. Send it as `ifVersion` for optimistic locking.',
  })
  declare version: Opt<number>;
  @Field(() => GraphQLDateTime, { description: 'Time when the customer was created.' }) declare createdAt: Opt<Date>;
  @Field(() => GraphQLDateTime, { description: 'Time of the last change.' }) declare updatedAt: Opt<Date>;
}
CustomerSchema.setClass(Customer);
