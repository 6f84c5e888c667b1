import { hash } from 'node:crypto';
import type { CookieOptions, Request, Response } from 'express';
import { cookieIn } from '../../platform/http/cookies.ts';

/**
 * Maximum number of pending sign-ins per browser. Each has a cookie of about 500 bytes, and the size of request headers is
 * limited.
 */
const MOST = 5;
const NAME = 'imprimatur-oidc';

/** Cookies of pending sign-ins, one for each state, so that two tabs don’t interfere. */
export class FlowCookies {
  readonly #prefix: string;
  readonly #attributes: CookieOptions;
  readonly #lifetimeMs: number;

  constructor(isSecure: boolean, lifetimeMs: number) {
    this.#prefix = `${isSecure ? '__Host-' : ''}${NAME}-`;
    // `SameSite` is `Lax`, because the provider’s site redirects the browser back with the cookie.
    this.#attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure };
    this.#lifetimeMs = lifetimeMs;
  }

  set(req: Request, res: Response, state: string, value: string): void {
    // Deletes the oldest cookies above the limit. Browsers send cookies with the same path oldest first.
    for (const name of this.#namesIn(req).slice(0, 1 - MOST)) res.clearCookie(name, this.#attributes);
    res.cookie(this.#nameOf(state), value, { ...this.#attributes, maxAge: this.#lifetimeMs });
  }

  /** Returns the pending sign-in with this state and deletes its cookie. Null if the browser has no such cookie. */
  take(req: Request, res: Response, state: string): string | null {
    const name = this.#nameOf(state);
    const value = cookieIn(req.headers.cookie, name);
    if (value !== null) res.clearCookie(name, this.#attributes);
    return value;
  }

  /** Name of the cookie of a pending sign-in: a digest, because the state itself may only be in the encrypted value. */
  #nameOf(state: string): string {
    return `${this.#prefix}${hash('sha256', state, 'base64url').slice(0, 12)}`;
  }

  #namesIn({ headers }: Request): string[] {
    const names = (headers.cookie ?? '').split(';').map((part) => part.split('=')[0]!.trim());
    return names.filter((name) => name.startsWith(this.#prefix));
  }
}
