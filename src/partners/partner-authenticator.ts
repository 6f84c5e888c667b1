import type { Authenticator, Shown } from '../platform/auth/authenticate.ts';
import { type Principal } from '../platform/auth/principal.ts';
import { hasTokenForm } from '../platform/auth/token.ts';
import type { Database } from '../platform/database/database.ts';
import { digestOf } from '../platform/encryption/secrets.ts';
import { partner } from './partner.principal.ts';
import { readExpiry, touchToken } from './partner.sql.ts';

/** Finds the partner behind a token. Unknown, expired and revoked tokens are not known. */
export class PartnerAuthenticator implements Authenticator {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async authenticate({ token }: Shown): Promise<Principal | null> {
    if (token === null || !hasTokenForm('imgp_', token)) return null;
    const found = await touchToken(this.#database, digestOf(token));
    if (!found) return null;
    return partner(found.partnerId, found.tokenId);
  }
  async expiredAt(token: string): Promise<Date | null> {
    return hasTokenForm('imgp_', token) ? readExpiry(this.#database, digestOf(token)) : null;
  }
}
