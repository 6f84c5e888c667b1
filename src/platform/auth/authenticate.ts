import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { digestOf } from '../encryption/secrets.ts';
import { unauthenticated } from '../errors/errors.ts';
import { ANONYMOUS, type Principal } from './principal.ts';

/** Credentials of a request. */
export interface PresentedCredentials {
  /** Of the `Authorization` header, or in the path of a link; null where there is none. */
  token: string | null;
  /** For credentials that go another way, such as a cookie, which counts only where the method and the origin allow it. */
  request: Pick<IncomingMessage, 'headers' | 'method'> & { readonly ip?: string | undefined };
}

/** Knows one kind of credential. Answers null where none of its own is shown. */
export interface Authenticator {
  /** Beginning of its tokens, where they have a form of their own: of such a token it is asked first. */
  readonly prefix?: string;
  /** Whether it knows its own without asking the database: then it is asked before those that do not. */
  readonly isLocal?: boolean;
  authenticate(shown: PresentedCredentials): Promise<Principal | null>;
  /**
   * Time at which a token expired that was not revoked; null for every other token. It takes the whole token, so only the holder
   * learns it.
   */
  expiredAt?(token: string): Promise<Date | null>;
}

/** Longer than any credential of ours; keeps a megabyte of header from being hashed. */
const MAX_TOKEN_LENGTH = 512;

/** The one place that turns what a request shows into who is asking. */
export class Authentication {
  readonly #authenticators: readonly Authenticator[];
  /** By the digest of what is shown. Empty once the service takes requests. */
  readonly #lent = new Map<string, Principal>();

  constructor(authenticators: readonly Authenticator[]) {
    this.#authenticators = authenticators.toSorted((a, b) => Number(b.isLocal ?? false) - Number(a.isLocal ?? false));
  }

  /**
   * The principal of a request; anonymous when it shows nothing. A header of another scheme than `Bearer`, as proxies add it,
   * doesn't hide the cookie of a session.
   * @throws Refusal UNAUTHENTICATED for an unknown credential: to serve it as anonymous would hide the mistake.
   */
  async ofRequest(request: PresentedCredentials['request']): Promise<Principal> {
    const { authorization } = request.headers;
    if (!authorization) return (await this.#find({ token: null, request })) ?? ANONYMOUS;
    const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
    if (!token) {
      const person = /^Bearer\b/i.test(authorization) ? null : await this.#find({ token: null, request });
      if (person) return person;
      throw unauthenticated('The Authorization header must read `Bearer <secret>`.');
    }
    const principal = await this.#find({ token, request });
    if (!principal) throw unauthenticated(await this.#whyNot(token));
    return principal;
  }

  /** Time at which a token expired; null for one that is valid, unknown or revoked. */
  async expiredAt(token: string): Promise<Date | null> {
    if (token.length > MAX_TOKEN_LENGTH) return null;
    for (const authenticator of this.#authenticators) {
      const at = (await authenticator.expiredAt?.(token)) ?? null;
      if (at) return at;
    }
    return null;
  }

  async #whyNot(token: string): Promise<string> {
    const at = await this.expiredAt(token);
    return at === null
      ? 'The bearer credential is not valid.'
      : `The bearer credential expired on ${at.toISOString().slice(0, 10)}. Ask for a new one.`;
  }

  /** A credential for requests of our own, until it is given back. */
  issueTemporary(principal: Principal): { token: string; giveBack(): void } {
    const token = randomBytes(32).toString('base64url');
    const digest = digestOf(token).toString('hex');
    this.#lent.set(digest, principal);
    return { token, giveBack: () => void this.#lent.delete(digest) };
  }

  /** Finds the principal of a token in a link; null for an unknown one. */
  ofLink(token: string, request: PresentedCredentials['request']): Promise<Principal | null> {
    return this.#find({ token, request: { method: request.method, headers: {} } });
  }

  async #find(shown: PresentedCredentials): Promise<Principal | null> {
    if (shown.token !== null && shown.token.length > MAX_TOKEN_LENGTH) return null;
    const lent = this.#lent.size > 0 && shown.token !== null && this.#lent.get(digestOf(shown.token).toString('hex'));
    if (lent) return lent;
    // Others read theirs from the database each time.
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

/** Knows one secret, whose digests may change while the service runs. Compared in constant time. */
export class SecretAuthenticator implements Authenticator {
  readonly isLocal: boolean;
  readonly #digests: () => Promise<readonly Buffer[]> | readonly Buffer[];
  readonly #principal: () => Principal;
  readonly #used: (digest: Buffer) => void;

  /**
   * @param digests of the secrets that are valid now: more than one while one takes another's place.
   * @param options.used told of each that is shown; nobody waits for what it does
   */
  constructor(
    digests: () => Promise<readonly Buffer[]> | readonly Buffer[],
    principal: () => Principal,
    { asksNobody = false, used = () => {} }: { asksNobody?: boolean; used?: (digest: Buffer) => void } = {},
  ) {
    this.isLocal = asksNobody;
    this.#digests = digests;
    this.#principal = principal;
    this.#used = used;
  }

  async authenticate({ token }: PresentedCredentials): Promise<Principal | null> {
    if (token === null) return null;
    const shown = digestOf(token);
    const valid = await this.#digests();
    // All are compared, so that the time says nothing of which one it was.
    const [found] = valid.filter((digest) => timingSafeEqual(shown, digest));
    if (!found) return null;
    this.#used(found);
    return this.#principal();
  }
}
