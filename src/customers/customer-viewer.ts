import { Role } from '../platform/auth/roles.ts';
import type { ViewerFinder } from '../platform/graphql/schema/viewer.ts';

const BY_KEY = {
  name: 'customer_viewer',
  text: `select customer.name, customer_key.expires_at from customer_key join customer on customer.id = customer_key.customer_id
         where customer_key.id = $1`,
};

/** For `viewer`: the customer behind a key. */
export const customerViewer: ViewerFinder = async ({ database, principal }) => {
  const found = await database.readRow<[name: string, expiresAt: string]>(BY_KEY, [principal.credential?.id]);
  return found ? { name: found[0], roles: [Role.CUSTOMER], expiresAt: new Date(found[1]) } : null;
};
