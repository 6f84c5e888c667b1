import { GraphQLNonNegativeInt } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { orderInput } from '../../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../../platform/graphql/schema/connection.ts';
import { CreatedFilter } from '../../platform/graphql/schema/created-filter.ts';
import { OperatorRole } from '../operator.entity.ts';

const VERSION =
  'Version the caller last read. If the operator has changed since, nothing is saved and the result is `OperatorChanged`. Omit to overwrite.';

@InputType({ description: 'Filter for operators. All given conditions must match.' })
export class OperatorFilter extends CreatedFilter {
  @Field(() => [OperatorRole], { nullable: true, description: 'Only operators with one of these roles.' })
  roles?: OperatorRole[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True for disabled operators only, false for enabled ones only.',
  })
  isDisabled?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: "Part of the name or e-mail address. Case and accents don't matter.",
  })
  search?: string | null;
}

const OperatorOrder = orderInput('Operator', {
  CREATED_AT: 'Time of creation.',
  NAME: 'Name, ignoring case.',
  LAST_SEEN_AT: '`lastSeenAt`. Operators without this time come last.',
});
type OperatorOrder = InstanceType<typeof OperatorOrder>;

@ArgsType()
export class OperatorsArgs extends PageArgs {
  @Field(() => OperatorFilter, { nullable: true, description: 'Only operators that match this filter. Default: all.' })
  filter?: OperatorFilter | null;

  @Field(() => OperatorOrder, { nullable: true, description: 'Sort order. Default: newest first.' })
  orderBy?: OperatorOrder | null;
}

@InputType({ description: 'New roles of an operator.' })
export class UpdateOperatorRolesInput {
  @Field(() => ID, { description: 'Id of the operator.' })
  operatorId!: string;

  @Field(() => [OperatorRole], {
    description: 'New roles, at least one. They replace all current ones.',
  })
  roles!: OperatorRole[];

  @Field(() => GraphQLNonNegativeInt, { nullable: true, description: VERSION })
  ifVersion?: number | null;
}

@InputType({ description: 'Operator to disable.' })
export class DisableOperatorInput {
  @Field(() => ID, { description: 'Id of the operator.' })
  operatorId!: string;

  @Field(() => GraphQLNonNegativeInt, { nullable: true, description: VERSION })
  ifVersion?: number | null;
}

@InputType({ description: 'Operator to enable.' })
export class EnableOperatorInput {
  @Field(() => ID, { description: 'Id of the operator.' })
  operatorId!: string;

  @Field(() => GraphQLNonNegativeInt, { nullable: true, description: VERSION })
  ifVersion?: number | null;
}
