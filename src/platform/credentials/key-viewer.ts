import type { Role } from '../auth/roles.ts';
import type { ViewerFinder } from '../graphql/schema/viewer.ts';
import { readOwner } from './key.sql.ts';

/** Makes the function that resolves `viewer` to the owner of the key that was sent. */
export function keyViewer(of: { table: string; owner: string }, role: Role): ViewerFinder {
  return async ({ database, principal }) => {
    const found = await readOwner(database, of, principal.credential?.id);
    return found && { ...found, roles: [role] };
  };
}
