import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../platform/database/database.ts';
import { type Heard, type Listener, listener } from '../platform/events/outbox.ts';
import type { PublishedEvent, Telling } from '../platform/events/published-event.ts';
import { enqueue } from './delivery-queue.ts';
import { eventIdOf, type Message, messageOf } from './message.ts';

interface Subscriber {
  id: string;
  customerId: string | null;
  eventNames: string[];
  includesCustomers: boolean;
}

/**
 * Hears whatever features publish and writes down to whom it is to be sent. What is heard twice is written down once.
 * @param written called when there is something to send
 */
export function fanOut(published: readonly PublishedEvent[], written: () => void): Listener {
  const byType = new Map(published.map((event) => [event.type, event]));
  return listener({
    name: 'webhooks',
    type: [...byType.keys()],
    isWanted: isAnySubscribed,
    async handle(events) {
      const { em } = events[0]!.ctx;
      const names = new Set(events.map(({ type }) => byType.get(type)!.name));
      const subscribers = await subscribersOf(em, [...names]);
      if (subscribers.length === 0) return;
      const told = await Promise.all(events.map((heard) => tell(byType.get(heard.type)!, heard)));
      const messages = told.flatMap((one) => {
        if (!one) return [];
        const { telling, message } = one;
        return subscribers
          .filter((subscriber) => isFor(subscriber, message.name, telling))
          .map(({ id: webhookId }) => ({ webhookId, message }));
      });
      if ((await enqueue(em, messages)).length > 0) written();
    },
  });
}

async function tell(
  { name, tell }: PublishedEvent,
  { ctx, payload, occurredAt }: Heard,
): Promise<{ telling: Telling; message: Message } | null> {
  const telling = await tell(ctx, payload);
  if (!telling) return null;
  return { telling, message: messageOf(eventIdOf(ctx.requestId), { name, occurredAt, data: telling.data }) };
}

/** Whose events one is told of: a customer of its own, and the house of its own and, if it wants, of everybody's. */
function isFor(subscriber: Subscriber, name: string, { customerId }: Telling): boolean {
  if (subscriber.eventNames.length > 0 && !subscriber.eventNames.includes(name)) return false;
  if (subscriber.customerId === customerId) return true;
  return subscriber.customerId === null && subscriber.includesCustomers;
}

async function isAnySubscribed(em: EntityManager): Promise<boolean> {
  const [row] = await sql<{ isAny: boolean }>(
    em,
    `select exists (select from webhook where state <> 'DISABLED') as "isAny"`,
  );
  return row!.isAny;
}

function subscribersOf(em: EntityManager, names: readonly string[]): Promise<Subscriber[]> {
  return sql<Subscriber>(
    em,
    `select id, customer_id as "customerId", event_names as "eventNames", includes_customers as "includesCustomers"
     from webhook where state <> 'DISABLED' and (event_names = '{}' or event_names && $1)`,
    [names],
  );
}
