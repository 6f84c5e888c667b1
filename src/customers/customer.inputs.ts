import { GraphQLNonNegativeInt, GraphQLSafeInt } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { lifetimeField, revokeKeyInput, rotateKeyInput } from '../platform/credentials/key-inputs.ts';
import { orderInput } from '../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../platform/graphql/schema/connection.ts';
import { CreatedFilter } from '../platform/graphql/schema/created-filter.ts';
import { IdempotencyKeyField } from '../platform/idempotency/key-fields.ts';
import { CaseAccess } from './case-access.ts';
import { Plan } from './plan.ts';

export const KEY_LIFETIME = { defaultDays: 365, maxDays: 3 * 365 };
/** Default soft cap of the plan Base: 20 USD, so that a forgotten cap doesn’t become expensive. */
export const DEFAULT_BASE_SOFT_CAP_MICROS = 20_000_000;
/** Maximum amount of a cap: a billion USD. This amount and its percentages are exact as JSON numbers. */
export const MAX_CAP_MICROS = 1_000_000_000_000_000;
export const MAX_TASKS = 50;
export const MAX_CALLS_PER_MINUTE = 1_000_000;

const MICROS = 'in micros of USD per calendar month (UTC)';

@InputType({ description: 'Filter for customers. All given conditions must match.' })
export class CustomerFilter extends CreatedFilter {
  @Field(() => [Plan], { nullable: true, description: 'Only customers with one of these plans.' })
  plan?: Plan[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True for suspended customers only, false for the others only.',
  })
  isSuspended?: boolean | null;

  @Field(() => String, { nullable: true, description: 'Part of the name. Case and accents don’t matter.' })
  search?: string | null;
}

const CustomerOrder = orderInput('Customer', {
  CREATED_AT: 'Time of creation.',
  UPDATED_AT: 'Time of the last change.',
  NAME: 'Name, ignoring case.',
});
type CustomerOrder = InstanceType<typeof CustomerOrder>;

@ArgsType()
export class CustomersArgs extends PageArgs {
  @Field(() => CustomerFilter, { nullable: true, description: 'Only customers that match this filter. Default: all.' })
  filter?: CustomerFilter | null;

  @Field(() => CustomerOrder, { nullable: true, description: 'Sort order. Default: newest first.' })
  orderBy?: CustomerOrder | null;
}

@InputType({ description: 'Customer to create.' })
export class CreateCustomerInput {
  @Field(() => String, { description: 'Name of the customer: 1 to 200 characters, unique.' })
  name!: string;

  @Field(() => Plan, { description: 'Plan of the customer.' })
  plan!: Plan;

  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: `Soft cap ${MICROS}. Null: no soft cap. Default: the setting for the plan; initially ${DEFAULT_BASE_SOFT_CAP_MICROS} for BASE and none for others.`,
  })
  softCapMicros?: number | null;

  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: `Hard limit ${MICROS}. Null: no hard limit. Default: the setting for the plan; initially none.`,
  })
  hardLimitMicros?: number | null;

  @IdempotencyKeyField()
  idempotencyKey?: string | null;
}

@InputType({ description: 'Changes to a customer. Fields left out keep their value.' })
export class UpdateCustomerInput {
  @Field(() => ID, { description: 'Id of the customer.' })
  customerId!: string;

  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description:
      'Version the caller last read. If the customer has changed since, nothing is saved and the result is `CustomerChanged`. Omit to overwrite.',
  })
  ifVersion?: number | null;

  @Field(() => String, { nullable: true, description: 'New name: 1 to 200 characters, unique.' })
  name?: string | null;

  @Field(() => Plan, { nullable: true, description: 'New plan.' })
  plan?: Plan | null;

  @Field(() => GraphQLSafeInt, { nullable: true, description: `Soft cap ${MICROS}. Null removes it.` })
  softCapMicros?: number | null;

  @Field(() => GraphQLSafeInt, { nullable: true, description: `Hard limit ${MICROS}. Null removes it.` })
  hardLimitMicros?: number | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True suspends the customer: its model calls, and all requests of its agents, are refused. False resumes it. The service account can’t be suspended.',
  })
  isSuspended?: boolean | null;
}

@InputType({ description: 'Key to issue, with its limits and lifetime.' })
export class IssueCustomerKeyInput {
  @Field(() => ID, { description: 'Id of the customer.' })
  customerId!: string;

  @Field(() => String, { description: 'Purpose of the key: 1 to 200 characters.' })
  name!: string;

  @Field(() => [String], {
    nullable: true,
    description: `Names of the tasks that the key can run, at most ${MAX_TASKS}. Null or left out: all.`,
  })
  tasks?: string[] | null;

  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: `Limit of the key ${MICROS}. Null or left out: only the customer’s limits apply.`,
  })
  monthlyLimitMicros?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Maximum calls per minute, 1 to 1000000. Null or left out: no limit for this key.',
  })
  callsPerMinute?: number | null;

  @Field(() => CaseAccess, {
    nullable: true,
    description: 'Permitted use of the customer’s cases. Null or left out: NONE.',
  })
  caseAccess?: CaseAccess | null;

  @Field(() => Int, lifetimeField(KEY_LIFETIME))
  lifetimeDays?: number | null;

  @IdempotencyKeyField()
  idempotencyKey?: string | null;
}

export const RotateCustomerKeyInput = rotateKeyInput('CustomerKey', 'customerKeyId', KEY_LIFETIME, 'key');
export type RotateCustomerKeyInput = InstanceType<typeof RotateCustomerKeyInput>;
export const RevokeCustomerKeyInput = revokeKeyInput('CustomerKey', 'customerKeyId', 'key');
export type RevokeCustomerKeyInput = InstanceType<typeof RevokeCustomerKeyInput>;
