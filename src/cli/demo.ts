import type { Sight } from '../feature.ts';
import type { House } from '../house.ts';
import { internal } from '../platform/auth/principal.ts';
import { Context } from '../platform/context.ts';
import { hasDemoPart, insertDemoPart } from './demo-part.sql.ts';

/**
 * Creates the example content that this installation never got, and says what there is to see of all of it. What cannot be
 * created is logged, and tried again by the next start: it never decides whether the service starts.
 * @throws the reason of the signal when that aborts
 */
export async function demoSights({ platform, demos }: House<unknown>, signal: AbortSignal): Promise<Sight[]> {
  const { logger } = platform;
  const shown: Sight[] = [];
  for (const { feature, create, sights } of demos) {
    try {
      const ctx = new Context(platform, { principal: internal('demo'), requestId: 'demo', signal });
      if (!(await hasDemoPart(ctx.em, feature))) {
        await create(ctx);
        await insertDemoPart(ctx.afresh().em, feature);
      }
      shown.push(...sights());
    } catch (error) {
      signal.throwIfAborted();
      logger.warn({ err: error, feature }, 'the demo content of a feature could not be created: starting without it');
    }
  }
  return shown;
}
