import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from './database.ts';
import { limitLockWait } from './migration.sql.ts';
import { sqlstateOf } from './sqlstate.ts';

/**
 * Maximum milliseconds for which DDL waits for a table. Callers' statements on the table queue behind the waiting DDL, so this is
 * the longest delay that maintenance causes. With a shorter limit, DDL would rarely find a gap on a busy service.
 */
const LOCK_WAIT_MS = 100;
const LOCK_NOT_AVAILABLE = '55P03';

/** Another transaction, such as a backup, uses a table that maintenance needs exclusively. The maintenance can succeed later. */
export class TableBusy extends Error {
  override readonly name = 'TableBusy';
}

/**
 * Runs statements that need exclusive locks, in the open transaction of `em`. The limit on waiting for a lock also applies to
 * later statements of the transaction.
 * @throws TableBusy if a lock isn't free within 100 ms; the transaction must then end
 */
export async function withoutQueueing<T>(em: EntityManager, work: () => Promise<T>): Promise<T> {
  await limitLockWait((text) => sql<object>(em, text), LOCK_WAIT_MS);
  try {
    return await work();
  } catch (error) {
    // Thrown without the cause. With the cause, `retriedOnLock` would recognise a lock timeout, retry at once and delay callers
    // each time.
    if (sqlstateOf(error) === LOCK_NOT_AVAILABLE) throw new TableBusy('The table is in use by another transaction.');
    throw error;
  }
}
