import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { revokeKeyInput, rotateKeyInput } from '../../platform/credentials/key-inputs.ts';
import { orderInput } from '../../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../../platform/graphql/schema/connection.ts';
import { CreatedFilter } from '../../platform/graphql/schema/created-filter.ts';
import { IdempotencyKeyField } from '../../platform/idempotency/key-fields.ts';

export const TOKEN_LIFETIME = { defaultDays: 90, maxDays: 365 };

@InputType({ description: 'Filter for tokens. All given conditions must match.' })
export class OperatorTokenFilter extends CreatedFilter {
  @Field(() => ID, {
    nullable: true,
    description: 'Only tokens of this operator. Callers who can’t manage operators only see their own.',
  })
  operatorId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: only tokens that are neither revoked nor expired. False: only the others.',
  })
  isValid?: boolean | null;
}

const OperatorTokenOrder = orderInput('OperatorToken', {
  CREATED_AT: 'Time when the token was issued.',
  NAME: 'Name, ignoring case.',
  EXPIRES_AT: 'Time when the token expires.',
  LAST_USED_AT: 'Time of last use. Tokens never used come last.',
});
type OperatorTokenOrder = InstanceType<typeof OperatorTokenOrder>;

@ArgsType()
export class OperatorTokensArgs extends PageArgs {
  @Field(() => OperatorTokenFilter, {
    nullable: true,
    description: 'Only tokens that match this filter. Default: all.',
  })
  filter?: OperatorTokenFilter | null;

  @Field(() => OperatorTokenOrder, { nullable: true, description: 'Sort order. Default: newest first.' })
  orderBy?: OperatorTokenOrder | null;
}

@InputType({ description: 'Token to issue.' })
export class IssueOperatorTokenInput {
  @Field(() => ID, {
    nullable: true,
    description:
      'Operator that the token acts as. Default: the caller; required with the admin token, which isn’t an operator. Only an ADMIN can issue tokens for another operator.',
  })
  operatorId?: string | null;

  @Field(() => String, { description: 'Purpose of the token: 1 to 200 characters.' })
  name!: string;

  @Field(() => [String], {
    description: 'Permissions of the token, e.g. `approvals:read`. Both the operator and the caller must have them.',
  })
  scopes!: string[];

  @Field(() => Int, {
    nullable: true,
    description: `Days until the token expires, 1 to ${TOKEN_LIFETIME.maxDays}. Default: ${TOKEN_LIFETIME.defaultDays}. If the caller uses a token itself, the new token expires no later than the caller’s.`,
  })
  lifetimeDays?: number | null;

  @IdempotencyKeyField()
  idempotencyKey?: string | null;
}

export const RotateOperatorTokenInput = rotateKeyInput('OperatorToken', 'operatorTokenId', TOKEN_LIFETIME, 'token');
export type RotateOperatorTokenInput = InstanceType<typeof RotateOperatorTokenInput>;
export const RevokeOperatorTokenInput = revokeKeyInput('OperatorToken', 'operatorTokenId', 'token');
export type RevokeOperatorTokenInput = InstanceType<typeof RevokeOperatorTokenInput>;
