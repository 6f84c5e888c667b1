import type { BackgroundWork } from '../../feature.ts';
import { internal } from '../../platform/auth/principal.ts';
import { Context, type ContextBase } from '../../platform/context.ts';

const EVERY_MS = 10_000;

/** Runs `work` repeatedly, never concurrently, with a pause of ten seconds after each run, also after a failure. */
export function repeatEveryTenSeconds(
  base: ContextBase,
  what: string,
  work: (ctx: Context) => Promise<number>,
): BackgroundWork {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let working = Promise.resolve();
  const turn = async () => {
    const ctx = new Context(base, { principal: internal(what), requestId: what, signal: stopping.signal });
    try {
      const count = await work(ctx);
      if (count > 0) ctx.logger.info({ what, count }, 'upkeep');
    } catch (error) {
      ctx.logger.warn({ err: error, what }, 'upkeep failed and will be retried');
    }
    if (!stopping.signal.aborted) timer = setTimeout(begin, EVERY_MS);
  };
  const begin = () => {
    working = turn();
  };
  return {
    recorded: 'the runs',
    start: begin,
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await working;
    },
  };
}
