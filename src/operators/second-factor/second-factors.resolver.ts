import { Arg, Ctx, Field, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { AccessFor } from '../../platform/auth/access.ts';
import { AfterStepUp } from '../../platform/auth/step-up.ts';
import type { Context } from '../../platform/context.ts';
import { publish } from '../../platform/events/outbox.ts';
import { resultOf } from '../../platform/graphql/schema/mutation-result.ts';
import { changed, payloadOf } from '../../platform/graphql/schema/payload.ts';
import { NotFound, Problem } from '../../platform/graphql/schema/problem.ts';
import { Operator } from '../operator.entity.ts';
import { OperatorConflict } from '../operator.problems.ts';
import type { SecondFactorsWiring } from '../second-factors-wiring.ts';
import { deleteSessions } from '../sign-in.sql.ts';

@InputType({ description: 'Operator who has lost their second factors.' })
class ResetSecondFactorsInput {
  @Field(() => ID, { description: 'Id of the operator. Remove your own second factors on the account page.' })
  operatorId!: string;
}

const ResetSecondFactors = payloadOf(
  'ResetSecondFactors',
  'The passkeys and codes of the operator were deleted, and all sessions of the operator ended.',
  { operator: changed(() => Operator) },
);

const ResetSecondFactorsResult = resultOf('ResetSecondFactors', ResetSecondFactors, [NotFound, OperatorConflict]);

@Resolver()
export class SecondFactorsResolver {
  readonly #wiring: SecondFactorsWiring;

  constructor(wiring: SecondFactorsWiring) {
    this.#wiring = wiring;
  }

  @AccessFor('operators:manage')
  @AfterStepUp()
  @Mutation(() => ResetSecondFactorsResult, {
    nullable: true,
    description:
      'Deletes passkeys, app and recovery codes of another operator and ends their sessions. They can then sign in with the password or the identity provider.',
  })
  async resetSecondFactors(
    @Arg('input', () => ResetSecondFactorsInput) { operatorId }: ResetSecondFactorsInput,
    @Ctx() ctx: Context,
  ): Promise<typeof ResetSecondFactorsResult> {
    if (ctx.principal.subjectId === operatorId) {
      return new OperatorConflict('You can’t reset your own second factors here. Remove them on your account page.');
    }
    const { passkeys, totp, forgetSessions } = this.#wiring;
    const reset = await ctx.transactional(async (inner) => {
      const operator = await inner.em.findOne(Operator, operatorId);
      if (!operator) return new NotFound(operatorId);
      await passkeys.removeAll(inner, operatorId);
      await totp.remove(inner, operatorId);
      await deleteSessions(inner.em, operatorId);
      publish(inner, 'operators.sessions-ended', { operatorId });
      return operator;
    });
    forgetSessions();
    return reset instanceof Problem ? reset : new ResetSecondFactors({ operator: reset });
  }
}
