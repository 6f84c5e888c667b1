import type { Response } from 'express';
import { audit, DeedOutcome } from '../platform/audit/audit.ts';
import type { Context } from '../platform/context.ts';
import { sql } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import { publish } from '../platform/events/outbox.ts';
import { cookieIn } from '../platform/http/cookies.ts';
import { seeOther } from '../platform/pages/person-pages.ts';
import type { HandedOut } from './handed-out.ts';
import { browserOf, setCookies } from './pages/person-request.ts';
import type { Totp } from './second-factor/totp.service.ts';
import type { SignIns } from './sign-in/sign-ins.ts';

export const CODE_PATH = '/admin/sign-in/code';

/** Who has shown the first factor, and is asked for the second. */
export interface HalfWay {
  operatorId: string;
  /** Where to go on to. */
  next: string;
}

interface Parts {
  isSecure: boolean;
  signIns: SignIns;
  halfWay: HandedOut<HalfWay>;
  totp: Totp;
}

/** What comes after somebody has shown who it is, in whatever way: a second factor where there is one, then a session. */
export class SignInSteps {
  readonly #isSecure: boolean;
  readonly #signIns: SignIns;
  readonly #halfWay: HandedOut<HalfWay>;
  readonly #totp: Totp;
  /** Of the cookie that is carried between the two factors. */
  readonly cookieName: string;

  constructor({ isSecure, signIns, halfWay, totp }: Parts) {
    this.#isSecure = isSecure;
    this.#signIns = signIns;
    this.#halfWay = halfWay;
    this.#totp = totp;
    this.cookieName = `${isSecure ? '__Host-' : ''}imprimatur-half-way`;
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
    const [person] = await sql<{ id: string; email: string }>(
      ctx.em,
      'select id, email from operator where id = $1 and disabled_at is null',
      [operatorId],
    );
    if (!person) throw new Refusal('FORBIDDEN', 'This account is disabled. Ask an administrator.');
    res.clearCookie(this.cookieName, this.#attributes);
    setCookies(res, await this.#signIns.open(ctx, person, browserOf(res.req)));
    await audit(ctx, { action: 'signIn', subjectIds: [operatorId], outcome: DeedOutcome.DONE });
    seeOther(res, next);
  }

  get #attributes() {
    return { httpOnly: true, sameSite: 'lax', path: '/', secure: this.#isSecure } as const;
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
