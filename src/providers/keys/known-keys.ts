import type { ProviderName, TaskKind } from '../../models/index.ts';
import type { Database } from '../../platform/database/database.ts';
import type { EnvelopeEncryption } from '../../platform/encryption/envelope-encryption.ts';
import { outsideRequests } from '../../platform/request-scope.ts';
import { BoundedMap } from '../bounded-map.ts';

/** As old as what is known may be. A key that was removed goes on for as long, in other processes than the one it was removed in. */
const MAX_AGE_MS = 1_000;
const MAX_ACCOUNTS = 1_000;

export interface KnownKey {
  readonly id: string;
  readonly provider: ProviderName;
  readonly isOwn: boolean;
  /** Whether it is written down as one that its provider refuses. */
  readonly isFailing: boolean;
  /** As it is kept, in base64. */
  readonly secret: string;
}

export interface KnownServer {
  readonly id: string;
  readonly baseUrl: string;
  readonly model: string | null;
  readonly imageModel: string | null;
  readonly secret: string | null;
}

/** The keys that are kept for an account: the service's own, and its own. */
export class KeysOfAccount {
  readonly server: KnownServer | null;
  readonly #keys: readonly KnownKey[];

  constructor(keys: readonly KnownKey[], server: KnownServer | null) {
    this.#keys = keys;
    this.server = server;
  }

  /** Null where there is none, or none that draws. */
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

/** Reads the keys that are kept, and remembers them for a second. */
export class KnownKeys {
  readonly #database: Database;
  readonly #encryption: EnvelopeEncryption;
  readonly #read = new BoundedMap<string, { at: number; keys: Promise<KeysOfAccount> }>(MAX_ACCOUNTS);

  constructor(database: Database, encryption: EnvelopeEncryption) {
    this.#database = database;
    this.#encryption = encryption;
  }

  of(accountId: string): Promise<KeysOfAccount> {
    const known = this.#read.get(accountId);
    if (known && performance.now() - known.at < MAX_AGE_MS) return known.keys;
    const keys = outsideRequests(() => this.#readAll(accountId));
    const entry = this.#read.set(accountId, { at: performance.now(), keys });
    keys.catch(() => {
      if (this.#read.get(accountId) === entry) this.#read.delete(accountId);
    });
    return keys;
  }

  /** To be called when any of them was changed here. */
  forget(): void {
    this.#read.clear();
  }

  /** @throws when it was encrypted with another master key, or for another row */
  opened({ id, secret }: { id: string; secret: string }): string {
    return this.#encryption.decrypt(Buffer.from(secret, 'base64'), id).toString('utf8');
  }

  async #readAll(accountId: string): Promise<KeysOfAccount> {
    const row = await this.#database.readRow<[KnownKey[], KnownServer | null]>(KEYS_OF_ACCOUNT, [accountId]);
    return new KeysOfAccount(row?.[0] ?? [], row?.[1] ?? null);
  }
}

const KEYS_OF_ACCOUNT = {
  name: 'provider_keys_of_account',
  text: `select
    (select coalesce(json_agg(json_build_object('id', id, 'provider', lower(provider), 'isOwn', customer_id is not null, 'isFailing', failing_since is not null,
                                                'secret', encode(secret, 'base64'))), '[]')
     from provider_key where customer_id is null or customer_id = $1),
    (select json_build_object('id', id, 'baseUrl', base_url, 'model', model, 'imageModel', image_model, 'secret', encode(secret, 'base64'))
     from own_server where customer_id = $1)`,
};
