import type { EntityManager } from '@mikro-orm/postgresql';
import { type Database, sql } from '../database/database.ts';

/** Sends a notification when the transaction commits, or at once outside of a transaction. */
export async function notify(em: EntityManager, channel: string, text: string): Promise<void> {
  await sql(em, 'select pg_notify($1, $2)', [channel, text]);
}

const NOTIFY = { name: 'notify', text: 'select pg_notify($1, $2)' };

/** Sends a notification at once, also during a transaction of the caller. */
export async function notifyNow(database: Database, channel: string, text: string): Promise<void> {
  await database.readRow(NOTIFY, [channel, text]);
}
