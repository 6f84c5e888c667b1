import { GraphQLNonNegativeInt } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { orderInput } from '../../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../../platform/graphql/schema/connection.ts';
import { CreatedFilter } from '../../platform/graphql/schema/created-filter.ts';
import { OperatorRole } from '../operator.entity.ts';

const VERSION = 'The version that was read: what somebody else has changed since is then not overwritten.';

@InputType({ description: 'All that is given has to be met.' })
export class OperatorFilter extends CreatedFilter {
  @Field(() => [OperatorRole], { nullable: true, description: 'People who have one of these.' })
  roles?: OperatorRole[] | null;

  @Field(() => Boolean, { nullable: true, description: 'Only those who are disabled, or only those who are not.' })
  isDisabled?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: "Part of the name or of the address. Case and accents don't matter.",
  })
  search?: string | null;
}

/** What the list can be ordered by. */
const OperatorOrder = orderInput('Operator', {
  CREATED_AT: 'When they were let in.',
  NAME: 'Their name. Capital and small letters are the same.',
  LAST_SEEN_AT: 'When they were here last. Those who never were come last.',
});
type OperatorOrder = InstanceType<typeof OperatorOrder>;

@ArgsType()
export class OperatorsArgs extends PageArgs {
  @Field(() => OperatorFilter, { nullable: true })
  filter?: OperatorFilter | null;

  @Field(() => OperatorOrder, { nullable: true, description: 'Default: newest first.' })
  orderBy?: OperatorOrder | null;
}

@InputType({ description: 'What a person is to be there for.' })
export class ChangeOperatorRolesInput {
  @Field(() => ID, { description: 'Which person.' })
  operatorId!: string;

  @Field(() => [OperatorRole], {
    description: 'All that this person is to have, in the place of all there are: one at least.',
  })
  roles!: OperatorRole[];

  @Field(() => GraphQLNonNegativeInt, { nullable: true, description: VERSION })
  expectedVersion?: number | null;
}

@InputType({ description: 'Somebody who is not to be let in any more.' })
export class DisableOperatorInput {
  @Field(() => ID, { description: 'Which person.' })
  operatorId!: string;

  @Field(() => GraphQLNonNegativeInt, { nullable: true, description: VERSION })
  expectedVersion?: number | null;
}

@InputType({ description: 'Somebody who is to be let in again.' })
export class EnableOperatorInput {
  @Field(() => ID, { description: 'Which person.' })
  operatorId!: string;

  @Field(() => GraphQLNonNegativeInt, { nullable: true, description: VERSION })
  expectedVersion?: number | null;
}
