import { Role } from '../platform/auth/roles.ts';
import type { ViewerFinder } from '../platform/graphql/schema/viewer.ts';

const BY_KEY = {
  name: 'agent_viewer',
  text: `select agent.name, agent_key.expires_at from agent_key join agent on agent.id = agent_key.agent_id
         where agent_key.id = $1`,
};

/** For `viewer`: the agent behind a key. */
export const agentViewer: ViewerFinder = async ({ database, principal }) => {
  const found = await database.readRow<[name: string, expiresAt: string]>(BY_KEY, [principal.credential?.id]);
  return found ? { name: found[0], roles: [Role.AGENT], expiresAt: new Date(found[1]) } : null;
};
