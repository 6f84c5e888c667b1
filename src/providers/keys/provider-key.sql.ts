import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../../platform/database/database.ts';
import type { EncryptedSample } from '../../platform/encryption/encryption-canary.ts';
import type { KeyedProvider } from './keyed-provider.ts';

export interface NewKey {
  id: string;
  /** Null: the service's own. */
  customerId: string | null;
  provider: KeyedProvider;
  secret: Buffer;
  hint: string;
  createdBy: string;
}

/**
 * Puts a key in the place of the one there was, under an id of its own: of two who set one at once the last one holds, and a
 * call that is logged with the earlier id was made with the earlier key.
 */
export async function putKey(em: EntityManager, key: NewKey): Promise<void> {
  await sql(
    em,
    `insert into provider_key (id, customer_id, provider, secret, hint, created_by) values ($1, $2, $3, $4, $5, $6)
     on conflict (coalesce(customer_id, ''), provider) do update
     set id = excluded.id, secret = excluded.secret, hint = excluded.hint, created_by = excluded.created_by,
         created_at = current_timestamp(3), failing_since = null, failing_reason = null`,
    [key.id, key.customerId, key.provider, key.secret, key.hint, key.createdBy],
  );
}

/** Of this owner alone. Gives whether there was one. */
export async function removeKey(em: EntityManager, id: string, customerId: string | null): Promise<boolean> {
  const rows = await sql(
    em,
    'delete from provider_key where id = $1 and customer_id is not distinct from $2 returning id',
    [id, customerId],
  );
  return rows.length > 0;
}

/** Writes down that a provider refuses a key. The first time counts. */
export async function noteRefused(em: EntityManager, id: string, reason: string): Promise<void> {
  await sql(
    em,
    'update provider_key set failing_since = coalesce(failing_since, current_timestamp(3)), failing_reason = $2 where id = $1',
    [id, reason],
  );
}

export async function noteAccepted(em: EntityManager, id: string): Promise<void> {
  await sql(em, 'update provider_key set failing_since = null, failing_reason = null where id = $1', [id]);
}

/** One of what is kept encrypted here. */
export async function envelopedSample(em: EntityManager): Promise<EncryptedSample | null> {
  const [row] = await sql<EncryptedSample>(
    em,
    `(select secret as encrypted, id as context from provider_key limit 1)
     union all (select secret, id from own_server where secret is not null limit 1) limit 1`,
  );
  return row ?? null;
}
