import type { Context } from '../context.ts';
import type { Events, EventType } from './outbox.ts';

/** Message that tells webhooks about an event. */
export interface EventMessage {
  /**
   * Customer that the event belongs to, `cus_…`. Null for an event of the service itself. The message goes to the customer's
   * webhooks, and to those webhooks of the service that include customers' events.
   */
  readonly customerId: string | null;
  /** Data that the webhook receives, with the names and shapes of the GraphQL schema. No content, no secrets. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** An event that webhooks can deliver. */
export interface PublishedEvent<Type extends EventType = EventType> {
  /** Type of the event in the outbox. */
  readonly type: Type;
  /** Public name, e.g. `render.ended`. Never changes. */
  readonly name: string;
  /** One sentence that says when the event is sent. */
  readonly description: string;
  /** Descriptions of the members of `data`. A member is never removed. Absent if `description` describes them. */
  readonly data?: Readonly<Record<string, string>>;
  /** Creates the webhook message, in a context of the event. Null to send nothing. */
  messageFor(ctx: Context, payload: Events[Type]): Promise<EventMessage | null>;
}

export function publishedEvent<Type extends EventType>(definition: PublishedEvent<Type>): PublishedEvent {
  return definition as unknown as PublishedEvent;
}

/** Returns the published events sorted by name. @throws if two have the same name or the same type */
export function publishedOnce(events: readonly PublishedEvent[]): readonly PublishedEvent[] {
  for (const key of ['name', 'type'] as const) {
    const twice = events.find((event, index) => events.findIndex((one) => one[key] === event[key]) < index);
    if (twice) throw new Error(`Two published events have the same ${key}: ${twice[key]}.`);
  }
  return events.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
