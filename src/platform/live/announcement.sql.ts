import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../database/database.ts';

/** Sends a notification when the transaction commits, or at once outside of a transaction. */
export async function notify(em: EntityManager, channel: string, text: string): Promise<void> {
  await sql(em, 'select pg_notify($1, $2)', [channel, text]);
}
