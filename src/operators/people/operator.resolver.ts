import DataLoader from 'dataloader';
import type { GraphQLResolveInfo } from 'graphql';
import { GraphQLDateTime } from 'graphql-scalars';
import {
  Arg,
  Args,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Info,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { AccessFor } from '../../platform/auth/access.ts';
import { can } from '../../platform/auth/principal.ts';
import { AfterStepUp } from '../../platform/auth/step-up.ts';
import type { Context } from '../../platform/context.ts';
import { entityFinder } from '../../platform/graphql/reads/loaded-nodes.ts';
import type { Page } from '../../platform/graphql/reads/page-projection.ts';
import { connectionOf } from '../../platform/graphql/schema/connection.ts';
import { AtMost } from '../../platform/graphql/schema/list-size.ts';
import { resultOf } from '../../platform/graphql/schema/mutation-result.ts';
import { NotFound, Problem } from '../../platform/graphql/schema/problem.ts';
import { Operator } from '../operator.entity.ts';
import { OperatorChanged, OperatorConflict } from '../operator.problems.ts';
import { readLastSeen, readSecondFactors } from '../operator.sql.ts';
import { MAX_SECOND_FACTORS, SecondFactor } from '../second-factor/second-factor.type.ts';
import {
  DisableOperatorInput,
  EnableOperatorInput,
  OperatorsArgs,
  UpdateOperatorRolesInput,
} from './operator.inputs.ts';
import { operatorPages, SECOND_FACTORS_SHOWN_FOR } from './operator.reads.ts';
import type { OperatorService } from './operator.service.ts';

const OperatorConnection = connectionOf(Operator, 'Operator');

const PERSON = {
  nullable: true,
  description: 'Current state of the operator. Null if part of it could not be read: see `errors`.',
};

@ObjectType({ description: 'The roles were changed. They apply in all processes within a second.' })
class UpdatedOperatorRoles {
  @Field(() => Operator, PERSON)
  readonly operator: Operator;

  constructor(operator: Operator) {
    this.operator = operator;
  }
}

@ObjectType({ description: 'The operator was disabled. All processes refuse their credentials within a second.' })
class DisabledOperator {
  @Field(() => Operator, PERSON)
  readonly operator: Operator;

  constructor(operator: Operator) {
    this.operator = operator;
  }
}

@ObjectType({
  description:
    'The operator was enabled and can sign in again. Earlier sessions have ended; tokens that weren’t revoked work again.',
})
class EnabledOperator {
  @Field(() => Operator, PERSON)
  readonly operator: Operator;

  constructor(operator: Operator) {
    this.operator = operator;
  }
}

const PROBLEMS = [NotFound, OperatorChanged, OperatorConflict] as const;
const UpdateOperatorRolesResult = resultOf('UpdateOperatorRoles', UpdatedOperatorRoles, PROBLEMS);
const DisableOperatorResult = resultOf('DisableOperator', DisabledOperator, PROBLEMS);
const EnableOperatorResult = resultOf('EnableOperator', EnabledOperator, PROBLEMS);

/** Finds an operator that the caller can see, for the query `node`. */
const findOperator = entityFinder(Operator, ({ principal }) =>
  can(principal, 'operators:read') ? {} : { id: principal.subjectId ?? '' },
);

@Resolver(() => Operator)
export class OperatorResolver {
  readonly #operators: OperatorService;

  constructor(operators: OperatorService) {
    this.#operators = operators;
  }

  @AccessFor('operators:read')
  @Query(() => OperatorConnection, { description: 'All operators, newest first.' })
  operators(
    @Args(() => OperatorsArgs) args: OperatorsArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<{ id: string }>> {
    return operatorPages.read(ctx, args, info);
  }

  @AccessFor('operators:read')
  @Query(() => Operator, { nullable: true, description: 'Operator with this id. Null if not found.' })
  operator(
    @Arg('id', () => ID, { description: 'Id of the operator.' }) id: string,
    @Ctx() { em }: Context,
  ): Promise<Operator | null> {
    return em.findOne(Operator, id);
  }

  @AccessFor('operators:manage')
  @AfterStepUp()
  @Mutation(() => UpdateOperatorRolesResult, {
    nullable: true,
    description:
      'Replaces the roles of an operator. Callers can’t grant more than they have, nor grant roles to themselves, and one ADMIN who can sign in must remain.',
  })
  async updateOperatorRoles(
    @Arg('input', () => UpdateOperatorRolesInput) input: UpdateOperatorRolesInput,
    @Ctx() ctx: Context,
  ): Promise<typeof UpdateOperatorRolesResult> {
    const result = await this.#operators.changeRoles(ctx, input);
    return result instanceof Problem ? result : new UpdatedOperatorRoles(result);
  }

  @AccessFor('operators:manage')
  @AfterStepUp()
  @Mutation(() => DisableOperatorResult, {
    nullable: true,
    description:
      'Disables an operator: sessions end, tokens are refused, and open invitations that they created are revoked. Decisions that they send from then on are refused.',
  })
  async disableOperator(
    @Arg('input', () => DisableOperatorInput) input: DisableOperatorInput,
    @Ctx() ctx: Context,
  ): Promise<typeof DisableOperatorResult> {
    const result = await this.#operators.disable(ctx, input);
    return result instanceof Problem ? result : new DisabledOperator(result);
  }

  @AccessFor('operators:manage')
  @AfterStepUp()
  @Mutation(() => EnableOperatorResult, { nullable: true, description: 'Enables a disabled operator.' })
  async enableOperator(
    @Arg('input', () => EnableOperatorInput) input: EnableOperatorInput,
    @Ctx() ctx: Context,
  ): Promise<typeof EnableOperatorResult> {
    const result = await this.#operators.enable(ctx, input);
    return result instanceof Problem ? result : new EnabledOperator(result);
  }

  /** Finds an operator for the query `node`. Without `operators:read`, operators only see themselves. */
  find(ctx: Context, id: string): Promise<Operator | null> {
    return findOperator(ctx, id);
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time when a session or token of the operator was last used, to the minute. Null if the operator has no session and no token that was ever used.',
  })
  async lastSeenAt(
    @Root() { id, lastSeenAt }: Operator & { lastSeenAt?: Date | null },
    @Ctx() ctx: Context,
  ): Promise<Date | null> {
    // Lists of operators already loaded the value with the same query.
    return lastSeenAt === undefined ? ctx.loader(lastSeen).load(id) : lastSeenAt;
  }

  @AtMost(MAX_SECOND_FACTORS)
  @FieldResolver(() => [SecondFactor], {
    nullable: true,
    description: 'Second factors of the operator. Empty if there are none. Null if the caller can’t manage operators.',
  })
  async secondFactors(
    @Root() { id, secondFactors }: Operator & { secondFactors?: SecondFactor[] | null },
    @Ctx() ctx: Context,
  ): Promise<readonly SecondFactor[] | null> {
    if (!can(ctx.principal, SECOND_FACTORS_SHOWN_FOR)) return null;
    // Lists of operators already loaded the value with the same query.
    return secondFactors ?? ctx.loader(secondFactorsOfPeople).load(id);
  }
}

function lastSeen({ em }: Context): DataLoader<string, Date | null> {
  return new DataLoader(
    async (ids) => {
      const found = await readLastSeen(em, ids);
      return ids.map((id) => found.get(id) ?? null);
    },
    { cache: false },
  );
}

function secondFactorsOfPeople({ em }: Context): DataLoader<string, readonly SecondFactor[]> {
  return new DataLoader(
    async (ids) => {
      const found = await readSecondFactors(em, ids);
      return ids.map((id) => found.get(id) ?? []);
    },
    // Not cached, because a mutation in the same request may change the second factors.
    { cache: false },
  );
}
