import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/errors/errors.ts';
import { Operator } from '../operator.entity.ts';
import { passwordFault } from '../person-input.ts';
import type { SecondFactorsWiring } from '../second-factors-wiring.ts';
import { findPassword } from '../sign-in.sql.ts';
import { changePassword, type PasswordChange } from './change-password.ts';

/** As typed; empty: nothing. */
export interface PasswordForm {
  present: string;
  password: string;
}

/** What is wrong with which, as a sentence. */
export interface PasswordIssues {
  present?: string;
  password?: string | null;
}

/** Another password of one’s own, by whichever door: held against the same rules, and counted together. */
export class OwnPassword {
  readonly #wiring: SecondFactorsWiring;

  constructor(wiring: SecondFactorsWiring) {
    this.#wiring = wiring;
  }

  /**
   * For whoever has signed in and has shown that it is still they.
   *
   * @returns null when it is changed, and all sessions but the one to keep have ended
   * @throws Refusal RATE_LIMITED after too many wrong ones, CONFLICT where another has been set meanwhile
   */
  async change(
    ctx: Context,
    { present, password }: PasswordForm,
    how: Pick<PasswordChange, 'keptSessionId' | 'within'> = {},
  ): Promise<PasswordIssues | null> {
    const { attempts, hashes, forgetSessions } = this.#wiring;
    const { id, email } = await ctx.em.findOneOrFail(Operator, ctx.principal.subjectId!);
    const fault = passwordFault(password, email) ?? (password === present ? SAME : null);
    if (fault) return { password: fault };
    const before = await findPassword(ctx.em, id);
    if (before !== null) {
      const attempt = await attempts.begin(ctx, id);
      if (present.length > MAX_TYPED_LENGTH || !(await hashes.verify(before, present))) return { present: WRONG };
      await attempt.right();
    }
    if (!(await changePassword(ctx, id, { before, after: await hashes.hash(password), ...how })))
      throw new Refusal('CONFLICT', 'Another password has been set just now. Nothing was changed. Sign in again.');
    forgetSessions();
    return null;
  }
}

/** Longer than any password that was taken here. */
const MAX_TYPED_LENGTH = 256;
const WRONG = 'This is not your present password.';
const SAME = 'This is your present password. Take another.';
