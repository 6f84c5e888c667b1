import { Role } from '../platform/auth/roles.ts';
import type { ViewerFinder } from '../platform/graphql/schema/viewer.ts';
import { findViewer } from './partner.sql.ts';

/** For `viewer`: the partner behind a link. */
export const partnerViewer: ViewerFinder = async ({ database, principal }) => {
  const found = await findViewer(database, principal.credential?.id);
  return found && { ...found, roles: [Role.PARTNER] };
};
