import { audit, DeedOutcome } from '../../platform/audit/audit.ts';
import { CredentialKind, permissionsOf } from '../../platform/auth/principal.ts';
import { Context } from '../../platform/context.ts';
import { publish } from '../../platform/events/outbox.ts';
import { networkOf } from '../../platform/limits/counted-as.ts';
import type { Limit, Limits } from '../../platform/limits/limits.ts';
import { person } from '../operator.principal.ts';
import { readIdsAt } from '../operator.sql.ts';
import { emailOf } from '../person-input.ts';
import { type SessionCookie, sessionDigest } from '../session-cookie.ts';
import { deleteSessionOfToken, findPassword } from '../sign-in.sql.ts';
import type { BetterAuth } from './better-auth.ts';
import { ADDRESS_HEADER, verifiedHash } from './better-auth-parts.ts';
import type { KnownBrowser } from './known-browser.ts';
import { FAILURES_OF_ACCOUNT, FAILURES_OF_ACCOUNT_HERE, FAILURES_OF_NETWORK } from './sign-in.limits.ts';

/** What a browser says with a request. */
export interface Browser {
  cookies: string | undefined;
  userAgent: string;
}

/** Somebody who has signed in. */
export interface Entered {
  operatorId: string;
  /** For `Set-Cookie`. */
  cookies: readonly string[];
  /** Whether a code is asked for before they are let in: there is no session yet. */
  isHalfWay?: boolean;
}

interface SignInsOptions {
  /** Loaded when somebody signs in for the first time. */
  betterAuth: () => Promise<BetterAuth>;
  cookie: SessionCookie;
  browsers: KnownBrowser;
  limits: Limits;
  /** Called when what is remembered of sessions is not so any more. */
  changed: () => void;
  /** Whether this person has to show a code besides the password. */
  asksForCode: (ctx: Context, operatorId: string) => Promise<boolean>;
}

/** Begins and ends sessions. */
export class SignIns {
  readonly #options: SignInsOptions;

  constructor(options: SignInsOptions) {
    this.#options = options;
  }

  /**
   * Signs somebody in by e-mail address and password. Whatever is wrong, whether there is such an account or not, one password
   * is hashed and the answer is the same: null.
   *
   * @throws Refusal RATE_LIMITED when too many have failed, of this network or about this account
   */
  async withPassword(
    ctx: Context,
    typed: { email: string; password: string },
    browser: Browser,
  ): Promise<Entered | null> {
    const { limits, browsers } = this.#options;
    // What is none is nobody's.
    const email = emailOf(typed.email) ?? '';
    const counted = countedFor(ctx, email, browsers.find(browser.cookies, email));
    await limits.take(ctx, ...counted);
    let entered: Entered | null = null;
    try {
      entered = await this.#tryPassword(email, typed.password, browser, ctx);
    } catch (error) {
      // Nothing was found out by it.
      await this.#giveBack(ctx, counted);
      throw error;
    }
    if (!entered) {
      // Of who is known: what was typed otherwise is written down nowhere, since it may be a password.
      const subjectIds = await readIdsAt(ctx.em, email);
      // As the library does for who is known.
      if (subjectIds.length === 0) await isStillPassword(ctx, '', undefined);
      await audit(ctx, { action: 'signIn', subjectIds, outcome: DeedOutcome.REFUSED });
      return null;
    }
    await this.#giveBack(ctx, counted);
    if (entered.isHalfWay) return entered;
    await this.#endShown(ctx, browser);
    const { operatorId, cookies } = entered;
    await audit(asPerson(ctx, operatorId), { action: 'signIn', subjectIds: [operatorId], outcome: DeedOutcome.DONE });
    return { operatorId, cookies: [...cookies, browsers.mark(email)] };
  }

  /** A session for somebody who has shown in another way who it is, such as by a link. */
  async open(ctx: Context, { id, email }: { id: string; email: string }, browser: Browser): Promise<Entered> {
    const { betterAuth, cookie, browsers } = this.#options;
    const { internalAdapter } = await (await betterAuth()).$context;
    const session = await internalAdapter.createSession(id, false, {
      ipAddress: ctx.address,
      userAgent: browser.userAgent,
    });
    await this.#endShown(ctx, browser);
    return { operatorId: id, cookies: [cookie.set(session.token), browsers.mark(email)] };
  }

