import type { EntityManager } from '@mikro-orm/postgresql';
import { expiryIn } from '../platform/auth/expired-token.sql.ts';
import { type Database, sql } from '../platform/database/database.ts';
import { type ExpiringCredential, expiring } from '../platform/endings/announced-ending.sql.ts';
import type { CallsTold } from './known-calls.ts';
import type { Plan } from './plan.ts';

/** Finds the plan and the state of a customer; null if not found. */
export async function findAccount(
  database: Database,
  id: string,
): Promise<{ isHouse: boolean; plan: Plan; isSuspended: boolean } | null> {
  const found = await database.readRow<[isHouse: boolean, plan: Plan, isSuspended: boolean]>(
    { name: 'customer', text: 'select is_house, plan, suspended_at is not null from customer where id = $1' },
    [id],
  );
  if (!found) return null;
  const [isHouse, plan, isSuspended] = found;
  return { isHouse, plan, isSuspended };
}

/** A valid key and the customer that it belongs to. */
export interface UsedKey {
  keyId: string;
  /** Names of the tasks that the key may run; null: all. */
  tasks: string[] | null;
  customerId: string;
  isHouse: boolean;
  plan: Plan;
  isSuspended: boolean;
  /** Null for a key without a limit. */
  calls: CallsTold | null;
  issuers: string[];
}

type UsedKeyRow = [
  keyId: string,
  tasks: string[] | null,
  customerId: string,
  isHouse: boolean,
  plan: Plan,
  isSuspended: boolean,
  calls: CallsTold | null,
  issuers: string[],
];

/** As `reserve_usage` tells it. */
const CALLS = `jsonb_build_object('most', key.calls_per_minute) || coalesce((
               select jsonb_build_object('used', window_calls, 'endsInMs', extract(epoch from window_ends_at - now()) * 1000)
               from usage_period
               where subject = key.lineage_id and month = date_trunc('month', now() at time zone 'UTC')::date
                 and window_ends_at between now() and now() + interval '61 seconds'
             ), '{"used": 0, "endsInMs": 0}')`;

const keyStatement = (name: string, condition: string) => ({
  name,
  // The time of use is written at most once a minute: a busy key would otherwise make every read a write.
  text: `with found as (
           select key.id, key.tasks, key.issuers, key.last_used_at, customer.id as customer_id, customer.is_house, customer.plan,
             customer.suspended_at is not null as is_suspended,
             case when key.calls_per_minute is not null then ${CALLS} end as calls
           from customer_key key join customer on customer.id = key.customer_id
           where ${condition} and key.revoked_at is null and key.expires_at > now()
         ), used as (
           update customer_key set last_used_at = current_timestamp(3) from found
           where customer_key.id = found.id
             and (found.last_used_at is null or found.last_used_at < now() - interval '1 minute')
         )
         select id, tasks, customer_id, is_house, plan, is_suspended, calls, issuers from found`,
});

const KEY_OF_DIGEST = keyStatement('customer_key', 'key.token_hash = $1');
const KEY_OF_ID = keyStatement('customer_key_by_id', 'key.id = $1');

/** Finds a key by its id, or by the digest of its token, and records its use; null if it is unknown, expired or revoked. */
export async function touchKey(database: Database, by: { id: string } | { digest: Buffer }): Promise<UsedKey | null> {
  const found = await ('id' in by
    ? database.readRow<UsedKeyRow>(KEY_OF_ID, [by.id])
    : database.readRow<UsedKeyRow>(KEY_OF_DIGEST, [by.digest]));
  if (!found) return null;
  const [keyId, tasks, customerId, isHouse, plan, isSuspended, calls, issuers] = found;
  return { keyId, tasks, customerId, isHouse, plan, isSuspended, calls, issuers };
}

/** Finds the name of the customer of a key, and the expiry of the key; null if the key is unknown. */
export async function findViewer(
  database: Database,
  keyId: string | undefined,
): Promise<{ name: string; expiresAt: Date } | null> {
  const found = await database.readRow<[name: string, expiresAt: string]>(
    {
      name: 'customer_viewer',
      text: `select customer.name, customer_key.expires_at from customer_key join customer on customer.id = customer_key.customer_id
             where customer_key.id = $1`,
    },
    [keyId],
  );
  return found ? { name: found[0], expiresAt: new Date(found[1]) } : null;
}

/** Reads the ids of the newest keys of each customer; `most` at most for each. */
export async function readNewestKeyIds(
  em: EntityManager,
  customerIds: readonly string[],
  most: number,
): Promise<string[]> {
  const newest = await sql<{ id: string }>(
    em,
    `select key.id from unnest($1::text[]) as wanted (id)
     cross join lateral (select id from customer_key where customer_id = wanted.id order by id desc limit $2) key`,
    [customerIds, most],
  );
  return newest.map(({ id }) => id);
}

/** Finds when a token expired, by its digest. Null if it is valid, unknown or revoked. */
export const readExpiry = expiryIn('customer_key');

/** Finds valid keys that expire before `until`. Keys that another one replaced are left out: they end on purpose. */
export function findExpiringKeys(em: EntityManager, until: Date): Promise<ExpiringCredential[]> {
  return sql(
    em,
    `select ${expiring("customer.name || ': ' || key.name", 'case when not customer.is_house then customer.id end')}
     from customer_key key join customer on customer.id = key.customer_id
     where key.revoked_at is null and key.expires_at > now() and key.expires_at <= $1 and customer.suspended_at is null
       and not exists (
         select 1 from customer_key later
         where later.lineage_id = key.lineage_id and later.revoked_at is null and later.expires_at > key.expires_at)`,
    [until],
  );
}
