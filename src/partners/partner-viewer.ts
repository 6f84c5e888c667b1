import { Role } from '../platform/auth/roles.ts';
import type { ViewerFinder } from '../platform/graphql/schema/viewer.ts';

const BY_TOKEN = {
  name: 'partner_viewer',
  text: `select partner.name, partner_token.expires_at from partner_token join partner on partner.id = partner_token.partner_id
         where partner_token.id = $1`,
};

/** For `viewer`: the partner behind a link. */
export const partnerViewer: ViewerFinder = async ({ database, principal }) => {
  const found = await database.readRow<[name: string, expiresAt: string]>(BY_TOKEN, [principal.credential?.id]);
  return found ? { name: found[0], roles: [Role.PARTNER], expiresAt: new Date(found[1]) } : null;
};
