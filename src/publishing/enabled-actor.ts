import type { AgentsApi } from '../agents/index.ts';
import type { Context } from '../platform/context.ts';

const AGENT = 'agent:';

/**
 * Returns a function that checks in the database if an agent is still enabled, because the caller’s permissions are up to a
 * second old. Actors that aren’t agents count as enabled.
 */
export function enabledActor(agents: AgentsApi): (ctx: Context, actor: string) => Promise<boolean> {
  return async (ctx, actor) => {
    if (!actor.startsWith(AGENT)) return true;
    const agent = await agents.find(ctx, actor.slice(AGENT.length));
    return agent !== null && agent.disabledAt === null;
  };
}
