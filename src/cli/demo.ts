import type { Sight } from '../feature.ts';
import type { House } from '../house.ts';
import { internal } from '../platform/auth/principal.ts';
import { Context } from '../platform/context.ts';
import { sql } from '../platform/database/database.ts';

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
      if (!(await wasCreated(ctx, feature))) {
        await create(ctx);
        await noteCreated(ctx.afresh(), feature);
      }
      shown.push(...sights());
    } catch (error) {
      signal.throwIfAborted();
      logger.warn({ err: error, feature }, 'the demo content of a feature could not be created: starting without it');
    }
  }
  return shown;
}

async function wasCreated({ em }: Context, feature: string): Promise<boolean> {
  const [row] = await sql<{ was: boolean }>(em, 'select exists (select from demo_part where name = $1) as was', [
    feature,
  ]);
  return row!.was;
}

async function noteCreated({ em }: Context, feature: string): Promise<void> {
  await sql(em, 'insert into demo_part (name) values ($1) on conflict (name) do nothing', [feature]);
}
