import type { Authenticator, Shown } from '../platform/auth/authenticate.ts';
import { type Principal, partner } from '../platform/auth/principal.ts';
import { hasTokenForm } from '../platform/auth/token.ts';
import type { Database } from '../platform/database/database.ts';
import { digestOf } from '../platform/encryption/secrets.ts';

/** Finds the partner behind a token. Unknown, expired and revoked tokens are all simply not known. */
export class PartnerAuthenticator implements Authenticator {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async authenticate({ token }: Shown): Promise<Principal | null> {
    if (token === null || !hasTokenForm('imgp_', token)) return null;
    const found = await this.#database.readRow<[tokenId: string, partnerId: string]>(
      {
        name: 'partner_token',
        // The time of use is written at most once a minute: a busy partner would else make every read a write.
        text: `with found as (
                 select id, partner_id, last_used_at from partner_token
                 where token_hash = $1 and revoked_at is null and expires_at > now()
               ), used as (
                 update partner_token set last_used_at = current_timestamp(3) from found
                 where partner_token.id = found.id
                   and (found.last_used_at is null or found.last_used_at < now() - interval '1 minute')
               )
               select id, partner_id from found`,
      },
      [digestOf(token)],
    );
    if (!found) return null;
    const [tokenId, partnerId] = found;
    return partner(partnerId, tokenId);
  }
}
