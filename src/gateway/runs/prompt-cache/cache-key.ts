import { createHash } from 'node:crypto';
import type { Account } from '../../../customers/index.ts';

/**
 * The cache key that leaves the service. Customers never share one, and it carries nothing of the caller's own text: the id of
 * an account is random, so texts can't be tried against the hash.
 */
export function cacheKeyFor({ id }: Pick<Account, 'id'>, key: string | null | undefined): string | null {
  return key == null ? null : createHash('sha256').update(`prompt-cache\n${id}\n${key}`).digest('base64url');
}
