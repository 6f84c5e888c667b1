import type { Database } from '../platform/database/database.ts';
import { digestOf } from '../platform/encryption/secrets.ts';
import { insertSpent } from './single-use.sql.ts';

/**
 * Marks a single-use value as used. Only verified values are stored, so forged ones leave no rows.
 * @returns false if it was already used
 */
export function spend(database: Database, what: string, expiresAt: Date): Promise<boolean> {
  return insertSpent(database, digestOf(what), expiresAt);
}
