import type { ProviderName, TaskKind } from '../../models/index.ts';
import type { Database } from '../../platform/database/database.ts';
import type { EnvelopeEncryption } from '../../platform/encryption/envelope-encryption.ts';
import { outsideRequests } from '../../platform/request-scope.ts';
import { BoundedMap } from '../bounded-map.ts';
import { findKeysOf, type KnownKey, type KnownServer } from './provider-key.sql.ts';

/** Maximum age of cached keys. Other processes use a removed key for at most this long. */
const MAX_AGE_MS = 1_000;
const MAX_ACCOUNTS = 1_000;

export type { KnownKey, KnownServer };

/** Stored keys for an account: the service's and its own. */
export class AccountKeys {
  readonly server: KnownServer | null;
  readonly #keys: readonly KnownKey[];

  constructor(keys: readonly KnownKey[], server: KnownServer | null) {
    this.#keys = keys;
    this.server = server;
  }

  /**
   * Own server for this kind of task. Null if the account has no server, or if the task is for images and the server has no
   * image model.
   */
  serverFor(kind: TaskKind): KnownServer | null {
    return kind === 'TEXT' || this.server?.imageModel ? this.server : null;
  }

  byId(id: string | null): KnownKey | null {
    return this.#keys.find((key) => key.id === id) ?? null;
  }

  own(provider: ProviderName): KnownKey | null {
    return this.#keys.find((key) => key.isOwn && key.provider === provider) ?? null;
  }

  service(provider: ProviderName): KnownKey | null {
    return this.#keys.find((key) => !key.isOwn && key.provider === provider) ?? null;
  }
}

/** Reads stored keys and caches them for a second. */
export class KnownKeys {
  readonly #database: Database;
  readonly #encryption: EnvelopeEncryption;
  readonly #read = new BoundedMap<string, { at: number; keys: Promise<AccountKeys> }>(MAX_ACCOUNTS);

  constructor(database: Database, encryption: EnvelopeEncryption) {
    this.#database = database;
    this.#encryption = encryption;
  }

  of(accountId: string): Promise<AccountKeys> {
    const known = this.#read.get(accountId);
    if (known && performance.now() - known.at < MAX_AGE_MS) return known.keys;
    const keys = outsideRequests(() => this.#readAll(accountId));
    const entry = this.#read.set(accountId, { at: performance.now(), keys });
    keys.catch(() => {
      if (this.#read.get(accountId) === entry) this.#read.delete(accountId);
    });
    return keys;
  }

  /** Call this after a key or an own server was changed in this process. */
  forget(): void {
    this.#read.clear();
  }

  /**
   * Decrypts a key.
   * @throws if the key was encrypted with another master key, or for another row
   */
  opened({ id, secret }: { id: string; secret: string }): string {
    return this.#encryption.decrypt(Buffer.from(secret, 'base64'), id).toString('utf8');
  }

  async #readAll(accountId: string): Promise<AccountKeys> {
    const { keys, server } = await findKeysOf(this.#database, accountId);
    return new AccountKeys(keys, server);
  }
}
