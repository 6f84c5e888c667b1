import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { digestOf } from '../encryption/secrets.ts';
import { unauthenticated } from '../errors/errors.ts';
import { ANONYMOUS, type Principal } from './principal.ts';

/** Credentials that a request contains. */
export interface PresentedCredentials {
  /** Token in the `Authorization` header or in a link. Null if the request has none. */
  token: string | null;
  /**
   * The request itself, for credentials other than tokens. A session cookie, for example, is valid only for some methods and
   * origins.
   */
  request: Pick<IncomingMessage, 'headers' | 'method'> & { readonly ip?: string | undefined };
}

/** Authenticates one kind of credential. Returns null if the request has no valid credential of this kind. */
export interface Authenticator {
  /** Prefix of the tokens of this kind. A token with this prefix is passed to this authenticator first. */
  readonly prefix?: string;
  /** True if this authenticator needs no database. Such authenticators are tried first. */
  readonly isLocal?: boolean;
  authenticate(shown: PresentedCredentials): Promise<Principal | null>;
  /**
   * Time at which a token of this kind expired. Null for a token that is valid, unknown or revoked. Requires the whole token, so
   * only its holder learns the time.
   */
  expiredAt?(token: string): Promise<Date | null>;
}

/** Maximum characters of a token that is looked up. Prevents hashing a header of a megabyte. */
const MAX_TOKEN_LENGTH = 512;

/** Finds the principal of a request. */
export class Authentication {
  readonly #authenticators: readonly Authenticator[];
  /** Principals of temporary tokens, by the digest of the token. Empty once the service accepts requests. */
  readonly #temporary = new Map<string, Principal>();

  constructor(authenticators: readonly Authenticator[]) {
    this.#authenticators = authenticators.toSorted((a, b) => Number(b.isLocal ?? false) - Number(a.isLocal ?? false));
  }

  /**
   * Returns the principal of a request, or the anonymous one for a request without `Authorization` header and without another
   * valid credential, such as a session cookie. A session cookie counts even next to an `Authorization` header of another
   * scheme than `Bearer`, which proxies add.
   * @throws Refusal UNAUTHENTICATED for an invalid `Authorization` header: treating the caller as anonymous would hide the
   * mistake
   */
  async ofRequest(request: PresentedCredentials['request']): Promise<Principal> {
    const { authorization } = request.headers;
    if (!authorization) return (await this.#find({ token: null, request })) ?? ANONYMOUS;
    const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
    if (!token) {
      const person = /^Bearer\b/i.test(authorization) ? null : await this.#find({ token: null, request });
      if (person) return person;
      throw unauthenticated('The Authorization header must be `Bearer <secret>`.');
    }
    const principal = await this.#find({ token, request });
    if (!principal) throw unauthenticated(await this.#invalidTokenMessage(token));
    return principal;
  }

  /** Time at which a token expired. Null for a token that is valid, unknown or revoked. */
  async expiredAt(token: string): Promise<Date | null> {
    if (token.length > MAX_TOKEN_LENGTH) return null;
    for (const authenticator of this.#authenticators) {
      const at = (await authenticator.expiredAt?.(token)) ?? null;
      if (at) return at;
    }
    return null;
  }

  async #invalidTokenMessage(token: string): Promise<string> {
    const at = await this.expiredAt(token);
    return at === null
      ? "The bearer token isn't valid. Check it, or ask for a new one."
      : `The bearer token expired on ${at.toISOString().slice(0, 10)}. Ask for a new one.`;
  }

  /** Creates a temporary credential for the service's own requests. */
  issueTemporary(principal: Principal): { token: string; giveBack(): void } {
    const token = randomBytes(32).toString('base64url');
    const digest = digestOf(token).toString('hex');
    this.#temporary.set(digest, principal);
    return { token, giveBack: () => void this.#temporary.delete(digest) };
  }

  /** Finds the principal of a token in a link. Null for a token that isn't valid. */
  ofLink(token: string, request: PresentedCredentials['request']): Promise<Principal | null> {
    return this.#find({ token, request: { method: request.method, headers: {} } });
  }

  async #find(shown: PresentedCredentials): Promise<Principal | null> {
    if (shown.token !== null && shown.token.length > MAX_TOKEN_LENGTH) return null;
    const temporary =
      this.#temporary.size > 0 && shown.token !== null && this.#temporary.get(digestOf(shown.token).toString('hex'));
    if (temporary) return temporary;
    // Asks the authenticator with the token's prefix first, because the other authenticators would read the database for each
    // request.
    const its = this.#authenticators.find(
      (one) => shown.token !== null && one.prefix && shown.token.startsWith(one.prefix),
    );
    const found = await its?.authenticate(shown);
    if (found) return found;
    for (const authenticator of this.#authenticators) {
      if (authenticator === its) continue;
      const principal = await authenticator.authenticate(shown);
      if (principal) return principal;
    }
    return null;
  }
}

/**
 * Authenticates one principal by a secret, which is compared in constant time. The digests of valid secrets can change while the
 * service runs.
 */
export class SecretAuthenticator implements Authenticator {
  readonly isLocal: boolean;
  readonly #digests: () => Promise<readonly Buffer[]> | readonly Buffer[];
  readonly #principal: () => Principal;
  readonly #used: (digest: Buffer) => void;

  /**
   * @param digests returns the digests of the secrets that are valid now; several during a rotation
   * @param options.used called with the digest of each accepted secret; its result isn't awaited
   */
  constructor(
    digests: () => Promise<readonly Buffer[]> | readonly Buffer[],
    principal: () => Principal,
    { isLocal = false, used = () => {} }: { isLocal?: boolean; used?: (digest: Buffer) => void } = {},
  ) {
    this.isLocal = isLocal;
    this.#digests = digests;
    this.#principal = principal;
    this.#used = used;
  }

  async authenticate({ token }: PresentedCredentials): Promise<Principal | null> {
    if (token === null) return null;
    const shown = digestOf(token);
    const valid = await this.#digests();
    // Compares all digests, so that the time taken doesn't reveal which one matched.
    const [found] = valid.filter((digest) => timingSafeEqual(shown, digest));
    if (!found) return null;
    this.#used(found);
    return this.#principal();
  }
}
