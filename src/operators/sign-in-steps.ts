import type { Response } from 'express';
import { audit, DeedOutcome } from '../platform/audit/audit.ts';
import type { Context } from '../platform/context.ts';
import { Refusal } from '../platform/errors/errors.ts';
import { publish } from '../platform/events/outbox.ts';
import { cookieIn } from '../platform/http/cookies.ts';
import { seeOther } from '../site/index.ts';
import type { EncryptedStates } from './encrypted-states.ts';
import { findEnabled } from './operator.sql.ts';
import { browserOf, setCookies } from './pages/person-request.ts';
import type { Totp } from './second-factor/totp.service.ts';
import { newSessionToken, type SessionCookie, sessionDigest } from './session-cookie.ts';
import type { SignIns } from './sign-in/sign-ins.ts';
import { confirmSession } from './sign-in.sql.ts';

export const CODE_PATH = '/admin/sign-in/code';

/** Who has shown the first factor, and is asked for the second. */
export interface PendingSignIn {
  operatorId: string;
  /** Where to go on to. */
  next: string;
}

interface SignInStepsOptions {
  cookie: SessionCookie;
  /** Lets go of what is remembered of sessions in this process. */
  forgetSessions: () => void;
  signIns: SignIns;
  halfWay: EncryptedStates<PendingSignIn>;
  totp: Totp;
}

/** What comes after somebody has shown who it is, in whatever way: a second factor where there is one, then a session. */
export class SignInSteps {
  readonly #parts: SignInStepsOptions;
  /** Of the cookie that is carried between the two factors. */
  readonly cookieName: string;

  constructor(parts: SignInStepsOptions) {
    this.#parts = parts;
    this.cookieName = `${parts.cookie.isSecure ? '__Host-' : ''}imprimatur-half-way`;
  }

  /** After a password, or a provider's word: asks for a code where this person has an app, else lets them in. */
  async afterFirst(ctx: Context, res: Response, { operatorId, next }: PendingSignIn): Promise<void> {
    if (!(await this.#parts.totp.isOn(ctx, operatorId))) return this.letIn(ctx, res, { operatorId, next });
    res.cookie(this.cookieName, this.#parts.halfWay.give({ operatorId, next }), {
      ...this.#attributes,
      maxAge: this.#parts.halfWay.lifetimeMs,
    });
    seeOther(res, CODE_PATH);
  }

  /** Who has come half way; null for who has not, or too long ago. */
  halfWayOf(cookies: string | undefined) {
    return this.#parts.halfWay.take(cookieIn(cookies, this.cookieName));
  }

  /** Begins a session and sends the browser on. @throws Refusal FORBIDDEN for who was disabled meanwhile */
  async letIn(ctx: Context, res: Response, { operatorId, next }: PendingSignIn): Promise<void> {
    const person = await findEnabled(ctx.em, operatorId);
    if (!person) throw new Refusal('FORBIDDEN', 'This account is disabled. Ask an administrator.');
    res.clearCookie(this.cookieName, this.#attributes);
    setCookies(res, await this.#parts.signIns.open(ctx, person, browserOf(res.req)));
    await audit(ctx, { action: 'signIn', subjectIds: [operatorId], outcome: DeedOutcome.DONE });
    seeOther(res, next);
  }

  /**
   * This person has shown again, in this session, that it is still they. The session gets another token: whoever else has the
   * one of before is let in by it no more, and least of all to what was confirmed.
   */
  async confirm(ctx: Context, res: Response, operatorId: string, sessionId: string): Promise<void> {
    const { cookie, forgetSessions } = this.#parts;
    const shown = cookie.tokenIn(res.req.headers.cookie);
    const token = newSessionToken();
    const isRenewed = await ctx.transactional(async (inner) => {
      // Of two at once the second finds its token gone. The browser has that of the first, and it is confirmed.
      const isConfirmed = await confirmSession(inner.em, {
        id: sessionId,
        operatorId,
        digestBefore: shown === null ? '' : sessionDigest(shown),
        confirmedAt: ctx.clock.now(),
        digest: sessionDigest(token),
      });
      publish(inner, 'operators.session-confirmed', { operatorId });
      return isConfirmed;
    });
    forgetSessions();
    if (isRenewed) res.append('Set-Cookie', cookie.set(token));
  }

  get #attributes() {
    return { httpOnly: true, sameSite: 'lax', path: '/', secure: this.#parts.cookie.isSecure } as const;
  }
}
