import type { Context } from '../context.ts';
import type { Events, EventType } from './outbox.ts';

/** What the outside is told of an event. */
export interface Telling {
  /** `cus_…` of whom it is; null: of the house alone. Only subscriptions of the same are told. */
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
  /** Looks up what is to be told. Null: nobody is told. */
  tell(ctx: Context, payload: Events[Type]): Promise<Telling | null>;
}

export function publishedEvent<Type extends EventType>(definition: PublishedEvent<Type>): PublishedEvent {
  return definition as unknown as PublishedEvent;
}
