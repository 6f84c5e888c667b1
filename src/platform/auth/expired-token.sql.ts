import type { Database } from '../database/database.ts';

/**
 * Makes the function that finds when a token expired, by its digest. It gives null for a token that is valid, unknown or revoked.
 *
 * @param table of credentials, with `token_hash`, `expires_at` and `revoked_at`
 */
export function expiryIn(table: string): (database: Database, digest: Uint8Array) => Promise<Date | null> {
  const expired = {
    name: `${table}_expired`,
    text: `select expires_at from ${table} where token_hash = $1 and revoked_at is null and expires_at <= now()`,
  };
  return async (database, digest) => {
    const at = await database.readValue<string | null>(expired, [digest]);
    return at === null || at === undefined ? null : new Date(at);
  };
}
