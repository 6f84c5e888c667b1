import { ownerOf } from '../auth/principal.ts';
import type { Context } from '../context.ts';
import { OutboxEvent } from './outbox-event.entity.ts';

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

/** An event with a context of its own, in which what follows from it is done for whom it came of. */
export interface Heard<Type extends EventType = EventType> {
  ctx: Context;
  payload: Events[Type];
}

/** Hears one kind of event, at least once for each and in no promised order. Must bear hearing one twice. */
export interface Listener<Type extends EventType = EventType> {
  /** Names the queue; must stay the same from one version to the next. */
  name: string;
  type: Type;
  /**
   * Takes what has happened since it was last called, at most `MAX_BATCH` events. When it throws, all of them are handed to
   * it again one by one, so that one that cannot be handled holds up none of the others.
   */
  handle(events: readonly Heard<Type>[]): Promise<void>;
}

export function listener<Type extends EventType>(definition: Listener<Type>): Listener {
  return definition as unknown as Listener;
}
