import { Role } from '../platform/auth/roles.ts';
import type { ViewerFinder } from '../platform/graphql/schema/viewer.ts';
import { findViewer } from './customer.sql.ts';

/** For `viewer`: the customer behind a key. */
export const customerViewer: ViewerFinder = async ({ database, principal }) => {
  const found = await findViewer(database, principal.credential?.id);
  return found && { ...found, roles: [Role.CUSTOMER] };
};
