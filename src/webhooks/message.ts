import { newId } from '../platform/ids.ts';

/** Maximum size of a request body in bytes. It is small enough for the default limits of most receivers and proxies. */
export const MAX_BODY_BYTES = 64_000;
/** Name of the event that `sendTestWebhook` sends. */
export const TEST_EVENT = 'webhook.test';

export interface WebhookMessage {
  /** Value of the header `webhook-id`. */
  id: string;
  name: string;
  /** Request body, which the signature covers. */
  body: string;
  occurredAt: Date;
  isTest: boolean;
}

/**
 * Creates the message of one event, with the same text for every receiver.
 * @throws Error if the body is larger than `MAX_BODY_BYTES`. Events stay small because they refer to objects by id.
 */
export function messageOf(
  id: string,
  { name, occurredAt, data }: { name: string; occurredAt: Date; data: Readonly<Record<string, unknown>> },
): WebhookMessage {
  const body = JSON.stringify({ type: name, timestamp: occurredAt.toISOString(), data });
  if (Buffer.byteLength(body) > MAX_BODY_BYTES)
    throw new Error(`The event ${name} is larger than ${MAX_BODY_BYTES} bytes.`);
  return { id, name, body, occurredAt, isTest: false };
}

/**
 * Id that receivers see for an event.
 * @param heardId UUID that the outbox gave this event for this listener, the same if the event is received again
 */
export function eventIdOf(heardId: string): string {
  return `evt_${heardId.replaceAll('-', '')}`;
}

export function testMessage(webhookId: string, at: Date): WebhookMessage {
  const id = `evt_${newId('webhookDelivery').split('_')[1]}`;
  return { ...messageOf(id, { name: TEST_EVENT, occurredAt: at, data: { webhookId } }), isTest: true };
}
