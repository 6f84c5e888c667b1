import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../platform/context.ts';
import { publish } from '../platform/events/outbox.ts';
import { newId } from '../platform/ids.ts';
import { LONGEST_DELAY_MS } from './backoff.ts';
import type { WebhookMessage } from './message.ts';
import type { WebhookDisabledReason } from './webhook.entity.ts';
import { disableRow, markFailing, markWorking } from './webhook.sql.ts';
import {
  cancelPending,
  type DeliveryAttemptResult,
  type DueDelivery,
  endDelivered,
  endFailed,
  insertDeliveries,
} from './webhook-delivery.sql.ts';

declare module '../platform/events/outbox.ts' {
  interface Events {
    /** A webhook was disabled. It gets no more events. */
    'webhook.disabled': { webhookId: string; because: WebhookDisabledReason };
  }
}

/** Ends a delivery that arrived, and the failing state of its webhook. */
export async function recordDelivered(
  em: EntityManager,
  delivery: DueDelivery,
  tried: DeliveryAttemptResult,
): Promise<void> {
  await endDelivered(em, delivery, tried);
  await markWorking(em, delivery.webhookId);
}

/**
 * Ends a failed attempt. Returns for how many seconds the webhook's attempts have failed without a success.
 * @param delayMs time until the next attempt. Null: the delivery fails.
 */
export async function recordFailed(
  em: EntityManager,
  delivery: DueDelivery,
  tried: DeliveryAttemptResult,
  delayMs: number | null,
): Promise<number> {
  await endFailed(em, delivery, tried, delayMs);
  // A separate statement: `disable` locks the webhook before its deliveries, and the reverse order would deadlock.
  return markFailing(em, delivery.webhookId, LONGEST_DELAY_MS / 1_000);
}

/**
 * Queues deliveries, each of one message to one webhook. Skips disabled webhooks, and messages that are already queued for the
 * webhook. Returns the ids of the new deliveries.
 */
export async function enqueue(
  em: EntityManager,
  messages: readonly { webhookId: string; message: WebhookMessage }[],
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
  return insertDeliveries(em, rows);
}

/** Disables a webhook and cancels its pending deliveries. False if it is disabled already. */
export async function disable(ctx: Context, webhookId: string, because: WebhookDisabledReason): Promise<boolean> {
  return ctx.transactional(async (inner) => {
    if (!(await disableRow(inner.em, webhookId, because))) return false;
    await cancelPending(inner.em, webhookId);
    publish(inner, 'webhook.disabled', { webhookId, because });
    return true;
  });
}
