import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from './database.ts';
import { limitLockWait } from './migration.sql.ts';
import { sqlstateOf } from './sqlstate.ts';

/**
 * A callers' statement that arrives while DDL waits for a table queues behind it, so this is the longest that maintenance holds
 * them up. With a shorter wait, DDL would rarely find a gap between the statements of a busy service.
 */
const LOCK_WAIT_MS = 100;
const LOCK_NOT_AVAILABLE = '55P03';

/** Another transaction, such as a backup, uses a table that maintenance needs for itself. The same step may succeed later. */
export class TableBusy extends Error {
  override readonly name = 'TableBusy';
}

/**
 * Runs statements that need tables in use for themselves, in the open transaction of `em`. Every later statement of the
 * transaction has the same limit.
 * @throws TableBusy if a lock isn't free within 100 ms. The transaction has to end then.
 */
export async function withoutQueueing<T>(em: EntityManager, work: () => Promise<T>): Promise<T> {
  await limitLockWait((text) => sql<object>(em, text), LOCK_WAIT_MS);
  try {
    return await work();
  } catch (error) {
    // Without the cause: `retriedOnLock` would attempt it again at once, and hold up callers each time.
    if (sqlstateOf(error) === LOCK_NOT_AVAILABLE) throw new TableBusy('The table is in use by another transaction.');
    throw error;
  }
}
