import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../platform/context.ts';
import { sql } from '../platform/database/database.ts';
import { publish } from '../platform/events/outbox.ts';
import { newId } from '../platform/ids.ts';
import type { Message } from './message.ts';
import { WebhookDisabledBecause } from './webhook.entity.ts';
import { WebhookDeliveryState, WebhookOutcome } from './webhook-delivery.entity.ts';

/*
 * Which deliveries are due, who is at them, and what became of them: by statements, since several processes work on them, and by
 * the database's clock.
 */

declare module '../platform/events/outbox.ts' {
  interface Events {
    /** Events are not sent there any more. */
    'webhook.disabled': { webhookId: string; because: WebhookDisabledBecause };
  }
}

/** Not rounded up, as a column of milliseconds would: what is due now has to be due for who looks at once. */
const NOW = `date_trunc('milliseconds', clock_timestamp())`;
/** An attempt counts as lost after this, and the next one is made: longer than any attempt takes. */
const LEASE_SECONDS = 60;

/** A delivery that is to be tried now. */
export interface DueDelivery {
  id: string;
  webhookId: string;
  eventId: string;
  payload: string;
  /** Which attempt of the delivery it is, from 1. */
  number: number;
  /** Which one since it was sent first or replayed, from 1. */
  tries: number;
  url: string;
  secret: Buffer;
  /** Null where it does not count any more. */
  previousSecret: Buffer | null;
  /** Since when that happened which it tells of. */
  lagSeconds: number;
}

/**
 * Takes deliveries that are due: the longest waiting webhooks first, of each at most so many at a time in this process, so that
 * one that is slow holds up nobody else.
 *
 * @param underWay how many of each webhook this process is at
 */
export function claimDue(
  em: EntityManager,
  { underWay, mostOfOne, most }: { underWay: ReadonlyMap<string, number>; mostOfOne: number; most: number },
): Promise<DueDelivery[]> {
  return sql<DueDelivery>(
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
       extract(epoch from clock_timestamp() - occurred_at)::float8 as "lagSeconds"
     from claimed join webhook on webhook.id = claimed.webhook_id`,
    [JSON.stringify(Object.fromEntries(underWay)), mostOfOne, most],
  );
}

export interface Tried {
  outcome: WebhookOutcome;
  statusCode: number | null;
  durationMs: number;
}

const NOTE_ATTEMPT = `attempt as (
  update webhook_attempt set outcome = $3, status_code = $4, duration_ms = $5 where delivery_id = $1 and number = $2
)`;
/** Not what another process has taken up meanwhile, because this one was thought dead. */
const STILL_OURS = 'id = $1 and attempt_count = $2';

/** It has arrived: nobody sends it again, and the webhook is not failing any more. */
export async function noteDelivered(em: EntityManager, delivery: DueDelivery, tried: Tried): Promise<void> {
  await sql(
    em,
    `with ${NOTE_ATTEMPT}
     update webhook_delivery set state = '${WebhookDeliveryState.DELIVERED}', due_at = null, ended_at = current_timestamp(3)
     where ${STILL_OURS}`,
    valuesOf(delivery, tried),
  );
  await sql(
    em,
    `update webhook set state = 'ENABLED', failing_since = null
     where id = $1 and failing_since is not null and state <> 'DISABLED'`,
    [delivery.webhookId],
  );
}

/**
 * It has not arrived. Gives for how long every attempt to reach the webhook has failed.
 * @param delayMs until the next attempt; null: it is given up
 */
export async function noteFailed(
  em: EntityManager,
  delivery: DueDelivery,
  tried: Tried,
  delayMs: number | null,
): Promise<number> {
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
  // By itself: who disables a webhook has it locked before its deliveries, and would be waited for the other way round.
  const [row] = await sql<{ failingSeconds: number }>(
    em,
    `update webhook set failing_since = coalesce(failing_since, current_timestamp(3)), state = 'FAILING'
     where id = $1 and state <> 'DISABLED'
     returning extract(epoch from clock_timestamp() - failing_since)::float8 as "failingSeconds"`,
    [delivery.webhookId],
  );
  return row?.failingSeconds ?? 0;
}

/** It was cut off by our own stop: it is tried again as soon as somebody works, and nothing is held against the receiver. */
export async function handBack(em: EntityManager, { id, number }: DueDelivery): Promise<void> {
  await sql(em, `update webhook_delivery set due_at = ${NOW}, tries = tries - 1 where ${STILL_OURS}`, [id, number]);
}

function valuesOf({ id, number }: DueDelivery, { outcome, statusCode, durationMs }: Tried): unknown[] {
  return [id, number, outcome, statusCode, durationMs];
}

/** Has messages sent, each to one webhook. One that is on its way already is not sent again. Gives how many there were. */
export async function enqueue(
  em: EntityManager,
  messages: readonly { webhookId: string; message: Message }[],
): Promise<string[]> {
  if (messages.length === 0) return [];
  const rows = messages.map(({ webhookId, message: { id, name, body, occurredAt, isTest } }) => ({
    id: newId('webhookDelivery'),
    webhook_id: webhookId,
    event_id: id,
    event_name: name,
    payload: body,
    is_test: isTest,
    occurred_at: occurredAt.toISOString(),
  }));
  // Locked, so that none is disabled or deleted in between.
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

/** Ends sending to a webhook: what is on its way is not sent any more. Does nothing the second time. */
export async function disable(ctx: Context, webhookId: string, because: WebhookDisabledBecause): Promise<boolean> {
  return ctx.transactional(async (inner) => {
    const rows = await sql(
      inner.em,
      `update webhook set state = 'DISABLED', disabled_because = $2 where id = $1 and state <> 'DISABLED' returning id`,
      [webhookId, because],
    );
    if (rows.length === 0) return false;
    await sql(
      inner.em,
      `update webhook_delivery
       set state = '${WebhookDeliveryState.CANCELED}', due_at = null, ended_at = current_timestamp(3)
       where webhook_id = $1 and state = '${WebhookDeliveryState.PENDING}'`,
      [webhookId],
    );
    publish(inner, 'webhook.disabled', { webhookId, because });
    return true;
  });
}

/** Has deliveries sent again as they were, those that have ended. Gives which. */
export async function replay(
  em: EntityManager,
  { webhookId, deliveryId, since, states, mostAttempts, most }: Replay,
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

export interface Replay {
  webhookId: string;
  /** Null: all. */
  deliveryId: string | null;
  /** Of what happened then or later. */
  since: Date | null;
  states: readonly WebhookDeliveryState[];
  /** Those that were tried more often are left. */
  mostAttempts: number;
  most: number;
}

/** At once: a statement that deletes more would hold its locks for long. */
const MAX_FORGOTTEN = 10_000;

/** Deletes deliveries that ended so many days ago. Gives how many. */
export async function forgetEnded(em: EntityManager, days: number): Promise<number> {
  const rows = await sql(
    em,
    `delete from webhook_delivery where id in (
       select id from webhook_delivery where ended_at < now() - make_interval(days => $1) limit ${MAX_FORGOTTEN}
     ) returning id`,
    [days],
  );
  return rows.length;
}
