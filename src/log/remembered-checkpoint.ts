import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The last checkpoint signed by this machine, in a file outside the database. Restoring the database from a backup doesn't change
 * the file, so the log can't publish a second history.
 */
export class RememberedCheckpoint {
  readonly #file: string;

  constructor(dataDir: string, log: number) {
    this.#file = path.join(dataDir, 'log', `checkpoint-${log}`);
  }

  /** The signed note of the checkpoint. Null if this machine never signed one. */
  read(): string | null {
    try {
      return readFileSync(this.#file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  /** Replaces the file atomically. The content is durable when the call returns. */
  write(note: string): void {
    mkdirSync(path.dirname(this.#file), { recursive: true, mode: 0o700 });
    const draft = `${this.#file}.new`;
    const file = openSync(draft, 'w', 0o600);
    try {
      // `writeFileSync` writes all or throws. On a nearly full disk, a single `write` call can write a part and only return the
      // number of bytes.
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
