import { newId } from '../platform/ids.ts';

/** As Standard Webhooks advises: receivers and the proxies before them take so much without being told. */
export const MAX_BODY_BYTES = 64_000;
/** What is sent when somebody asks for a test. */
export const TEST_EVENT = 'webhook.test';

export interface WebhookMessage {
  /** The `webhook-id`. */
  id: string;
  name: string;
  /** What is sent and signed. */
  body: string;
  occurredAt: Date;
  isTest: boolean;
}

/**
 * What every receiver gets of one event, the same text each time.
 * @throws for more than anybody has agreed to take: what tells of an event names things by their ids
 */
export function messageOf(
  id: string,
  { name, occurredAt, data }: { name: string; occurredAt: Date; data: Readonly<Record<string, unknown>> },
): WebhookMessage {
  const body = JSON.stringify({ type: name, timestamp: occurredAt.toISOString(), data });
  if (Buffer.byteLength(body) > MAX_BODY_BYTES) throw new Error(`The event ${name} is too large to be sent.`);
  return { id, name, body, occurredAt, isTest: false };
}

/** @param heardId what names the event for the listener: a UUID, the same each time that it is heard */
export function eventIdOf(heardId: string): string {
  return `evt_${heardId.replaceAll('-', '')}`;
}

export function testMessage(webhookId: string, at: Date): WebhookMessage {
  const id = `evt_${newId('webhookDelivery').split('_')[1]}`;
  return { ...messageOf(id, { name: TEST_EVENT, occurredAt: at, data: { webhookId } }), isTest: true };
}
