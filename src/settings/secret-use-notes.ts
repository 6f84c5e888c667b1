import type { Database } from '../platform/database/database.ts';
import type { Logger } from '../platform/observability/logger.ts';
import { outsideRequests } from '../platform/request-scope.ts';
import { recordUse } from './setting.sql.ts';

/** More often nobody needs to know, and a busy integration would else make every request a write. */
const EVERY_MS = 60_000;
/** Secrets that are valid at one time are few. */
const MOST = 100;

/** Notes when a secret was last shown. Nobody waits for it: who shows a secret is let in whether or not it can be written. */
export class SecretUseNotes {
  readonly #database: Database;
  readonly #logger: Logger;
  /** By the digest, in hex, when this process has last noted it. */
  readonly #noted = new Map<string, number>();

  constructor({ database, logger }: { database: Database; logger: Logger }) {
    this.#database = database;
    this.#logger = logger;
  }

  note(setting: string, digest: Buffer): void {
    const key = digest.toString('hex');
    const now = performance.now();
    const before = this.#noted.get(key);
    if (before !== undefined && now - before < EVERY_MS) return;
    this.#noted.delete(key);
    this.#noted.set(key, now);
    if (this.#noted.size > MOST) this.#noted.delete(this.#noted.keys().next().value!);
    outsideRequests(() => recordUse(this.#database, setting, digest)).catch((err: unknown) => {
      this.#noted.delete(key);
      this.#logger.warn({ err, setting }, 'when a secret was last shown could not be noted');
    });
  }
}
