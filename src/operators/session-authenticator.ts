import type { Authenticator, Shown } from '../platform/auth/authenticate.ts';
import type { Principal } from '../platform/auth/principal.ts';
import { Refusal } from '../platform/errors/errors.ts';
import { isFromOwnPage, isSafeMethod } from '../platform/http/own-origin.ts';
import type { KnownSessions } from './known-sessions.ts';
import { type SessionCookie, sessionDigest } from './session-cookie.ts';

/** Finds the person behind the cookie of a session. */
export class SessionAuthenticator implements Authenticator {
  readonly #cookie: SessionCookie;
  readonly #known: KnownSessions;
  readonly #ownOrigin: string;

  constructor(cookie: SessionCookie, known: KnownSessions, publicUrl: string) {
    this.#cookie = cookie;
    this.#known = known;
    this.#ownOrigin = new URL(publicUrl).origin;
  }

  /** @throws Refusal FORBIDDEN where a page that is not ours has a browser send the cookie along with what changes something. */
  async authenticate({ token, request }: Shown): Promise<Principal | null> {
    // Whoever shows a token means that one.
    if (token !== null) return null;
    const session = this.#cookie.tokenIn(request.headers.cookie);
    if (session === null) return null;
    if (!isSafeMethod(request.method) && !isFromOwnPage(request, this.#ownOrigin)) {
      throw new Refusal(
        'FORBIDDEN',
        `With the cookie of a session, this is only taken from pages of ${this.#ownOrigin}. Nothing was done.`,
      );
    }
    return this.#known.of(sessionDigest(session), request.ip);
  }
}
