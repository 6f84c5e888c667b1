import type { Context } from '../platform/context.ts';
import { type Database, sql } from '../platform/database/database.ts';
import { digestOf } from '../platform/encryption/secrets.ts';

/**
 * Uses up what is good once. Only what was found to be right is written down: whoever makes things up leaves no rows.
 * @returns false when somebody has used it already
 */
export async function spend(database: Database, what: string, expiresAt: Date): Promise<boolean> {
  const row = await database.readRow<[boolean]>(
    {
      name: 'operator_spend',
      text: `insert into operator_spent (digest, expires_at) values ($1, $2) on conflict do nothing returning true`,
    },
    [digestOf(what), expiresAt],
  );
  return row !== undefined;
}

/** Forgets what nobody takes any more anyway. */
export async function forgetSpent({ em }: Context): Promise<number> {
  const gone = await sql(em, 'delete from operator_spent where expires_at < now() returning digest');
  return gone.length;
}
