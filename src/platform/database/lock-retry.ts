import { setTimeout as sleep } from 'node:timers/promises';
import { isLockFailure } from './sqlstate.ts';

/** As often as a lock timeout of half a second may come while a migration waits for a table. */
const MAX_ATTEMPTS = 5;
const PAUSE_MS = 20;

/**
 * Attempts `work` again after a deadlock or a lock timeout: PostgreSQL has undone all of it then.
 * @param work one transaction, or one statement outside of one, which leaves nothing behind in memory when it fails
 */
export async function retriedOnLock<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isLockFailure(error) || attempt === MAX_ATTEMPTS) throw error;
      // Two that stood in each other's way do not come back together.
      await sleep(PAUSE_MS * attempt * (0.5 + Math.random()));
    }
  }
}
