import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { revokeKeyInput, rotateKeyInput } from '../../platform/credentials/key-inputs.ts';
import { orderInput } from '../../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../../platform/graphql/schema/connection.ts';
import { CreatedFilter } from '../../platform/graphql/schema/created-filter.ts';
import { IdempotencyKeyField } from '../../platform/idempotency/key-fields.ts';

export const TOKEN_LIFETIME = { defaultDays: 90, maxDays: 365 };

@InputType({ description: 'All that is given has to be met.' })
export class OperatorTokenFilter extends CreatedFilter {
  @Field(() => ID, {
    nullable: true,
    description: 'Of this person. Who may not manage people sees their own in any case.',
  })
  operatorId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Only those that are neither revoked nor expired, or only others.',
  })
  isValid?: boolean | null;
}

/** What the list can be ordered by. */
const OperatorTokenOrder = orderInput('OperatorToken', {
  CREATED_AT: 'When it was issued.',
  NAME: 'Its name. Capital and small letters are the same.',
  EXPIRES_AT: 'When it expires.',
  LAST_USED_AT: 'When it was used last. Those that never were come last.',
});
type OperatorTokenOrder = InstanceType<typeof OperatorTokenOrder>;

@ArgsType()
export class OperatorTokensArgs extends PageArgs {
  @Field(() => OperatorTokenFilter, { nullable: true })
  filter?: OperatorTokenFilter | null;

  @Field(() => OperatorTokenOrder, { nullable: true, description: 'Default: newest first.' })
  orderBy?: OperatorTokenOrder | null;
}

@InputType({ description: 'A token that counts as a person.' })
export class IssueOperatorTokenInput {
  @Field(() => ID, {
    nullable: true,
    description: 'As whom it counts. Left out: as oneself. Only an ADMIN issues one for somebody else.',
  })
  operatorId?: string | null;

  @Field(() => String, { description: 'What it is for: 1 to 200 characters.' })
  name!: string;

  @Field(() => [String], {
    description:
      'Permissions, e.g. `approvals:read`: what it may do at the most. Only such as the person has, and oneself.',
  })
  scopes!: string[];

  @Field(() => Int, {
    nullable: true,
    description: `Days until it expires, 1 to ${TOKEN_LIFETIME.maxDays}. Default: ${TOKEN_LIFETIME.defaultDays}. A token that was issued with another token expires no later than that.`,
  })
  lifetimeDays?: number | null;

  @IdempotencyKeyField()
  idempotencyKey?: string | null;
}

export const RotateOperatorTokenInput = rotateKeyInput('OperatorToken', 'operatorTokenId', TOKEN_LIFETIME);
export type RotateOperatorTokenInput = InstanceType<typeof RotateOperatorTokenInput>;
export const RevokeOperatorTokenInput = revokeKeyInput('OperatorToken', 'operatorTokenId');
export type RevokeOperatorTokenInput = InstanceType<typeof RevokeOperatorTokenInput>;
