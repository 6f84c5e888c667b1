import type { Database } from '../platform/database/database.ts';
import type { Logger } from '../platform/observability/logger.ts';
import { outsideRequests } from '../platform/request-scope.ts';
import { recordUse } from './setting.sql.ts';

/**
 * Minimum time between two records for the same secret. Recording every use would make each request of a busy integration a
 * write.
 */
const EVERY_MS = 60_000;
/** Maximum number of secrets in the map. Only a few secrets are valid at one time. */
const MOST = 100;

/** Records when a secret was last used, in the background. A failure to record doesn’t refuse the request. */
export class SecretUseNotes {
  readonly #database: Database;
  readonly #logger: Logger;
  /** Time when this process last recorded a use, by the secret’s digest in hex. */
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
      this.#logger.warn({ err, setting }, 'recording the last use of a secret failed');
    });
  }
}
