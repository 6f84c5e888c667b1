import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { lostName } from '../platform/storage/durable-file.ts';

/**
 * Suggests a name for the log that replaces another one: `log2.example.org` after `log1.example.org`. Leaves out names in `used`.
 */
export function nextLogName(origin: string, used: readonly string[] = []): string {
  const [, number, host] = /^log(\d{1,6})\.(.+)$/.exec(origin) ?? [];
  const next = number === undefined ? `log2.${origin}` : `log${Number(number) + 1}.${host}`;
  return used.includes(next) ? nextLogName(next, used) : next;
}

/**
 * Names of logs that were opened after the backup that this machine restored. Their checkpoints are kept beside the memory, and
 * their names can't be used again.
 */
export function lostLogNames(dataDir: string): string[] {
  const folder = path.join(dataDir, 'log');
  try {
    return readdirSync(folder)
      .filter((name) => name.startsWith(lostName('checkpoint-')))
      .map((name) => readFileSync(path.join(folder, name), 'utf8').split('\n')[0]!);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
