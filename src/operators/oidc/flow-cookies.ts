import { hash } from 'node:crypto';
import type { CookieOptions, Request, Response } from 'express';
import { cookieIn } from '../../platform/http/cookies.ts';

/** Sign-ins that one browser may have begun at a time. Each has a cookie of some 500 bytes, and headers are limited. */
const MOST = 5;
const NAME = 'imprimatur-oidc';

/** The cookie of each sign-in that was begun, named by its state: those in two tabs don't disturb each other. */
export class FlowCookies {
  readonly #prefix: string;
  readonly #attributes: CookieOptions;
  readonly #lifetimeMs: number;

  constructor(isSecure: boolean, lifetimeMs: number) {
    this.#prefix = `${isSecure ? '__Host-' : ''}${NAME}-`;
    // Lax: the browser comes back from the provider's page, which is another site.
    this.#attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure };
    this.#lifetimeMs = lifetimeMs;
  }

  set(req: Request, res: Response, state: string, value: string): void {
    // Browsers send cookies of one path from the oldest on.
    for (const name of this.#namesIn(req).slice(0, 1 - MOST)) res.clearCookie(name, this.#attributes);
    res.cookie(this.#nameOf(state), value, { ...this.#attributes, maxAge: this.#lifetimeMs });
  }

  /** The value for this state, which ends with it. Null, and nothing ends, if this browser has none. */
  take(req: Request, res: Response, state: string): string | null {
    const name = this.#nameOf(state);
    const value = cookieIn(req.headers.cookie, name);
    if (value !== null) res.clearCookie(name, this.#attributes);
    return value;
  }

  /** By a digest: the state itself is in the encrypted value only. */
  #nameOf(state: string): string {
    return `${this.#prefix}${hash('sha256', state, 'base64url').slice(0, 12)}`;
  }

  #namesIn({ headers }: Request): string[] {
    const names = (headers.cookie ?? '').split(';').map((part) => part.split('=')[0]!.trim());
    return names.filter((name) => name.startsWith(this.#prefix));
  }
}
