import { AuditOutcome, audit } from '../../platform/audit/audit.ts';
import { CredentialKind, permissionsOf } from '../../platform/auth/principal.ts';
import type { Clock } from '../../platform/clock.ts';
import { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/errors/errors.ts';
import { publish } from '../../platform/events/outbox.ts';
import { newId } from '../../platform/ids.ts';
import { networkOf } from '../../platform/limits/counted-caller.ts';
import type { Limit, Limits } from '../../platform/limits/limits.ts';
import { readAccountAt } from '../codes/account.sql.ts';
import { type Accounts, passwordHashOf } from '../codes/accounts.ts';
import type { AccountState, SessionRow } from '../codes/operator-codes.ts';
import { person } from '../operator.principal.ts';
import { holdOperator, readIdsAt } from '../operator.sql.ts';
import { emailOf } from '../person-input.ts';
import { newSessionToken, SESSION_LIFETIME_SECONDS, type SessionCookie, sessionDigest } from '../session-cookie.ts';
import { deleteSessionOfToken, insertSession } from '../sign-in.sql.ts';
import type { KnownBrowser } from './known-browser.ts';
import type { PasswordHashes } from './password-hash.ts';
import { FAILURES_OF_ACCOUNT, FAILURES_OF_ACCOUNT_HERE, FAILURES_OF_NETWORK } from './sign-in.limits.ts';

/** Headers of a browser’s request that a sign-in uses. */
export interface BrowserHeaders {
  cookies: string | undefined;
  userAgent: string;
}

/** Operator who signed in, and the cookies that start the session. */
export interface SignInResult {
  operatorId: string;
  /** Values of `Set-Cookie` headers for the response. */
  cookies: readonly string[];
  /** True if the operator must still enter a code before the session starts. */
  isHalfWay?: boolean;
}

interface SignInsOptions {
  clock: Clock;
  accounts: Accounts;
  hashes: PasswordHashes;
  cookie: SessionCookie;
  browsers: KnownBrowser;
  limits: Limits;
  /** Called after a change of sessions, because cached ones may be outdated. */
  changed: () => void;
}

/** Starts and ends sessions of operators. */
export class SignIns {
  readonly #options: SignInsOptions;

  constructor(options: SignInsOptions) {
    this.#options = options;
  }

  /**
   * Signs an operator in by e-mail address and password. Null if either is wrong or the operator is disabled. A password is
   * hashed even if the account doesn’t exist, so that the duration doesn’t reveal that.
   * @throws Refusal RATE_LIMITED after too many failures from this network or for this account
   */
  async withPassword(
    ctx: Context,
    typed: { email: string; password: string },
    browser: BrowserHeaders,
  ): Promise<SignInResult | null> {
    const { limits, browsers } = this.#options;
    // An invalid address becomes an empty one, which matches no account.
    const email = emailOf(typed.email) ?? '';
    const counted = countedFor(ctx, email, browsers.find(browser.cookies, email));
    await limits.take(ctx, ...counted);
    let result: SignInResult | null = null;
    try {
      result = await this.#tryPassword(email, typed.password, browser, ctx);
    } catch (error) {
      // The sign-in failed for another reason than a wrong password, so it isn’t counted.
      await this.#giveBack(ctx, counted);
      throw error;
    }
    if (!result) {
      // The audit entry names only known accounts: other input in the e-mail field could be a password.
      const subjectIds = await readIdsAt(ctx.em, email);
      await audit(ctx, { action: 'signIn', subjectIds, outcome: AuditOutcome.REFUSED });
      return null;
    }
    await this.#giveBack(ctx, counted);
    if (result.isHalfWay) return result;
    await this.#endBrowserSession(ctx, browser);
    const { operatorId, cookies } = result;
    await audit(asPerson(ctx, operatorId), { action: 'signIn', subjectIds: [operatorId], outcome: AuditOutcome.DONE });
    return { operatorId, cookies: [...cookies, browsers.mark(email)] };
  }

  /**
   * Starts a session for an operator who has already proven their identity, such as by a link or a passkey.
   * @throws Refusal FORBIDDEN if the operator is disabled, ACCOUNT_NOT_PROVEN if they were changed outside of the service
   */
  async open(
    ctx: Context,
    { id, email }: { id: string; email: string },
    browser: BrowserHeaders,
  ): Promise<SignInResult> {
    const result = await this.#begin(ctx, { operatorId: id, hash: null }, browser);
    if (!result) throw new Refusal('FORBIDDEN', 'This account is disabled. Ask an administrator.');
    await this.#endBrowserSession(ctx, browser);
    return { ...result, cookies: [...result.cookies, this.#options.browsers.mark(email)] };
  }

  /** Ends the session of the browser, if it has one. Returns the `Set-Cookie` header that deletes the cookie. */
  async signOut(ctx: Context, browser: BrowserHeaders): Promise<string> {
    const { credential, subjectId } = ctx.principal;
    if (await this.#endBrowserSession(ctx, browser)) {
      await audit(ctx, { action: 'signOut', subjectIds: [subjectId!, credential!.id], outcome: AuditOutcome.DONE });
    }
    return this.#options.cookie.clear();
  }

  /**
   * Ends the session in this browser’s cookie, so that no forgotten session stays active after a new sign-in. False if no such
   * session exists.
   */
  async #endBrowserSession(ctx: Context, { cookies }: BrowserHeaders): Promise<boolean> {
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
    const { accounts, hashes } = this.#options;
    const stored = await readAccountAt(ctx.em, email);
    const hash = stored && passwordHashOf(stored.account);
    const isRight = await hashes.verify(hash ?? hashes.unmatched, password);
    if (!stored || hash === null || !isRight) return null;
    // Only a caller with the right password learns that the account isn’t as the service has stored it.
    const account = accounts.proven(stored);
    if (account.appId === null) return this.#begin(ctx, { operatorId: account.id, hash }, browser);
    const isStill = isUsable(await accounts.find(ctx.em, account.id), hash);
    return isStill ? { operatorId: account.id, cookies: [], isHalfWay: true } : null;
  }

  /** Starts a session. Null if the operator is disabled, or if the password was replaced while it was verified. */
  #begin(ctx: Context, { operatorId, hash }: VerifiedPerson, browser: BrowserHeaders): Promise<SignInResult | null> {
    const { accounts, clock, cookie } = this.#options;
    const token = newSessionToken();
    return ctx.transactional(async ({ em, address }) => {
      // Setting a password locks the operator and ends all sessions. Because of this lock, the new session either exists before
      // that and is ended, or the new password is detected.
      await holdOperator(em, operatorId);
      if (!isUsable(await accounts.find(em, operatorId), hash)) return null;
      const now = clock.now();
      const session: SessionRow = {
        id: newId('operatorSession'),
        operatorId,
        tokenDigest: sessionDigest(token),
        confirmedAt: now,
        createdAt: now,
        expiresAt: new Date(now.getTime() + SESSION_LIFETIME_SECONDS * 1_000),
      };
      const code = accounts.codes.sessions.of(session);
      await insertSession(em, { session, code, address, userAgent: browser.userAgent });
      return { operatorId, cookies: [cookie.set(token)] };
    });
  }

  async #giveBack(ctx: Context, counted: readonly CountedLimit[]): Promise<void> {
    for (const [limit, amount, subject] of counted) await this.#options.limits.giveBack(ctx, limit, amount, subject);
  }
}

/** Operator who has proven their identity. `hash` is that of the verified password; null for other ways. */
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

/**
 * True if the operator is enabled and still has the password that was verified.
 * @param hash hash of that password; null if the operator has proven their identity in another way
 */
function isUsable(account: AccountState | null, hash: string | null): boolean {
  return account !== null && !account.isDisabled && (hash === null || passwordHashOf(account) === hash);
}

/** Request context in which the operator is the caller, for the audit trail. */
function asPerson(ctx: Context, operatorId: string): Context {
  const credential = { kind: CredentialKind.SESSION, id: 'sign-in' };
  const { requestId, signal, address } = ctx;
  const principal = person(operatorId, permissionsOf([]), credential);
  return new Context(ctx, { principal, requestId, signal, addressOf: () => address });
}
