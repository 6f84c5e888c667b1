import type { Context } from '../platform/context.ts';
import { type Events, type EventType, type Listener, listener } from '../platform/events/outbox.ts';

/**
 * Logs what an event tells of: the seam through which every feature's facts come into the log. Events come at least once,
 * so what is logged must have a key of its own: then it is logged once.
 */
export function logWhen<Type extends EventType>(
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
