import type { EntityManager } from '@mikro-orm/postgresql';
import { OutboxEvent } from './outbox-event.entity.ts';

/**
 * Events by name with what they carry. Features add theirs by declaration merging beside the code that publishes them;
 * payloads name rows by id, so that a listener that comes late reads the present state.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled in by the features
export interface Events {}

export type EventType = keyof Events & string;

/**
 * Announces a fact. It goes out when, and only if, the transaction of `em` commits. Who watches what `…Id` names in the
 * payload is woken then, in every process.
 */
export function publish<Type extends EventType>(em: EntityManager, type: Type, payload: Events[Type]): void {
  em.persist(em.create(OutboxEvent, { type, payload: payload as Record<string, unknown> }));
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
  handle(events: readonly Events[Type][], signal: AbortSignal): Promise<void>;
}

export function listener<Type extends EventType>(definition: Listener<Type>): Listener {
  return definition as unknown as Listener;
}
