import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The last checkpoint that this machine signed, in a file outside the database: a database that is set back to a backup
 * does not set this back with it, and so cannot make the log tell another history than it has published.
 */
export class RememberedCheckpoint {
  readonly #file: string;

  constructor(dataDir: string, log: number) {
    this.#file = path.join(dataDir, 'log', `checkpoint-${log}`);
  }

  /** The signed note; null when none was signed here yet. */
  read(): string | null {
    try {
      return readFileSync(this.#file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  /** On disk when it returns, whole or not at all. */
  write(note: string): void {
    mkdirSync(path.dirname(this.#file), { recursive: true, mode: 0o700 });
    const draft = `${this.#file}.new`;
    const file = openSync(draft, 'w', 0o600);
    try {
      // All of it or an error: a nearly full disk takes a part of what it is given, and says so only in passing.
      writeFileSync(file, note);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, this.#file);
    const folder = openSync(path.dirname(this.#file), 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  }
}
