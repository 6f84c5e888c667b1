import type { Authenticator, Shown } from '../platform/auth/authenticate.ts';
import type { Principal } from '../platform/auth/principal.ts';
import { hasTokenForm } from '../platform/auth/token.ts';
import { digestOf } from '../platform/encryption/secrets.ts';
import type { KnownAccounts } from './known-accounts.ts';

/** Finds the customer behind a key. Unknown, expired and revoked keys are all simply not known. */
export class CustomerKeyAuthenticator implements Authenticator {
  readonly prefix = 'imck_';
  readonly #known: KnownAccounts;

  constructor(known: KnownAccounts) {
    this.#known = known;
  }

  async authenticate({ token }: Shown): Promise<Principal | null> {
    if (token === null || !hasTokenForm(this.prefix, token)) return null;
    const key = await this.#known.keyOf(digestOf(token));
    return key?.principal ?? null;
  }
}
