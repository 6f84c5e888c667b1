import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/errors/errors.ts';
import { passwordHashOf } from '../codes/accounts.ts';
import { Operator } from '../operator.entity.ts';
import { passwordFault } from '../person-input.ts';
import type { SecondFactorsWiring } from '../second-factors-wiring.ts';
import { changePassword, type PasswordChange } from './change-password.ts';

/** Passwords as typed. A field is empty if it was left out. */
export interface PasswordForm {
  present: string;
  password: string;
}

/** Error messages for the fields of the password form, as sentences. */
export interface PasswordIssues {
  present?: string;
  password?: string | null;
}

/** Changes an operator’s own password, with the same rules and limits for the page and the API. */
export class OwnPassword {
  readonly #wiring: SecondFactorsWiring;

  constructor(wiring: SecondFactorsWiring) {
    this.#wiring = wiring;
  }

  /**
   * Changes the password of the caller, who must have a session with confirmed identity.
   * @returns null if the password was changed; all sessions except `keptSessionId` have then ended
   * @throws Refusal RATE_LIMITED after too many wrong passwords, CONFLICT if the password was changed concurrently
   */
  async change(
    ctx: Context,
    { present, password }: PasswordForm,
    how: Pick<PasswordChange, 'keptSessionId' | 'within'> = {},
  ): Promise<PasswordIssues | null> {
    const { accounts, attempts, hashes, forgetSessions } = this.#wiring;
    const { id, email } = await ctx.em.findOneOrFail(Operator, ctx.principal.subjectId!);
    const fault = passwordFault(password, email) ?? (password === present ? SAME : null);
    if (fault) return { password: fault };
    const account = await accounts.find(ctx.em, id);
    const before = account && passwordHashOf(account);
    if (before !== null) {
      const attempt = await attempts.begin(ctx, id);
      if (present.length > MAX_TYPED_LENGTH || !(await hashes.verify(before, present))) return { present: WRONG };
      await attempt.right();
    }
    if (!(await changePassword(ctx, accounts, id, { before, after: await hashes.hash(password), ...how })))
      throw new Refusal('CONFLICT', 'The password was changed at the same time. Nothing was saved. Sign in again.');
    forgetSessions();
    return null;
  }
}

/** Maximum length of a typed password, in UTF-16 code units. Every valid password fits. */
const MAX_TYPED_LENGTH = 256;
const WRONG = 'This isn’t your current password.';
const SAME = 'This is already your password. Choose a different one.';
