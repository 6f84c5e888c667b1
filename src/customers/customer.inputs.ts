import { GraphQLNonNegativeInt, GraphQLSafeInt } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { lifetimeField, revokeKeyInput, rotateKeyInput } from '../platform/credentials/key-inputs.ts';
import { orderInput } from '../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../platform/graphql/schema/connection.ts';
import { CreatedFilter } from '../platform/graphql/schema/created-filter.ts';
import { IdempotencyKeyField } from '../platform/idempotency/key-fields.ts';
import { Plan } from './plan.ts';

export const KEY_LIFETIME = { defaultDays: 365, maxDays: 3 * 365 };
/** 20 USD: what is not thought of should not become dear. */
export const DEFAULT_BASE_SOFT_CAP_MICROS = 20_000_000;
/** A thousand million USD: so much and its percentages can be told exactly. */
export const MAX_CAP_MICROS = 1_000_000_000_000_000;
export const MAX_TASKS = 50;
export const MAX_CALLS_PER_MINUTE = 1_000_000;

const MICROS = 'in micros of USD for a month (UTC)';

@InputType({ description: 'All that is given has to be met.' })
export class CustomerFilter extends CreatedFilter {
  @Field(() => [Plan], { nullable: true, description: 'Customers of one of these plans.' })
  plan?: Plan[] | null;

  @Field(() => Boolean, { nullable: true, description: 'Only those that are suspended, or only those that are not.' })
  isSuspended?: boolean | null;

  @Field(() => String, { nullable: true, description: "Part of the name. Case and accents don't matter." })
  search?: string | null;
}

/** What the list can be ordered by. */
const CustomerOrder = orderInput('Customer', {
  CREATED_AT: 'When it was made.',
  UPDATED_AT: 'When it was changed last.',
  NAME: 'Its name. Capital and small letters are the same.',
});
type CustomerOrder = InstanceType<typeof CustomerOrder>;

@ArgsType()
export class CustomersArgs extends PageArgs {
  @Field(() => CustomerFilter, { nullable: true })
  filter?: CustomerFilter | null;

  @Field(() => CustomerOrder, { nullable: true, description: 'Default: newest first.' })
  orderBy?: CustomerOrder | null;
}

@InputType({ description: 'A new customer.' })
export class CreateCustomerInput {
  @Field(() => String, { description: '1 to 200 characters. No other customer has it.' })
  name!: string;

  @Field(() => Plan, { description: 'What it may use.' })
  plan!: Plan;

  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: `${MICROS}; null: none. Left out: what the settings say for its plan; at first ${DEFAULT_BASE_SOFT_CAP_MICROS} for BASE, none for others.`,
  })
  softCapMicros?: number | null;

  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: `${MICROS}; null: none. Left out: what the settings say for its plan; at first none.`,
  })
  hardLimitMicros?: number | null;

  @IdempotencyKeyField()
  idempotencyKey?: string | null;
}

@InputType({ description: 'What is left out stays as it is.' })
export class UpdateCustomerInput {
  @Field(() => ID, { description: 'Which customer.' })
  customerId!: string;

  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description: 'The version that was read: what somebody else has changed since is then not overwritten.',
  })
  expectedVersion?: number | null;

  @Field(() => String, { nullable: true, description: '1 to 200 characters. No other customer has it.' })
  name?: string | null;

  @Field(() => Plan, { nullable: true, description: 'What it may use from now on.' })
  plan?: Plan | null;

  @Field(() => GraphQLSafeInt, { nullable: true, description: `${MICROS}; null: none.` })
  softCapMicros?: number | null;

  @Field(() => GraphQLSafeInt, { nullable: true, description: `${MICROS}; null: none.` })
  hardLimitMicros?: number | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether nothing is run for it any more. The house cannot be.' })
  isSuspended?: boolean | null;
}

@InputType({ description: 'What the key may do, and for how long.' })
export class IssueCustomerKeyInput {
  @Field(() => ID, { description: 'Which customer.' })
  customerId!: string;

  @Field(() => String, { description: 'What it is for: 1 to 200 characters.' })
  name!: string;

  @Field(() => [String], {
    nullable: true,
    description: `Names of the tasks that it may run, at most ${MAX_TASKS}. Null or left out: all.`,
  })
  tasks?: string[] | null;

  @Field(() => GraphQLSafeInt, { nullable: true, description: `${MICROS}; null or left out: none of its own.` })
  monthlyLimitMicros?: number | null;

  @Field(() => Int, { nullable: true, description: 'Null or left out: no limit of its own.' })
  callsPerMinute?: number | null;

  @Field(() => Int, lifetimeField(KEY_LIFETIME))
  lifetimeDays?: number | null;

  @IdempotencyKeyField()
  idempotencyKey?: string | null;
}

export const RotateCustomerKeyInput = rotateKeyInput('CustomerKey', 'customerKeyId', KEY_LIFETIME);
export type RotateCustomerKeyInput = InstanceType<typeof RotateCustomerKeyInput>;
export const RevokeCustomerKeyInput = revokeKeyInput('CustomerKey', 'customerKeyId');
export type RevokeCustomerKeyInput = InstanceType<typeof RevokeCustomerKeyInput>;
