import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { lifetimeField, revokeKeyInput, rotateKeyInput } from '../platform/credentials/key-inputs.ts';
import { orderInput } from '../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../platform/graphql/schema/connection.ts';
import { CreatedFilter } from '../platform/graphql/schema/created-filter.ts';
import { IdempotencyKeyField } from '../platform/idempotency/key-fields.ts';

export const MAX_NAME_LENGTH = 200;
/** Lifetime of an agent's key in days. At most a year, so that a person renews each key at least once a year. */
export const KEY_LIFETIME = { defaultDays: 90, maxDays: 365 };

@InputType({ description: 'Filter for agents. All given conditions must match.' })
export class AgentFilter extends CreatedFilter {
  @Field(() => String, { nullable: true, description: 'Only agents of this owner, e.g. `customer:cus_…`.' })
  owner?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'True for disabled agents only, false for enabled ones only.' })
  isDisabled?: boolean | null;
}

const AgentOrder = orderInput('Agent', {
  CREATED_AT: 'Time of creation.',
  NAME: 'Name, ignoring case.',
});
type AgentOrder = InstanceType<typeof AgentOrder>;

@ArgsType()
export class AgentsArgs extends PageArgs {
  @Field(() => AgentFilter, {
    nullable: true,
    description: 'Only agents that match this filter. Default: all that the caller can see.',
  })
  filter?: AgentFilter | null;

  @Field(() => AgentOrder, { nullable: true, description: 'Sort order. Default: newest first.' })
  orderBy?: AgentOrder | null;
}

@InputType({ description: 'Agent to create.' })
export class CreateAgentInput {
  @Field(() => String, { description: `Name of the agent: 1 to ${MAX_NAME_LENGTH} characters.` })
  name!: string;

  @Field(() => ID, {
    nullable: true,
    description:
      'Customer that owns the agent and pays for its calls. Operators need `customers:manage`. Default: the caller owns the agent; for operators, the service account pays.',
  })
  customerId?: string | null;

  @IdempotencyKeyField()
  idempotencyKey?: string | null;
}

@InputType({ description: 'Changes to an agent. Fields left out keep their value.' })
export class UpdateAgentInput {
  @Field(() => ID, { description: 'Id of the agent to change.' })
  agentId!: string;

  @Field(() => String, { nullable: true, description: `New name: 1 to ${MAX_NAME_LENGTH} characters.` })
  name?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True disables the agent and all its keys, false enables them.',
  })
  isDisabled?: boolean | null;
}

@InputType({ description: 'Key to issue, with its permissions and lifetime.' })
export class IssueAgentKeyInput {
  @Field(() => ID, { description: 'Id of the agent.' })
  agentId!: string;

  @Field(() => String, { description: `Purpose of the key: 1 to ${MAX_NAME_LENGTH} characters.` })
  name!: string;

  @Field(() => [String], {
    nullable: true,
    description:
      'Permissions of the key, e.g. `renders:request`; a subset of those that agents can have. Null or left out: all of them.',
  })
  scopes?: string[] | null;

  @Field(() => Int, lifetimeField(KEY_LIFETIME))
  lifetimeDays?: number | null;

  @IdempotencyKeyField()
  idempotencyKey?: string | null;
}

export const RotateAgentKeyInput = rotateKeyInput('AgentKey', 'agentKeyId', KEY_LIFETIME, 'key');
export type RotateAgentKeyInput = InstanceType<typeof RotateAgentKeyInput>;
export const RevokeAgentKeyInput = revokeKeyInput('AgentKey', 'agentKeyId', 'key');
export type RevokeAgentKeyInput = InstanceType<typeof RevokeAgentKeyInput>;
