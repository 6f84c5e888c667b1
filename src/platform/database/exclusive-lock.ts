import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { identityOf, isRunning, isSame, type ProcessIdentity } from './process-table.ts';

const PATIENCE_MS = 120_000;
const LOOK_EVERY_MS = 50;

/**
 * Holder of an unreadable lock file, which counts as dead. Lock files are written completely before they are put in place, so
 * only a crash of the machine makes one unreadable.
 */
const NOBODY: ProcessIdentity = { pid: 0, startedAt: null };

/**
 * Runs `work` while no other process holds the lock file at this path. The file names the holding process, so that the lock of a
 * killed process counts as free.
 * @throws if a running process holds it for two minutes, or if the signal aborts the wait
 */
export async function withExclusiveLock<T>(file: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!take(file)) {
    const holder = holderOf(file);
    if (holder && !isRunning(holder) && breakLock(file, holder)) continue;
    if (performance.now() > deadline)
      throw new Error(`Process ${holder?.pid} has locked ${file} for too long. End it if it hangs, then try again.`);
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** Takes the lock if it is free. Writes the file completely before linking it into place, so that it always names its holder. */
function take(file: string): boolean {
  const draft = `${file}.${randomUUID()}`;
  try {
    writeFileSync(draft, JSON.stringify(identityOf(process.pid)));
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Removes the lock of a dead process. Only one process at a time may do so, and it checks the holder again first. Otherwise the
 * second of two processes would remove the lock that the first has just taken.
 */
function breakLock(file: string, holder: ProcessIdentity): boolean {
  const right = `${file}.of-${holder.pid}`;
  if (!take(right)) {
    const breaker = holderOf(right);
    return breaker !== null && !isRunning(breaker) && breakLock(right, breaker);
  }
  try {
    const current = holderOf(file);
    if (current && isSame(current, holder)) rmSync(file, { force: true });
    return true;
  } finally {
    rmSync(right, { force: true });
  }
}

/** Reads which process holds the lock. Null if the lock is free. */
function holderOf(file: string): ProcessIdentity | null {
  try {
    const { pid, startedAt } = JSON.parse(readFileSync(file, 'utf8'));
    return { pid, startedAt };
  } catch (error) {
    return error instanceof SyntaxError || error instanceof TypeError ? NOBODY : null;
  }
}
