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

@InputType({ description: 'Change of the caller’s own password.' })
class UpdateOwnPasswordInput {
  @Field(() => String, {
    nullable: true,
    description:
      'Current password. Leave out if you have none because you sign in with a passkey or an identity provider.',
  })
  currentPassword?: string | null;

  @Field(() => String, { description: 'New password: 12 to 128 characters, not the e-mail address.' })
  newPassword!: string;
}

const UpdatedOwnPassword = payloadOf(
  'UpdatedOwnPassword',
  'The password was changed. All other sessions of the operator ended.',
  {
    operator: changed(() => Operator, 'Operator whose password was changed.'),
  },
);

const UpdateOwnPasswordResult = resultOf('UpdateOwnPassword', UpdatedOwnPassword, [OperatorConflict]);

@Resolver()
export class OwnPasswordResolver {
  readonly #own: OwnPassword;

  constructor(own: OwnPassword) {
    this.#own = own;
  }

  @AccessFor('own-account:manage')
  @AfterStepUp()
  @Mutation(() => UpdateOwnPasswordResult, {
    nullable: true,
    description:
      'Changes the caller’s password. Needs a session that was confirmed within the last ten minutes. This session stays active; all others end, and reset links stop working. Tokens stay valid: revoke those that you don’t know. Wrong passwords count towards the limit of the sign-in page.',
  })
  async updateOwnPassword(
    @Arg('input', () => UpdateOwnPasswordInput) { currentPassword, newPassword }: UpdateOwnPasswordInput,
    @Ctx() ctx: Context,
  ): Promise<typeof UpdateOwnPasswordResult> {
    const { credential, subjectId } = ctx.principal;
    // Requires a session: a token that could set a first password would have more power than its scopes.
    if (credential?.kind !== CredentialKind.SESSION || subjectId === null)
      return new OperatorConflict(
        'Passwords can’t be changed with a token. Sign in at /admin/sign-in and use that session.',
      );
    const typed = { present: currentPassword ?? '', password: newPassword };
    const faults = await this.#own.change(ctx, typed, { keptSessionId: credential.id });
    if (faults?.present) return new InputInvalid([{ pointer: '/currentPassword', detail: faults.present }]);
    if (faults?.password) return new InputInvalid([{ pointer: '/newPassword', detail: faults.password }]);
    return new UpdatedOwnPassword({ operator: await ctx.em.findOneOrFail(Operator, subjectId) });
  }
}
