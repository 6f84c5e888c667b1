import { Role } from '../platform/auth/roles.ts';
import type { ViewerFinder } from '../platform/graphql/schema/viewer.ts';
import { findViewer } from './agent.sql.ts';

/** For `viewer`: the agent behind a key. */
export const agentViewer: ViewerFinder = async ({ database, principal }) => {
  const found = await findViewer(database, principal.credential?.id);
  return found && { ...found, roles: [Role.AGENT] };
};
