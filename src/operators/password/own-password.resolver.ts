import { Arg, Ctx, Field, InputType, Mutation, Resolver } from 'type-graphql';
import { AccessFor } from '../../platform/auth/access.ts';
import { CredentialKind } from '../../platform/auth/principal.ts';
import { AfterStepUp } from '../../platform/auth/step-up.ts';
import type { Context } from '../../platform/context.ts';
import { resultOf } from '../../platform/graphql/schema/mutation-result.ts';
import { changed, payloadOf } from '../../platform/graphql/schema/payload.ts';
import { InputInvalid } from '../../platform/graphql/schema/problem.ts';
import { Operator } from '../operator.entity.ts';
import { OperatorConflict } from '../operator.problems.ts';
import type { OwnPassword } from './own-password.ts';

@InputType({ description: 'Another password of one’s own.' })
class ChangeOwnPasswordInput {
  @Field(() => String, {
    nullable: true,
    description:
      'The password so far. Left out by who has none, and comes by a passkey or a provider of identities alone.',
  })
  presentPassword?: string | null;

  @Field(() => String, { description: 'The new one: 12 to 128 characters, and not the address.' })
  newPassword!: string;
}

const ChangedOwnPassword = payloadOf(
  'ChangedOwnPassword',
  'The password was changed. All other sessions of the operator ended.',
  {
    operator: changed(() => Operator, 'Operator whose password it is.'),
  },
);

const ChangeOwnPasswordResult = resultOf('ChangeOwnPassword', ChangedOwnPassword, [OperatorConflict]);

@Resolver()
export class OwnPasswordResolver {
  readonly #own: OwnPassword;

  constructor(own: OwnPassword) {
    this.#own = own;
  }

  @AccessFor('own-account:manage')
  @AfterStepUp()
  @Mutation(() => ChangeOwnPasswordResult, {
    nullable: true,
    description:
      'Takes another password of one’s own, for who has signed in and within ten minutes of having shown that it is still they. The session that asks goes on with the cookie it has; all others end, and links that were made for another password lead nowhere any more. Tokens go on: revoke those that you do not know. Wrong passwords are counted with those on the pages.',
  })
  async changeOwnPassword(
    @Arg('input', () => ChangeOwnPasswordInput) { presentPassword, newPassword }: ChangeOwnPasswordInput,
    @Ctx() ctx: Context,
  ): Promise<typeof ChangeOwnPasswordResult> {
    const { credential, subjectId } = ctx.principal;
    // A token that could set a first password would be good for more than it was issued for.
    if (credential?.kind !== CredentialKind.SESSION || subjectId === null)
      return new OperatorConflict(
        'A token changes no password. Sign in at /admin/sign-in, and do it with the session that you get.',
      );
    const typed = { present: presentPassword ?? '', password: newPassword };
    const faults = await this.#own.change(ctx, typed, { keptSessionId: credential.id });
    if (faults?.present) return new InputInvalid([{ pointer: '/presentPassword', detail: faults.present }]);
    if (faults?.password) return new InputInvalid([{ pointer: '/newPassword', detail: faults.password }]);
    return new ChangedOwnPassword({ operator: await ctx.em.findOneOrFail(Operator, subjectId) });
  }
}
