import { timingSafeEqual } from 'node:crypto';
import { digestOf } from '../config.ts';
import { unauthenticated } from '../errors.ts';
import { ANONYMOUS, type Viewer } from './viewer.ts';

/** Knows one kind of credential. Answers null for a credential that is not one of its own. */
export interface Authenticator {
  authenticate(credential: string): Promise<Viewer | null>;
}

/** Longer than any credential of ours; keeps a megabyte of header from being hashed. */
const MAX_CREDENTIAL_LENGTH = 512;

/** The one place that turns what a request carries into who is asking. */
export class Authentication {
  readonly #authenticators: readonly Authenticator[];

  constructor(authenticators: readonly Authenticator[]) {
    this.#authenticators = authenticators;
  }

  /**
   * The viewer behind an `Authorization` header; anonymous without one.
   * @throws Refusal UNAUTHENTICATED for a credential that is not known: to serve it as anonymous would hide the mistake.
   */
  async fromHeader(authorization: string | undefined): Promise<Viewer> {
    if (authorization === undefined || authorization === '') return ANONYMOUS;
    const credential = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
    if (!credential) throw unauthenticated('The Authorization header must read `Bearer <secret>`.');
    const viewer = await this.fromCredential(credential);
    if (!viewer) throw unauthenticated('The bearer credential is not valid.');
    return viewer;
  }

  async fromCredential(credential: string): Promise<Viewer | null> {
    if (credential.length > MAX_CREDENTIAL_LENGTH) return null;
    for (const authenticator of this.#authenticators) {
      const viewer = await authenticator.authenticate(credential);
      if (viewer) return viewer;
    }
    return null;
  }
}

/** Knows one secret, whose digest may change while the service runs. Compared in constant time. */
export class SecretAuthenticator implements Authenticator {
  readonly #digest: () => Promise<Buffer> | Buffer;
  readonly #viewer: Viewer;

  constructor(digest: () => Promise<Buffer> | Buffer, viewer: Viewer) {
    this.#digest = digest;
    this.#viewer = viewer;
  }

  async authenticate(credential: string): Promise<Viewer | null> {
    return timingSafeEqual(digestOf(credential), await this.#digest()) ? this.#viewer : null;
  }
}
