import { type Listener, listener, type ReceivedEvent } from '../platform/events/outbox.ts';
import type { EventMessage, PublishedEvent } from '../platform/events/published-event.ts';
import { enqueue } from './delivery-queue.ts';
import { eventIdOf, messageOf, type WebhookMessage } from './message.ts';
import { findSubscribers, hasSubscribers, type Subscriber } from './webhook.sql.ts';

/**
 * Queues a delivery of each published event for each webhook that subscribes to it. An event that is received twice is queued
 * once.
 * @param onQueued called after a delivery was queued
 */
export function fanOut(published: readonly PublishedEvent[], onQueued: () => void): Listener {
  const byType = new Map(published.map((event) => [event.type, event]));
  return listener({
    name: 'webhooks',
    type: [...byType.keys()],
    isWanted: hasSubscribers,
    async handle(events) {
      const { em } = events[0]!.ctx;
      const names = new Set(events.map(({ type }) => byType.get(type)!.name));
      const subscribers = await findSubscribers(em, [...names]);
      if (subscribers.length === 0) return;
      const prepared = await Promise.all(events.map((received) => messagesFor(byType.get(received.type)!, received)));
      const messages = prepared.flatMap((one) => {
        if (!one) return [];
        const { event, message } = one;
        return subscribers
          .filter((subscriber) => isFor(subscriber, message.name, event))
          .map(({ id: webhookId }) => ({ webhookId, message }));
      });
      if ((await enqueue(em, messages)).length > 0) onQueued();
    },
  });
}

async function messagesFor(
  { name, messageFor }: PublishedEvent,
  { ctx, payload, occurredAt }: ReceivedEvent,
): Promise<{ event: EventMessage; message: WebhookMessage } | null> {
  const event = await messageFor(ctx, payload);
  if (!event) return null;
  return { event, message: messageOf(eventIdOf(ctx.requestId), { name, occurredAt, data: event.data }) };
}

/**
 * True if the webhook subscribes to this event. It gets the events of its owner; a webhook of the service can also include those
 * of all customers.
 */
function isFor(subscriber: Subscriber, name: string, { customerId }: EventMessage): boolean {
  if (subscriber.eventNames.length > 0 && !subscriber.eventNames.includes(name)) return false;
  if (subscriber.customerId === customerId) return true;
  return subscriber.customerId === null && subscriber.includesCustomers;
}
