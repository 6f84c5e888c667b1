import type { Context } from '../platform/context.ts';
import type { UpkeepSteps } from '../platform/upkeep/upkeep.ts';

const EVERY_MS = 10 * 60_000;

/** Runs the maintenance steps now and every ten minutes. A failed step is repeated in the next run. */
export function startUpkeep(
  steps: UpkeepSteps,
  newContext: () => Context,
): {
  stop(): Promise<void>;
} {
  const tidy = async () => {
    for (const [what, step] of Object.entries(steps)) {
      const ctx = newContext();
      try {
        const count = await step(ctx);
        if (count > 0) ctx.logger.info({ what, count }, 'upkeep');
      } catch (error) {
        ctx.logger.warn({ err: error, what }, 'a maintenance step failed and is retried later');
      }
    }
  };
  let tidying = tidy();
  const timer = setInterval(() => {
    tidying = tidying.then(tidy);
  }, EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await tidying;
    },
  };
}
