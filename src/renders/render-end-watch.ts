import type { Context } from '../platform/context.ts';
import type { Live } from '../platform/live/live.ts';
import { findStatus } from './render.sql.ts';
import { isFinal } from './render.transitions.ts';

export interface RenderEndWatch {
  /** Aborts when the render has ended, by whomever. */
  readonly signal: AbortSignal;
  /** To be called when nobody has to be told any more. */
  stop(): void;
}

/**
 * Looks out for the end of a render that is about to be drawn, in whichever process somebody ends it. It is listened for when this
 * resolves, and nothing is read until something is heard: an attempt that nobody cancels costs no statement more.
 */
export async function watchRenderEnd(live: Live, ctx: Context, renderId: string): Promise<RenderEndWatch> {
  const ended = new AbortController();
  const away = new AbortController();
  const changes = live.watch('render.ended', renderId, away.signal);
  await changes.next();
  const looking = (async () => {
    for await (const _ of changes) {
      if (!(await hasEnded(ctx.fork(), renderId))) continue;
      ended.abort(new Error('The render has been ended.'));
      return;
    }
  })();
  // What cannot be looked at now is drawn to its end, which finds that it has come too late.
  looking.catch((error: unknown) =>
    ctx.logger.warn({ err: error, renderId }, 'nobody looks whether a render is canceled'),
  );
  return { signal: ended.signal, stop: () => away.abort() };
}

async function hasEnded({ em }: Context, renderId: string): Promise<boolean> {
  const status = await findStatus(em, renderId);
  return status === null || isFinal(status);
}
