import { readFileSync } from 'node:fs';

/** Milliseconds per tick in `/proc`. Linux reports 100 ticks per second. */
export const TICK_MS = 10;

/**
 * Fields of `/proc/PID/stat` after the name: 1 is the parent, 11 and 12 the own processor time, 13 and 14 that of ended children.
 * Null if the process has ended.
 */
export function statOf(pid: number | string): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return null;
  }
}
