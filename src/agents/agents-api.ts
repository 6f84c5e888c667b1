import type { Context } from '../platform/context.ts';
import type { Agent } from './agent.entity.ts';

/** Interface for features that depend on agents. */
export interface AgentsApi {
  /** Finds an agent by id, disabled or not. Null if it doesn’t exist. */
  find(ctx: Context, id: string): Promise<Agent | null>;
}