  /** Ends the session of the browser, if it has one. Gives what its cookie is replaced by. */
  async signOut(ctx: Context, browser: Browser): Promise<string> {
    const { credential, subjectId } = ctx.principal;
    if (await this.#endShown(ctx, browser)) {
      await audit(ctx, { action: 'signOut', subjectIds: [subjectId!, credential!.id], outcome: DeedOutcome.DONE });
    }
    return this.#options.cookie.clear();
  }

  /** Of all who sign in, the one session that the browser shows goes: nobody is left with one that they no longer see. */
  async #endShown(ctx: Context, { cookies }: Browser): Promise<boolean> {
    const { cookie, changed } = this.#options;
    const token = cookie.tokenIn(cookies);
    if (token === null) return false;
    const isEnded = await ctx.transactional(async (inner) => {
      const operatorId = await deleteSessionOfToken(inner.em, sessionDigest(token));
      if (operatorId !== null) publish(inner, 'operators.sessions-ended', { operatorId });
      return operatorId !== null;
    });
    changed();
    return isEnded;
  }

  async #tryPassword(email: string, password: string, { userAgent }: Browser, ctx: Context): Promise<Entered | null> {
    const { api } = await this.#options.betterAuth();
    const headers = new Headers({ 'user-agent': userAgent, [ADDRESS_HEADER]: ctx.address });
    const verified: { hash?: string } = {};
    const answer = await verifiedHash
      .run(verified, () => api.signInEmail({ body: { email, password }, headers, returnHeaders: true }))
      .catch((error) => {
        if (isWrong(error)) return null;
        throw error;
      });
    if (!answer) return null;
    const { token, user } = answer.response;
    const isRight = await isStillPassword(ctx, user.id, verified.hash);
    const isHalfWay = isRight && (await this.#options.asksForCode(ctx, user.id));
    if (isRight && !isHalfWay) return { operatorId: user.id, cookies: answer.headers.getSetCookie() };
    // Nobody has been given its token.
    await deleteSessionOfToken(ctx.em, sessionDigest(token));
    return isHalfWay ? { operatorId: user.id, cookies: [], isHalfWay } : null;
  }

  async #giveBack(ctx: Context, counted: readonly Counted[]): Promise<void> {
    for (const [limit, amount, subject] of counted) await this.#options.limits.giveBack(ctx, limit, amount, subject);
  }
}

type Counted = readonly [Limit, number, string];

function countedFor({ address }: Context, email: string, browser: string | null): Counted[] {
  const network = networkOf(address);
  return [
    [FAILURES_OF_NETWORK, 1, network],
    [FAILURES_OF_ACCOUNT_HERE, 1, browser ? `browser ${browser}` : `${network} ${email}`],
    ...(browser ? [] : [[FAILURES_OF_ACCOUNT, 1, email] as const]),
  ];
}

/** What the library says of a wrong password or address, and where the session was not made since the person is disabled. */
const WRONG = ['INVALID_EMAIL', 'INVALID_EMAIL_OR_PASSWORD', 'PASSWORD_TOO_LONG', 'FAILED_TO_CREATE_SESSION'];

function isWrong(error: unknown): boolean {
  const { name, body } = error as { name?: string; body?: { code?: string } };
  return name === 'APIError' && WRONG.includes(body?.code ?? '');
}

/**
 * Whether the password that was verified is the one that holds. Who sets another holds the person's row, which a new session
 * waits for, and ends all sessions: one that was made after that by the password of before is found out here.
 */
async function isStillPassword({ em }: Context, operatorId: string, hash: string | undefined): Promise<boolean> {
  const password = await findPassword(em, operatorId);
  return hash !== undefined && password === hash;
}

/** The same occasion as that of somebody, for what is written down of it. */
function asPerson(ctx: Context, operatorId: string): Context {
  const credential = { kind: CredentialKind.SESSION, id: 'sign-in' };
  const { requestId, signal, address } = ctx;
  const principal = person(operatorId, permissionsOf([]), credential);
  return new Context(ctx, { principal, requestId, signal, addressOf: () => address });
}
