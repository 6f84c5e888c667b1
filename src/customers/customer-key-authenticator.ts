import type { Authenticator, Shown } from '../platform/auth/authenticate.ts';
import type { Principal } from '../platform/auth/principal.ts';
import { hasTokenForm } from '../platform/auth/token.ts';
import type { Database } from '../platform/database/database.ts';
import { digestOf } from '../platform/encryption/secrets.ts';
import { readExpiry } from './customer.sql.ts';
import type { KnownAccounts } from './known-accounts.ts';

/** Finds the customer behind a key. Unknown, expired and revoked keys are not known. */
export class CustomerKeyAuthenticator implements Authenticator {
  readonly prefix = 'imck_';
  readonly #known: KnownAccounts;
  readonly #database: Database;

  constructor(known: KnownAccounts, database: Database) {
    this.#known = known;
    this.#database = database;
  }

  async authenticate({ token }: Shown): Promise<Principal | null> {
    if (token === null || !hasTokenForm(this.prefix, token)) return null;
    const key = await this.#known.keyOf(digestOf(token));
    return key?.principal ?? null;
  }

  async expiredAt(token: string): Promise<Date | null> {
    return hasTokenForm(this.prefix, token) ? readExpiry(this.#database, digestOf(token)) : null;
  }
}
