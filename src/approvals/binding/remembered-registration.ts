import { DurableFile } from '../../platform/storage/durable-file.ts';

/**
 * A file outside the database that records that this machine has registered its decision key. If the database has no decision
 * keys although the file exists, rows were deleted, or an older backup was restored.
 */
export class RememberedRegistration {
  readonly #file: DurableFile;

  constructor(dataDir: string) {
    this.#file = new DurableFile(dataDir, 'log', 'decision-key-registered');
  }

  get path(): string {
    return this.#file.path;
  }

  exists(): boolean {
    return this.#file.read() !== null;
  }

  write(keyId: string): Promise<void> {
    return this.#file.write(`${keyId}\n`);
  }
}
