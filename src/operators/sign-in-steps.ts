import type { Response } from 'express';
import { AuditOutcome, audit } from '../platform/audit/audit.ts';
import type { Context } from '../platform/context.ts';
import { Refusal } from '../platform/errors/errors.ts';
import { publish } from '../platform/events/outbox.ts';
import { cookieIn } from '../platform/http/cookies.ts';
import { seeOther } from '../site/index.ts';
import type { Accounts } from './codes/accounts.ts';
import type { EncryptedStates } from './encrypted-states.ts';
import { findEnabled } from './operator.sql.ts';
import { browserOf, setCookies } from './pages/person-request.ts';
import type { Totp } from './second-factor/totp.service.ts';
import { newSessionToken, type SessionCookie, sessionDigest } from './session-cookie.ts';
import type { SignIns } from './sign-in/sign-ins.ts';
import { confirmSession, lockSession } from './sign-in.sql.ts';

export const CODE_PATH = '/admin/sign-in/code';

/** Operator who has proven the first factor and must prove the second. */
export interface PendingSignIn {
  operatorId: string;
  /** Path to redirect to after the sign-in. */
  next: string;
}

interface SignInStepsOptions {
  accounts: Accounts;
  cookie: SessionCookie;
  /** Clears the cache of sessions in this process. */
  forgetSessions: () => void;
  signIns: SignIns;
  halfWay: EncryptedStates<PendingSignIn>;
  totp: Totp;
}

/** Steps of a sign-in after the first factor: a code if the operator has an authenticator app, then a session. */
export class SignInSteps {
  readonly #parts: SignInStepsOptions;
  /** Name of the cookie that holds the pending sign-in between the two factors. */
  readonly cookieName: string;

  constructor(parts: SignInStepsOptions) {
    this.#parts = parts;
    this.cookieName = `${parts.cookie.isSecure ? '__Host-' : ''}imprimatur-half-way`;
  }

  /**
   * Continues a sign-in after a password or an identity provider: asks for a code if the operator has an authenticator app,
   * otherwise starts the session.
   */
  async afterFirstFactor(ctx: Context, res: Response, { operatorId, next }: PendingSignIn): Promise<void> {
    if (!(await this.#parts.totp.isOn(ctx, operatorId))) return this.startSession(ctx, res, { operatorId, next });
    res.cookie(this.cookieName, this.#parts.halfWay.issue({ operatorId, next }), {
      ...this.#attributes,
      maxAge: this.#parts.halfWay.lifetimeMs,
    });
    seeOther(res, CODE_PATH);
  }

  /** Reads the pending sign-in from the cookies. Null if it is missing or has expired. */
  pendingSignInOf(cookies: string | undefined) {
    return this.#parts.halfWay.take(cookieIn(cookies, this.cookieName));
  }

  /**
   * Starts a session and redirects the browser.
   * @throws Refusal FORBIDDEN if the operator was disabled during the sign-in
   */
  async startSession(ctx: Context, res: Response, { operatorId, next }: PendingSignIn): Promise<void> {
    const person = await findEnabled(ctx.em, operatorId);
    if (!person) throw new Refusal('FORBIDDEN', 'This account is disabled. Ask an administrator.');
    res.clearCookie(this.cookieName, this.#attributes);
    setCookies(res, await this.#parts.signIns.open(ctx, person, browserOf(res.req)));
    await audit(ctx, { action: 'signIn', subjectIds: [operatorId], outcome: AuditOutcome.DONE });
    seeOther(res, next);
  }

  /**
   * Records that the operator has confirmed their identity in this session. The session gets a new token; the old one, which
   * could be stolen, is no longer valid.
   */
  async confirm(ctx: Context, res: Response, operatorId: string, sessionId: string): Promise<void> {
    const { accounts, cookie, forgetSessions } = this.#parts;
    const { sessions } = accounts.codes;
    const shown = cookie.tokenIn(res.req.headers.cookie);
    const token = newSessionToken();
    const isRenewed = await ctx.transactional(async (inner) => {
      // The second of two concurrent confirmations fails, because the first one replaced the token. The browser already has the
      // new token.
      const digest = shown === null ? '' : sessionDigest(shown);
      const stored = await lockSession(inner.em, { id: sessionId, operatorId, digest });
      const isConfirmed = stored !== null && sessions.verifies(stored.session, stored.code);
      if (isConfirmed) {
        const session = { ...stored.session, confirmedAt: ctx.clock.now(), tokenDigest: sessionDigest(token) };
        await confirmSession(inner.em, session, sessions.of(session));
      }
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
