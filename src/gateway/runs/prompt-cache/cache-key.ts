import { createHash } from 'node:crypto';
import type { Account } from '../../../customers/index.ts';

/**
 * Cache key sent to the provider: a hash of the account's id and the caller's key. Customers never share one. Since account ids
 * are random, the caller's key can't be guessed from the hash.
 */
export function cacheKeyFor({ id }: Pick<Account, 'id'>, key: string | null | undefined): string | null {
  return key == null ? null : createHash('sha256').update(`prompt-cache\n${id}\n${key}`).digest('base64url');
}
