import type { Authenticator, Shown } from '../platform/auth/authenticate.ts';
import { type Principal } from '../platform/auth/principal.ts';
import { hasTokenForm } from '../platform/auth/token.ts';
import type { Database } from '../platform/database/database.ts';
import { digestOf } from '../platform/encryption/secrets.ts';
import { partner } from './partner.principal.ts';
import { touchToken } from './partner.sql.ts';

/** Finds the partner behind a token. Unknown, expired and revoked tokens are all simply not known. */
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
}
