import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A file outside the database that records that this machine has registered its decision key. If the database has no decision
 * keys although the file exists, rows were deleted, or an older backup was restored.
 */
export class RememberedRegistration {
  readonly file: string;

  constructor(dataDir: string) {
    this.file = path.join(dataDir, 'log', 'decision-key-registered');
  }

  exists(): boolean {
    return existsSync(this.file);
  }

  /** Creates the file. It is durable when the call returns. */
  write(keyId: string): void {
    mkdirSync(path.dirname(this.file), { recursive: true, mode: 0o700 });
    const draft = `${this.file}.new`;
    const file = openSync(draft, 'w', 0o600);
    try {
      writeFileSync(file, `${keyId}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, this.file);
  }
}
