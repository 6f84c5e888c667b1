import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { lifetimeField, revokeKeyInput, rotateKeyInput } from '../platform/credentials/key-inputs.ts';
import { orderInput } from '../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../platform/graphql/schema/connection.ts';
import { CreatedFilter } from '../platform/graphql/schema/created-filter.ts';
import { IdempotencyKeyField } from '../platform/idempotency/key-fields.ts';

export const MAX_NAME_LENGTH = 200;
/** At most a year, so that somebody has to renew the key at least once a year. */
export const KEY_LIFETIME = { defaultDays: 90, maxDays: 365 };

@InputType({ description: 'All that is given has to be met.' })
export class AgentFilter extends CreatedFilter {
  @Field(() => String, { nullable: true, description: 'Whose, e.g. `customer:cus_…`. You see no others than you may.' })
  owner?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Only those that are disabled, or only those that are not.' })
  isDisabled?: boolean | null;
}

/** What the list can be ordered by. */
const AgentOrder = orderInput('Agent', {
  CREATED_AT: 'When it was made.',
  NAME: 'Its name. Capital and small letters are the same.',
});
type AgentOrder = InstanceType<typeof AgentOrder>;

@ArgsType()
export class AgentsArgs extends PageArgs {
  @Field(() => AgentFilter, { nullable: true })
  filter?: AgentFilter | null;

  @Field(() => AgentOrder, { nullable: true, description: 'Default: newest first.' })
  orderBy?: AgentOrder | null;
}

@InputType({ description: 'A new agent, of whoever makes it.' })
export class CreateAgentInput {
  @Field(() => String, { description: `1 to ${MAX_NAME_LENGTH} characters.` })
  name!: string;

  @Field(() => ID, {
    nullable: true,
    description:
      'The customer that it is to act for, who pays for it; for who may make customers. Left out: it is your own.',
  })
  customerId?: string | null;

  @IdempotencyKeyField()
  idempotencyKey?: string | null;
}

@InputType({ description: 'What is left out stays as it is.' })
export class ChangeAgentInput {
  @Field(() => ID, { description: 'Which agent.' })
  agentId!: string;

  @Field(() => String, { nullable: true, description: `1 to ${MAX_NAME_LENGTH} characters.` })
  name?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether none of its keys works from now on.' })
  isDisabled?: boolean | null;
}

@InputType({ description: 'What the key may do, and for how long.' })
export class IssueAgentKeyInput {
  @Field(() => ID, { description: 'Which agent.' })
  agentId!: string;

  @Field(() => String, { description: `What it is for: 1 to ${MAX_NAME_LENGTH} characters.` })
  name!: string;

  @Field(() => [String], {
    nullable: true,
    description:
      'The permissions that it has, e.g. `renders:request`: some of those that agents may have. Null or left out: all of them.',
  })
  scopes?: string[] | null;

  @Field(() => Int, lifetimeField(KEY_LIFETIME))
  lifetimeDays?: number | null;

  @IdempotencyKeyField()
  idempotencyKey?: string | null;
}

export const RotateAgentKeyInput = rotateKeyInput('AgentKey', 'agentKeyId', KEY_LIFETIME);
export type RotateAgentKeyInput = InstanceType<typeof RotateAgentKeyInput>;
export const RevokeAgentKeyInput = revokeKeyInput('AgentKey', 'agentKeyId');
export type RevokeAgentKeyInput = InstanceType<typeof RevokeAgentKeyInput>;
