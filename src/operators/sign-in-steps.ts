import type { Response } from 'express';
import { audit, DeedOutcome } from '../platform/audit/audit.ts';
import type { Context } from '../platform/context.ts';
import { sql } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import { publish } from '../platform/events/outbox.ts';
import { cookieIn } from '../platform/http/cookies.ts';
import { newId } from '../platform/ids.ts';
import { seeOther } from '../platform/pages/person-pages.ts';
import type { HandedOut } from './handed-out.ts';
import type { Totp } from './second-factor/totp.service.ts';
import { newSessionToken, SESSION_LIFETIME_SECONDS, type SessionCookie, sessionDigest } from './session-cookie.ts';

export const CODE_PATH = '/admin/sign-in/code';

/** Who has shown the first factor, and is asked for the second. */
export interface HalfWay {
  operatorId: string;
  /** Where to go on to. */
  next: string;
}

/** How somebody has shown who it is, for the audit trail. */
export type SignInWay = 'PASSWORD' | 'PASSKEY' | 'OIDC';

interface Parts {
  cookie: SessionCookie;
  halfWay: HandedOut<HalfWay>;
  totp: Totp;
}

/** What comes after somebody has shown who it is, in whatever way: a second factor where there is one, then a session. */
export class SignInSteps {
  readonly #cookie: SessionCookie;
  readonly #halfWay: HandedOut<HalfWay>;
  readonly #totp: Totp;
  /** Of the cookie that is carried between the two factors. */
  readonly cookieName: string;

  constructor({ cookie, halfWay, totp }: Parts) {
    this.#cookie = cookie;
    this.#halfWay = halfWay;
    this.#totp = totp;
    this.cookieName = `${cookie.isSecure ? '__Host-' : ''}imprimatur-half-way`;
  }

  /** After a password, or a provider's word: asks for a code where this person has an app, else lets them in. */
  async afterFirst(ctx: Context, res: Response, { operatorId, next }: HalfWay): Promise<void> {
    if (!(await this.#totp.isOn(ctx, operatorId))) return this.letIn(ctx, res, { operatorId, next });
    res.cookie(this.cookieName, this.#halfWay.give({ operatorId, next }), {
      ...this.#attributes,
      maxAge: this.#halfWay.lifetimeMs,
    });
    seeOther(res, CODE_PATH);
  }

  /** Who has come half way; null for who has not, or too long ago. */
  halfWayOf(cookies: string | undefined) {
    return this.#halfWay.take(cookieIn(cookies, this.cookieName));
  }

  /** Begins a session and sends the browser on. @throws Refusal FORBIDDEN for who was disabled meanwhile */
  async letIn(ctx: Context, res: Response, { operatorId, next }: HalfWay): Promise<void> {
    const token = newSessionToken();
    const id = newId('operatorSession');
    const begun = await sql(
      ctx.em,
      // A fresh sign-in counts as one that was confirmed.
      `insert into operator_session (id, operator_id, token_digest, confirmed_at, ip_address, user_agent, expires_at)
       select $1, id, $3, $7, $4, $5, now() + make_interval(secs => $6)
       from operator where id = $2 and disabled_at is null returning true`,
      [
        id,
        operatorId,
        sessionDigest(token),
        ctx.address.slice(0, 64),
        String(res.req.headers['user-agent'] ?? '').slice(0, 512),
        SESSION_LIFETIME_SECONDS,
        ctx.clock.now(),
      ],
    );
    if (begun.length === 0) throw new Refusal('FORBIDDEN', 'This account is disabled. Ask an administrator.');
    await audit(ctx, { action: 'signIn', subjectIds: [operatorId, id], outcome: DeedOutcome.DONE });
    res.clearCookie(this.cookieName, this.#attributes);
    // The value is encoded already, as Better Auth does it.
    res.cookie(this.#cookie.name, this.#cookie.valueOf(token), {
      ...this.#attributes,
      maxAge: SESSION_LIFETIME_SECONDS * 1000,
      encode: (value) => value,
    });
    seeOther(res, next);
  }

  get #attributes() {
    return { httpOnly: true, sameSite: 'lax', path: '/', secure: this.#cookie.isSecure } as const;
  }
}

/** This person has shown again, in this session, that it is still they. */
export function confirmSession(ctx: Context, operatorId: string, sessionId: string): Promise<void> {
  return ctx.transactional(async (inner) => {
    await sql(inner.em, 'update operator_session set confirmed_at = $3 where id = $1 and operator_id = $2', [
      sessionId,
      operatorId,
      ctx.clock.now(),
    ]);
    publish(inner, 'operators.session-confirmed', { operatorId });
  });
}
