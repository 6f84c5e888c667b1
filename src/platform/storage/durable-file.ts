import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A small file in a private folder, which is replaced atomically. */
export class DurableFile {
  readonly path: string;

  constructor(...parts: [folder: string, ...names: string[]]) {
    this.path = path.join(...parts);
  }

  /** The content. Null if the file doesn't exist. */
  read(): string | null {
    try {
      return readFileSync(this.path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  /** Replaces the file atomically. The content is durable when the call returns. */
  write(content: string): void {
    const folder = path.dirname(this.path);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const draft = `${this.path}.new`;
    const file = openSync(draft, 'w', 0o600);
    try {
      // `writeFileSync` writes all or throws. On a nearly full disk, a single `write` call can write a part and only return the
      // number of bytes.
      writeFileSync(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, this.path);
    const opened = openSync(folder, 'r');
    try {
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
  }
}
