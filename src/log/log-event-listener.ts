import type { Context } from '../platform/context.ts';
import { type Events, type EventType, type Listener, listener } from '../platform/events/outbox.ts';

/**
 * Listener that adds a log entry for an event. Events are delivered at least once, so each entry needs its own key, which is
 * logged once.
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
      // In parallel, so that the log writes them in one batch.
      const results = await Promise.allSettled(events.map(({ ctx, payload }) => log(ctx, payload)));
      for (const result of results) if (result.status === 'rejected') throw result.reason;
    },
  });
}
