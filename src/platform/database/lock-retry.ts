import { setTimeout as sleep } from 'node:timers/promises';
import { isLockFailure } from './sqlstate.ts';

/** Maximum number of attempts, including the first. */
const MAX_ATTEMPTS = 5;
const PAUSE_MS = 20;

/**
 * Retries `work` after a deadlock, a serialization failure or a lock timeout, when PostgreSQL has rolled it back.
 * @param work one transaction or one statement, which leaves nothing in memory when it fails
 */
export async function retriedOnLock<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isLockFailure(error) || attempt === MAX_ATTEMPTS) throw error;
      // The pause is random, so that two transactions in conflict don't meet again.
      await sleep(PAUSE_MS * attempt * (0.5 + Math.random()));
    }
  }
}
