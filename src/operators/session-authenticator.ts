import type { Authenticator, PresentedCredentials } from '../platform/auth/authenticate.ts';
import { PERSON_HEADER } from '../platform/auth/person-header.ts';
import type { Principal } from '../platform/auth/principal.ts';
import { Refusal } from '../platform/errors/errors.ts';
import { isFromOwnPage, isSafeMethod } from '../platform/http/own-origin.ts';
import type { KnownSessions } from './known-sessions.ts';
import { type SessionCookie, sessionDigest } from './session-cookie.ts';

/** Authenticates requests by the session cookie. */
export class SessionAuthenticator implements Authenticator {
  readonly #cookie: SessionCookie;
  readonly #known: KnownSessions;
  readonly #ownOrigin: string;

  constructor(cookie: SessionCookie, known: KnownSessions, publicUrl: string) {
    this.#cookie = cookie;
    this.#known = known;
    this.#ownOrigin = new URL(publicUrl).origin;
  }

  /**
   * @throws Refusal FORBIDDEN if a page of another origin sends a changing request with the cookie
   * @throws Refusal PERSON_CHANGED if the page was loaded by another operator than the one of the session
   */
  async authenticate({ token, request }: PresentedCredentials): Promise<Principal | null> {
    // An API token has precedence over the session cookie.
    if (token !== null) return null;
    const session = this.#cookie.tokenIn(request.headers.cookie);
    if (session === null) return null;
    if (!isSafeMethod(request.method) && !isFromOwnPage(request, this.#ownOrigin)) {
      throw new Refusal(
        'FORBIDDEN',
        `Requests with a session cookie are only accepted from pages of ${this.#ownOrigin}. Nothing was done.`,
      );
    }
    const person = await this.#known.of(sessionDigest(session), request.ip);
    const shownTo = request.headers[PERSON_HEADER];
    if (person && shownTo !== undefined && shownTo !== person.actor) {
      throw new Refusal(
        'PERSON_CHANGED',
        'Another operator has signed in with this browser since this page was loaded. Nothing was done. Reload the page.',
      );
    }
    return person;
  }
}
