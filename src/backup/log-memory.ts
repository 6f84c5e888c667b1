import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { lostName } from '../platform/storage/durable-file.ts';
import { parseCheckpoint } from '../proof/checkpoint.ts';
import { MalformedInput } from '../proof/malformed-input.ts';
import { parseNote } from '../proof/note.ts';

/** Files of the log's memory, by name. */
export type LogMemory = Readonly<Record<string, string>>;

/** Drafts, which have a random ending. */
const DRAFT = /\.[0-9a-f]{12}$/;

/** Reads what this machine remembers of the log outside of the database. Empty if it remembers nothing. */
export async function readLogMemory(dataDir: string): Promise<LogMemory> {
  const folder = path.join(dataDir, 'log');
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const memory: Record<string, string> = {};
  for (const name of names.filter((one) => !one.startsWith(lostName('')) && !DRAFT.test(one)).sort()) {
    memory[name] = await readFile(path.join(folder, name), 'utf8');
  }
  return memory;
}

/**
 * Name of the file that says that the memory of a log was restored from a backup, without knowing what was published since. It keeps
 * a second restore from taking that memory for the machine's own.
 */
export const restoredMemory = (log: number) => `restored-${log}`;

/** Number of entries of the checkpoint that a memory has of a log. 0 without a checkpoint, or with an unreadable one. */
export function rememberedSize(memory: LogMemory, log: number): number {
  const note = memory[`checkpoint-${log}`];
  return note === undefined ? 0 : (sizeOfNote(note) ?? 0);
}

/** Number of entries of a checkpoint. Null if the text isn't one. */
export function sizeOfNote(note: string): number | null {
  try {
    return parseCheckpoint(parseNote(note).text).size;
  } catch (error) {
    if (error instanceof MalformedInput) return null;
    throw error;
  }
}
