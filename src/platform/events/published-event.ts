import type { Context } from '../context.ts';
import type { Events, EventType } from './outbox.ts';

/** What the outside is told of an event. */
export interface EventMessage {
  /** `cus_…` of whom it is; null: of the house alone. That customer is told, and of the house whoever asks for customers' as well. */
  readonly customerId: string | null;
  /** As the receiver gets it: the same names and shapes as in the graph. Never content, never a secret. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** An event of the outbox that the outside may hear of, as its feature publishes it. */
export interface PublishedEvent<Type extends EventType = EventType> {
  /** Of the outbox. */
  readonly type: Type;
  /** As receivers know it, e.g. `render.ended`. Never changes. */
  readonly name: string;
  /** One sentence: when it is sent. */
  readonly description: string;
  /** The members of `data`, each with what it says. One that is there is never taken away. Left out: the description says it. */
  readonly data?: Readonly<Record<string, string>>;
  /** Looks up what is to be told, in a context of the event. Null: nobody is told. */
  messageFor(ctx: Context, payload: Events[Type]): Promise<EventMessage | null>;
}

export function publishedEvent<Type extends EventType>(definition: PublishedEvent<Type>): PublishedEvent {
  return definition as unknown as PublishedEvent;
}

/** Those of all features, by name. @throws where two have the same name, or tell of the same event of the outbox */
export function publishedOnce(events: readonly PublishedEvent[]): readonly PublishedEvent[] {
  for (const key of ['name', 'type'] as const) {
    const twice = events.find((event, index) => events.findIndex((one) => one[key] === event[key]) < index);
    if (twice) throw new Error(`Two published events have the ${key} ${twice[key]}.`);
  }
  return events.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
