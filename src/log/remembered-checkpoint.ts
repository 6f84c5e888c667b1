import { DurableFile } from '../platform/storage/durable-file.ts';

/**
 * The last checkpoint signed by this machine, in a file outside the database. Restoring the database from a backup doesn't change
 * the file, so the log can't publish a second history.
 */
export class RememberedCheckpoint {
  readonly #file: DurableFile;

  constructor(dataDir: string, log: number) {
    this.#file = new DurableFile(dataDir, 'log', `checkpoint-${log}`);
  }

  /** The signed note of the checkpoint. Null if this machine never signed one. */
  read(): string | null {
    return this.#file.read();
  }

  /** Replaces the file atomically. The content is durable when the promise is fulfilled. */
  write(note: string): Promise<void> {
    return this.#file.write(note);
  }
}
