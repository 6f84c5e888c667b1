import type { EntityManager } from '@mikro-orm/postgresql';
import type { Database } from '../platform/database/database.ts';
import { digestOf } from '../platform/encryption/secrets.ts';
import { insertUsed, insertUsedIn } from './single-use.sql.ts';

/**
 * Marks a single-use value as used. Callers verify the value first, so forged ones leave no rows.
 * @param inTransaction marks it in this transaction: if it is rolled back, the value can be used again
 * @returns false if it was already used
 */
export function markUsed(
  database: Database,
  what: string,
  expiresAt: Date,
  inTransaction?: EntityManager,
): Promise<boolean> {
  const digest = digestOf(what);
  return inTransaction ? insertUsedIn(inTransaction, digest, expiresAt) : insertUsed(database, digest, expiresAt);
}
