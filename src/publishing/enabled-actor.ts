import type { AgentsApi } from '../agents/index.ts';
import type { Context } from '../platform/context.ts';

const AGENT = 'agent:';

/** Whether an actor may still act, by its row: what a key was given when the request came is up to a moment old. */
export function enabledActor(agents: AgentsApi): (ctx: Context, actor: string) => Promise<boolean> {
  return async (ctx, actor) => {
    if (!actor.startsWith(AGENT)) return true;
    const agent = await agents.find(ctx, actor.slice(AGENT.length));
    return agent !== null && agent.disabledAt === null;
  };
}
