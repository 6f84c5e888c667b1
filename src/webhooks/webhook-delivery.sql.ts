import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../platform/database/database.ts';
import { WebhookDeliveryState, type WebhookOutcome } from './webhook-delivery.entity.ts';

/**
 * Current time, cut to milliseconds. The column would round the time up, and a worker that checks immediately would not find
 * the delivery due.
 */
const NOW = `date_trunc('milliseconds', clock_timestamp())`;
/**
 * Time after which an attempt without a recorded outcome counts as lost and the next one starts. Longer than any attempt takes.
 */
const LEASE_SECONDS = 60;

/** A delivery that is due for an attempt. */
export interface DueDelivery {
  id: string;
  webhookId: string;
  eventId: string;
  payload: string;
  /** Number of this attempt among all attempts of the delivery, from 1. */
  number: number;
  /** Number of this attempt since the delivery was created or replayed, from 1. */
  tries: number;
  url: string;
  secret: Buffer;
  /** Replaced signing secret. Null unless it is still valid. */
  previousSecret: Buffer | null;
  /** Seconds since the event occurred. */
  lagSeconds: number;
}

/** Deliveries that were claimed, and when to look for more. */
interface ClaimedDeliveries {
  deliveries: DueDelivery[];
  /** Milliseconds until the next delivery is due, as of before the claim. Not positive if one is overdue; null if none waits. */
  nextMs: number | null;
}

/**
 * Claims due deliveries and begins an attempt at each; webhooks that have waited longest come first. This process makes at most
 * `mostOfOne` concurrent attempts for each webhook, so that a slow webhook delays no other.
 *
 * @param underWay number of attempts that this process is making now, by webhook id
 */
export async function claimDue(
  em: EntityManager,
  { underWay, mostOfOne, most }: { underWay: ReadonlyMap<string, number>; mostOfOne: number; most: number },
): Promise<ClaimedDeliveries> {
  const rows = await sql<DueDelivery & Pick<ClaimedDeliveries, 'nextMs'>>(
    em,
    `with waiting as (
       select webhook_id, min(due_at) as since from webhook_delivery where due_at <= clock_timestamp() group by webhook_id
     ), due as (
       select delivery.id from waiting
       join webhook on webhook.id = waiting.webhook_id and webhook.state <> 'DISABLED'
       cross join lateral (
         select id from webhook_delivery
         where webhook_id = waiting.webhook_id and due_at <= clock_timestamp()
         order by due_at limit greatest($2::int - coalesce(($1::jsonb ->> waiting.webhook_id)::int, 0), 0)
         for update skip locked
       ) delivery
       order by waiting.since limit $3
     ), claimed as (
       update webhook_delivery
       set due_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}),
           tries = tries + 1, attempt_count = attempt_count + 1
       from due where webhook_delivery.id = due.id
       returning webhook_delivery.*
     ), begun as (
       insert into webhook_attempt (delivery_id, number, started_at)
       select id, attempt_count, clock_timestamp() from claimed
     )
     select claimed.id, webhook.id as "webhookId", event_id as "eventId", payload, attempt_count as number, tries, url, secret,
       case when previous_secret_until > clock_timestamp() then previous_secret end as "previousSecret",
       extract(epoch from clock_timestamp() - occurred_at)::float8 as "lagSeconds", "nextMs"
     from (
       select (extract(epoch from min(due_at) - clock_timestamp()) * 1000)::float8 as "nextMs" from webhook_delivery
     ) next
     left join (claimed join webhook on webhook.id = claimed.webhook_id) on true`,
    [JSON.stringify(Object.fromEntries(underWay)), mostOfOne, most],
  );
  return { deliveries: rows.filter(({ id }) => id !== null), nextMs: rows[0]!.nextMs };
}

/** Result of an attempt to deliver to a webhook. */
export interface DeliveryAttemptResult {
  outcome: WebhookOutcome;
  statusCode: number | null;
  durationMs: number;
}

const NOTE_ATTEMPT = `attempt as (
  update webhook_attempt set outcome = $3, status_code = $4, duration_ms = $5 where delivery_id = $1 and number = $2
)`;
/**
 * Condition: no later attempt of this delivery has started. A later attempt starts if the lease expires before the outcome is
 * recorded.
 */
const STILL_OURS = 'id = $1 and attempt_count = $2';

function valuesOf({ id, number }: DueDelivery, { outcome, statusCode, durationMs }: DeliveryAttemptResult): unknown[] {
  return [id, number, outcome, statusCode, durationMs];
}

/** Records a successful attempt and ends its delivery. */
export async function endDelivered(
  em: EntityManager,
  delivery: DueDelivery,
  tried: DeliveryAttemptResult,
): Promise<void> {
  await sql(
    em,
    `with ${NOTE_ATTEMPT}
     update webhook_delivery set state = '${WebhookDeliveryState.DELIVERED}', due_at = null, ended_at = current_timestamp(3)
     where ${STILL_OURS}`,
    valuesOf(delivery, tried),
  );
}

/**
 * Records a failed attempt.
 * @param delayMs time until the next attempt; null if the delivery fails
 */
