import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../platform/database/database.ts';
import type { EncryptedSample } from '../platform/encryption/encryption-canary.ts';
import type { WebhookDisabledReason } from './webhook.entity.ts';

/** A webhook that isn't disabled, with the names of the events that it subscribes to. An empty list means all events. */
export interface Subscriber {
  id: string;
  /** Customer that owns the webhook. Null if the service owns it. */
  customerId: string | null;
  eventNames: string[];
  includesCustomers: boolean;
}

/** True if any webhook isn't disabled. */
export async function hasSubscribers(em: EntityManager): Promise<boolean> {
  const [row] = await sql<{ isAny: boolean }>(
    em,
    `select exists (select from webhook where state <> 'DISABLED') as "isAny"`,
  );
  return row!.isAny;
}

/** Finds the webhooks that subscribe to one of these events. */
export function findSubscribers(em: EntityManager, eventNames: readonly string[]): Promise<Subscriber[]> {
  return sql<Subscriber>(
    em,
    `select id, customer_id as "customerId", event_names as "eventNames", includes_customers as "includesCustomers"
     from webhook where state <> 'DISABLED' and (event_names = '{}' or event_names && $1)`,
    [eventNames],
  );
}

/** Ends the failing state of a webhook, unless it is disabled. */
export async function markWorking(em: EntityManager, id: string): Promise<void> {
  await sql(
    em,
    `update webhook set state = 'ENABLED', failing_since = null
     where id = $1 and failing_since is not null and state <> 'DISABLED'`,
    [id],
  );
}

/**
 * Marks a webhook as failing. Returns for how many seconds its attempts have failed without a success; 0 if it is disabled. A
 * pause longer than `longestPause` doesn't count: the service was off, no event occurred, or a clock was set.
 * @param longestPause longest time between two attempts of one delivery, in seconds
 */
export async function markFailing(em: EntityManager, id: string, longestPause: number): Promise<number> {
  const [row] = await sql<{ failingSeconds: number }>(
    em,
    `update webhook set state = 'FAILING', failing_since = coalesce(failing_since, current_timestamp(3)),
       last_failed_at = clock_timestamp(),
       failing_seconds = case
         when failing_since is null then 0
         when clock_timestamp() - last_failed_at between interval '0' and make_interval(secs => $2)
           then failing_seconds + extract(epoch from clock_timestamp() - last_failed_at)
         else failing_seconds
       end
     where id = $1 and state <> 'DISABLED' returning failing_seconds as "failingSeconds"`,
    [id, longestPause],
  );
  return row?.failingSeconds ?? 0;
}

/** Disables a webhook. False if it is disabled already. */
export async function disableRow(em: EntityManager, id: string, because: WebhookDisabledReason): Promise<boolean> {
  const rows = await sql(
    em,
    `update webhook set state = 'DISABLED', disabled_because = $2 where id = $1 and state <> 'DISABLED' returning id`,
    [id, because],
  );
  return rows.length > 0;
}

/** Changes to a webhook. Null keeps the current value; an empty description removes it. */
export interface WebhookChanges {
  url: string | null;
  eventNames: readonly string[] | null;
  description: string | null;
  includesCustomers: boolean | null;
  /** True enables a disabled webhook; false changes nothing. */
  isEnabled: boolean;
}

/** Changes a webhook and increments its version. */
export async function updateWebhook(em: EntityManager, id: string, changes: WebhookChanges): Promise<void> {
  const { url, eventNames, description, includesCustomers, isEnabled } = changes;
  await sql(
    em,
    `update webhook set
       url = coalesce($2, url), event_names = coalesce($3::text[], event_names),
       description = case when $4::text is null then description else nullif($4, '') end,
       includes_customers = coalesce($5::boolean, includes_customers),
       state = case when $6 and state = 'DISABLED' then 'ENABLED' else state end,
       failing_since = case when $6 and state = 'DISABLED' then null else failing_since end,
       disabled_because = case when $6 then null else disabled_because end,
       version = version + 1
     where id = $1`,
    [id, url, eventNames, description, includesCustomers, isEnabled],
  );
}

/** Deletes a webhook with its deliveries. */
export async function deleteWebhook(em: EntityManager, id: string): Promise<void> {
  await sql(em, 'delete from webhook where id = $1', [id]);
}

/** Replaces the signing secret of a webhook. The earlier one stays valid for `overlapSeconds`. */
export async function replaceSecret(
  em: EntityManager,
  id: string,
  secret: Uint8Array,
  overlapSeconds: number,
): Promise<void> {
  await sql(
    em,
    `update webhook set previous_secret = secret, secret = $2,
       previous_secret_until = clock_timestamp() + make_interval(secs => $3)
     where id = $1`,
    [id, secret, overlapSeconds],
  );
}

/** Locks a webhook and reads its version. Null if it doesn't exist. */
export async function lockVersion(em: EntityManager, id: string): Promise<number | null> {
  const [row] = await sql<{ version: number }>(em, 'select version from webhook where id = $1 for update', [id]);
  return row?.version ?? null;
}

/** Reads one of the encrypted signing secrets. Null if no webhook exists. */
export async function findSecret(em: EntityManager): Promise<EncryptedSample | null> {
  const [row] = await sql<EncryptedSample>(em, 'select secret as encrypted, id as context from webhook limit 1');
  return row ?? null;
}

/** Counts the service's own webhooks that aren't disabled, and how many of them are failing. */
export async function countOwn(em: EntityManager): Promise<{ count: number; failing: number }> {
  const [row] = await sql<{ count: number; failing: number }>(
    em,
    `select count(*)::int as count, count(*) filter (where state = 'FAILING')::int as failing
     from webhook where customer_id is null and state <> 'DISABLED'`,
  );
  return row!;
}

/** Counts webhooks by state. States without webhooks are left out. */
export function countByState(em: EntityManager): Promise<{ state: string; count: number }[]> {
  return sql(em, 'select state, count(*)::int as count from webhook group by state');
}
