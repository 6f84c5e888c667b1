import type { Authenticator, Shown } from '../../platform/auth/authenticate.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { hasTokenForm } from '../../platform/auth/token.ts';
import type { Database } from '../../platform/database/database.ts';
import { digestOf } from '../../platform/encryption/secrets.ts';
import type { KnownTokens } from './known-tokens.ts';
import { readExpiry } from './operator-token.sql.ts';

/** Finds the person behind a token. Unknown, expired and revoked tokens are not known. */
export class OperatorTokenAuthenticator implements Authenticator {
  readonly prefix = 'imop_';
  readonly #known: KnownTokens;
  readonly #database: Database;

  constructor(known: KnownTokens, database: Database) {
    this.#known = known;
    this.#database = database;
  }

  async authenticate({ token }: Shown): Promise<Principal | null> {
    return token !== null && hasTokenForm(this.prefix, token) ? this.#known.of(digestOf(token)) : null;
  }
  async expiredAt(token: string): Promise<Date | null> {
    return hasTokenForm(this.prefix, token) ? readExpiry(this.#database, digestOf(token)) : null;
  }
}
