import type { EntityManager } from '@mikro-orm/postgresql';
import type { ProviderName } from '../../models/index.ts';
import { type Database, sql } from '../../platform/database/database.ts';
import type { EncryptedSample } from '../../platform/encryption/encryption-canary.ts';
import type { KeyedProvider } from './keyed-provider.ts';

export interface NewProviderKey {
  id: string;
  /** Null for a key of the service. */
  customerId: string | null;
  provider: KeyedProvider;
  secret: Buffer;
  hint: string;
  createdBy: string;
}

/**
 * Replaces the key of an owner and provider, under a new id, so that the id in a recorded call identifies the key that was used.
 * The last of two concurrent calls wins.
 */
export async function putKey(em: EntityManager, key: NewProviderKey): Promise<void> {
  await sql(
    em,
    `insert into provider_key (id, customer_id, provider, secret, hint, created_by) values ($1, $2, $3, $4, $5, $6)
     on conflict (coalesce(customer_id, ''), provider) do update
     set id = excluded.id, secret = excluded.secret, hint = excluded.hint, created_by = excluded.created_by,
         created_at = current_timestamp(3), failing_since = null, failing_reason = null`,
    [key.id, key.customerId, key.provider, key.secret, key.hint, key.createdBy],
  );
}

/** Deletes a key. False if the owner has no such key. */
export async function removeKey(em: EntityManager, id: string, customerId: string | null): Promise<boolean> {
  const rows = await sql(
    em,
    'delete from provider_key where id = $1 and customer_id is not distinct from $2 returning id',
    [id, customerId],
  );
  return rows.length > 0;
}

/** Records that a key's provider refuses it. The time of the first refusal is kept. */
export async function noteRefused(em: EntityManager, id: string, reason: string): Promise<void> {
  await sql(
    em,
    'update provider_key set failing_since = coalesce(failing_since, current_timestamp(3)), failing_reason = $2 where id = $1',
    [id, reason],
  );
}

/** Records that a key's provider accepts it. */
export async function noteAccepted(em: EntityManager, id: string): Promise<void> {
  await sql(em, 'update provider_key set failing_since = null, failing_reason = null where id = $1', [id]);
}

/** Reads one encrypted key, of a provider or of an own server. Null if none is stored. */
export async function envelopedSample(em: EntityManager): Promise<EncryptedSample | null> {
  const [row] = await sql<EncryptedSample>(
    em,
    `(select secret as encrypted, id as context from provider_key limit 1)
     union all (select secret, id from own_server where secret is not null limit 1) limit 1`,
  );
  return row ?? null;
}

/** Stored provider key. */
export interface KnownKey {
  readonly id: string;
  readonly provider: ProviderName;
  readonly isOwn: boolean;
  /** True if the provider refuses the key. */
  readonly isFailing: boolean;
  /** Encrypted key, in base64. */
  readonly secret: string;
}

/** Stored server of a customer. */
export interface KnownServer {
  readonly id: string;
  readonly baseUrl: string;
  readonly model: string | null;
  readonly imageModel: string | null;
  /** Encrypted key of the server, in base64. Null if the server has no key. */
  readonly secret: string | null;
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

/** Reads the keys of an account and of the service, and the account's own server. `server` is null if the account has none. */
export async function findKeysOf(
  database: Database,
  accountId: string,
): Promise<{ keys: KnownKey[]; server: KnownServer | null }> {
  const row = await database.readRow<[KnownKey[], KnownServer | null]>(KEYS_OF_ACCOUNT, [accountId]);
  return { keys: row?.[0] ?? [], server: row?.[1] ?? null };
}
