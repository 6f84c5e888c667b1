import type { Services } from '../app.ts';

const EVERY_MS = 10 * 60_000;
/** Long enough to look into what went wrong over a weekend. */
const KEEP_EVENTS_DAYS = 7;
/** No upload takes longer. */
const STAGE_FILE_MS = 24 * 3600_000;

/** Tidies what use leaves behind, and does what nobody asks for: now, and every ten minutes. What fails is tried again then. */
export function startUpkeep({ relay, store, log, putVerifierIntoLog, logger }: Services): { stop(): Promise<void> } {
  const steps: Record<string, () => Promise<number>> = {
    'events that went out': () => relay.forgetDispatched(KEEP_EVENTS_DAYS),
    'files of uploads that broke off': () => store.sweepStaging(STAGE_FILE_MS),
    'witnesses noted down again': () => log.renewWitnessPolicy(),
    'verifier put into the log': putVerifierIntoLog,
  };
  const tidy = async () => {
    for (const [what, step] of Object.entries(steps)) {
      try {
        const count = await step();
        if (count > 0) logger.info({ what, count }, 'upkeep');
      } catch (error) {
        logger.warn({ err: error, what }, 'upkeep failed and is tried again later');
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