export async function endFailed(
  em: EntityManager,
  delivery: DueDelivery,
  tried: DeliveryAttemptResult,
  delayMs: number | null,
): Promise<void> {
  await sql(
    em,
    `with ${NOTE_ATTEMPT}
     update webhook_delivery
     set due_at = clock_timestamp() + make_interval(secs => $6::float8 / 1000),
         state = case when $6::float8 is null then '${WebhookDeliveryState.FAILED}' else state end,
         ended_at = case when $6::float8 is null then current_timestamp(3) end
     where ${STILL_OURS} and state = '${WebhookDeliveryState.PENDING}'`,
    [...valuesOf(delivery, tried), delayMs],
  );
}

/**
 * Makes a delivery due now, because the stop of this process interrupted the attempt. The attempt still counts in
 * `attempt_count`, but not in `tries`, which determines the next delay.
 */
export async function releaseClaim(em: EntityManager, { id, number }: DueDelivery): Promise<void> {
  await sql(em, `update webhook_delivery set due_at = ${NOW}, tries = tries - 1 where ${STILL_OURS}`, [id, number]);
}

/**
 * Corrects times after the database's clock was set back. Changes only deliveries that are due later than a lease from now:
 * with an attempt in progress, they get a full lease from now; otherwise they become due now. Returns the number of changed
 * deliveries.
 */
export async function pullDeliveriesForward(em: EntityManager): Promise<number> {
  const rows = await sql(
    em,
    `update webhook_delivery set due_at = ${NOW} + case when exists (
         select from webhook_attempt
         where delivery_id = webhook_delivery.id and number = attempt_count and outcome is null
       ) then make_interval(secs => ${LEASE_SECONDS}) else interval '0' end
     where due_at > ${NOW} + make_interval(secs => ${LEASE_SECONDS}) returning 1`,
  );
  return rows.length;
}

/** Columns of a new delivery. */
export interface NewDelivery {
  id: string;
  webhook_id: string;
  event_id: string;
  event_name: string;
  payload: string;
  is_test: boolean;
  occurred_at: string;
}

/**
 * Inserts deliveries, except for disabled webhooks and for those that already have a delivery of this event. Returns the inserted
 * ids.
 */
export async function insertDeliveries(em: EntityManager, rows: readonly NewDelivery[]): Promise<string[]> {
  // Locks the webhooks, so that none is disabled or deleted before the insert.
  const inserted = await sql<{ id: string }>(
    em,
    `with open as (select id from webhook where id = any($2) and state <> 'DISABLED' for share)
     insert into webhook_delivery (id, webhook_id, event_id, event_name, payload, is_test, occurred_at, due_at)
     select wanted.*, ${NOW}
     from jsonb_to_recordset($1::jsonb) as wanted (id varchar, webhook_id varchar, event_id varchar, event_name varchar,
       payload text, is_test boolean, occurred_at timestamptz)
     join open on open.id = wanted.webhook_id
     on conflict (webhook_id, event_id) do nothing returning id`,
    [JSON.stringify(rows), [...new Set(rows.map((row) => row.webhook_id))]],
  );
  return inserted.map(({ id }) => id);
}

/** Cancels the pending deliveries of a webhook. */
export async function cancelPending(em: EntityManager, webhookId: string): Promise<void> {
  await sql(
    em,
    `update webhook_delivery
     set state = '${WebhookDeliveryState.CANCELED}', due_at = null, ended_at = current_timestamp(3)
     where webhook_id = $1 and state = '${WebhookDeliveryState.PENDING}'`,
    [webhookId],
  );
}

/** Selection of ended deliveries of a webhook that are sent again. */
export interface ReplaySelection {
  webhookId: string;
  /** Id of the only delivery to send again. Null for all deliveries of the webhook. */
  deliveryId: string | null;
  /** Only deliveries of events from this time on. Null for no limit. */
  since: Date | null;
  states: readonly WebhookDeliveryState[];
  /** Deliveries with more attempts than this are left out. */
  mostAttempts: number;
  most: number;
}

/** Makes ended deliveries due again, with unchanged content. Returns the ids of these deliveries. */
export async function replay(
  em: EntityManager,
  { webhookId, deliveryId, since, states, mostAttempts, most }: ReplaySelection,
): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    em,
    `update webhook_delivery
     set state = '${WebhookDeliveryState.PENDING}', tries = 0, due_at = ${NOW}, ended_at = null
     where id in (
       select id from webhook_delivery
       where webhook_id = $1 and ($2::text is null or id = $2) and ($3::timestamptz is null or occurred_at >= $3)
         and state = any($4) and attempt_count <= $5
       order by id limit $6 for update
     ) returning id`,
    [webhookId, deliveryId, since, states, mostAttempts, most],
  );
  return rows.map(({ id }) => id);
}

/** Maximum number of rows that one statement deletes, so that it doesn't hold its locks for long. */
const MAX_DELETED = 10_000;

/** Deletes at most `MAX_DELETED` deliveries that ended more than `days` days ago. Returns the number of deleted deliveries. */
export async function deleteEnded(em: EntityManager, days: number): Promise<number> {
  const rows = await sql(
    em,
    `delete from webhook_delivery where id in (
       select id from webhook_delivery where ended_at < now() - make_interval(days => $1) limit ${MAX_DELETED}
     ) returning id`,
    [days],
  );
  return rows.length;
}

/** Counts deliveries that have been due for more than a minute, except those of disabled webhooks. */
export async function countOverdue(em: EntityManager): Promise<number> {
  const [row] = await sql<{ count: number }>(
    em,
    `select count(*)::int as count from webhook_delivery
     join webhook on webhook.id = webhook_id and webhook.state <> 'DISABLED'
     where due_at < now() - interval '1 minute'`,
  );
  return row!.count;
}
