import type { Database } from '../platform/database/database.ts';
import { digestOf } from '../platform/encryption/secrets.ts';
import { insertSpent } from './single-use.sql.ts';

/**
 * Uses up what is good once. Only what was found to be right is written down: whoever makes things up leaves no rows.
 * @returns false when somebody has used it already
 */
export function spend(database: Database, what: string, expiresAt: Date): Promise<boolean> {
  return insertSpent(database, digestOf(what), expiresAt);
}
