import type { Context } from '../platform/context.ts';
import { type Events, type EventType, type Listener, listener } from '../platform/events/outbox.ts';

/**
 * Listener that adds a log entry for an event. An event can be received more than once, so each entry needs a key, under which it
 * is logged once.
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
      // Entries are added in parallel, so that the log writes them in one batch.
      const results = await Promise.allSettled(events.map(({ ctx, payload }) => log(ctx, payload)));
      for (const result of results) if (result.status === 'rejected') throw result.reason;
    },
  });
}
