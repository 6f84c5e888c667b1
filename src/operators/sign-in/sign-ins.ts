import { audit, DeedOutcome } from '../../platform/audit/audit.ts';
import { CredentialKind, permissionsOf } from '../../platform/auth/principal.ts';
import type { Clock } from '../../platform/clock.ts';
import { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/errors/errors.ts';
import { publish } from '../../platform/events/outbox.ts';
import { newId } from '../../platform/ids.ts';
import { networkOf } from '../../platform/limits/counted-as.ts';
import type { Limit, Limits } from '../../platform/limits/limits.ts';
import { person } from '../operator.principal.ts';
import { findEnabled, holdOperator, readIdsAt } from '../operator.sql.ts';
import { emailOf } from '../person-input.ts';
import { newSessionToken, SESSION_LIFETIME_SECONDS, type SessionCookie, sessionDigest } from '../session-cookie.ts';
import { deleteSessionOfToken, findPassword, findPasswordAt, insertSession } from '../sign-in.sql.ts';
import type { KnownBrowser } from './known-browser.ts';
import type { PasswordHashes } from './password-hash.ts';
import { FAILURES_OF_ACCOUNT, FAILURES_OF_ACCOUNT_HERE, FAILURES_OF_NETWORK } from './sign-in.limits.ts';

/** What a browser says with a request. */
export interface BrowserHeaders {
  cookies: string | undefined;
  userAgent: string;
}

/** Somebody who has signed in. */
export interface SignInResult {
  operatorId: string;
  /** For `Set-Cookie`. */
  cookies: readonly string[];
  /** Whether a code is asked for before they are let in: there is no session yet. */
  isHalfWay?: boolean;
}

interface SignInsOptions {
  clock: Clock;
  hashes: PasswordHashes;
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
   * Signs a person in by e-mail address and password. Null if anything is wrong; one password is hashed whether the account
   * exists or not.
   *
   * @throws Refusal RATE_LIMITED when too many have failed, of this network or about this account
   */
  async withPassword(
    ctx: Context,
    typed: { email: string; password: string },
    browser: BrowserHeaders,
  ): Promise<SignInResult | null> {
    const { limits, browsers } = this.#options;
    // What is none is nobody's.
    const email = emailOf(typed.email) ?? '';
    const counted = countedFor(ctx, email, browsers.find(browser.cookies, email));
    await limits.take(ctx, ...counted);
    let entered: SignInResult | null = null;
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

  /**
   * Opens a session for a person who has shown in another way who it is, such as by a link.
   *
   * @throws Refusal FORBIDDEN if the person is disabled
   */
  async open(
    ctx: Context,
    { id, email }: { id: string; email: string },
    browser: BrowserHeaders,
  ): Promise<SignInResult> {
    const entered = await this.#begin(ctx, { operatorId: id, hash: null }, browser);
    if (!entered) throw new Refusal('FORBIDDEN', 'This account is disabled. Ask an administrator.');
    await this.#endShown(ctx, browser);
    return { ...entered, cookies: [...entered.cookies, this.#options.browsers.mark(email)] };
  }

  /** Ends the session of the browser, if it has one. Gives what its cookie is replaced by. */
  async signOut(ctx: Context, browser: BrowserHeaders): Promise<string> {
    const { credential, subjectId } = ctx.principal;
    if (await this.#endShown(ctx, browser)) {
      await audit(ctx, { action: 'signOut', subjectIds: [subjectId!, credential!.id], outcome: DeedOutcome.DONE });
    }
    return this.#options.cookie.clear();
  }

  /** Of all who sign in, the one session that the browser shows goes: nobody is left with one that they no longer see. */
  async #endShown(ctx: Context, { cookies }: BrowserHeaders): Promise<boolean> {
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

  async #tryPassword(
    email: string,
    password: string,
    browser: BrowserHeaders,
    ctx: Context,
  ): Promise<SignInResult | null> {
    const { hashes, asksForCode } = this.#options;
    const account = await findPasswordAt(ctx.em, email);
    const isRight = await hashes.verify(account?.hash ?? hashes.unmatched, password);
    if (!account || !isRight) return null;
    const { operatorId } = account;
    if (!(await asksForCode(ctx, operatorId))) return this.#begin(ctx, account, browser);
    return (await isStillPassword(ctx, account)) ? { operatorId, cookies: [], isHalfWay: true } : null;
  }

  /** Begins a session. Null if the person is disabled, or if the password with this hash was replaced while it was verified. */
  #begin(ctx: Context, { operatorId, hash }: VerifiedPerson, browser: BrowserHeaders): Promise<SignInResult | null> {
    const { clock, cookie } = this.#options;
    const token = newSessionToken();
    return ctx.transactional(async ({ em, address }) => {
      // A new password is set under a lock on the person, and ends all sessions. This one comes before it or sees it.
      await holdOperator(em, operatorId);
      const isBegun = await insertSession(em, {
        id: newId('operatorSession'),
        operatorId,
        digest: sessionDigest(token),
        passwordHash: hash,
        address,
        userAgent: browser.userAgent,
        lifetimeSeconds: SESSION_LIFETIME_SECONDS,
        now: clock.now(),
      });
      return isBegun ? { operatorId, cookies: [cookie.set(token)] } : null;
    });
  }

  async #giveBack(ctx: Context, counted: readonly CountedLimit[]): Promise<void> {
    for (const [limit, amount, subject] of counted) await this.#options.limits.giveBack(ctx, limit, amount, subject);
  }
}

/** Person who has shown who it is. The hash is that of the password that was shown; null: another way. */
interface VerifiedPerson {
  operatorId: string;
  hash: string | null;
}

type CountedLimit = readonly [Limit, number, string];

function countedFor({ address }: Context, email: string, browser: string | null): CountedLimit[] {
  const network = networkOf(address);
  return [
    [FAILURES_OF_NETWORK, 1, network],
    [FAILURES_OF_ACCOUNT_HERE, 1, browser ? `browser ${browser}` : `${network} ${email}`],
    ...(browser ? [] : [[FAILURES_OF_ACCOUNT, 1, email] as const]),
  ];
}

/** True if the person is enabled and has the password that was verified. */
async function isStillPassword({ em }: Context, { operatorId, hash }: VerifiedPerson): Promise<boolean> {
  return (await findEnabled(em, operatorId)) !== null && (await findPassword(em, operatorId)) === hash;
}

/** The same occasion as that of somebody, for what is written down of it. */
function asPerson(ctx: Context, operatorId: string): Context {
  const credential = { kind: CredentialKind.SESSION, id: 'sign-in' };
  const { requestId, signal, address } = ctx;
  const principal = person(operatorId, permissionsOf([]), credential);
  return new Context(ctx, { principal, requestId, signal, addressOf: () => address });
}
