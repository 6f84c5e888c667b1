import type { Database } from '../platform/database/database.ts';
import { digestOf } from '../platform/encryption/secrets.ts';
import { insertUsed } from './single-use.sql.ts';

/**
 * Marks a single-use value as used. Callers verify the value first, so forged ones leave no rows.
 * @returns false if it was already used
 */
export function markUsed(database: Database, what: string, expiresAt: Date): Promise<boolean> {
  return insertUsed(database, digestOf(what), expiresAt);
}
