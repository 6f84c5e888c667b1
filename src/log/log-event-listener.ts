import type { Context } from '../platform/context.ts';
import { type Events, type EventType, type Listener, listener } from '../platform/events/outbox.ts';

/**
 * Listener that logs the fact of an event. Every feature logs its facts with it. Events are delivered at least once, so each
 * entry needs a key of its own, which is logged once.
 */
export function logOnEvent<Type extends EventType>(
  name: string,
  type: Type,
  log: (ctx: Context, payload: Events[Type]) => Promise<unknown>,
): Listener {
  return listener({
    name,
    type,
    async handle(events) {
      // At the same time: the log takes what is logged together in one piece.
      const results = await Promise.allSettled(events.map(({ ctx, payload }) => log(ctx, payload)));
      for (const result of results) if (result.status === 'rejected') throw result.reason;
    },
  });
}
