import type { Context } from '../platform/context.ts';
import type { Agent } from './agent.entity.ts';

/** What later features may ask. */
export interface AgentsApi {
  /** The agent of this id, disabled or not; null where there is none. */
  find(ctx: Context, id: string): Promise<Agent | null>;
}
