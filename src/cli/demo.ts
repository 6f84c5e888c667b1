import type { StartupHint } from '../feature.ts';
import { internal } from '../platform/auth/principal.ts';
import { Context } from '../platform/context.ts';
import type { Service } from '../service.ts';
import { hasDemoPart, insertDemoPart } from './demo-part.sql.ts';

/**
 * Creates the example content that this installation never got, and says what there is to see of all of it. What cannot be
 * created is logged, and tried again by the next start: it never decides whether the service starts.
 * @throws the reason of the signal when that aborts
 */
export async function demoStartupHints(
  { platform, demos }: Service<unknown>,
  signal: AbortSignal,
): Promise<StartupHint[]> {
  const { logger } = platform;
  const shown: StartupHint[] = [];
  for (const { feature, create, startupHints } of demos) {
    try {
      const ctx = new Context(platform, { principal: internal('demo'), requestId: 'demo', signal });
      if (!(await hasDemoPart(ctx.em, feature))) {
        await create(ctx);
        await insertDemoPart(ctx.fork().em, feature);
      }
      shown.push(...startupHints());
    } catch (error) {
      signal.throwIfAborted();
      logger.warn({ err: error, feature }, 'the demo content of a feature could not be created: starting without it');
    }
  }
  return shown;
}
