import type { Authenticator, Shown } from '../../platform/auth/authenticate.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { hasTokenForm } from '../../platform/auth/token.ts';
import { digestOf } from '../../platform/encryption/secrets.ts';
import type { KnownTokens } from './known-tokens.ts';

/** Finds the person behind a token. Unknown, expired and revoked tokens are all simply not known. */
export class OperatorTokenAuthenticator implements Authenticator {
  readonly prefix = 'imop_';
  readonly #known: KnownTokens;

  constructor(known: KnownTokens) {
    this.#known = known;
  }

  async authenticate({ token }: Shown): Promise<Principal | null> {
    return token !== null && hasTokenForm(this.prefix, token) ? this.#known.of(digestOf(token)) : null;
  }
}
