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

/** A log that was opened after the backup that this machine restored. */
export interface LostLog {
  log: number;
  name: string;
}

/** Logs that were opened after a backup that was restored. Their checkpoints are kept beside the memory. */
export function lostLogs(dataDir: string): LostLog[] {
  const folder = path.join(dataDir, 'log');
  const prefix = lostName('checkpoint-');
  try {
    return readdirSync(folder)
      .filter((file) => file.startsWith(prefix))
      .map((file) => ({
        log: Number.parseInt(file.slice(prefix.length), 10),
        name: readFileSync(path.join(folder, file), 'utf8').split('\n')[0]!,
      }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Names of the lost logs, which can't be used again. */
export const lostLogNames = (dataDir: string): string[] => lostLogs(dataDir).map(({ name }) => name);
