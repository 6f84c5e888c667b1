import type { EntityManager } from '@mikro-orm/postgresql';
import { ownerOf } from '../auth/principal.ts';
import type { Context } from '../context.ts';
import { OutboxEvent } from './outbox-event.entity.ts';
import { deleteEventsOf, insertEvents } from './outbox-event.sql.ts';

/**
 * Payloads of events by event type. Features add theirs by declaration merging next to the code that publishes them. Payloads
 * refer to rows by id, so that a late listener reads the current state.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled in by the features
export interface Events {}

export type EventType = keyof Events & string;

/**
 * Publishes an event if the transaction of the context commits. Wakes subscribers, in every process, that watch an object whose
 * id is in a payload field named `…Id`.
 */
export function publish<Type extends EventType>({ em, principal }: Context, type: Type, payload: Events[Type]): void {
  const owner = ownerOf(principal);
  em.persist(em.create(OutboxEvent, { type, payload: payload as Record<string, unknown>, owner }));
}

/** Publishes several events in one SQL statement, for code that writes many rows in one statement. */
export async function publishAll(
  em: EntityManager,
  events: readonly { [Type in EventType]: { type: Type; payload: Events[Type]; owner: string | null } }[EventType][],
): Promise<void> {
  if (events.length === 0) return;
  await insertEvents(em, events);
}

/**
 * Deletes all events, dispatched or not, whose payload has the id of an erased object under the name `member`. Scans the whole
 * table, so it is only for rare operations.
 */
export async function unpublish(em: EntityManager, member: string, id: string): Promise<void> {
  await deleteEventsOf(em, member, id);
}

/**
 * An event with its own context, which acts for the event's owner. Its `requestId` identifies the event for this listener and
 * stays the same when the event is delivered again.
 */
export interface ReceivedEvent<Type extends EventType = EventType> {
  ctx: Context;
  type: Type;
  payload: Events[Type];
  occurredAt: Date;
}

/** Receives events, each at least once and in any order, so it must tolerate receiving an event twice. */
export interface Listener<Type extends EventType = EventType> {
  /** Name of the listener's queue. Must not change between releases. */
  name: string;
  /** The event type, or several types that share one queue. */
  type: Type | readonly Type[];
  /**
   * Returns false if this listener needs no events at this time; they then aren't queued for it. Called for each batch, after the
   * events were written. Default: true.
   */
  isWanted?(em: EntityManager): Promise<boolean>;
  /**
   * Handles a batch of at most 20 events. If it throws, it receives the events again one by one, so that one failing event
   * doesn't block the others.
   */
  handle(events: readonly ReceivedEvent<Type>[]): Promise<void>;
}

export function listener<Type extends EventType>(definition: Listener<Type>): Listener {
  return definition as unknown as Listener;
}
