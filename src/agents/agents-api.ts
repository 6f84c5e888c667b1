import type { Context } from '../platform/context.ts';
import type { Agent } from './agent.entity.ts';

/** API of agents for other features. */
export interface AgentsApi {
  /** Finds an agent by id, disabled or not. Null if it doesn’t exist. */
  find(ctx: Context, id: string): Promise<Agent | null>;
}
