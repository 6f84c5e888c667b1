import type { ProviderName } from '../../models/index.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import { outsideRequests } from '../../platform/request-scope.ts';
import { BoundedMap } from '../bounded-map.ts';
import type { ModelRoutes } from '../calls/model-routes.ts';
import type { CalledProvider } from '../calls/packages.ts';
import type { ProviderFailure } from '../provider-failure.ts';
import type { AnyCall } from '../providers-api.ts';
import { type KeyHealth, nameOfKey } from './key-health.ts';
import { testKey } from './key-test.ts';
import type { KnownKeys } from './known-keys.ts';
import { noteAccepted, noteRefused } from './provider-key.sql.ts';

/** Each process checks a key at most once in this time, independent of the number of refused calls. */
const CHECK_INTERVAL_MS = 60_000;
const MAX_KEYS = 2_000;

export interface KeyChecksOptions {
  database: Database;
  logger: Logger;
  health: KeyHealth;
  keys: KnownKeys;
  routes: Pick<ModelRoutes, 'target'>;
  /** Clock for the interval, in milliseconds. */
  now?: () => number;
}

/**
 * Finds out if a provider refuses a key, or only one request. After a call with KEY_REFUSED or FORBIDDEN the key itself is
 * checked, by the request that the back office uses to test keys. The call alone doesn't pause the key; a check that ends with
 * KEY_REFUSED does. The call doesn't wait for the check. A check takes at most ten seconds, and each process makes at most one
 * per key and minute.
 */
export class KeyChecks {
  readonly #options: KeyChecksOptions;
  readonly #now: () => number;
  readonly #checkedAt = new BoundedMap<string, number>(MAX_KEYS);
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor(options: KeyChecksOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Call this when a call has succeeded (`null`), or failed with KEY_REFUSED or FORBIDDEN. */
  ended(call: AnyCall, failure: ProviderFailure | null): void {
    if (failure === null) this.#accepted(call);
    else this.#checkIfDue(call);
  }

  /** Aborts running checks and waits for their end. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#running);
  }

  #checkIfDue(call: AnyCall): void {
    const { deployment, credential } = call;
    const name = nameOfKey(deployment.provider, credential);
    const checkedAt = this.#checkedAt.get(name);
    const isDue = checkedAt === undefined || this.#now() - checkedAt >= CHECK_INTERVAL_MS;
    if (!isDue || this.#stopping.signal.aborted) return;
    this.#checkedAt.set(name, this.#now());
    this.#run(call, () => this.#check(call));
  }

  async #check(call: AnyCall): Promise<void> {
    const { database, health, keys, logger, routes } = this.#options;
    const { account, credential, deployment } = call;
    const { provider } = deployment;
    const { keyId } = credential;
    const target = await routes.target(deployment, credential, account);
    const { failure } = await testKey(provider as CalledProvider, target, this.#stopping.signal);
    if (failure === null) {
      await this.#noteAccepted(call);
    } else if (failure.failure === 'KEY_REFUSED') {
      if (health.refused(provider, credential)) {
        logger.warn({ provider, providerKey: keyId, reason: failure.message }, 'a provider refuses a key');
      }
      if (!isKept(provider, keyId)) return;
      await noteRefused(database.orm.em.fork(), keyId, failure.message);
      keys.forget();
    }
  }

  #accepted(call: AnyCall): void {
    const { deployment, credential } = call;
    const wasPaused = this.#options.health.accepted(deployment.provider, credential);
    if (wasPaused || isKept(deployment.provider, credential.keyId)) this.#run(call, () => this.#noteAccepted(call));
  }

  /** Clears the failure in the row of a key that works. */
  async #noteAccepted({ account, credential, deployment }: AnyCall): Promise<void> {
    const { database, health, keys } = this.#options;
    const { keyId } = credential;
    health.accepted(deployment.provider, credential);
    if (!isKept(deployment.provider, keyId) || !(await keys.of(account.id)).byId(keyId)?.isFailing) return;
    await noteAccepted(database.orm.em.fork(), keyId);
    keys.forget();
  }

  #run({ credential: { keyId } }: AnyCall, work: () => Promise<void>): void {
    const running = outsideRequests(work)
      .catch((error: unknown) =>
        this.#options.logger.warn({ err: error, providerKey: keyId }, 'a key for a provider could not be checked'),
      )
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }
}

/** True if the result of a check is stored with the key: only for provider keys in the database. */
function isKept(provider: ProviderName, keyId: string | null): keyId is string {
  return keyId !== null && provider !== 'own';
}
