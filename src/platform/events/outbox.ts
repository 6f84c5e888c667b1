import type { EntityManager } from '@mikro-orm/postgresql';
import { ownerOf } from '../auth/principal.ts';
import type { Context } from '../context.ts';
import { OutboxEvent } from './outbox-event.entity.ts';
import { deleteEventsOf, insertEvents } from './outbox-event.sql.ts';

/**
 * Events by name with what they carry. Features add theirs by declaration merging beside the code that publishes them;
 * payloads name rows by id, so that a listener that comes late reads the present state.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled in by the features
export interface Events {}

export type EventType = keyof Events & string;

/**
 * Announces a fact. It goes out when, and only if, the transaction of the context commits. Who watches what `…Id` names in the
 * payload is woken then, in every process.
 */
export function publish<Type extends EventType>({ em, principal }: Context, type: Type, payload: Events[Type]): void {
  const owner = ownerOf(principal);
  em.persist(em.create(OutboxEvent, { type, payload: payload as Record<string, unknown>, owner }));
}

/** The same for several at once, by one statement, where the rows they tell of are written so as well. */
export async function publishAll(
  em: EntityManager,
  events: readonly { [Type in EventType]: { type: Type; payload: Events[Type]; owner: string | null } }[EventType][],
): Promise<void> {
  if (events.length === 0) return;
  await insertEvents(em, events);
}

/**
 * Deletes events that name a thing of which nothing may be left, told or not. Looks through all that there are: for what is
 * seldom done, and not while others wait.
 */
export async function unpublish(em: EntityManager, member: string, id: string): Promise<void> {
  await deleteEventsOf(em, member, id);
}

/**
 * An event with a context of its own, in which what follows from it is done for whom it came of. The `requestId` of the context
 * names the event for this listener: it is the same each time that the event is heard.
 */
export interface ReceivedEvent<Type extends EventType = EventType> {
  ctx: Context;
  type: Type;
  payload: Events[Type];
  occurredAt: Date;
}

/** Hears events, at least once for each and in no promised order. Must bear hearing one twice. */
export interface Listener<Type extends EventType = EventType> {
  /** Names the queue; must stay the same from one version to the next. */
  name: string;
  /** One kind of event, or several that it hears in one queue. */
  type: Type | readonly Type[];
  /**
   * Asked each time before events are handed over, for a listener that often has nothing to do; false: nobody wants those, and
   * they are not. What it reads is read after the events were written. Left out: always.
   */
  isWanted?(em: EntityManager): Promise<boolean>;
  /**
   * Takes what has happened since it was last called, at most `MAX_BATCH` events. When it throws, all of them are handed to
   * it again one by one, so that one that cannot be handled holds up none of the others.
   */
  handle(events: readonly ReceivedEvent<Type>[]): Promise<void>;
}

export function listener<Type extends EventType>(definition: Listener<Type>): Listener {
  return definition as unknown as Listener;
}
