import type { StartupHint } from '../feature.ts';
import { internal } from '../platform/auth/principal.ts';
import { Context } from '../platform/context.ts';
import type { Service } from '../service.ts';
import { hasDemoPart, insertDemoPart } from './demo-part.sql.ts';

/**
 * Creates example content that this installation hasn't received yet, and returns startup hints for all example content. A
 * failure is logged and retried at the next start; it never prevents the start.
 * @throws the reason of the signal if it aborts
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
      logger.warn(
        { err: error, feature },
        'the example content of a feature could not be created: starting without it',
      );
    }
  }
  return shown;
}
