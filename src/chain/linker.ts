import type { BackgroundWork } from '../feature.ts';
import { internal } from '../platform/auth/principal.ts';
import { Context, type ContextBase } from '../platform/context.ts';
import type { Chain } from './chain.ts';
import { BATCH } from './link-batch.ts';

/**
 * Interval for checking the queue of records. One second is soon enough for proofs, and checking an empty queue takes one short
 * statement.
 */
const EVERY_MS = 1_000;
/** Interval after a minute without records. */
const IDLE_EVERY_MS = 5_000;
const IDLE_AFTER_MS = 60_000;

/** Adds queued records to the chain batch by batch, one process at a time. Retries a second after a failure. */
export function chainLinker(base: ContextBase, chain: Pick<Chain, 'hasPending' | 'linkBatch'>): BackgroundWork {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let lastAt = performance.now();
  let working = Promise.resolve();
  const turn = async () => {
    const ctx = new Context(base, { principal: internal('chain'), requestId: 'chain', signal: stopping.signal });
    try {
      if (await chain.hasPending(ctx)) {
        lastAt = performance.now();
        while (!stopping.signal.aborted && (await chain.linkBatch(ctx)) === BATCH);
      }
    } catch (error) {
      ctx.logger.warn({ err: error }, 'records could not be linked; retrying later');
    }
    const isIdle = performance.now() - lastAt > IDLE_AFTER_MS;
    if (!stopping.signal.aborted) timer = setTimeout(begin, isIdle ? IDLE_EVERY_MS : EVERY_MS);
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
