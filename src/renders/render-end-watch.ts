import type { Context } from '../platform/context.ts';
import type { Live } from '../platform/live/live.ts';
import { findStatus } from './render.sql.ts';
import { isFinal } from './render.transitions.ts';

export interface RenderEndWatch {
  /** Signal that aborts when any process ends the render. */
  readonly signal: AbortSignal;
  /** Stops watching. */
  stop(): void;
}

/**
 * Watches a render that is about to be drawn, to notice if any process ends it. The promise resolves when the watch is active.
 * The database is only read after an event, so an attempt that isn't canceled costs no extra statement.
 */
export async function watchRenderEnd(live: Live, ctx: Context, renderId: string): Promise<RenderEndWatch> {
  const ended = new AbortController();
  const away = new AbortController();
  const changes = live.watch('render.ended', renderId, away.signal);
  await changes.next();
  const looking = (async () => {
    for await (const _ of changes) {
      if (!(await hasEnded(ctx.fork(), renderId))) continue;
      ended.abort(new Error('The render has ended.'));
      return;
    }
  })();
  // If the watch fails, drawing continues to its end, and the transition then finds that the render has already ended.
  looking.catch((error: unknown) =>
    ctx.logger.warn({ err: error, renderId }, 'watching for the cancellation of a render failed'),
  );
  return { signal: ended.signal, stop: () => away.abort() };
}

async function hasEnded({ em }: Context, renderId: string): Promise<boolean> {
  const status = await findStatus(em, renderId);
  return status === null || isFinal(status);
}
