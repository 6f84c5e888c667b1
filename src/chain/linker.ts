import type { BackgroundWork } from '../feature.ts';
import { internal } from '../platform/auth/principal.ts';
import { Context, type ContextBase } from '../platform/context.ts';
import type { Chain } from './chain.ts';
import { BATCH } from './link-batch.ts';

/** A second is soon enough for a proof, and a look that finds nothing costs next to nothing. */
const EVERY_MS = 1_000;

/** Links what waits, one batch after the other; one process at a time does. What fails is tried again a second later. */
export function chainLinker(base: ContextBase, chain: Pick<Chain, 'linkBatch'>): BackgroundWork {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let working = Promise.resolve();
  const turn = async () => {
    const ctx = new Context(base, { principal: internal('chain'), requestId: 'chain', signal: stopping.signal });
    try {
      while (!stopping.signal.aborted && (await chain.linkBatch(ctx)) === BATCH);
    } catch (error) {
      ctx.logger.warn({ err: error }, 'the log could not be linked and is linked later');
    }
    if (!stopping.signal.aborted) timer = setTimeout(begin, EVERY_MS);
  };
  const begin = () => {
    working = turn();
  };
  return {
    recorded: 'the chain',
    start: begin,
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await working;
    },
  };
}
